#include "qkv/report/learn.hpp"

#include <algorithm>
#include <utility>

#include "qkv/report/explain.hpp"
#include "qkv/report/walk.hpp"

namespace qkv {
namespace {

Document document_of(Section section, const Catalogue& catalogue) {
  Document document;
  document.language = std::string(language_name(catalogue.language()));
  document.sections.push_back(std::move(section));
  return document;
}

std::string word(const Catalogue& catalogue, const char* key) {
  return std::string(catalogue.text(key));
}

struct Parts {
  const LessonWords& words;
  Language language() const { return words.catalogue.language(); }

  Document operator()(const TextPart& part) const { return one(Paragraph{part.text.text.in(language())}); }
  Document operator()(const ListPart& part) const {
    List list;
    for (const LocatedText& item : part.items) list.items.push_back(item.text.in(language()));
    return one(std::move(list));
  }
  Document operator()(const FormulaPart& part) const {
    return one(Formula{part.formula.text.in(language())});
  }
  Document operator()(const CodePart& part) const {
    Section section;
    for (const std::string& line : part.lines)
      section.blocks.emplace_back(Formula{line.empty() ? " " : line});
    return document_of(std::move(section), words.catalogue);
  }
  Document operator()(const LookPart& part) const {
    const auto problem = words.problem(part.problem);
    WalkOptions options;
    options.steps = part.steps;
    options.problem_argument = part.problem;
    if (problem == nullptr) return {};
    if (part.bare) return bare_tables(*problem, options);
    return walk_document(*problem, options, words.catalogue);
  }
  Document operator()(const DoPart& part) const {
    std::string steps;
    for (const Step step : part.ask)
      steps += (steps.empty() ? "" : word(words.catalogue, "list.separator").c_str()) +
               std::string(step_name(step));
    return one(Paragraph{
        words.catalogue.say("learn.do", {argument("steps", steps), argument("problem", part.problem)})});
  }
  Document operator()(const QuestionPart&) const { return {}; }
  Document operator()(const SeePart& part) const {
    List list;
    for (const SeeLink& link : part.links) list.items.push_back(link_text(link));
    Section section;
    section.blocks.emplace_back(Paragraph{word(words.catalogue, "learn.see")});
    section.blocks.emplace_back(std::move(list));
    return document_of(std::move(section), words.catalogue);
  }

 private:
  // Each table under its symbol.
  Document bare_tables(const Problem& problem, WalkOptions options) const {
    options.detail = Detail::tables;
    Document document = walk_document(problem, options, words.catalogue);
    for (Section& section : document.sections) {
      std::erase_if(section.blocks, [](const Block& block) { return !std::holds_alternative<Table>(block); });
      for (Block& block : section.blocks) {
        std::get<Table>(block).caption = section.tag.step;
      }
    }
    return document;
  }

  Document one(Block block) const {
    Section section;
    section.blocks.push_back(std::move(block));
    return document_of(std::move(section), words.catalogue);
  }

  std::string link_text(const SeeLink& link) const {
    switch (link.kind) {
      case SeeLink::Kind::lesson: {
        const Lesson* lesson = find_lesson(words.content, link.target);
        return words.catalogue.say(
            "learn.link", {argument("command", "qkv learn " + link.target),
                           argument("title", lesson == nullptr ? "" : lesson->title.text.in(language()))});
      }
      case SeeLink::Kind::explain:
        return "qkv explain " + link.target;
      case SeeLink::Kind::command:
        return link.target;
    }
    return {};
  }
};

}  // namespace

Document lessons_document(const Content& content, const Learned& progress, const Catalogue& catalogue) {
  Section section;
  section.blocks.emplace_back(Heading{1, word(catalogue, "learn.heading")});
  Table table;
  table.column_names = {word(catalogue, "learn.column.title"), word(catalogue, "learn.column.state")};
  const Lesson* next = nullptr;
  for (const Lesson& lesson : content.lessons) {
    const auto record = progress.lessons.find(lesson.id);
    const bool done = record != progress.lessons.end() && record->second.done;
    const bool begun = record != progress.lessons.end() && !done;
    if (next == nullptr && !done) next = &lesson;
    const char* state = done ? "learn.state.done" : begun ? "learn.state.begun" : "learn.state.new";
    Row row;
    row.name = lesson.id;
    row.cells = {{.text = lesson.title.text.in(catalogue.language())}, {.text = word(catalogue, state)}};
    table.rows.push_back(std::move(row));
  }
  table.row_axis = word(catalogue, "learn.column.id");
  section.blocks.emplace_back(std::move(table));
  if (next != nullptr) {
    section.blocks.emplace_back(Paragraph{catalogue.say(
        "learn.next",
        {argument("lesson", next->id), argument("title", next->title.text.in(catalogue.language()))})});
  } else {
    section.blocks.emplace_back(Paragraph{word(catalogue, "learn.all-done")});
  }
  return document_of(std::move(section), catalogue);
}

Document lesson_opening(const Lesson& lesson, std::size_t part, const Catalogue& catalogue) {
  Section section;
  section.blocks.emplace_back(Heading{1, lesson.title.text.in(catalogue.language())});
  section.blocks.emplace_back(
      Paragraph{catalogue.say("learn.aim", {argument("aim", lesson.aim.text.in(catalogue.language()))})});
  if (part > 0) {
    section.blocks.emplace_back(
        Note{NoteKind::remark,
             catalogue.say("learn.goes-on", {argument("part", static_cast<long long>(part) + 1),
                                             argument("of", static_cast<long long>(lesson.parts.size())),
                                             argument("lesson", lesson.id)})});
  }
  return document_of(std::move(section), catalogue);
}

Document lesson_part(const LessonPart& part, const LessonWords& words) {
  return std::visit(Parts{words}, part.body);
}

Document lesson_ending(const Lesson& lesson, const Lesson* next, const Catalogue& catalogue) {
  Section section;
  section.blocks.emplace_back(
      Note{NoteKind::good,
           catalogue.say("learn.done", {argument("title", lesson.title.text.in(catalogue.language()))})});
  section.blocks.emplace_back(Paragraph{
      next == nullptr
          ? word(catalogue, "learn.all-done")
          : catalogue.say("learn.next", {argument("lesson", next->id),
                                         argument("title", next->title.text.in(catalogue.language()))})});
  return document_of(std::move(section), catalogue);
}

}  // namespace qkv
