#include "qkv/report/content.hpp"

#include <utility>

namespace qkv {

Document content_document(const std::string& folder, std::size_t lessons, std::size_t questions,
                          const std::vector<Diagnostic>& findings, const Catalogue& catalogue) {
  Document document;
  document.language = std::string(language_name(catalogue.language()));
  Section section;
  section.blocks.emplace_back(Heading{1, catalogue.say("content.heading", {argument("folder", folder)})});
  section.blocks.emplace_back(Paragraph{catalogue.say(
      "content.read", {argument_count("lessons", static_cast<long long>(lessons), "thing.lesson"),
                       argument_count("questions", static_cast<long long>(questions), "thing.question")})});
  for (const Diagnostic& finding : findings) {
    const std::string text = fault_text(catalogue, finding);
    const auto end = text.find('\n');
    Note note{NoteKind::warning, text.substr(0, end)};
    if (!finding.suggestion.empty())
      note.details.push_back(catalogue.say("fault.suggestion", {argument("name", finding.suggestion)}));
    section.blocks.emplace_back(std::move(note));
  }
  if (findings.empty()) {
    section.blocks.emplace_back(Note{NoteKind::good, std::string(catalogue.text("content.clean"))});
  } else {
    section.blocks.emplace_back(
        Paragraph{catalogue.count("content.findings", static_cast<long long>(findings.size()))});
  }
  document.sections.push_back(std::move(section));
  return document;
}

}  // namespace qkv
