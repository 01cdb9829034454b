#include "qkv/tutor/progress.hpp"

#include <algorithm>

#include "qkv/tutor/generated.hpp"

namespace qkv {
namespace {

constexpr int enough = 3;

bool meets(const std::vector<std::string>& points, const Ability& ability) {
  return std::ranges::any_of(points, [&](const std::string& point) {
    return std::ranges::find(ability.points, point) != ability.points.end();
  });
}

void count_question(const Learned& progress, std::string_view id, AbilityReport& report) {
  const auto record = progress.questions.find(id);
  if (record == progress.questions.end() || record->second.asked == 0) return;
  ++report.tried;
  // One lucky guess among many is none.
  const bool mostly = record->second.right * 2 >= record->second.asked;
  if (record->second.last != Ending::right || !mostly) return;
  ++report.right;
  report.questions.emplace_back(id);
}

bool is_finished(const PracticeRecord& tables) {
  return std::ranges::none_of(tables, [](const auto& table) { return table.second == Ending::open; });
}

// A practised problem counts once, when it is finished and all tables of it that the ability is about were
// right. What was right with help only speaks neither for nor against.
void count_practice(const Learned& progress, AbilityReport& report) {
  const Ability& ability = *report.ability;
  for (const auto& [problem, tables] : progress.practice) {
    const PracticeRecord& record = tables;
    Ending worst = Ending::right;
    bool any = false;
    for (const auto& [step, ending] : record) {
      if (std::ranges::find(ability.steps, step) == ability.steps.end()) continue;
      any = true;
      worst = std::max(worst, ending);
    }
    if (!any) continue;
    if (!is_finished(record)) {
      report.begun.push_back(problem);
    } else if (std::ranges::any_of(ability.whole, [&](Step step) { return !record.contains(step); })) {
      continue;
    } else if (worst == Ending::helped) {
      report.helped.push_back(problem);
    } else {
      ++report.tried;
      if (worst != Ending::right) continue;
      ++report.right;
      report.problems.push_back(problem);
    }
  }
}

Standing standing_of(const AbilityReport& report) {
  if (report.tried == 0 && report.helped.empty() && report.begun.empty()) return Standing::none;
  const bool mostly = report.right * 4 >= report.tried * 3;  // three quarters
  const bool enough_asked = static_cast<int>(report.questions.size()) >= report.needed_questions;
  return report.right >= report.needed && enough_asked && mostly ? Standing::shown : Standing::begun;
}

AbilityReport report_ability(const Ability& ability, const Learned& progress, const Content& content) {
  AbilityReport report;
  report.ability = &ability;
  int available = 0;
  for (const Question& question : content.questions) {
    if (!meets(question.points, ability)) continue;
    ++available;
    count_question(progress, question.id, report);
    const auto record = progress.questions.find(question.id);
    if (record != progress.questions.end() && is_due(record->second)) report.repeat.push_back(question.id);
  }
  for (const GeneratedKind& kind : generated_kinds()) {
    if (std::ranges::find(kind.points, ability.id) == kind.points.end()) continue;
    ++available;
    count_question(progress, kind.id, report);
  }
  count_practice(progress, report);
  for (const Lesson& lesson : content.lessons) {
    const auto record = progress.lessons.find(lesson.id);
    const bool done = record != progress.lessons.end() && record->second.done;
    if (meets(lesson.points, ability) && !done) report.lessons.push_back(lesson.id);
  }
  const auto home = std::ranges::find(report.lessons, ability.lesson);
  if (home != report.lessons.end()) std::rotate(report.lessons.begin(), home, home + 1);
  report.needed = std::clamp(available, 1, enough);
  report.needed_questions = std::min(ability.questions, available);
  report.standing = standing_of(report);
  return report;
}

}  // namespace

std::string_view ending_name(Ending ending) {
  switch (ending) {
    case Ending::right:
      return "right";
    case Ending::helped:
      return "helped";
    case Ending::wrong:
      return "wrong";
    case Ending::shown:
      return "shown";
    case Ending::skipped:
      return "skipped";
    case Ending::open:
      return "open";
  }
  return {};
}

std::optional<Ending> ending_from_name(std::string_view name) {
  for (const Ending ending : all_endings) {
    if (ending_name(ending) == name) return ending;
  }
  return std::nullopt;
}

std::string_view standing_name(Standing standing) {
  switch (standing) {
    case Standing::none:
      return "none";
    case Standing::begun:
      return "begun";
    case Standing::shown:
      return "shown";
  }
  return {};
}

void record_question(Learned& progress, std::string_view id, Ending ending) {
  QuestionRecord& record = progress.questions[std::string(id)];
  const bool was_missed = record.asked > 0 && is_due(record) && !is_open(record);
  ++record.asked;
  if (ending == Ending::right) ++record.right;
  if (ending != Ending::skipped || !was_missed) record.last = ending;
  record.turn = ++progress.turns;
}

void settle_question(Learned& progress, std::string_view id, Ending ending) {
  // Passing over it now does not undo the wrong answer.
  if (ending != Ending::skipped) progress.questions[std::string(id)].last = ending;
}

void record_left_open(Learned& progress, std::string_view id) {
  const auto [entry, is_new] = progress.questions.try_emplace(std::string(id));
  if (!is_new) return;
  entry->second.last = Ending::open;
  entry->second.turn = progress.turns;
}

void record_lesson(Learned& progress, std::string_view id, long long part, bool done) {
  LessonRecord& record = progress.lessons[std::string(id)];
  record.part = part;
  record.done = record.done || done;
}

void record_table(Learned& progress, std::string_view problem, Step step, Ending ending) {
  const auto [entry, is_new] = progress.practice[std::string(problem)].emplace(step, ending);
  if (!is_new) entry->second = std::min(entry->second, ending);
}

bool is_due(const QuestionRecord& record) {
  return record.last != Ending::right;
}

bool is_open(const QuestionRecord& record) {
  return record.last == Ending::skipped || record.last == Ending::open;
}

ProgressReport report_progress(const Learned& progress, const Content& content) {
  ProgressReport report;
  for (const Ability& ability : abilities())
    report.abilities.push_back(report_ability(ability, progress, content));
  std::vector<std::pair<long long, std::string>> due;
  for (const auto& [id, record] : progress.questions) {
    if (record.asked > 0) ++report.questions_tried;
    if (record.last == Ending::right) ++report.questions_right;
    if (is_due(record)) due.emplace_back(record.turn, id);
  }
  std::ranges::sort(due);
  for (auto& [turn, id] : due) report.repeat.push_back(std::move(id));
  for (const Lesson& lesson : content.lessons) {
    const auto record = progress.lessons.find(lesson.id);
    if (record != progress.lessons.end() && record->second.done) {
      ++report.lessons_done;
    } else if (!report.next_lesson) {
      report.next_lesson = lesson.id;
    }
  }
  return report;
}

}  // namespace qkv
