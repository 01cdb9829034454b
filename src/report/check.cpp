#include "qkv/report/check.hpp"

#include <algorithm>
#include <span>

#include "blackboard.hpp"
#include "qkv/base/number.hpp"
#include "qkv/base/utf8.hpp"
#include "qkv/text/code_point.hpp"
#include "qkv/text/unicode.hpp"
#include "qkv/trace/labels.hpp"

namespace qkv {
namespace {

// A learner's text is shown as written, but not to any length.
constexpr int widest_written = 24;
constexpr std::size_t most_listed = 6;

struct Sheet {
  const Problem& problem;
  const Catalogue& catalogue;
  std::string problem_argument;
};

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

// The index of a cell's row: the axis before the last, or the last of a table with one number per row.
int row_of(const TableReport& report, const CellReport& cell) {
  return cell.at[report.step == Step::sum ? cell.at.size() - 1 : cell.at.size() - 2];
}

int column_of(const TableReport& report, const CellReport& cell) {
  return report.step == Step::sum ? 0 : cell.at.back();
}

std::string row_text(const Sheet& sheet, const TableReport& report, const CellReport& cell) {
  return row_name(sheet.problem, report.step, cell.at.front(), row_of(report, cell));
}

std::string column_text(const Sheet& sheet, const TableReport& report, const CellReport& cell) {
  const std::string name = column_name(sheet.problem, report.step, cell.at.front(), column_of(report, cell));
  return name.empty() ? std::string(sheet.catalogue.text("axis.sum")) : name;
}

// As written, cut before it is measured: a cell may hold megabytes.
std::string shown_text(const std::string& written) {
  constexpr std::size_t most_bytes = 256;
  std::size_t end = 0;
  while (end < written.size() && end < most_bytes) end += decode_utf8(written, end).length;
  return elide(visible(written.substr(0, end)), widest_written);
}

std::vector<Argument> place_of(const Sheet& sheet, const TableReport& report, const CellReport& cell) {
  return {argument("row", row_text(sheet, report, cell)),
          argument("column", column_text(sheet, report, cell)),
          argument("written", shown_text(cell.written))};
}

// The cells of one batch member and head, in order.
using Cells = std::span<const CellReport>;

std::vector<Cells> planes(const TableReport& report) {
  const std::size_t leading = report.step == Step::sum ? report.shape.size() - 1 : report.shape.size() - 2;
  const auto same_plane = [&](const CellReport& a, const CellReport& b) {
    return std::equal(a.at.begin(), a.at.begin() + static_cast<std::ptrdiff_t>(leading), b.at.begin());
  };
  std::vector<Cells> result;
  const Cells all = report.cells;
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= all.size(); ++i) {
    if (i < all.size() && same_plane(all[begin], all[i])) continue;
    result.push_back(all.subspan(begin, i - begin));
    begin = i;
  }
  return result;
}

// "batch 1, head 2", as far as there is more than one.
std::string plane_name(const Sheet& sheet, const TableReport& report, const CellReport& first) {
  const bool with_head_axis = report.shape.size() == 4 || report.step == Step::sum;
  const bool heads = with_head_axis && report.shape[1] > 1;
  const bool batches = report.shape[0] > 1;
  const std::vector<Argument> numbers = {argument("batch", first.at[0] + 1),
                                         argument("head", with_head_axis ? first.at[1] + 1 : 1)};
  if (heads && batches) return sheet.catalogue.say("walk.plane.both", numbers);
  if (batches) return sheet.catalogue.say("walk.plane.batch", numbers);
  if (heads) return sheet.catalogue.say("walk.plane.head", numbers);
  return "";
}

Table learner_table(const Sheet& sheet, const TableReport& report, Cells cells) {
  Table table;
  table.row_axis = std::string(sheet.catalogue.text(rows_are_keys(report.step) ? "axis.key" : "axis.query"));
  if (report.step != Step::sum) {
    table.column_axis =
        std::string(sheet.catalogue.text(columns_are_keys(report.step) ? "axis.key" : "axis.feature"));
  }
  for (const CellReport& cell : cells) {
    if (column_of(report, cell) == 0) table.rows.push_back({.name = row_text(sheet, report, cell)});
    if (table.rows.size() == 1) table.column_names.push_back(column_text(sheet, report, cell));
    table.rows.back().cells.push_back(
        {.text = shown_text(cell.written), .role = Role::learner, .mark = mark_of(cell.verdict)});
  }
  return table;
}

std::string_view reason_key(Unreadable::Reason reason) {
  switch (reason) {
    case Unreadable::Reason::empty:
      return "unreadable.empty";
    case Unreadable::Reason::unexpected:
      return "unreadable.unexpected";
    case Unreadable::Reason::unfinished:
      return "unreadable.unfinished";
    case Unreadable::Reason::comma:
      return "unreadable.comma";
    case Unreadable::Reason::several_numbers:
      return "unreadable.several-numbers";
    case Unreadable::Reason::division_by_zero:
      return "unreadable.division-by-zero";
    case Unreadable::Reason::not_real:
      return "unreadable.not-real";
    case Unreadable::Reason::not_finite:
      return "unreadable.not-finite";
    case Unreadable::Reason::too_long:
      return "unreadable.too-long";
    case Unreadable::Reason::bad_encoding:
      return "unreadable.bad-encoding";
  }
  return "unreadable.unexpected";
}

Note unreadable_note(const Sheet& sheet, const TableReport& report, const CellReport& cell) {
  std::vector<Argument> arguments = place_of(sheet, report, cell);
  const std::string reason = sheet.catalogue.say(
      reason_key(cell.unreadable.reason), {argument("character", code_point_text(cell.unreadable.code_point)),
                                           argument("position", cell.unreadable.position)});
  arguments.push_back(argument("reason", reason));
  return {NoteKind::bad, sheet.catalogue.say("check.unreadable", arguments)};
}

// Why a cell is right although the unrounded calculation ends in another digit. Its values may be shown: the
// learner has them right.
Note by_hand_note(const Sheet& sheet, const TableReport& report, const CellReport& cell) {
  const Digits digits{.shortest = false, .decimals = of_step(sheet.problem.decimals, report.step)};
  std::vector<Argument> arguments = place_of(sheet, report, cell);
  arguments.push_back(argument("by_hand", digits.show(*cell.own)));
  arguments.push_back(argument("exact", digits.show(cell.expected)));
  return {NoteKind::good, sheet.catalogue.say("check.by-hand", arguments)};
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

bool all_blank(const TableReport& report) {
  return std::ranges::all_of(report.cells,
                             [](const CellReport& cell) { return cell.verdict == Verdict::blank; });
}

// Rounding on the way led to another last digit, and the learner's is that one.
bool differs_by_rounding(const Sheet& sheet, const TableReport& report, const CellReport& cell) {
  const int decimals = of_step(sheet.problem.decimals, report.step);
  return cell.by_own && round_half_away(*cell.own, decimals) != round_half_away(cell.expected, decimals);
}

Section table_section(const Sheet& sheet, const TableReport& report) {
  Section section{.tag = {.step = std::string(step_name(report.step))}};
  section.blocks.emplace_back(Heading{
      2, sheet.catalogue.say(
             "check.table", {argument("step", std::string(step_name(report.step))),
                             argument("points", report.points), argument("max_points", report.max_points)})});
  for (const Diagnostic& fault : report.faults) section.blocks.emplace_back(fault_note(sheet, fault));
  if (all_blank(report)) {
    if (report.faults.empty()) {
      section.blocks.emplace_back(Paragraph{std::string(sheet.catalogue.text("check.nothing-handed-in"))});
    }
    return section;
  }
  for (const Cells cells : planes(report)) {
    const std::string name = plane_name(sheet, report, cells.front());
    if (!name.empty()) section.blocks.emplace_back(Heading{3, name});
    section.blocks.emplace_back(learner_table(sheet, report, cells));
  }
  add_notes(
      sheet, report, [](const CellReport& cell) { return cell.verdict == Verdict::unreadable; },
      unreadable_note, section);
  add_notes(
      sheet, report, [&](const CellReport& cell) { return differs_by_rounding(sheet, report, cell); },
      by_hand_note, section);
  return section;
}

bool all_right(const TableReport& report) {
  return std::ranges::all_of(report.cells,
                             [](const CellReport& cell) { return cell.verdict == Verdict::correct; });
}

std::string first_key(const TableReport& table) {
  if (!table.faults.empty()) return "check.first.shape";
  return all_blank(table) ? "check.first.blank" : "check.first";
}

// Where to look first: the first table of the calculation that is not all right, and the rule behind it.
void add_next_step(const Sheet& sheet, const Report& report, Section& section) {
  const auto table = std::ranges::find_if_not(report.tables, all_right);
  if (table == report.tables.end()) return;
  const auto cell = std::ranges::find_if(
      table->cells, [](const CellReport& candidate) { return candidate.verdict != Verdict::correct; });
  const std::string step(step_name(table->step));
  const std::string rule =
      sheet.catalogue.say("check.rule." + step, {argument("divisor", divisor_symbol(sheet.problem))});
  const std::string text = sheet.catalogue.say(
      first_key(*table), {argument("step", step), argument("row", row_text(sheet, *table, *cell)),
                          argument("column", column_text(sheet, *table, *cell)), argument("rule", rule)});
  section.blocks.emplace_back(Paragraph{
      text + sheet.catalogue.count("check.decimals.tail", of_step(sheet.problem.decimals, table->step))});
  const bool later_wrong = std::any_of(table + 1, report.tables.end(), [](const TableReport& later) {
    return !all_right(later) && !all_blank(later);
  });
  if (later_wrong && !all_blank(*table)) {
    section.blocks.emplace_back(Paragraph{std::string(sheet.catalogue.text("check.later"))});
  }
  section.blocks.emplace_back(Paragraph{sheet.catalogue.say(
      "check.work-it-out", {argument("problem", sheet.problem_argument), argument("step", step)})});
}

Section summary(const Sheet& sheet, const Report& report, const std::string& title) {
  Section section;
  section.blocks.emplace_back(Heading{1, title});
  for (const Diagnostic& fault : report.faults) section.blocks.emplace_back(fault_note(sheet, fault));
  if (report.passed) {
    section.blocks.emplace_back(Note{NoteKind::good, std::string(sheet.catalogue.text("check.passed"))});
  } else {
    add_next_step(sheet, report, section);
  }
  return section;
}

}  // namespace

Document check_document(const Problem& problem, const Report& report, const std::string& problem_argument,
                        const Catalogue& catalogue) {
  const Sheet sheet{problem, catalogue, problem_argument.empty() ? problem.id : problem_argument};
  Document document;
  document.title =
      catalogue.say("check.title", {argument("problem", problem.id), argument("points", report.points),
                                    argument("max_points", report.max_points)});
  document.language = std::string(language_name(catalogue.language()));
  for (const Verdict verdict : {Verdict::correct, Verdict::wrong, Verdict::blank, Verdict::unreadable}) {
    document.mark_words[mark_of(verdict)] =
        std::string(catalogue.text("verdict." + std::string(verdict_name(verdict))));
  }
  document.sections.push_back(summary(sheet, report, document.title));
  for (const TableReport& table : report.tables) document.sections.push_back(table_section(sheet, table));
  return document;
}

}  // namespace qkv
