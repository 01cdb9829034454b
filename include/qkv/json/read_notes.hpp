// What is said about the known mistakes: data/mistakes/<id>.json → MistakeNotes.
//
// The files are built into the program and are ours: one that cannot be read is a bug (an assert), not a
// fault.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/mistakes/notes.hpp"

namespace qkv {

// The ids that have notes, mistakes and concepts alike, sorted.
std::vector<std::string> notes_ids();

// The notes of an id or of an alias: "scale-twice" gives those of "scale-by-dk".
std::optional<MistakeNotes> notes_of(std::string_view id_or_alias);

// All of them, in the order of notes_ids().
std::vector<MistakeNotes> all_notes();

}  // namespace qkv
