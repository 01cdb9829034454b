// A question for a shape with sizes drawn at random.
#pragma once

#include "qkv/base/draws.hpp"
#include "qkv/tutor/question.hpp"

namespace qkv {

void ask_for_shape(Question& question, Draws& draws);

}  // namespace qkv
