#include "qkv/report/progress.hpp"

#include <algorithm>
#include <utility>

#include "qkv/tutor/generated.hpp"

namespace qkv {
namespace {

std::string joined(const std::vector<std::string>& parts, const Catalogue& catalogue) {
  std::string text;
  for (const std::string& part : parts)
    text += (text.empty() ? "" : std::string(catalogue.text("list.separator"))) + part;
  return text;
}

// How many of the questions belong to each topic, in the order of the topics.
std::vector<std::pair<std::string_view, int>> by_topic(const std::vector<std::string>& ids,
                                                       const Content& content) {
  std::vector<std::pair<std::string_view, int>> counts;
  for (const std::string_view topic : topics_of_quiz()) {
    const auto count = std::ranges::count_if(ids, [&](const std::string& id) {
      if (const Question* question = find_question(content, id)) return question->topic == topic;
      const GeneratedKind* kind = find_generated_kind(id);
      return kind != nullptr && kind->topic == topic;
    });
    if (count > 0) counts.emplace_back(topic, static_cast<int>(count));
  }
  return counts;
}

// key: a text for a topic, with its name and how many questions.
std::string told_by_topic(const std::vector<std::string>& ids, const char* key, const Content& content,
                          const Catalogue& catalogue) {
  std::vector<std::string> parts;
  for (const auto& [topic, count] : by_topic(ids, content)) {
    parts.push_back(catalogue.count(
        key, count,
        {argument("topic", std::string(topic)), argument_key("name", "quiz.topic." + std::string(topic))}));
  }
  return joined(parts, catalogue);
}

Note ability_note(const AbilityReport& ability, const Content& content, const Catalogue& catalogue) {
  const NoteKind kind = ability.standing == Standing::shown ? NoteKind::good : NoteKind::remark;
  const char* key = ability.needed_questions > 0 ? "progress.ability.asked" : "progress.ability";
  Note note{
      kind,
      catalogue.say(
          key, {argument_key("ability", "progress.ability." + std::string(ability.ability->id)),
                argument_key("standing", "progress.standing." + std::string(standing_name(ability.standing))),
                argument("right", ability.right), argument("tried", ability.tried),
                argument("needed", ability.needed), argument("questions", ability.needed_questions)})};
  if (!ability.questions.empty())
    note.details.push_back(catalogue.say(
        "progress.evidence.questions",
        {argument("questions", told_by_topic(ability.questions, "progress.topic", content, catalogue))}));
  if (!ability.problems.empty())
    note.details.push_back(catalogue.say("progress.evidence.problems",
                                         {argument("problems", joined(ability.problems, catalogue))}));
  if (!ability.helped.empty())
    note.details.push_back(
        catalogue.say("progress.helped", {argument("problems", joined(ability.helped, catalogue))}));
  if (!ability.begun.empty())
    note.details.push_back(
        catalogue.say("progress.begun", {argument("problems", joined(ability.begun, catalogue))}));
  if (ability.standing == Standing::shown) return note;
  if (!ability.repeat.empty())
    note.details.push_back(catalogue.say(
        "progress.repeat",
        {argument("questions", told_by_topic(ability.repeat, "progress.topic.repeat", content, catalogue))}));
  if (!ability.lessons.empty())
    note.details.push_back(catalogue.say("progress.lesson", {argument("lesson", ability.lessons.front())}));
  return note;
}

std::string next_step(const ProgressReport& report, const Content& content, const Catalogue& catalogue) {
  if (!report.repeat.empty()) return std::string(catalogue.text("progress.next.quiz"));
  if (!report.next_lesson) return std::string(catalogue.text("progress.next.practice"));
  const Lesson* lesson = find_lesson(content, *report.next_lesson);
  return catalogue.say("progress.next.lesson",
                       {argument("lesson", *report.next_lesson),
                        argument("title", lesson->title.text.in(catalogue.language()))});
}

}  // namespace

Document progress_document(const ProgressReport& report, const Content& content, const std::string& file,
                           const Catalogue& catalogue) {
  Document document;
  document.language = std::string(language_name(catalogue.language()));
  Section section;
  section.blocks.emplace_back(Heading{1, std::string(catalogue.text("progress.heading"))});
  for (const AbilityReport& ability : report.abilities)
    section.blocks.emplace_back(ability_note(ability, content, catalogue));
  section.blocks.emplace_back(Paragraph{catalogue.say(
      "progress.done", {argument("right", report.questions_right), argument("tried", report.questions_tried),
                        argument("lessons", report.lessons_done),
                        argument("of", static_cast<long long>(content.lessons.size()))})});
  section.blocks.emplace_back(Paragraph{next_step(report, content, catalogue)});
  if (!file.empty())
    section.blocks.emplace_back(Paragraph{catalogue.say("progress.file", {argument("file", file)})});
  document.sections.push_back(std::move(section));
  return document;
}

}  // namespace qkv
