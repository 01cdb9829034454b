// A Document as Markdown (CommonMark with pipe tables).
#pragma once

#include <string>

#include "qkv/report/document.hpp"

namespace qkv {

// Worked lines stand in a code block before their table. Every text is escaped, so that a token such as "*"
// or
// "<b>" shows as itself, and control characters are shown instead of passed on.
std::string render_markdown(const Document& document);

}  // namespace qkv
