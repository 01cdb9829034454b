// A field of a CSV file that spreadsheets open and do not calculate with.
#pragma once

#include <string>
#include <string_view>

namespace qkv {

// Appends the text: clean, and quoted where it has to be. What begins like a formula, also behind a
// semicolon, gets an apostrophe before it.
void append_csv_field(std::string& output, std::string_view text);

}  // namespace qkv
