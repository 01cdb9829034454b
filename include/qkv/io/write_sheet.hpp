// Answers → sheets to fill in, in Markdown and CSV. Each is read back by its reader in read_sheet.hpp.
#pragma once

#include <string>

#include "qkv/grade/answers.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

struct SheetOptions {
  std::string problem_argument;  // what the command line called the problem; empty: it cannot be named
  bool key = false;              // the sheet is filled in already: there is nothing to explain
  std::string problem = {};  // what the problem begins with, in Markdown; empty: it is looked up elsewhere
  PerStep<std::string> titles = {};  // what each table is, in words; may be empty
};

// The tables with the names of their rows and columns, and how many decimals each asks for. Rows that nobody
// is asked for are left out. Every table has its full shape. Ids and numbers are never translated. Given
// tables stand among the answers (with_given_tables()) and are marked. What the problem begins with is
// quoted, so that the reader takes none of it for an answer.
std::string markdown_sheet(const Problem& problem, const Answers& answers, const SheetOptions& options,
                           const Catalogue& catalogue);

// A line for each cell that is asked for or given. It begins with a byte order mark where names need it:
// spreadsheet programs would take them for another encoding.
std::string csv_sheet(const Problem& problem, const Answers& answers, const SheetOptions& options,
                      const Catalogue& catalogue);

}  // namespace qkv
