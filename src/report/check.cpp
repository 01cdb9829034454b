#include "qkv/report/check.hpp"

#include <algorithm>

#include "digits.hpp"
#include "qkv/base/number.hpp"
#include "qkv/text/code_point.hpp"
#include "qkv/text/unicode.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

// A learner's text is shown as written, but not to any length.
constexpr int widest_written = 24;
constexpr std::size_t most_listed = 6;

struct Sheet {
  const Problem& problem;
  const Catalogue& catalogue;
};

Mark mark_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::correct:
      return Mark::correct;
    case Verdict::wrong:
      return Mark::wrong;
    case Verdict::blank:
      return Mark::blank;
    case Verdict::unreadable:
      return Mark::unreadable;
  }
  return Mark::none;
}

bool columns_are_keys(Step step) {
  const auto axes = step_row(step).axes;
  return std::ranges::find(axes, Axis::key) != axes.end();
}

std::string row_name(const Sheet& sheet, const CellReport& cell) {
  return sheet.problem
      .query_names[static_cast<std::size_t>(cell.at[0])][static_cast<std::size_t>(cell.at[2])];
}

std::string column_name(const Sheet& sheet, Step step, const CellReport& cell) {
  if (cell.at.size() < 4) return std::string(sheet.catalogue.text("axis.sum"));
  if (!columns_are_keys(step)) return std::to_string(cell.at[3] + 1);
  return sheet.problem.key_names[static_cast<std::size_t>(cell.at[0])][static_cast<std::size_t>(cell.at[3])];
}

std::vector<Argument> place_of(const Sheet& sheet, Step step, const CellReport& cell) {
  return {argument("row", row_name(sheet, cell)), argument("column", column_name(sheet, step, cell)),
          argument("written", elide(visible(cell.written), widest_written))};
}

Table learner_table(const Sheet& sheet, const TableReport& report) {
  Table table;
  const Catalogue& catalogue = sheet.catalogue;
  const bool by_key = columns_are_keys(report.step);
  table.row_axis = std::string(catalogue.text("axis.query"));
  if (report.shape.size() == 4) {
    table.column_axis = std::string(catalogue.text(by_key ? "axis.key" : "axis.feature"));
  }
  const std::size_t columns = report.shape.size() == 4 ? static_cast<std::size_t>(report.shape[3]) : 1;
  for (std::size_t i = 0; i < report.cells.size(); ++i) {
    const CellReport& cell = report.cells[i];
    if (i < columns) table.column_names.push_back(column_name(sheet, report.step, cell));
    if (i % columns == 0) table.rows.push_back({.name = row_name(sheet, cell), .cells = {}, .worked = ""});
    table.rows.back().cells.push_back({.text = elide(visible(cell.written), widest_written),
                                       .value = std::nullopt,
                                       .worked = "",
                                       .role = Role::learner,
                                       .mark = mark_of(cell.verdict)});
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

Note unreadable_note(const Sheet& sheet, Step step, const CellReport& cell) {
  std::vector<Argument> arguments = place_of(sheet, step, cell);
  const std::string reason = sheet.catalogue.say(
      reason_key(cell.unreadable.reason), {argument("character", code_point_text(cell.unreadable.code_point)),
                                           argument("position", cell.unreadable.position)});
  arguments.push_back(argument("reason", reason));
  return {NoteKind::bad, sheet.catalogue.say("check.unreadable", arguments)};
}

// Why a cell is right although the unrounded calculation ends in another digit. Its values may be shown: the
// learner has them right.
Note by_hand_note(const Sheet& sheet, Step step, const CellReport& cell) {
  const Digits digits{.shortest = false, .decimals = of_step(sheet.problem.decimals, step)};
  std::vector<Argument> arguments = place_of(sheet, step, cell);
  arguments.push_back(argument("by_hand", digits.show(cell.by_hand)));
  arguments.push_back(argument("exact", digits.show(cell.expected)));
  return {NoteKind::good, sheet.catalogue.say("check.by-hand", arguments)};
}

Note fault_note(const Sheet& sheet, const Diagnostic& fault) {
  const std::string message = sheet.catalogue.say("fault." + fault.code, fault.arguments);
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
    if (condition(cell) && ++count <= most_listed)
      section.blocks.emplace_back(make(sheet, report.step, cell));
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

Section table_section(const Sheet& sheet, const TableReport& report) {
  Section section{.tag = {std::string(step_name(report.step)), -1, -1}, .blocks = {}};
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
  section.blocks.emplace_back(learner_table(sheet, report));
  add_notes(
      sheet, report, [](const CellReport& cell) { return cell.verdict == Verdict::unreadable; },
      unreadable_note, section);
  add_notes(
      sheet, report, [](const CellReport& cell) { return cell.matched_by_hand; }, by_hand_note, section);
  return section;
}

// Where to look first: the first table of the calculation that is not all right, and the rule behind it.
void add_next_step(const Sheet& sheet, const Report& report, Section& section) {
  for (const TableReport& table : report.tables) {
    const auto cell = std::ranges::find_if(
        table.cells, [](const CellReport& candidate) { return candidate.verdict != Verdict::correct; });
    if (cell == table.cells.end()) continue;
    const std::string step(step_name(table.step));
    section.blocks.emplace_back(Paragraph{
        sheet.catalogue.say(all_blank(table) ? "check.first.blank" : "check.first",
                            {argument("step", step), argument("row", row_name(sheet, *cell)),
                             argument("column", column_name(sheet, table.step, *cell)),
                             argument("rule", std::string(sheet.catalogue.text("check.rule." + step)))})});
    return;
  }
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

Document check_document(const Problem& problem, const Report& report, const Catalogue& catalogue) {
  const Sheet sheet{problem, catalogue};
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
