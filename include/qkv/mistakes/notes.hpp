// What is said about a mistake, in both languages: data/mistakes/<id>.json.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
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

// Notes that are read when they are first asked for, each once. May be asked from several threads at once.
class NotesShelf {
 public:
  // Where they come from: notes_of() of qkv/json/read_notes.hpp.
  using Read = std::optional<MistakeNotes> (*)(std::string_view id);
  explicit NotesShelf(Read read) : read_(read) {}

  // Null if there are none. They stay where they are as long as the shelf does.
  const MistakeNotes* find(std::string_view id) const;

 private:
  Read read_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::optional<MistakeNotes>, std::less<>> notes_;
};

}  // namespace qkv
