#include "qkv/report/check.hpp"

#include <algorithm>
#include <span>

#include "blackboard.hpp"
#include "check_notes.hpp"
#include "diagnosis_notes.hpp"
#include "qkv/trace/labels.hpp"

namespace qkv {
namespace {

bool all_count(const TableReport& report) {
  return report.points == report.max_points && std::ranges::all_of(report.cells, counts);
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

template <typename MakeCell>
Table cell_table(const Sheet& sheet, const TableReport& report, Cells cells, MakeCell make) {
  Table table;
  table.row_axis = std::string(sheet.catalogue.text(rows_are_keys(report.step) ? "axis.key" : "axis.query"));
  if (report.step != Step::sum) {
    table.column_axis =
        std::string(sheet.catalogue.text(columns_are_keys(report.step) ? "axis.key" : "axis.feature"));
  }
  for (const CellReport& cell : cells) {
    const bool first = report.step == Step::sum || cell.at.back() == 0;
    if (first) table.rows.push_back({.name = plain_row_name(sheet, report, cell)});
    if (table.rows.size() == 1) table.column_names.push_back(column_text(sheet, report, cell));
    table.rows.back().cells.push_back(make(cell));
  }
  return table;
}

void add_tables(const Sheet& sheet, const TableReport& report, Section& section) {
  for (const Cells cells : planes(report)) {
    const std::string name = plane_name(sheet, report, cells.front());
    if (!name.empty()) section.blocks.emplace_back(Heading{3, name});
    section.blocks.emplace_back(cell_table(sheet, report, cells, [](const CellReport& cell) {
      return Cell{.text = shown_text(cell.written), .role = Role::learner, .mark = mark_of(cell.verdict)};
    }));
  }
}

// The whole table as it should be, if anything in it is not.
void add_expected(const Sheet& sheet, const TableReport& report, Section& section) {
  if (all_count(report)) return;
  for (const Cells cells : planes(report)) {
    Table table = cell_table(sheet, report, cells, [&](const CellReport& cell) {
      return Cell{
          .text = sheet.number(report.step, cell.expected), .value = cell.expected, .role = Role::computed};
    });
    table.caption = std::string(sheet.catalogue.text("check.expected"));
    section.blocks.emplace_back(std::move(table));
  }
}

bool all_blank(const TableReport& report) {
  return std::ranges::all_of(report.cells,
                             [](const CellReport& cell) { return cell.verdict == Verdict::blank; });
}

Section table_section(const Sheet& sheet, const Report& whole, const TableReport& report) {
  Section section{.tag = {.step = std::string(step_name(report.step))}};
  section.blocks.emplace_back(Heading{
      2, sheet.catalogue.say(
             "check.table", {argument("step", std::string(step_name(report.step))),
                             argument("points", report.points), argument("max_points", report.max_points)})});
  for (const Diagnostic& fault : report.faults) section.blocks.emplace_back(fault_note(sheet, fault));
  if (sheet.options.feedback == Feedback::verdict) return section;
  if (report.cells.empty()) {
    section.blocks.emplace_back(Paragraph{std::string(sheet.catalogue.text("check.nothing-asked"))});
    return section;
  }
  if (all_blank(report)) {
    if (sheet.options.feedback == Feedback::full) add_expected(sheet, report, section);
    if (report.faults.empty()) {
      section.blocks.emplace_back(Paragraph{std::string(sheet.catalogue.text("check.nothing-handed-in"))});
    } else if (sheet.options.feedback >= Feedback::why) {
      add_diagnosis(sheet, whole, report, section);
    }
    return section;
  }
  add_tables(sheet, report, section);
  if (report.cells.size() < element_count(report.shape)) {
    section.blocks.emplace_back(
        Note{NoteKind::remark, std::string(sheet.catalogue.text("check.padded-rows"))});
  }
  add_unreadable_notes(sheet, report, section);
  if (sheet.options.feedback >= Feedback::why) {
    add_diagnosis(sheet, whole, report, section);
    add_reasons(sheet, report, section);
  }
  if (sheet.options.feedback == Feedback::full) add_expected(sheet, report, section);
  return section;
}

// Everything that is written counts; some is missing.
bool only_blanks(const TableReport& report) {
  return std::ranges::all_of(
      report.cells, [](const CellReport& cell) { return counts(cell) || cell.verdict == Verdict::blank; });
}

// Wrong for no reason that is told.
bool is_unexplained(const TableReport& report) {
  return std::ranges::any_of(report.cells,
                             [](const CellReport& cell) { return cell.verdict == Verdict::wrong; });
}

std::string first_key(const TableReport& table) {
  if (!table.faults.empty()) return "check.first.shape";
  if (all_blank(table)) return "check.first.blank";
  return only_blanks(table) ? "check.first.blank-cells" : "check.first";
}

void add_named(const Sheet& sheet, const Report& report, Section& section) {
  const std::string names = named_mistakes(sheet, report);
  if (names.empty()) return;
  section.blocks.emplace_back(Paragraph{sheet.catalogue.say("check.named", {argument("names", names)})});
}

// The table to look at first: what is wrong before what is still missing.
std::vector<TableReport>::const_iterator first_table(const Report& report) {
  const auto wrong = std::ranges::find_if(
      report.tables, [](const TableReport& each) { return !all_count(each) && !all_blank(each); });
  return wrong != report.tables.end() ? wrong : std::ranges::find_if_not(report.tables, all_count);
}

// Where to look first: the first wrong table of the calculation, else the first that is missing, and its
// rule.
void add_next_step(const Sheet& sheet, const Report& report, Section& section) {
  const auto table = first_table(report);
  if (table == report.tables.end()) return;
  const auto cell =
      std::ranges::find_if(table->cells, [](const CellReport& candidate) { return !counts(candidate); });
  if (cell == table->cells.end()) return;
  const std::string step(step_name(table->step));
  const bool hints = sheet.options.feedback >= Feedback::why;
  // The hint of a named mistake says more, and may ask for what the rule gives away.
  const bool named = hints && !table->diagnosis.empty();
  const std::string rule = hints && !named ? rule_text(sheet, table->step) : "";
  std::string text = sheet.catalogue.say(
      first_key(*table), {argument("step", step), argument("row", row_text(sheet, *table, *cell)),
                          argument("column", column_text(sheet, *table, *cell)), argument("rule", rule)});
  if (hints && !named)
    text += sheet.catalogue.count("check.decimals.tail", of_step(sheet.problem.decimals, table->step));
  section.blocks.emplace_back(Paragraph{std::move(text)});
  if (hints) add_named(sheet, report, section);
  if (!all_blank(*table) && std::any_of(table + 1, report.tables.end(), is_unexplained)) {
    section.blocks.emplace_back(Paragraph{std::string(sheet.catalogue.text("check.later"))});
  }
}

bool all_right(const Report& report) {
  return std::ranges::all_of(report.tables, all_count);
}

Section summary(const Sheet& sheet, const Report& report, const std::string& title) {
  Section section;
  section.blocks.emplace_back(Heading{1, title});
  for (const Diagnostic& fault : report.faults) section.blocks.emplace_back(fault_note(sheet, fault));
  if (all_right(report)) {
    section.blocks.emplace_back(Note{NoteKind::good, std::string(sheet.catalogue.text("check.passed"))});
    return section;
  }
  if (report.passed) {
    section.blocks.emplace_back(Note{NoteKind::good, std::string(sheet.catalogue.text("check.pass-mark"))});
  }
  if (sheet.options.feedback >= Feedback::where) add_next_step(sheet, report, section);
  return section;
}

// Last, since it shows the right numbers.
Section way_out(const Sheet& sheet, const Report& report) {
  Section section;
  const auto table = first_table(report);
  if (table == report.tables.end() || sheet.options.feedback < Feedback::why) return section;
  section.blocks.emplace_back(Paragraph{
      sheet.catalogue.say("check.work-it-out", {argument("problem", sheet.options.problem_argument),
                                                argument("step", std::string(step_name(table->step)))})});
  return section;
}

}  // namespace

Document check_document(const Problem& problem, const Report& report, const CheckOptions& options,
                        const Catalogue& catalogue) {
  const Sheet sheet{problem, catalogue, options};
  Document document;
  document.title =
      catalogue.say("check.title", {argument("problem", problem.id), argument("points", report.points),
                                    argument("max_points", report.max_points)});
  document.language = std::string(language_name(catalogue.language()));
  document.mark_words = mark_words(catalogue);
  document.sections.push_back(summary(sheet, report, document.title));
  for (const TableReport& table : report.tables)
    document.sections.push_back(table_section(sheet, report, table));
  if (Section last = way_out(sheet, report); !last.blocks.empty())
    document.sections.push_back(std::move(last));
  return document;
}

}  // namespace qkv
