#include "diagnosis_notes.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "qkv/trace/labels.hpp"

namespace qkv {
namespace {

constexpr std::size_t most_rows = 4;

const MistakeNotes* notes_of(const Sheet& sheet, std::string_view id) {
  return sheet.options.notes == nullptr ? nullptr : sheet.options.notes->find(id);
}

std::string name_of(const Sheet& sheet, std::string_view id) {
  const MistakeNotes* notes = notes_of(sheet, id);
  return notes == nullptr ? std::string(id) : notes->name.in(sheet.catalogue.language());
}

std::string hint_of(const Sheet& sheet, std::string_view id) {
  const MistakeNotes* notes = notes_of(sheet, id);
  return notes == nullptr ? "" : notes->hint.in(sheet.catalogue.language());
}

std::string row_label(const Sheet& sheet, const TableReport& table, const std::vector<int>& row) {
  return sheet.catalogue.say("check.row", {argument("row", row_named(sheet, table, row))});
}

std::string joined(const Sheet& sheet, const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    text += (text.empty() ? "" : std::string(sheet.catalogue.text("check.list.separator"))) + part;
  }
  return text;
}

std::string rows_text(const Sheet& sheet, const TableReport& table, const Diagnosis& diagnosis) {
  std::vector<std::string> labels;
  for (const auto& row : diagnosis.rows) {
    if (labels.size() < most_rows) labels.push_back(row_label(sheet, table, row));
  }
  std::string text = joined(sheet, labels);
  if (diagnosis.rows.size() > most_rows) {
    text += sheet.catalogue.count("check.rows.more.tail",
                                  static_cast<long long>(diagnosis.rows.size() - most_rows));
  }
  return text;
}

// Whether a table before this one was explained by the same mistake.
const TableReport* shown_before(const Report& report, const TableReport& table, std::string_view id) {
  const auto shows = [id](const TableReport& earlier) {
    return std::ranges::any_of(earlier.diagnosis, [id](const Diagnosis& diagnosis) {
      return std::ranges::find(diagnosis.mistakes, id) != diagnosis.mistakes.end();
    });
  };
  for (const TableReport& earlier : report.tables) {
    if (&earlier == &table) return nullptr;
    if (shows(earlier)) return &earlier;
  }
  return nullptr;
}

std::string subject(const Sheet& sheet, const TableReport& table, const Diagnosis& diagnosis) {
  if (diagnosis.whole_table || diagnosis.rows.empty()) {
    return sheet.catalogue.say("check.mistake.whole",
                               {argument("table", std::string(step_name(table.step)))});
  }
  return sheet.catalogue.count("check.mistake.rows", static_cast<long long>(diagnosis.rows.size()),
                               {argument("rows", rows_text(sheet, table, diagnosis))});
}

Note leading(const Sheet& sheet, const TableReport& table, const Diagnosis& diagnosis) {
  const std::string_view id = diagnosis.mistakes.front();
  const std::vector<Argument> about = {argument("subject", subject(sheet, table, diagnosis)),
                                       argument("name", name_of(sheet, id)), argument("fits", diagnosis.fits),
                                       argument("of", diagnosis.of)};
  std::string text = diagnosis.fits == diagnosis.of
                         ? sheet.catalogue.count("check.mistake.fits", diagnosis.fits, about)
                         : sheet.catalogue.say("check.mistake.fits-some", about);
  text += sheet.catalogue.say("check.mistake.hint.tail",
                              {argument("hint", hint_of(sheet, id)), argument("id", std::string(id))});
  return {NoteKind::bad, std::move(text)};
}

// The others that fit: first those that no table tells from the leading one, then those that some table does.
void add_others(const Sheet& sheet, const Diagnosis& diagnosis, Section& section) {
  std::map<std::optional<Step>, std::vector<std::string>> by_table;
  for (std::size_t i = 1; i < diagnosis.mistakes.size(); ++i) {
    const std::string_view id = diagnosis.mistakes[i];
    by_table[diagnosis.telling[i]].push_back(sheet.catalogue.say(
        "check.mistake.other", {argument("name", name_of(sheet, id)), argument("id", std::string(id))}));
  }
  for (const auto& [step, names] : by_table) {
    const char* key = !step                           ? "check.mistake.inseparable"
                      : sheet.problem.is_asked(*step) ? "check.mistake.telling"
                                                      : "check.mistake.telling.unasked";
    section.blocks.emplace_back(
        Note{NoteKind::remark,
             sheet.catalogue.say(key, {argument("names", joined(sheet, names)),
                                       argument("step", step ? std::string(step_name(*step)) : "")})});
  }
}

std::string names_of(const Sheet& sheet, const Diagnosis& diagnosis) {
  std::vector<std::string> names;
  for (const std::string_view id : diagnosis.mistakes) names.push_back(name_of(sheet, id));
  return joined(sheet, names);
}

// Rows of padded queries, which nobody asks for.
bool is_unasked(const TableReport& table, const Diagnosis& diagnosis) {
  return !diagnosis.rows.empty() && std::ranges::none_of(table.cells, [&](const CellReport& cell) {
    return std::ranges::any_of(diagnosis.rows, [&](const std::vector<int>& row) {
      return std::equal(row.begin(), row.end(), cell.at.begin());
    });
  });
}

}  // namespace

void add_diagnosis(const Sheet& sheet, const Report& report, const TableReport& table, Section& section) {
  for (const Diagnosis& diagnosis : table.diagnosis) {
    const std::string_view first = diagnosis.mistakes.front();
    const TableReport* earlier = shown_before(report, table, first);
    if (diagnosis.may_be_rounding || is_unasked(table, diagnosis)) {
      const char* key = diagnosis.may_be_rounding ? "check.mistake.or-rounding" : "check.mistake.not-asked";
      section.blocks.emplace_back(Note{
          NoteKind::remark, sheet.catalogue.say(key, {argument("subject", subject(sheet, table, diagnosis)),
                                                      argument("names", names_of(sheet, diagnosis)),
                                                      argument("hint", hint_of(sheet, first)),
                                                      argument("id", std::string(first))})});
    } else if (earlier != nullptr) {
      section.blocks.emplace_back(Note{
          NoteKind::bad, sheet.catalogue.say("check.mistake.again",
                                             {argument("subject", subject(sheet, table, diagnosis)),
                                              argument("names", names_of(sheet, diagnosis)),
                                              argument("earlier", std::string(step_name(earlier->step)))})});
    } else {
      section.blocks.emplace_back(leading(sheet, table, diagnosis));
      add_others(sheet, diagnosis, section);
    }
  }
}

std::string named_mistakes(const Sheet& sheet, const Report& report) {
  std::vector<std::string> parts;
  std::set<std::string_view> named;
  for (const TableReport& table : report.tables) {
    for (const Diagnosis& diagnosis : table.diagnosis) {
      if (diagnosis.may_be_rounding || is_unasked(table, diagnosis)) continue;
      if (!named.insert(diagnosis.mistakes.front()).second) continue;
      parts.push_back(sheet.catalogue.say("check.named.part",
                                          {argument("name", name_of(sheet, diagnosis.mistakes.front())),
                                           argument("step", std::string(step_name(table.step)))}));
    }
  }
  return joined(sheet, parts);
}

std::string diagnosis_hint(const Sheet& sheet, const Diagnosis& diagnosis) {
  const std::string_view id = diagnosis.mistakes.front();
  std::string text = sheet.catalogue.say(
      "result.mistake", {argument("name", name_of(sheet, id)), argument("hint", hint_of(sheet, id)),
                         argument("id", std::string(id))});
  std::vector<std::string> others;
  for (std::size_t i = 1; i < diagnosis.mistakes.size(); ++i)
    others.push_back(name_of(sheet, diagnosis.mistakes[i]));
  if (!others.empty()) {
    text += sheet.catalogue.say("result.mistakes.tail", {argument("names", joined(sheet, others))});
  }
  return text;
}

}  // namespace qkv
