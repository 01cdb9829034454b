// Whether a hint gives the answer away.
#pragma once

#include "qkv/tutor/content_lint.hpp"

namespace qkv {

// In that language. A true-or-false question has no answer that could be found in a text.
bool gives_answer_away(const Question& question, const LocalizedText& hint, Language language,
                       const ContentWorld& world);

}  // namespace qkv
