// The machine format of reference --list. Described in data/schema/reference.schema.json.
#pragma once

#include <string>

#include "qkv/mistakes/notes.hpp"

namespace qkv {

// `notes`: those of all mistakes and concepts.
std::string reference_json(const NotesShelf& notes);

}  // namespace qkv
