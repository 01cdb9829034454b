#include "diagnosis_notes.hpp"

#include <algorithm>

#include "qkv/trace/labels.hpp"

namespace qkv {
namespace {

constexpr std::size_t most_rows = 4;
constexpr std::size_t most_mistakes = 3;

const MistakeNotes* notes_of(const Sheet& sheet, std::string_view id) {
  const auto found = std::ranges::find(sheet.options.notes, id, &MistakeNotes::id);
  return found == sheet.options.notes.end() ? nullptr : &*found;
}

std::string name_of(const Sheet& sheet, std::string_view id) {
  const MistakeNotes* notes = notes_of(sheet, id);
  return notes == nullptr ? std::string(id) : notes->name.in(sheet.catalogue.language());
}

std::string hint_of(const Sheet& sheet, std::string_view id) {
  const MistakeNotes* notes = notes_of(sheet, id);
  return notes == nullptr ? "" : notes->hint.in(sheet.catalogue.language());
}

// “过高”, or with its head and batch member where there are several.
std::string row_label(const Sheet& sheet, const TableReport& table, const std::vector<int>& row) {
  const bool with_head_axis = row.size() == 3;
  const std::vector<Argument> arguments = {
      argument("row", row_name(sheet.problem, table.step, row.front(), row.back())),
      argument("batch", row.front() + 1), argument("head", with_head_axis ? row[1] + 1 : 1)};
  const bool heads = with_head_axis && table.shape[1] > 1;
  const bool batches = table.shape[0] > 1;
  const char* key = heads && batches ? "check.row.both"
                    : heads          ? "check.row.head"
                    : batches        ? "check.row.batch"
                                     : "check.row";
  return sheet.catalogue.say(key, arguments);
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
    text +=
        sheet.catalogue.count("check.rows.more", static_cast<long long>(diagnosis.rows.size() - most_rows));
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

Note single(const Sheet& sheet, const TableReport& table, const Diagnosis& diagnosis) {
  const std::string_view id = diagnosis.mistakes.front();
  std::string text = sheet.catalogue.count(
      "check.mistake.one-fits", diagnosis.fits,
      {argument("subject", subject(sheet, table, diagnosis)), argument("name", name_of(sheet, id))});
  text += sheet.catalogue.say("check.mistake.hint.tail",
                              {argument("hint", hint_of(sheet, id)), argument("id", std::string(id))});
  return {NoteKind::bad, std::move(text)};
}

void add_several(const Sheet& sheet, const TableReport& table, const Diagnosis& diagnosis, Section& section) {
  section.blocks.emplace_back(Note{
      NoteKind::bad,
      sheet.catalogue.count("check.mistake.several-fit", static_cast<long long>(diagnosis.mistakes.size()),
                            {argument("subject", subject(sheet, table, diagnosis))})});
  for (std::size_t i = 0; i < diagnosis.mistakes.size() && i < most_mistakes; ++i) {
    const std::string_view id = diagnosis.mistakes[i];
    section.blocks.emplace_back(
        Note{NoteKind::remark,
             sheet.catalogue.say("check.mistake.candidate",
                                 {argument("name", name_of(sheet, id)), argument("hint", hint_of(sheet, id)),
                                  argument("id", std::string(id))})});
  }
  if (diagnosis.mistakes.size() > most_mistakes) {
    std::vector<std::string> names;
    for (std::size_t i = most_mistakes; i < diagnosis.mistakes.size(); ++i) {
      names.push_back(name_of(sheet, diagnosis.mistakes[i]));
    }
    section.blocks.emplace_back(
        Note{NoteKind::remark,
             sheet.catalogue.say("check.mistake.others", {argument("names", joined(sheet, names))})});
  }
  const char* key = !diagnosis.telling                           ? "check.mistake.inseparable"
                    : sheet.problem.is_asked(*diagnosis.telling) ? "check.mistake.telling"
                                                                 : "check.mistake.telling.unasked";
  const std::string step = diagnosis.telling ? std::string(step_name(*diagnosis.telling)) : "";
  section.blocks.emplace_back(Note{NoteKind::remark, sheet.catalogue.say(key, {argument("step", step)})});
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
    } else if (diagnosis.mistakes.size() == 1) {
      section.blocks.emplace_back(single(sheet, table, diagnosis));
    } else {
      add_several(sheet, table, diagnosis, section);
    }
  }
}

std::string diagnosis_hint(const Sheet& sheet, const Diagnosis& diagnosis) {
  if (diagnosis.mistakes.size() > 1) {
    return sheet.catalogue.say("result.mistakes", {argument("names", names_of(sheet, diagnosis))});
  }
  const std::string_view id = diagnosis.mistakes.front();
  return sheet.catalogue.say("result.mistake",
                             {argument("name", name_of(sheet, id)), argument("hint", hint_of(sheet, id)),
                              argument("id", std::string(id))});
}

}  // namespace qkv
