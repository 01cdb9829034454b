#pragma once

#include <memory>

#include "qkv/system/typed_lines.hpp"

namespace qkv {

// Lines that can be edited. Null: the terminal cannot do it, the C library has no locale with UTF-8, or the
// program was built without an editor.
std::shared_ptr<TypedLines> edited_lines();

}  // namespace qkv
