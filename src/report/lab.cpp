#include "qkv/report/lab.hpp"

#include <algorithm>
#include <utility>

#include "qkv/lab/words.hpp"

namespace qkv {
namespace {

Cell cell_of(const LabCell& cell, const Catalogue& catalogue) {
  if (const LabText* text = std::get_if<LabText>(&cell)) return {.text = lab_words(*text, catalogue)};
  const LabNumber& number = std::get<LabNumber>(cell);
  return {.text = lab_number(number), .value = number.value, .role = Role::computed};
}

Block block_of(const LabText& text, const Catalogue& catalogue) {
  return Paragraph{lab_words(text, catalogue)};
}

Block block_of(const LabTable& lab_table, const Catalogue& catalogue) {
  Table table;
  table.caption = lab_words(lab_table.caption, catalogue);
  table.row_axis = lab_words(lab_table.row_axis, catalogue);
  for (const LabText& column : lab_table.columns) table.column_names.push_back(lab_words(column, catalogue));
  for (const LabTable::Row& lab_row : lab_table.rows) {
    Row row{.name = lab_words(lab_row.name, catalogue)};
    for (const LabCell& cell : lab_row.cells) row.cells.push_back(cell_of(cell, catalogue));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Block block_of(const LabPlot& lab_plot, const Catalogue& catalogue) {
  Plot plot{.caption = lab_words(lab_plot.caption, catalogue),
            .x_axis = lab_words(lab_plot.x_axis, catalogue),
            .y_axis = lab_words(lab_plot.y_axis, catalogue)};
  for (const LabPlot::Series& series : lab_plot.series)
    plot.series.push_back({lab_words(series.name, catalogue), series.points});
  return plot;
}

// A claim that fails says once more what was found and what it had to be: its sentence tells what it is like
// where it holds.
Block block_of(const LabClaim& claim, const Catalogue& catalogue) {
  Note note{claim.holds() ? NoteKind::good : NoteKind::bad, claim_words(claim, catalogue)};
  if (!claim.holds()) note.details.push_back(claim_numbers(claim, catalogue));
  return note;
}

std::string title_of(std::string_view id, const Catalogue& catalogue) {
  return std::string(catalogue.text("lab." + std::string(id) + ".title"));
}

Section opening(const LabResult& result, const std::string& title, const Catalogue& catalogue) {
  Section section;
  section.blocks.emplace_back(Heading{1, title});
  const Lab* lab = find_lab(result.lab);
  if (!result.problem.empty())
    section.blocks.emplace_back(
        Paragraph{catalogue.say("lab.problem", {argument("problem", result.problem)})});
  if (lab != nullptr && lab->draws)
    section.blocks.emplace_back(
        Paragraph{catalogue.say("lab.seed", {argument("seed", std::to_string(result.seed))})});
  return section;
}

Section closing(const LabResult& result, const Catalogue& catalogue) {
  const std::vector<const LabClaim*> claims = result.claims();
  const auto count = static_cast<long long>(claims.size());
  const auto held = std::ranges::count_if(claims, &LabClaim::holds);
  const bool all = held == count;
  const std::string text =
      all ? catalogue.count("lab.all-hold", count)
          : catalogue.count("lab.some-hold", count, {argument("held", static_cast<long long>(held))});
  const std::string next = "lab." + std::string(result.lab) + ".next";
  return {.tag = {},
          .blocks = {Heading{2, std::string(catalogue.text("lab.closing"))},
                     Note{all ? NoteKind::good : NoteKind::bad, text},
                     Paragraph{std::string(catalogue.text(next))}}};
}

}  // namespace

Document lab_document(const LabResult& result, const Catalogue& catalogue) {
  Document document;
  document.title = title_of(result.lab, catalogue);
  document.language = std::string(language_name(catalogue.language()));
  document.sections.push_back(opening(result, document.title, catalogue));
  for (const LabSection& lab_section : result.sections) {
    Section section;
    const std::string heading = lab_words(lab_section.heading, catalogue);
    if (!heading.empty()) section.blocks.emplace_back(Heading{2, heading});
    for (const LabSection::Block& block : lab_section.blocks)
      section.blocks.push_back(
          std::visit([&](const auto& each) { return block_of(each, catalogue); }, block));
    document.sections.push_back(std::move(section));
  }
  document.sections.push_back(closing(result, catalogue));
  return document;
}

Document labs_document(std::span<const Lab> labs, const Catalogue& catalogue) {
  Table table;
  table.row_axis = std::string(catalogue.text("lab.list.name"));
  table.column_names = {std::string(catalogue.text("lab.list.summary"))};
  for (const Lab& lab : labs)
    table.rows.push_back(
        {.name = std::string(lab.id),
         .cells = {{.text = std::string(catalogue.text("lab." + std::string(lab.id) + ".summary"))}}});
  Document document;
  document.title = std::string(catalogue.text("lab.list.title"));
  document.language = std::string(language_name(catalogue.language()));
  document.sections.push_back(
      {.tag = {},
       .blocks = {Heading{1, document.title}, Paragraph{std::string(catalogue.text("lab.list.what"))},
                  std::move(table), Paragraph{std::string(catalogue.text("lab.list.next"))}}});
  return document;
}

}  // namespace qkv
