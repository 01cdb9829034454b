#include "qkv/report/brief.hpp"

#include <utility>

#include "check_notes.hpp"
#include "diagnosis_notes.hpp"
#include "qkv/text/unicode.hpp"

namespace qkv {
namespace {

constexpr std::size_t most_faults = 5;

Document document_of(Note note, const Catalogue& catalogue) {
  Document document;
  document.language = std::string(language_name(catalogue.language()));
  document.sections.emplace_back().blocks.emplace_back(std::move(note));
  return document;
}

// A label may be any text that a learner typed.
std::string shown_label(const std::string& label) {
  return elide(visible(label), 80);
}

std::string table_points(const Sheet& sheet, const Report& report) {
  std::string text;
  for (const TableReport& table : report.tables) {
    if (table.points == table.max_points) continue;
    if (!text.empty()) text += sheet.catalogue.text("check.list.separator");
    text += sheet.catalogue.say("check.table",
                                {argument("step", std::string(step_name(table.step))),
                                 argument("points", table.points), argument("max_points", table.max_points)});
  }
  return text;
}

void add_faults(const Sheet& sheet, const std::vector<Diagnostic>& faults,
                std::vector<std::string>& details) {
  for (std::size_t i = 0; i < faults.size() && i < most_faults; ++i)
    details.push_back(fault_note(sheet, faults[i]).text);
  if (faults.size() > most_faults) {
    details.push_back(
        sheet.catalogue.count("check.more", static_cast<long long>(faults.size() - most_faults)));
  }
}

// Place and message, without the excerpt and the suggestion, which have lines of their own.
std::string first_line(const Catalogue& catalogue, const Diagnostic& fault) {
  const std::string text = fault_text(catalogue, fault);
  return text.substr(0, text.find('\n'));
}

}  // namespace

Document brief_document(const Problem& problem, const Report& report, const CheckOptions& options,
                        const Catalogue& catalogue, const std::string& label) {
  const Sheet sheet{problem, catalogue, options};
  const bool full = report.points == report.max_points && report.passed;
  Note note{
      full ? NoteKind::good : NoteKind::bad,
      catalogue.say("grade.points", {argument("label", shown_label(label)), argument("points", report.points),
                                     argument("max_points", report.max_points)})};
  if (std::string tables = table_points(sheet, report); !tables.empty()) note.details.push_back(tables);
  if (options.feedback >= Feedback::why) {
    const std::string names = named_mistakes(sheet, report);
    if (!names.empty()) note.details.push_back(catalogue.say("check.named", {argument("names", names)}));
  }
  add_faults(sheet, report.faults, note.details);
  for (const TableReport& table : report.tables) add_faults(sheet, table.faults, note.details);
  return document_of(std::move(note), catalogue);
}

Document ungraded_document(const std::vector<Diagnostic>& faults, const Catalogue& catalogue,
                           const std::string& label) {
  Note note{NoteKind::warning, catalogue.say("grade.ungraded", {argument("label", shown_label(label))})};
  for (std::size_t i = 0; i < faults.size() && i < most_faults; ++i)
    note.details.push_back(first_line(catalogue, faults[i]));
  return document_of(std::move(note), catalogue);
}

}  // namespace qkv
