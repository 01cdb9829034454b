// Faults as the machine formats print them.
#pragma once

#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/json/writer.hpp"

namespace qkv {

// The member "faults" of the object that is open. Nothing if there are none.
void write_faults(JsonWriter& json, const std::vector<Diagnostic>& faults);

}  // namespace qkv
