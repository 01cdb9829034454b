#include "qkv/report/brief.hpp"

#include <map>
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

// What is amiss in a table: "2 blank, 1 unreadable".
std::string kinds_in(const Sheet& sheet, const TableReport& table) {
  std::map<Verdict, int> counts;
  for (const CellReport& cell : table.cells) ++counts[cell.verdict];
  if (sheet.options.feedback < Feedback::why) {
    counts[Verdict::wrong] += counts[Verdict::mistake] + counts[Verdict::slip];
    counts[Verdict::mistake] = counts[Verdict::slip] = 0;
  }
  std::string text;
  for (const Verdict verdict : {Verdict::mistake, Verdict::slip, Verdict::imprecise, Verdict::wrong,
                                Verdict::blank, Verdict::unreadable}) {
    if (counts[verdict] == 0) continue;
    if (!text.empty()) text += sheet.catalogue.text("check.list.separator");
    const std::string word(sheet.catalogue.text("verdict." + std::string(verdict_name(verdict))));
    text +=
        sheet.catalogue.say("grade.kind", {argument("count", counts[verdict]), argument("verdict", word)});
  }
  return text;
}

std::string table_points(const Sheet& sheet, const Report& report) {
  std::string text;
  for (const TableReport& table : report.tables) {
    if (table.points == table.max_points) continue;
    if (!text.empty()) text += sheet.catalogue.text("check.list.separator");
    const std::string points = sheet.catalogue.say(
        "check.table", {argument("step", std::string(step_name(table.step))),
                        argument("points", table.points), argument("max_points", table.max_points)});
    const std::string kinds = sheet.options.feedback >= Feedback::where ? kinds_in(sheet, table) : "";
    text += kinds.empty() ? points
                          : sheet.catalogue.say("grade.table.kinds",
                                                {argument("table", points), argument("kinds", kinds)});
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

// Place, message and suggestion, without the excerpt, which has lines of its own.
std::string first_line(const Catalogue& catalogue, const Diagnostic& fault) {
  const std::string text = fault_text(catalogue, fault);
  const std::string line = text.substr(0, text.find('\n'));
  if (fault.suggestion.empty() || line.find(fault.suggestion) != std::string::npos) return line;
  return line + catalogue.say("check.suggestion.tail", {argument("name", fault.suggestion)});
}

}  // namespace

Document brief_document(const Problem& problem, const Report& report, const CheckOptions& options,
                        const Catalogue& catalogue, const std::string& title, const std::string& file) {
  const Sheet sheet{problem, catalogue, options};
  const bool full = report.points == report.max_points && report.passed;
  Note note{full ? NoteKind::good : NoteKind::bad,
            catalogue.say(file.empty() ? "grade.points" : "grade.points.file",
                          {argument("label", shown_label(title)), argument("file", shown_label(file)),
                           argument("points", report.points), argument("max_points", report.max_points)})};
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
