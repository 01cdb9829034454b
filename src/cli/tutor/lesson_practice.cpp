#include "lesson_practice.hpp"

#include <algorithm>

#include "../practice/desk.hpp"
#include "../practice/keeping.hpp"

namespace qkv {
namespace {

struct KeptLesson {
  KeptPlace place;  // none: it is not tried
  Kept kept;
  std::string_view unkept;  // what to say where nothing can be kept
};

KeptPlace place_of(const LessonPlace& where, const std::string& folder) {
  return {folder + "/" + where.lesson + "-" + std::to_string(where.part) + ".json", folder};
}

// What was typed there when the lesson was left. Where nothing can be kept, or somebody else is at it, the
// tables are filled in all the same.
KeptLesson kept_of_lesson(const Problem& problem, const LessonPlace& where, const System& system) {
  KeptLesson lesson;
  lesson.unkept = "learn.unkept";
  const auto folder = lesson_folder(system);
  if (!folder) return lesson;  // the progress has no place either, and says so
  lesson.place = place_of(where, *folder);
  Kept& kept = lesson.kept;
  kept = open_kept(lesson.place, system, nullptr);
  const bool is_damaged = kept.file && !kept.faults.empty();
  if (!kept.faults.empty()) {
    const bool is_locked = kept.faults.front().code == "session.locked";
    if (is_locked) lesson.unkept = "learn.unkept.locked";
    if (is_damaged) lesson.unkept = "learn.unkept.restart";
    // Neither a practice of somebody else nor a damaged one is written over later.
    if (is_locked || is_damaged) lesson.place = {};
    kept = Kept{.unkept = kept.faults.front()};
  }
  if (!kept.session) return lesson;
  Result<PracticeSession> fits = fitted(problem, std::move(*kept.session));
  kept.session.reset();
  // Another problem stood there in an earlier version of the lesson; what is finished is done anew.
  if (fits && !fits.value().finished) kept.session = std::move(fits.value());
  return lesson;
}

bool was_helped(const PracticeSession& session, Step step) {
  return std::ranges::any_of(session.tries, [&](const Tries& tries) {
    return tries.spot.step == step && (tries.misses > 0 || tries.hint > 0);
  });
}

bool is_begun(const Report& report) {
  return std::ranges::any_of(report.tables, [](const TableReport& table) {
    return std::ranges::any_of(table.cells,
                               [](const CellReport& cell) { return cell.verdict != Verdict::blank; });
  });
}

}  // namespace

void forget_tables(const std::string& lesson, std::span<const std::size_t> parts, Talk& talk,
                   const Session& world) {
  const auto folder = lesson_folder(world.system);
  if (!folder) return;
  for (const std::size_t part : parts) {
    const KeptPlace place = place_of({lesson, part}, *folder);
    const Kept kept = open_kept(place, world.system, nullptr);
    if (!kept.file || !kept.file->content()) continue;
    if (kept.faults.empty()) {
      kept.file->remove();
    } else if (const auto aside = kept.file->set_aside()) {
      talk.pager().say_aside(world.catalogue.say("practice.aside", {argument("file", aside.value())}));
    }
  }
}

std::vector<std::pair<Step, Ending>> endings_of(const Practice& practice) {
  const PracticeSession& session = practice.session();
  std::vector<std::pair<Step, Ending>> endings;
  std::vector<Step> missing;
  for (const TableReport& table : practice.report().tables) {
    // What is not there yet is not wrong.
    const bool wrong = std::ranges::any_of(
        table.cells, [](const CellReport& cell) { return cell.verdict != Verdict::blank && !counts(cell); });
    const bool complete =
        std::ranges::all_of(table.cells, [](const CellReport& cell) { return counts(cell); });
    if (is_shown(session, table.step)) {
      endings.emplace_back(table.step, Ending::shown);
    } else if (complete) {
      endings.emplace_back(table.step, was_helped(session, table.step) ? Ending::helped : Ending::right);
    } else if (wrong) {
      endings.emplace_back(table.step, Ending::wrong);
    } else {
      missing.push_back(table.step);
    }
  }
  // Nothing was begun where all of it is missing.
  if (!endings.empty() || is_begun(practice.report())) {
    for (const Step step : missing) endings.emplace_back(step, Ending::open);
  }
  return endings;
}

PractisedTables practise_in_lesson(const Problem& problem, const std::string& name, const LessonPlace& place,
                                   Talk& talk, const NotesShelf& notes, const Session& world) {
  const PracticeOptions options = {.problem_argument = name,
                                   .session_file = "",
                                   .command = "qkv practice " + name,
                                   .in_lesson = true,
                                   .anew = "qkv learn " + place.lesson + " --restart",
                                   .notes = &notes};
  KeptLesson lesson = kept_of_lesson(problem, place, world.system);
  std::optional<PracticeSession>& session = lesson.kept.session;
  const bool goes_on = session.has_value();
  Practice practice(problem, goes_on ? std::move(*session) : new_session(problem, name, PracticeBy::row));
  Desk desk(std::move(practice), SessionKeeper(lesson.place, std::move(lesson.kept), world.system), options,
            talk.pager(), world);
  desk.set_way_out(lesson.unkept);
  desk.work(goes_on ? PracticeOpening::goes_on : PracticeOpening::begins);
  return {endings_of(desk.practice()), desk.practice().prompt() == nullptr,
          desk.keeper().fault().has_value()};
}

}  // namespace qkv
