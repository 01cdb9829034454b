// Which known mistakes an implementation can have that is asked over the line protocol, and what it answers
// then.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "qkv/mistakes/mistakes.hpp"
#include "qkv/verify/attention.hpp"

namespace qkv {

struct ServedMistake {
  const Mistake* mistake;
  const Way* way;  // the one in which it is built in: exact, and complete wherever shapes allow it
};
// In the order of mistakes(): all but those of unserved_mistakes().
const std::vector<ServedMistake>& served_mistakes();
const ServedMistake* find_served(std::string_view id);  // null: there is none

// Why no request shows it.
enum class Unserved {
  concept_only,    // no table of numbers is wrong
  no_window,       // requests have no sliding window
  no_bias,         // nor a bias
  no_groups,       // nor fewer key heads than query heads
  padded_queries,  // only rows of padded queries are wrong, and those are 0 in the end
};
std::string_view unserved_name(Unserved why);  // "concept-only": as in the JSON format

struct UnservedMistake {
  std::string_view id;
  Unserved why;
};
// In the order of mistakes(), then the concepts.
std::span<const UnservedMistake> unserved_mistakes();

// What an implementation answers that makes the mistake in this way, the right thing where it cannot be made.
// A table of another shape is handed on as far as there are rules for it; of a layer, what it has in place of
// the output. Without any table there is nothing to answer: the shapes do not fit together.
AttentionAnswer mistaken_answer(const AttentionRequest& request, const Mistake& mistake, const Way& way);

}  // namespace qkv
