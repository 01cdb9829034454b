// The pages of mistakes and concepts.
#include <cassert>

#include "explain_parts.hpp"
#include "qkv/report/explain.hpp"

namespace qkv {
namespace {

struct Page {
  const MistakeNotes& notes;
  const Catalogue& catalogue;

  std::string say(std::string_view key, std::string text) const {
    return catalogue.say(key, {argument("text", std::move(text))});
  }
  std::string say(std::string_view key, const LocalizedText& text) const {
    return say(key, text.in(catalogue.language()));
  }
};

Document begun(const Page& page) {
  const MistakeNotes& notes = page.notes;
  Document document = titled(
      page.catalogue.say("explain.title", {argument("id", notes.id),
                                           argument("name", notes.name.in(page.catalogue.language()))}),
      page.catalogue);
  std::vector<Block>& blocks = document.sections.front().blocks;
  for (const std::string& alias : notes.aliases) {
    blocks.emplace_back(Paragraph{page.say("explain.alias", alias)});
  }
  blocks.emplace_back(Paragraph{notes.what.in(page.catalogue.language())});
  return document;
}

// The two under one another, as they are to be compared.
void add_formulas(const Page& page, Document& document) {
  std::vector<Block>& blocks = document.sections.front().blocks;
  blocks.emplace_back(Formula{page.say("explain.formula.wrong", page.notes.wrong_formula)});
  blocks.emplace_back(Formula{page.say("explain.formula.right", page.notes.right_formula)});
}

Section advice(const Page& page) {
  const MistakeNotes& notes = page.notes;
  return {
      .tag = {},
      .blocks = {Heading{2, std::string(page.catalogue.text("explain.advice"))},
                 List{{page.say("explain.recognise", notes.recognise), page.say("explain.avoid", notes.avoid),
                       page.say("explain.hint", notes.hint), page.say("explain.applies", notes.applies),
                       page.say("explain.invisible", notes.invisible)}}}};
}

Section sources(const Page& page) {
  Section section{.tag = {}, .blocks = {Heading{2, std::string(page.catalogue.text("explain.sources"))}}};
  if (page.notes.sources.empty()) {
    section.blocks.emplace_back(Paragraph{std::string(page.catalogue.text("explain.sources.none"))});
  } else {
    section.blocks.emplace_back(List{page.notes.sources});
  }
  return section;
}

Section example_section(const Page& page, const Problem& example) {
  const MistakeNotes& notes = page.notes;
  const std::string step(step_name(notes.example_step));
  Section section{.tag = {.step = step}};
  section.blocks.emplace_back(
      Heading{2, page.catalogue.say("explain.example",
                                    {argument("problem", notes.example_problem), argument("step", step)})});
  const Mistake* mistake = find_mistake(notes.id);
  assert(mistake != nullptr);
  for (Block& block : contrast_blocks(*mistake, example, notes.example_step, page.catalogue)) {
    section.blocks.push_back(std::move(block));
  }
  return section;
}

}  // namespace

Document mistake_document(const MistakeNotes& notes, const Problem& example, const Catalogue& catalogue) {
  const Page page{notes, catalogue};
  const std::string step(step_name(notes.example_step));
  Document document = begun(page);
  document.role_words[Role::masked] = std::string(catalogue.text("role.masked"));
  document.mark_words[Mark::wrong] = std::string(catalogue.text("explain.differs"));
  add_formulas(page, document);
  document.sections.push_back(example_section(page, example));
  document.sections.push_back(advice(page));
  document.sections.push_back(sources(page));
  document.sections.back().blocks.emplace_back(next_paragraph(
      {"qkv walk " + notes.example_problem + " --step " + step, "qkv explain " + step}, catalogue));
  return document;
}

Document misconception_document(const MistakeNotes& notes, const Catalogue& catalogue) {
  const Page page{notes, catalogue};
  Document document = begun(page);
  document.sections.push_back(advice(page));
  document.sections.push_back(sources(page));
  document.sections.back().blocks.emplace_back(
      next_paragraph({std::string(next_command(notes.id))}, catalogue));
  return document;
}

}  // namespace qkv
