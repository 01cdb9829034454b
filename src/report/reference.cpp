#include "qkv/report/reference.hpp"

#include "explain_parts.hpp"
#include "qkv/verify/served.hpp"

namespace qkv {
namespace {

std::string name_of(const NotesShelf& notes, std::string_view id, const Catalogue& catalogue) {
  const MistakeNotes* found = notes.find(id);
  return found == nullptr ? std::string() : found->name.in(catalogue.language());
}

// Ids that stand for the same numbers, in brackets.
std::string id_with_aliases(const NotesShelf& notes, std::string_view id) {
  std::string text(id);
  const MistakeNotes* found = notes.find(id);
  if (found == nullptr) return text;
  for (const std::string& alias : found->aliases) text += " = " + alias;
  return text;
}

Section section_of(std::string_view heading, Table table, const Catalogue& catalogue) {
  return {.tag = {}, .blocks = {Heading{2, std::string(catalogue.text(heading))}, std::move(table)}};
}

}  // namespace

Document reference_document(const NotesShelf& notes, const Catalogue& catalogue) {
  Table served;
  for (const ServedMistake& row : served_mistakes()) {
    const std::string_view id = row.mistake->id;
    served.rows.push_back(
        {.name = id_with_aliases(notes, id), .cells = {{.text = name_of(notes, id, catalogue)}}});
  }
  Table unserved;
  for (const UnservedMistake& row : unserved_mistakes()) {
    const std::string why = "reference.why." + std::string(unserved_name(row.why));
    unserved.rows.push_back(
        {.name = std::string(row.id), .cells = {{.text = std::string(catalogue.text(why))}}});
  }
  Document document = titled(std::string(catalogue.text("reference.heading")), catalogue);
  document.sections.push_back(section_of("reference.served", std::move(served), catalogue));
  document.sections.push_back(section_of("reference.unserved", std::move(unserved), catalogue));
  document.sections.back().blocks.emplace_back(Paragraph{std::string(catalogue.text("reference.next"))});
  return document;
}

}  // namespace qkv
