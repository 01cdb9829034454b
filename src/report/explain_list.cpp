// Everything that can be explained, one line each.
#include <algorithm>

#include "explain_parts.hpp"
#include "qkv/report/explain.hpp"

namespace qkv {
namespace {

template <typename Wanted>
Table table_of(std::span<const Topic> topics, const Catalogue& catalogue, Wanted wanted) {
  Table table;
  for (const Topic& topic : topics) {
    if (!wanted(topic)) continue;
    table.rows.push_back({.name = topic.id, .cells = {{.text = topic.name.in(catalogue.language())}}});
  }
  return table;
}

Section section_of(std::span<const Topic> topics, TopicKind kind, std::string_view heading,
                   const Catalogue& catalogue) {
  return {.tag = {},
          .blocks = {Heading{2, std::string(catalogue.text(heading))},
                     table_of(topics, catalogue, [&](const Topic& topic) { return topic.kind == kind; })}};
}

Section mistakes_section(std::span<const Topic> topics, const Catalogue& catalogue) {
  Section section;
  section.blocks.emplace_back(Heading{2, std::string(catalogue.text("explain.mistakes"))});
  for (const Step step : all_steps) {
    Table table = mistakes_of(step, topics, catalogue);
    if (table.rows.empty()) continue;
    const std::string id(step_name(step));
    section.blocks.emplace_back(Heading{
        3,
        catalogue.say("explain.title", {argument("id", id), argument_key("name", "walk." + id + ".name")})});
    section.blocks.emplace_back(std::move(table));
  }
  return section;
}

}  // namespace

Table mistakes_of(Step step, std::span<const Topic> topics, const Catalogue& catalogue) {
  return table_of(topics, catalogue, [&](const Topic& topic) {
    return topic.kind == TopicKind::mistake && find_mistake(topic.id)->step == step;
  });
}

Document topics_document(std::span<const Topic> topics, const Catalogue& catalogue) {
  Document document = titled(std::string(catalogue.text("explain.list")), catalogue);
  document.sections.push_back(section_of(topics, TopicKind::step, "explain.steps", catalogue));
  document.sections.push_back(mistakes_section(topics, catalogue));
  document.sections.push_back(section_of(topics, TopicKind::misconception, "explain.concepts", catalogue));
  document.sections.push_back(section_of(topics, TopicKind::term, "explain.terms", catalogue));
  document.sections.back().blocks.emplace_back(Paragraph{std::string(catalogue.text("explain.list.next"))});
  return document;
}

}  // namespace qkv
