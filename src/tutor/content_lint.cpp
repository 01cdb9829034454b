#include "qkv/tutor/content_lint.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "content_hints.hpp"
#include "content_texts.hpp"
#include "qkv/base/suggest.hpp"
#include "qkv/mistakes/mistakes.hpp"
#include "qkv/trace/pipeline.hpp"
#include "qkv/tutor/course.hpp"
#include "qkv/tutor/judge.hpp"

namespace qkv {
namespace {

constexpr std::string_view explain_command = "qkv explain ";

// As they stand in a message.
std::string listed(const std::vector<std::string>& numbers) {
  std::string list;
  for (const std::string& number : numbers) list += (list.empty() ? "" : " ") + number;
  return list.empty() ? "–" : list;
}

class ContentLint {
 public:
  ContentLint(const Content& content, const ContentWorld& world) : content_(content), world_(world) {}

  std::vector<Diagnostic> findings() {
    for (const Lesson& lesson : content_.lessons) look_at(lesson);
    for (const Question& question : content_.questions) look_at(question);
    if (!content_.lessons.empty() && !content_.questions.empty()) {
      look_for_points();
      look_for_mistakes();
      look_for_topics();
      for (const Lesson& lesson : content_.lessons) look_for_parts(lesson);
    }
    return std::move(findings_);
  }

 private:
  void found(const Place& place, std::string code, std::vector<Argument> arguments = {},
             std::string suggestion = {}) {
    findings_.push_back({"content." + std::move(code), place, std::move(arguments), std::move(suggestion)});
  }

  // ---- texts and links

  void look_at(const LocatedText& said) {
    const std::vector<std::string> codes = code_in(said.text.zh);
    if (codes != code_in(said.text.en)) found(said.place, "other-code");
    for (const std::string& code : codes) {
      if (code.starts_with("qkv ")) look_at_command(code, said.place);
    }
    look_for_misspelt_commands(said);
    const std::vector<std::string> zh = numbers_in(said.text.zh);
    const std::vector<std::string> en = numbers_in(said.text.en);
    if (zh != en)
      found(said.place, "other-numbers", {argument("zh", listed(zh)), argument("en", listed(en))});
  }

  // What stands between backquotes has been run; elsewhere "qkv" may begin a sentence about it.
  void look_for_misspelt_commands(const LocatedText& said) {
    for (const std::string* text : {&said.text.zh, &said.text.en}) {
      for (const CommandInText& command : commands_in(*text)) {
        if (is_misspelt(command, said.place)) return;
      }
    }
  }

  bool is_misspelt(const CommandInText& command, const Place& place) {
    const std::string called = "qkv " + command.word;
    if (std::ranges::find(world_.commands, command.word) == world_.commands.end()) {
      std::string meant = nearest(command.word, std::span<const std::string>(world_.commands));
      if (meant.empty()) return false;
      found(place, "misspelt-command", {argument("command", called)}, std::move(meant));
      return true;
    }
    for (const std::string& option : command.options) {
      if (world_.takes(command.word, option)) continue;
      found(place, "misspelt-option", {argument("command", called), argument("option", "--" + option)});
      return true;
    }
    return false;
  }

  void look_at_command(const std::string& command, const Place& place) {
    if (!world_.runs(command)) found(place, "bad-command", {argument("command", command)});
  }

  void look_at_explained(const std::string& id, const Place& place) {
    if (world_.can_explain(id)) {
      teach(id);
    } else {
      found(place, "unknown-explain", {argument("id", id)},
            nearest(id, std::span<const std::string>(world_.explained)));
    }
  }

  void teach(std::string_view id) { taught_.insert(world_.mistake_of(id)); }

  // Points of the course; a mistake among them is taught.
  void meet(const std::vector<std::string>& points) {
    for (const std::string& point : points) {
      if (is_course_point(point)) {
        met_.insert(point);
      } else {
        teach(point);
      }
    }
  }

  // ---- lessons

  void look_at(const Lesson& lesson) {
    const auto [first, is_new] = lesson_ids_.emplace(lesson.id, lesson.place);
    if (!is_new)
      found(lesson.place, "lesson-twice", {argument("id", lesson.id), argument("file", first->second.file)});
    meet(lesson.points);
    look_at(lesson.title);
    look_at(lesson.aim);
    for (const LessonPart& part : lesson.parts) {
      std::visit([&](const auto& body) { look_at_part(body, part.place); }, part.body);
    }
  }

  void look_at_part(const TextPart& part, const Place&) { look_at(part.text); }
  void look_at_part(const ListPart& part, const Place&) {
    for (const LocatedText& item : part.items) look_at(item);
  }
  void look_at_part(const FormulaPart& part, const Place&) { look_at(part.formula); }
  void look_at_part(const CodePart&, const Place&) {}
  void look_at_part(const LookPart& part, const Place& place) {
    look_at_tables(part.problem, part.steps, place, true);
  }
  void look_at_part(const DoPart& part, const Place& place) {
    look_at_tables(part.problem, part.ask, place, false);
    if (!std::ranges::is_sorted(part.ask)) found(place, "tables-out-of-order");
  }

  void look_at_tables(const std::string& id, const std::vector<Step>& steps, const Place& place,
                      bool inputs_too) {
    const Problem* problem = world_.problem(id);
    if (problem == nullptr) {
      found(place, "unknown-problem", {argument("id", id)},
            nearest(id, std::span<const std::string>(world_.problems)));
      return;
    }
    const std::vector<Step> inputs = given_steps(*problem);
    for (const Step step : steps) {
      const bool is_input = inputs_too && std::ranges::find(inputs, step) != inputs.end();
      if (!problem->computes(step) && !is_input)
        found(place, "no-table", {argument("step", std::string(step_name(step)))});
    }
  }

  void look_at_part(const QuestionPart& part, const Place& place) {
    if (find_question(content_, part.id) != nullptr) return;
    found(place, "unknown-question", {argument("id", part.id)}, nearest_question(part.id));
  }

  void look_at_part(const SeePart& part, const Place&) {
    for (const SeeLink& link : part.links) {
      switch (link.kind) {
        case SeeLink::Kind::lesson:
          look_at_lesson_link(link);
          break;
        case SeeLink::Kind::explain:
          look_at_explained(link.target, link.place);
          break;
        case SeeLink::Kind::command:
          look_at_command(link.target, link.place);
          if (link.target.starts_with(explain_command))
            teach(std::string_view(link.target).substr(explain_command.size()));
          break;
      }
    }
  }

  void look_at_lesson_link(const SeeLink& link) {
    if (find_lesson(content_, link.target) != nullptr) return;
    std::vector<std::string> ids;
    for (const Lesson& lesson : content_.lessons) ids.push_back(lesson.id);
    found(link.place, "unknown-lesson", {argument("id", link.target)},
          nearest(link.target, std::span<const std::string>(ids)));
  }

  std::string nearest_question(const std::string& id) const {
    std::vector<std::string> ids;
    for (const Question& question : content_.questions) ids.push_back(question.id);
    return nearest(id, std::span<const std::string>(ids));
  }

  // ---- questions

  void look_at(const Question& question) {
    const auto [first, is_new] = question_ids_.emplace(question.id, question.place);
    if (!is_new) {
      found(question.place, "question-twice",
            {argument("id", question.id), argument("file", first->second.file),
             argument("line", first->second.line)});
    }
    meet(question.points);
    topics_.insert(question.topic);
    look_at(question.ask);
    look_at(question.why);
    for (const LocatedText& hint : question.hints) look_at_hint(question, hint);
    look_at_options(question);
    if (const auto* mistake = std::get_if<MistakeBody>(&question.body)) look_at_mistakes(question, *mistake);
    look_at_answers(question);
  }

  void look_at_hint(const Question& question, const LocatedText& hint) {
    look_at(hint);
    for (const Language language : {Language::zh, Language::en}) {
      if (!gives_answer_away(question, hint.text, language, world_)) continue;
      found(hint.place, "hint-tells", {argument("id", question.id)});
      return;
    }
  }

  void look_at_options(const Question& question) {
    if (const auto* order = std::get_if<OrderBody>(&question.body)) {
      for (const LocatedText& item : order->items) look_at(item);
      look_for_twins(order->items, "items-alike");
    }
    const auto* choice = std::get_if<ChoiceBody>(&question.body);
    if (choice == nullptr) return;
    std::vector<LocatedText> texts;
    for (const ChoiceOption& option : choice->options) {
      look_at(option.text);
      look_at(option.why);
      if (!option.go.empty()) look_at_command(option.go, option.place);
      texts.push_back(option.text);
    }
    look_for_twins(texts, "options-alike");
  }

  // Of what has letters: two that nobody can tell apart, in either language.
  void look_for_twins(const std::vector<LocatedText>& texts, const std::string& code) {
    const auto are_twins = [](const LocatedText& a, const LocatedText& b) {
      return as_read(a.text.zh) == as_read(b.text.zh) || as_read(a.text.en) == as_read(b.text.en);
    };
    for (auto each = texts.begin(); each != texts.end(); ++each) {
      const auto twin = std::find_if(texts.begin(), each,
                                     [&](const LocatedText& other) { return are_twins(*each, other); });
      if (twin != each) found(each->place, code, {argument("other", twin - texts.begin() + 1)});
    }
  }

  void look_at_mistakes(const Question& question, const MistakeBody& body) {
    teach(body.mistake);
    for (const std::string& other : body.others) {
      if (!can_be_told_apart(body, other))
        found(question.place, "mistakes-alike", {argument("id", body.mistake), argument("other", other)});
    }
  }

  bool are_shapes(const Question& question, const ShapeBody& body) {
    std::vector<std::string> answers = body.also;
    answers.insert(answers.begin(), body.answer);
    bool all = true;
    for (const std::string& answer : answers) {
      if (is_shape(answer)) continue;
      found(question.place, "odd-shape", {argument("answer", answer)});
      all = false;
    }
    return all;
  }

  void look_at_answers(const Question& question) {
    const auto* shape = std::get_if<ShapeBody>(&question.body);
    if (shape != nullptr && !are_shapes(question, *shape)) return;
    const auto* mistake = std::get_if<MistakeBody>(&question.body);
    if (mistake != nullptr && !first_wrong_table(*mistake)) {
      found(question.place, "mistake-unseen", {argument("id", mistake->mistake)});
      return;
    }
    look_at_verdicts(question, pose(question, 0));
  }

  void look_at_verdicts(const Question& question, const PosedQuestion& posed) {
    const auto verdict = [&](const std::string& answer) { return judge_answer(posed, answer).verdict; };
    const std::string key = right_answer(posed);
    if (verdict(key) != Judged::right)
      found(question.place, "key-rejected", {argument("id", question.id), argument("answer", key)});
    for (const std::string& answer : wrong_answers(posed)) {
      if (verdict(answer) == Judged::right)
        found(question.place, "wrong-accepted", {argument("id", question.id), argument("answer", answer)});
    }
    if (verdict("") == Judged::right)
      found(question.place, "wrong-accepted",
            {argument("id", question.id), argument("answer", std::string())});
  }

  // ---- everything together

  void look_for_points() {
    for (const CoursePoint& point : course_points()) {
      if (!met_.contains(std::string(point.id)))
        found({}, "point-missing", {argument("id", std::string(point.id))});
    }
  }

  void look_for_mistakes() {
    const auto look_for = [&](std::string_view id) {
      if (!taught_.contains(std::string(id))) found({}, "mistake-missing", {argument("id", std::string(id))});
    };
    for (const Mistake& mistake : mistakes()) look_for(mistake.id);
    for (const std::string_view id : concepts()) look_for(id);
  }

  void look_for_topics() {
    for (const std::string_view topic : topics_of_quiz()) {
      if (!topics_.contains(std::string(topic)))
        found({}, "topic-missing", {argument("topic", std::string(topic))});
    }
  }

  void look_for_parts(const Lesson& lesson) {
    const auto look_for = [&]<typename Part>(const Part*, const char* key) {
      const bool has_one = std::ranges::any_of(
          lesson.parts, [](const LessonPart& part) { return std::holds_alternative<Part>(part.body); });
      if (!has_one) found(lesson.place, "part-missing", {argument("id", lesson.id), argument("key", key)});
    };
    look_for(static_cast<const TextPart*>(nullptr), "text");
    look_for(static_cast<const LookPart*>(nullptr), "look");
    look_for(static_cast<const DoPart*>(nullptr), "do");
    look_for(static_cast<const QuestionPart*>(nullptr), "question");
  }

  const Content& content_;
  const ContentWorld& world_;
  std::vector<Diagnostic> findings_;
  std::map<std::string, Place> lesson_ids_;  // with the first that is called so
  std::map<std::string, Place> question_ids_;
  std::set<std::string> topics_;
  std::set<std::string> met_;     // points of the course
  std::set<std::string> taught_;  // mistakes and other things that can be explained
};

}  // namespace

std::vector<Diagnostic> lint_content(const Content& content, const ContentWorld& world) {
  return ContentLint(content, world).findings();
}

}  // namespace qkv
