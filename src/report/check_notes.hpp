// What can be said about single cells and whole tables of a graded submission.
#pragma once

#include <map>
#include <string>

#include "qkv/grade/report.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/report/check.hpp"
#include "qkv/report/document.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

struct Sheet {
  const Problem& problem;
  const Catalogue& catalogue;
  const CheckOptions& options;

  // A number of a table, with the learner's decimal sign.
  std::string number(Step step, double value) const;
};

Mark mark_of(Verdict verdict);
// The word for each mark.
std::map<Mark, std::string> mark_words(const Catalogue& catalogue);

// A learner's text as it is shown: without control characters, and not to any length.
std::string shown_text(const std::string& written);
// Whether that is the text itself, and plainly visible. False says nothing.
bool is_shown_as_it_is(const std::string& written);

std::string row_text(const Sheet& sheet, const TableReport& report, const CellReport& cell);
// The name alone, where a heading says which head and which sentence it is.
const std::string& plain_row_name(const Sheet& sheet, const TableReport& report, const CellReport& cell);
std::string column_text(const Sheet& sheet, const TableReport& report, const CellReport& cell);

// The name of a row given by its index on all axes but the last. With the head and the batch member where
// there are several.
std::string row_named(const Sheet& sheet, const TableReport& report, const std::vector<int>& row);
// "batch 1, head 2" of a plane of a table, as far as there is more than one. Both count from 0.
std::string plane_name(const Sheet& sheet, Step step, const Shape& shape, int batch, int head);
// The same of the plane that the cell is in.
std::string plane_name(const Sheet& sheet, const TableReport& report, const CellReport& first);
// Why a cell cannot be read: which character is in the way.
std::string unreadable_reason(const Sheet& sheet, const CellReport& cell);
Note sign_note(const Sheet& sheet, const TableReport& report, const SignReport& sign);

// How a table is made, in words and without numbers.
std::string rule_text(const Sheet& sheet, Step step);

Note fault_note(const Sheet& sheet, const Diagnostic& fault);

// Which characters of which cells cannot be read. Known from the learner's text alone.
void add_unreadable_notes(const Sheet& sheet, const TableReport& report, Section& section);
// Why cells count as right although they look different, what the wrong ones look like, and what was judged
// from what. Never a number of a cell without full points.
void add_reasons(const Sheet& sheet, const TableReport& report, Section& section);

}  // namespace qkv
