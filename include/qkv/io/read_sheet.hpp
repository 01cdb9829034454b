// Answer sheets in Markdown and CSV → Answers.
//
// Both readers keep the numbers as they were written, with the line and column of each, and whatever they can
// read: what they cannot goes into Answers::faults with its line. A text without a single table is a failure.
// UTF-16 is read as well as UTF-8, with or without a byte order mark, and so is every kind of line end. Bytes
// that are neither are reported; numbers and ids survive them, names do not. Which row and column a number
// belongs to is settled when it is graded, where the problem is known.
#pragma once

#include <string>
#include <string_view>

#include "qkv/base/result.hpp"
#include "qkv/grade/answers.hpp"

namespace qkv {

// A heading for each table, "## weights" or "## weights [batch 1, head 2]", and below it a table whose first
// column names the rows and whose head names the columns; or rows of bare numbers, "0.25 0.50 0.25". The
// lines "problem: …", "learner: …" and "name: …" before the first heading say whose it is. All other text is
// passed over. Bold, code and quotation marks around a cell mean nothing; \| is a bar inside a name.
Result<Answers> read_markdown_answers(std::string text, const std::string& file);

// A line for each cell under the head step,batch,head,row,column,value (in any order, with others beside
// them; batch, head, row and column count from 1, and an empty one is 1). Names in row_name and column_name
// are compared with the problem's. The steps "problem", "learner" and "name" have theirs in the value.
// Separators may be , ; or tabs, as the head or a first line "sep=;" shows.
Result<Answers> read_csv_answers(std::string text, const std::string& file);

enum class AnswerFormat { json, markdown, csv };

// What a text looks like: JSON where nothing speaks for the others.
AnswerFormat format_of_answers(std::string_view text);

}  // namespace qkv
