// Why a system call failed, in words of the catalogue.
#pragma once

#include "qkv/base/result.hpp"

namespace qkv {

// The argument {reason} for an errno value: a catalogue key "system.<reason>" for those that people meet,
// else the bare number.
Argument system_reason(int error_number);

}  // namespace qkv
