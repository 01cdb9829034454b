// What can be wrong with a file before any grammar: its size and its encoding.
#pragma once

#include <optional>
#include <string>

#include "qkv/base/result.hpp"
#include "qkv/json/value.hpp"

namespace qkv {

// Nothing if the text is UTF-8 without zero bytes and of a size that is read.
std::optional<Diagnostic> encoding_fault(const std::string& text, const std::string& file,
                                         const JsonLimits& limits, int first_line);

}  // namespace qkv
