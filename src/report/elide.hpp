// Tables of a size that nobody reads.
#pragma once

#include "qkv/report/document.hpp"

namespace qkv {

// Leaves the first rows and columns of a large table and its last ones, with … in place of the others.
void elide(Table& table);
// The same for every table of a document.
void elide_tables(Document& document);

}  // namespace qkv
