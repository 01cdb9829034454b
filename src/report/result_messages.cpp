#include "result_messages.hpp"

#include <algorithm>
#include <cmath>

#include "diagnosis_notes.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/text/unicode.hpp"

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
  plain_ = are_plain();
}

bool CellWords::are_plain() const {
  const auto plain_wording = [](const Wording& wording) {
    TextStore texts;
    return is_plainly_visible(texts.keep(wording, {"", ""}));
  };
  return plain_wording(cell_) && plain_wording(expected_) && plain_wording(both_) &&
         std::ranges::all_of(verdicts_, is_plainly_visible) && is_plainly_visible(blank_) &&
         is_plainly_visible(trivial_) && is_plainly_visible(followed_) &&
         std::ranges::all_of(imprecise_, is_plainly_visible);
}

CellMessages::CellMessages(const Sheet& sheet, const CellWords& words, const TableReport& table,
                           TextStore& texts)
    : sheet_(sheet),
      words_(words),
      table_(table),
      texts_(texts),
      diagnosis_(table.diagnosis.size()),
      signs_(table.signs.size()) {}

Said CellMessages::kept(const std::string& text) {
  return {texts_.keep(text), is_plainly_visible(text)};
}

void CellMessages::say(const CellReport& cell, ResultLine& line) {
  const Said written_text = written(cell);
  const Said saying_text = saying(cell, written_text);
  const Said hint_text = is_right(cell.verdict) ? Said{} : hint(cell);
  line.written = written_text.text;
  line.saying = saying_text.text;
  line.hint = hint_text.text;
  line.message = followed_by(line.saying, line.hint);
  line.plain = words_.plain_ && written_text.plain && saying_text.plain && hint_text.plain;
}

Said CellMessages::written(const CellReport& cell) {
  if (is_shown_as_it_is(cell.written)) return {texts_.keep(cell.written), true};
  return kept(shown_text(cell.written));
}

Said CellMessages::saying(const CellReport& cell, const Said& written) {
  // A table of another shape was not graded: its cells are not blank to the learner.
  if (cell.verdict == Verdict::blank && !table_.faults.empty()) {
    if (misshapen_.text.empty()) misshapen_ = kept(fault_note(sheet_, table_.faults.front()).text);
    return misshapen_;
  }
  if (cell.verdict == Verdict::blank) return {words_.blank_};
  if (cell.verdict == Verdict::unreadable) {
    return kept(
        sheet_.catalogue.say("result.unreadable", {argument("written", std::string(written.text)),
                                                   argument("reason", unreadable_reason(sheet_, cell))}));
  }
  const std::string_view verdict = words_.verdicts_[static_cast<std::size_t>(cell.verdict)];
  return {texts_.keep(words_.cell_, {written.text, verdict})};
}

Said CellMessages::hint(const CellReport& cell) {
  const Said looks_like = sheet_.options.feedback >= Feedback::why ? looks(cell) : Said{};
  if (sheet_.options.feedback < Feedback::full || std::isnan(cell.expected)) return looks_like;
  const std::string number = sheet_.number(table_.step, cell.expected);
  return {followed_by(looks_like.text, texts_.keep(words_.expected_, {number})), looks_like.plain};
}

// What a wrong cell looks like. Never a number of a cell without full points.
Said CellMessages::looks(const CellReport& cell) {
  switch (cell.verdict) {
    case Verdict::correct:
    case Verdict::rounding:
    case Verdict::blank:
    case Verdict::unreadable:
      return {};
    case Verdict::follow_through:
      return {cell.trivial ? words_.trivial_ : words_.followed_};
    case Verdict::slip:
      if (!cell.slip) return {};
      return kept(
          std::string(sheet_.catalogue.text("result.slip." + std::string(slip_name(cell.slip->kind)))));
    case Verdict::imprecise:
      return {of_step(words_.imprecise_, table_.step)};
    case Verdict::mistake:
    case Verdict::wrong:
      break;
  }
  return looks_wrong(cell);
}

Said CellMessages::looks_wrong(const CellReport& cell) {
  for (std::size_t i = 0; i < table_.diagnosis.size(); ++i) {
    if (!explains(table_.diagnosis[i], cell)) continue;
    if (diagnosis_[i].text.empty()) diagnosis_[i] = kept(diagnosis_hint(sheet_, table_.diagnosis[i]));
    return diagnosis_[i];
  }
  for (std::size_t i = 0; i < table_.signs.size(); ++i) {
    if (!is_row_of(table_.signs[i].row, cell)) continue;
    if (signs_[i].text.empty()) signs_[i] = kept(sign_note(sheet_, table_, table_.signs[i]).text);
    return signs_[i];
  }
  return {};
}

// Two sentences: in Chinese nothing stands between them, in English a blank.
std::string_view CellMessages::followed_by(std::string_view text, std::string_view next) {
  if (next.empty()) return text;
  if (text.empty()) return next;
  return texts_.keep(words_.both_, {text, next});
}

}  // namespace qkv
