// Sentences whose words serve as tokens: a text file that the teacher keeps, or one of data/sentences/.
#pragma once

#include <string>
#include <vector>

#include "qkv/base/result.hpp"

namespace qkv {

// The widest word, in terminal columns: it has to fit at the edge of a table.
inline constexpr int word_columns = 40;

// One sentence a line, its words parted by blanks (the wide one too); UTF-8 or UTF-16. Lines that are blank
// or begin with # are passed over. A word may stand twice in a sentence. Every sentence has at least one
// word, every word shows something. All faults at once: words that are too wide, invisible or hold control
// characters, a file without a sentence, a text that cannot be read.
Result<std::vector<std::vector<std::string>>> read_sentences(std::string text, const std::string& file);

}  // namespace qkv
