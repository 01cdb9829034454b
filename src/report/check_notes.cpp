#include "check_notes.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "blackboard.hpp"
#include "digits.hpp"
#include "qkv/base/number.hpp"
#include "qkv/base/utf8.hpp"
#include "qkv/text/code_point.hpp"
#include "qkv/text/unicode.hpp"
#include "qkv/trace/labels.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

// A learner's text is shown as written, but not to any length.
constexpr std::size_t widest_written = 24;
constexpr std::size_t most_listed = 6;

int column_of(const TableReport& report, const CellReport& cell) {
  return report.step == Step::sum ? 0 : cell.at.back();
}

std::vector<Argument> place_of(const Sheet& sheet, const TableReport& report, const CellReport& cell) {
  return {argument("row", row_text(sheet, report, cell)),
          argument("column", column_text(sheet, report, cell)),
          argument("written", shown_text(cell.written))};
}

// ---- cells that cannot be read
// -------------------------------------------------------------------------------

Note unreadable_note(const Sheet& sheet, const TableReport& report, const CellReport& cell) {
  std::vector<Argument> arguments = place_of(sheet, report, cell);
  arguments.push_back(argument("reason", unreadable_reason(sheet, cell)));
  return {NoteKind::bad, sheet.catalogue.say("check.unreadable", arguments)};
}

// The notes of those cells that satisfy a condition: the first few, then how many more there are.
template <typename Condition, typename MakeNote>
void add_notes(const Sheet& sheet, const TableReport& report, Condition condition, MakeNote make,
               Section& section) {
  std::size_t count = 0;
  for (const CellReport& cell : report.cells) {
    if (condition(cell) && ++count <= most_listed) section.blocks.emplace_back(make(sheet, report, cell));
  }
  if (count > most_listed) {
    section.blocks.emplace_back(Note{
        NoteKind::remark, sheet.catalogue.count("check.more", static_cast<long long>(count - most_listed))});
  }
}

// ---- cells that are right
// ------------------------------------------------------------------------------------

// Two values that end in different digits, both of which count.
bool differ(const Sheet& sheet, const TableReport& report, double a, double b) {
  const int decimals = of_step(sheet.problem.decimals, report.step);
  return round_half_away(a, decimals) != round_half_away(b, decimals);
}

bool is_other_digit(const Sheet& sheet, const TableReport& report, const CellReport& cell) {
  return cell.verdict == Verdict::correct && cell.by_own && cell.own &&
         differ(sheet, report, *cell.own, cell.expected);
}

Note own_note(const Sheet& sheet, const TableReport& report, const CellReport& cell) {
  std::vector<Argument> arguments = place_of(sheet, report, cell);
  arguments.push_back(argument("own", sheet.number(report.step, *cell.own)));
  arguments.push_back(argument("exact", sheet.number(report.step, cell.expected)));
  return {NoteKind::good, sheet.catalogue.say("check.by-own", arguments)};
}

Note rounding_note(const Sheet& sheet, const TableReport& report, const CellReport& cell) {
  std::vector<Argument> arguments = place_of(sheet, report, cell);
  arguments.push_back(argument("exact", sheet.number(report.step, cell.expected)));
  return {NoteKind::good, sheet.catalogue.say("check.rounding", arguments)};
}

Note form_note(const Sheet& sheet, Form form) {
  return {NoteKind::good, std::string(sheet.catalogue.text("check.form." + std::string(form_name(form))))};
}

// ---- cells that follow from wrong ones
// -----------------------------------------------------------------------

bool has_credit(const CellReport& cell) {
  return cell.verdict == Verdict::follow_through && !cell.trivial;
}

void add_follow_through(const Sheet& sheet, const TableReport& report, Section& section) {
  const auto followed = std::ranges::count_if(report.cells, has_credit);
  if (followed > 0) {
    const std::string key =
        sheet.problem.follow_through ? "check.follow-through" : "check.follow-through.no-points";
    section.blocks.emplace_back(Note{NoteKind::remark, sheet.catalogue.count(key, followed)});
  }
  const auto trivial =
      std::ranges::count_if(report.cells, [](const CellReport& cell) { return cell.trivial; });
  if (trivial > 0) {
    section.blocks.emplace_back(Note{NoteKind::warning, sheet.catalogue.count("check.trivial", trivial)});
  }
}

// ---- cells that are wrong
// ------------------------------------------------------------------------------------

Note slip_note(const Sheet& sheet, const TableReport& report, const CellReport& cell) {
  return {NoteKind::bad, sheet.catalogue.say("check.slip." + std::string(slip_name(cell.slip->kind)),
                                             place_of(sheet, report, cell))};
}

bool is_wrong(const CellReport& cell) {
  return cell.verdict == Verdict::wrong;
}

bool is_imprecise(const CellReport& cell) {
  return cell.verdict == Verdict::imprecise;
}

// Fewer digits of the true value and of the learner's own, but rounded from neither.
bool looks_cut_off(const Sheet& sheet, const CellReport& cell) {
  const auto read = read_number(cell.written, {.decimal_comma = sheet.options.decimal_comma});
  const auto* number = std::get_if<WrittenNumber>(&read);
  if (number == nullptr || cell.verdict != Verdict::imprecise) return false;
  const auto falls_short_of = [&](double value) {
    return std::fabs(number->value) < std::fabs(value) &&
           round_half_away(value, number->decimals) != round_half_away(number->value, number->decimals);
  };
  return falls_short_of(cell.expected) && (!cell.own || falls_short_of(*cell.own));
}

// A table in which rows and columns changed places is right in another way than by its first digits.
bool is_turned(const TableReport& report) {
  return std::ranges::any_of(report.signs, [](const SignReport& sign) {
    return sign.sign == Sign::transposed || sign.sign == Sign::column_convention;
  });
}

void add_imprecise(const Sheet& sheet, const TableReport& report, Section& section) {
  const auto count = std::ranges::count_if(report.cells, is_imprecise);
  if (count == 0 || is_turned(report)) return;
  const int decimals = of_step(sheet.problem.decimals, report.step);
  const bool cut =
      std::ranges::any_of(report.cells, [&](const CellReport& cell) { return looks_cut_off(sheet, cell); });
  const std::string how = cut ? ".cut" : "";
  if (count == 1) {
    const CellReport& cell = *std::ranges::find_if(report.cells, is_imprecise);
    section.blocks.emplace_back(Note{NoteKind::bad, sheet.catalogue.count("check.imprecise" + how, decimals,
                                                                          place_of(sheet, report, cell))});
    return;
  }
  section.blocks.emplace_back(
      Note{NoteKind::bad,
           sheet.catalogue.count("check.imprecise.cells" + how, decimals, {argument("cells", count)})});
}

// ---- the table as a whole
// ------------------------------------------------------------------------------------

Note recomputed_note(const Sheet& sheet, const RecomputedRow& row) {
  const TableReport table{.step = row.table, .shape = shape_of(sheet.problem, row.table)};
  return {NoteKind::remark,
          sheet.catalogue.say("check.recomputed", {argument("table", std::string(step_name(row.table))),
                                                   argument("row", row_named(sheet, table, row.row))})};
}

template <typename Items, typename MakeNote>
void add_first(const Sheet& sheet, const Items& items, MakeNote make, Section& section) {
  const std::size_t shown = std::min(items.size(), most_listed);
  for (std::size_t i = 0; i < shown; ++i) section.blocks.emplace_back(make(items[i]));
  if (items.size() > shown) {
    section.blocks.emplace_back(Note{
        NoteKind::remark, sheet.catalogue.count("check.more", static_cast<long long>(items.size() - shown))});
  }
}

}  // namespace

std::string Sheet::number(Step step, double value) const {
  const Digits digits{.shortest = false, .decimals = of_step(problem.decimals, step)};
  std::string text = digits.show(value);
  if (options.decimal_comma) std::ranges::replace(text, '.', ',');
  return text;
}

Mark mark_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::correct:
      return Mark::correct;
    case Verdict::rounding:
      return Mark::rounding;
    case Verdict::follow_through:
      return Mark::follow_through;
    case Verdict::mistake:
      return Mark::mistake;
    case Verdict::slip:
      return Mark::slip;
    case Verdict::imprecise:
      return Mark::imprecise;
    case Verdict::wrong:
      return Mark::wrong;
    case Verdict::blank:
      return Mark::blank;
    case Verdict::unreadable:
      return Mark::unreadable;
  }
  return Mark::none;
}

std::map<Mark, std::string> mark_words(const Catalogue& catalogue) {
  std::map<Mark, std::string> words;
  for (const Verdict verdict :
       {Verdict::correct, Verdict::rounding, Verdict::follow_through, Verdict::mistake, Verdict::slip,
        Verdict::imprecise, Verdict::wrong, Verdict::blank, Verdict::unreadable}) {
    words[mark_of(verdict)] = std::string(catalogue.text("verdict." + std::string(verdict_name(verdict))));
  }
  return words;
}

// No character takes more columns than bytes.
bool is_shown_as_it_is(const std::string& written) {
  return written.size() <= widest_written && is_plainly_visible(written);
}

// Cut before it is measured: a cell may hold megabytes.
std::string shown_text(const std::string& written) {
  constexpr std::size_t most_bytes = 256;
  if (is_shown_as_it_is(written)) return written;
  std::size_t end = 0;
  while (end < written.size() && end < most_bytes) end += decode_utf8(written, end).length;
  return elide(visible(written.substr(0, end)), static_cast<int>(widest_written));
}

std::string row_named(const Sheet& sheet, const TableReport& report, const std::vector<int>& row) {
  const std::string& name = row_name(sheet.problem, report.step, row.front(), row.back());
  const bool with_head_axis = row.size() == 3;
  const bool heads = with_head_axis && report.shape[1] > 1;
  const bool batches = report.shape[0] > 1;
  if (!heads && !batches) return name;
  const char* key = heads && batches ? "check.row.both" : heads ? "check.row.head" : "check.row.batch";
  return sheet.catalogue.say(key, {argument("row", name), argument("batch", row.front() + 1),
                                   argument("head", with_head_axis ? row[1] + 1 : 1)});
}

std::string row_text(const Sheet& sheet, const TableReport& report, const CellReport& cell) {
  const bool is_row = report.step == Step::sum;
  return row_named(sheet, report, {cell.at.begin(), cell.at.end() - (is_row ? 0 : 1)});
}

const std::string& plain_row_name(const Sheet& sheet, const TableReport& report, const CellReport& cell) {
  const int row = report.step == Step::sum ? cell.at.back() : cell.at[cell.at.size() - 2];
  return row_name(sheet.problem, report.step, cell.at.front(), row);
}

std::string column_text(const Sheet& sheet, const TableReport& report, const CellReport& cell) {
  const std::string name = column_name(sheet.problem, report.step, cell.at.front(), column_of(report, cell));
  return name.empty() ? std::string(sheet.catalogue.text("axis.sum")) : name;
}

std::string plane_name(const Sheet& sheet, Step step, const Shape& shape, int batch, int head) {
  const bool with_head_axis = shape.size() == 4 || step == Step::sum;
  const bool heads = with_head_axis && shape[1] > 1;
  const bool batches = shape[0] > 1;
  if (!heads && !batches) return "";
  const std::vector<Argument> numbers = {argument("batch", batch + 1), argument("head", head + 1)};
  if (heads && batches) return sheet.catalogue.say("walk.plane.both", numbers);
  return sheet.catalogue.say(batches ? "walk.plane.batch" : "walk.plane.head", numbers);
}

std::string plane_name(const Sheet& sheet, const TableReport& report, const CellReport& first) {
  const bool with_head_axis = report.shape.size() == 4 || report.step == Step::sum;
  return plane_name(sheet, report.step, report.shape, first.at[0], with_head_axis ? first.at[1] : 0);
}

std::string unreadable_reason(const Sheet& sheet, const CellReport& cell) {
  std::string key = "unreadable." + std::string(reason_name(cell.unreadable.reason));
  const bool several = cell.unreadable.reason == Unreadable::Reason::several_numbers;
  const bool surplus =
      cell.unreadable.reason == Unreadable::Reason::unexpected && cell.unreadable.code_point == U',';
  if ((several || surplus) && sheet.options.decimal_comma) key += ".comma";
  return sheet.catalogue.say(key, {argument("character", code_point_text(cell.unreadable.code_point)),
                                   argument("position", cell.unreadable.position)});
}

Note sign_note(const Sheet& sheet, const TableReport& report, const SignReport& sign) {
  std::vector<Argument> arguments = {argument("table", std::string(step_name(report.step)))};
  if (!sign.row.empty()) arguments.push_back(argument("row", row_named(sheet, report, sign.row)));
  return {NoteKind::bad, sheet.catalogue.say("check.sign." + std::string(sign_name(sign.sign)), arguments)};
}

std::string rule_text(const Sheet& sheet, Step step) {
  std::string key = "check.rule." + std::string(step_name(step));
  const bool by_sum =
      sheet.problem.softmax == Softmax::row_sum && (step == Step::exp || step == Step::weights);
  if (by_sum) key += ".row-sum";
  return sheet.catalogue.say(key, {argument("divisor", divisor_symbol(sheet.problem))});
}

Note fault_note(const Sheet& sheet, const Diagnostic& fault) {
  std::string message = sheet.catalogue.say("fault." + fault.code, fault.arguments);
  if (!fault.suggestion.empty()) {
    message += sheet.catalogue.say("check.suggestion.tail", {argument("name", fault.suggestion)});
  }
  if (fault.place.line == 0) return {NoteKind::bad, message};
  return {NoteKind::bad, sheet.catalogue.say("check.fault-at-line", {argument("line", fault.place.line),
                                                                     argument("message", message)})};
}

void add_unreadable_notes(const Sheet& sheet, const TableReport& report, Section& section) {
  add_notes(
      sheet, report, [](const CellReport& cell) { return cell.verdict == Verdict::unreadable; },
      unreadable_note, section);
}

void add_reasons(const Sheet& sheet, const TableReport& report, Section& section) {
  for (const Form form : report.forms) section.blocks.emplace_back(form_note(sheet, form));
  add_notes(
      sheet, report, [&](const CellReport& cell) { return is_other_digit(sheet, report, cell); }, own_note,
      section);
  add_notes(
      sheet, report, [](const CellReport& cell) { return cell.verdict == Verdict::rounding; }, rounding_note,
      section);
  add_follow_through(sheet, report, section);
  add_first(
      sheet, report.recomputed, [&](const RecomputedRow& row) { return recomputed_note(sheet, row); },
      section);
  add_notes(
      sheet, report, [](const CellReport& cell) { return cell.slip.has_value(); }, slip_note, section);
  add_imprecise(sheet, report, section);
  if (report.too_large_to_name && std::ranges::any_of(report.cells, is_wrong)) {
    section.blocks.emplace_back(
        Note{NoteKind::remark, std::string(sheet.catalogue.text("check.too-large-to-name"))});
  }
  add_first(
      sheet, report.signs, [&](const SignReport& sign) { return sign_note(sheet, report, sign); }, section);
}

}  // namespace qkv
