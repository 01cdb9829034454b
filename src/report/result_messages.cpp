#include "result_messages.hpp"

#include <algorithm>
#include <cmath>

#include "diagnosis_notes.hpp"
#include "qkv/model/problem.hpp"

namespace qkv {
namespace {

// Whether an index on all axes but the last names the row of the cell.
bool is_row_of(const std::vector<int>& row, const CellReport& cell) {
  return row.size() <= cell.at.size() && std::equal(row.begin(), row.end(), cell.at.begin());
}

const Diagnosis* diagnosis_of(const TableReport& table, const CellReport& cell) {
  const auto found = std::ranges::find_if(table.diagnosis, [&cell](const Diagnosis& diagnosis) {
    return diagnosis.whole_table || std::ranges::any_of(diagnosis.rows, [&cell](const std::vector<int>& row) {
             return is_row_of(row, cell);
           });
  });
  return found == table.diagnosis.end() ? nullptr : &*found;
}

const SignReport* sign_of(const TableReport& table, const CellReport& cell) {
  const auto found = std::ranges::find_if(
      table.signs, [&cell](const SignReport& sign) { return is_row_of(sign.row, cell); });
  return found == table.signs.end() ? nullptr : &*found;
}

// What a wrong cell looks like. Never a number of a cell without full points.
std::string hint(const Sheet& sheet, const TableReport& table, const CellReport& cell) {
  switch (cell.verdict) {
    case Verdict::correct:
    case Verdict::rounding:
    case Verdict::blank:
    case Verdict::unreadable:
      return {};
    case Verdict::follow_through:
      if (cell.trivial) return std::string(sheet.catalogue.text("result.trivial"));
      return std::string(sheet.catalogue.text(sheet.problem.follow_through ? "result.follow-through"
                                                                           : "result.no-follow-through"));
    case Verdict::slip:
      if (!cell.slip) return {};
      return std::string(sheet.catalogue.text("result.slip." + std::string(slip_name(cell.slip->kind))));
    case Verdict::imprecise:
      return sheet.catalogue.count("result.imprecise", of_step(sheet.problem.decimals, table.step));
    case Verdict::mistake:
    case Verdict::wrong:
      break;
  }
  if (const Diagnosis* diagnosis = diagnosis_of(table, cell)) return diagnosis_hint(sheet, *diagnosis);
  if (const SignReport* sign = sign_of(table, cell)) return sign_note(sheet, table, *sign).text;
  return {};
}

}  // namespace

// Two sentences: in Chinese nothing stands between them, in English a blank.
std::string followed_by(const Sheet& sheet, const std::string& text, const std::string& next) {
  if (text.empty() || next.empty()) return text + next;
  return sheet.catalogue.say("result.both", {argument("first", text), argument("second", next)});
}

std::string table_message(const Sheet& sheet, const TableReport& table) {
  std::string message =
      sheet.catalogue.count("result.points", table.max_points, {argument("points", table.points)});
  for (const Diagnostic& fault : table.faults) {
    message = followed_by(sheet, message, fault_note(sheet, fault).text);
  }
  return message;
}

std::string cell_saying(const Sheet& sheet, const TableReport& table, const CellReport& cell) {
  // A table of another shape was not graded: its cells are not blank to the learner.
  if (cell.verdict == Verdict::blank && !table.faults.empty()) {
    return fault_note(sheet, table.faults.front()).text;
  }
  if (cell.verdict == Verdict::blank) return std::string(sheet.catalogue.text("result.blank"));
  const Argument written = argument("written", shown_text(cell.written));
  if (cell.verdict == Verdict::unreadable) {
    return sheet.catalogue.say("result.unreadable",
                               {written, argument("reason", unreadable_reason(sheet, cell))});
  }
  const std::string key = "verdict." + std::string(verdict_name(cell.verdict));
  return sheet.catalogue.say("result.cell",
                             {written, argument("verdict", std::string(sheet.catalogue.text(key)))});
}

std::string cell_hint(const Sheet& sheet, const TableReport& table, const CellReport& cell) {
  const std::string looks = sheet.options.feedback >= Feedback::why ? hint(sheet, table, cell) : "";
  const bool expected = sheet.options.feedback == Feedback::full && !is_right(cell.verdict);
  if (!expected || std::isnan(cell.expected)) return looks;
  return followed_by(
      sheet, looks,
      sheet.catalogue.say("result.expected", {argument("number", sheet.number(table.step, cell.expected))}));
}

}  // namespace qkv
