// The head of a CSV list: which of its columns is which.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "csv_records.hpp"

namespace qkv::sheets {

// A name as heads are compared: in any letter case and width, with or without blanks and low lines in it.
std::string head_word(std::string_view text);

// The first column of that name, if there is one.
std::optional<std::size_t> column_called(const Record& head, std::string_view name);

// The name, if some column of the head was probably meant to have it; else nothing.
std::string misspelt_in(const Record& head, std::string_view name);

// What a line has in a column; nothing where the head lacks the column or the line ends before it.
std::string value_at(const Record& record, std::optional<std::size_t> column);

}  // namespace qkv::sheets
