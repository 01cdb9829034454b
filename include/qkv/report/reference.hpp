// Which known mistakes `qkv reference` can make, and which not, as a Document.
#pragma once

#include "qkv/mistakes/notes.hpp"
#include "qkv/report/document.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

// `notes`: those of all mistakes and concepts.
Document reference_document(const NotesShelf& notes, const Catalogue& catalogue);

}  // namespace qkv
