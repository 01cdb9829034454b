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

bool explains(const Diagnosis& diagnosis, const CellReport& cell) {
  return diagnosis.whole_table || std::ranges::any_of(diagnosis.rows, [&cell](const std::vector<int>& row) {
           return is_row_of(row, cell);
         });
}

}  // namespace

std::string table_message(const Sheet& sheet, const TableReport& table) {
  std::string message =
      sheet.catalogue.count("result.points", table.max_points, {argument("points", table.points)});
  for (const Diagnostic& fault : table.faults) {
    message = sheet.catalogue.say(
        "result.both", {argument("first", message), argument("second", fault_note(sheet, fault).text)});
  }
  return message;
}

CellWords::CellWords(const Sheet& sheet)
    : cell_(sheet.catalogue, "result.cell", {"written", "verdict"}),
      expected_(sheet.catalogue, "result.expected", {"number"}),
      both_(sheet.catalogue, "result.both", {"first", "second"}),
      blank_(sheet.catalogue.text("result.blank")),
      trivial_(sheet.catalogue.text("result.trivial")),
      followed_(sheet.catalogue.text(sheet.problem.follow_through ? "result.follow-through"
                                                                  : "result.no-follow-through")) {
  for (std::size_t i = 0; i < verdict_count; ++i) {
    const std::string_view name = verdict_name(static_cast<Verdict>(i));
    verdicts_[i] = sheet.catalogue.text("verdict." + std::string(name));
  }
  for (const Step step : all_steps) {
    if (!sheet.problem.is_asked(step)) continue;
    of_step(imprecise_, step) =
        sheet.catalogue.count("result.imprecise", of_step(sheet.problem.decimals, step));
  }
}

CellMessages::CellMessages(const Sheet& sheet, const CellWords& words, const TableReport& table,
                           TextStore& texts)
    : sheet_(sheet),
      words_(words),
      table_(table),
      texts_(texts),
      diagnosis_(table.diagnosis.size()),
      signs_(table.signs.size()) {}

void CellMessages::say(const CellReport& cell, ResultLine& line) {
  line.written = texts_.keep(shown_text(cell.written));
  line.saying = saying(cell, line.written);
  line.hint = hint(cell);
  line.message = followed_by(line.saying, line.hint);
}

std::string_view CellMessages::saying(const CellReport& cell, std::string_view written) {
  // A table of another shape was not graded: its cells are not blank to the learner.
  if (cell.verdict == Verdict::blank && !table_.faults.empty()) {
    if (misshapen_.empty()) misshapen_ = texts_.keep(fault_note(sheet_, table_.faults.front()).text);
    return misshapen_;
  }
  if (cell.verdict == Verdict::blank) return words_.blank_;
  if (cell.verdict == Verdict::unreadable) {
    return texts_.keep(sheet_.catalogue.say(
        "result.unreadable",
        {argument("written", std::string(written)), argument("reason", unreadable_reason(sheet_, cell))}));
  }
  text_.clear();
  words_.cell_.fill(text_, {written, words_.verdicts_[static_cast<std::size_t>(cell.verdict)]});
  return texts_.keep(text_);
}

std::string_view CellMessages::hint(const CellReport& cell) {
  const std::string_view looks_like =
      sheet_.options.feedback >= Feedback::why ? looks(cell) : std::string_view();
  const bool expected = sheet_.options.feedback == Feedback::full && !is_right(cell.verdict);
  if (!expected || std::isnan(cell.expected)) return looks_like;
  text_.clear();
  words_.expected_.fill(text_, {sheet_.number(table_.step, cell.expected)});
  return followed_by(looks_like, texts_.keep(text_));
}

// What a wrong cell looks like. Never a number of a cell without full points.
std::string_view CellMessages::looks(const CellReport& cell) {
  switch (cell.verdict) {
    case Verdict::correct:
    case Verdict::rounding:
    case Verdict::blank:
    case Verdict::unreadable:
      return {};
    case Verdict::follow_through:
      return cell.trivial ? words_.trivial_ : words_.followed_;
    case Verdict::slip:
      if (!cell.slip) return {};
      return sheet_.catalogue.text("result.slip." + std::string(slip_name(cell.slip->kind)));
    case Verdict::imprecise:
      return of_step(words_.imprecise_, table_.step);
    case Verdict::mistake:
    case Verdict::wrong:
      break;
  }
  return looks_wrong(cell);
}

std::string_view CellMessages::looks_wrong(const CellReport& cell) {
  for (std::size_t i = 0; i < table_.diagnosis.size(); ++i) {
    if (!explains(table_.diagnosis[i], cell)) continue;
    if (diagnosis_[i].empty()) diagnosis_[i] = texts_.keep(diagnosis_hint(sheet_, table_.diagnosis[i]));
    return diagnosis_[i];
  }
  for (std::size_t i = 0; i < table_.signs.size(); ++i) {
    if (!is_row_of(table_.signs[i].row, cell)) continue;
    if (signs_[i].empty()) signs_[i] = texts_.keep(sign_note(sheet_, table_, table_.signs[i]).text);
    return signs_[i];
  }
  return {};
}

// Two sentences: in Chinese nothing stands between them, in English a blank.
std::string_view CellMessages::followed_by(std::string_view text, std::string_view next) {
  if (next.empty()) return text;
  if (text.empty()) return next;
  text_.clear();
  words_.both_.fill(text_, {text, next});
  return texts_.keep(text_);
}

}  // namespace qkv
