// Mathematical signs for terminals and readers that know ASCII alone.
#pragma once

#include <string>
#include <string_view>

namespace qkv {

// Mathematical signs, arrows, quotation marks and box lines as ASCII: "−∞" is "-inf", "√d_k" "sqrt(d_k)",
// "QKᵀ" "QK^T". Letters of any language and everything unknown stay. The text must be well-formed UTF-8.
std::string to_ascii(std::string_view text);

}  // namespace qkv
