// Which release of the program this is.
#pragma once

#include <string_view>

namespace qkv {

// "0.1.0"
std::string_view version();

}  // namespace qkv
