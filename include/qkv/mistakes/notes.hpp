// What is said about a mistake, in both languages: data/mistakes/<id>.json.
#pragma once

#include <string>
#include <vector>

#include "qkv/model/step.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

struct MistakeNotes {
  std::string id;
  std::vector<std::string> aliases;  // ids under which it is known as well: no example tells them apart
  std::string wrong_formula;         // empty for a concept
  std::string right_formula;
  LocalizedText name;  // a short clause: "the division by √d_k forgotten"
  LocalizedText what;  // what was done, and why it is not what attention needs
  LocalizedText hint;  // to the learner beside a wrong table; gives no number away
  LocalizedText recognise;
  LocalizedText avoid;
  LocalizedText applies;             // in which problems it can be made
  LocalizedText invisible;           // when the numbers come out the same all the same
  std::vector<std::string> sources;  // addresses; may be empty
  std::string example_problem;       // a built-in problem in which it is visible; empty for a concept
  Step example_step = Step::scores;  // the table to look at there
};

}  // namespace qkv
