#include "lesson_practice.hpp"

#include <algorithm>

#include "../practice/desk.hpp"
#include "../practice/keeping.hpp"

namespace qkv {
namespace {

// What was typed there when the lesson was left. Where nothing can be kept, or somebody else is at it, the
// tables are filled in all the same.
Kept kept_of_lesson(const Problem& problem, const LessonPlace& place, const System& system) {
  const auto folder = lesson_folder(system);
  if (!folder || system.make_private_folder(*folder)) return {};
  Kept kept =
      open_kept(*folder + "/" + place.lesson + "-" + std::to_string(place.part) + ".json", system, nullptr);
  if (!kept.faults.empty()) return {};
  if (!kept.session) return kept;
  Result<PracticeSession> fits = fitted(problem, std::move(*kept.session));
  kept.session.reset();
  // Another problem stood there in an earlier version of the lesson; what is finished is done anew.
  if (fits && !fits.value().finished && !place.anew) kept.session = std::move(fits.value());
  return kept;
}

bool was_helped(const PracticeSession& session, Step step) {
  return std::ranges::any_of(session.tries, [&](const Tries& tries) {
    return tries.spot.step == step && (tries.misses > 0 || tries.hint > 0);
  });
}

}  // namespace

std::vector<std::pair<Step, Ending>> endings_of(const Practice& practice) {
  const PracticeSession& session = practice.session();
  std::vector<std::pair<Step, Ending>> endings;
  for (const TableReport& table : practice.report().tables) {
    // What is not there yet is not wrong.
    const bool wrong = std::ranges::any_of(
        table.cells, [](const CellReport& cell) { return cell.verdict != Verdict::blank && !counts(cell); });
    const bool complete =
        std::ranges::all_of(table.cells, [](const CellReport& cell) { return counts(cell); });
    if (is_shown(session, table.step)) {
      endings.emplace_back(table.step, Ending::skipped);
    } else if (complete) {
      endings.emplace_back(table.step, was_helped(session, table.step) ? Ending::helped : Ending::right);
    } else if (wrong) {
      endings.emplace_back(table.step, Ending::wrong);
    }
  }
  return endings;
}

PractisedTables practise_in_lesson(const Problem& problem, const std::string& name, const LessonPlace& place,
                                   Talk& talk, const NotesShelf& notes, const Session& world) {
  const PracticeOptions options = {.problem_argument = name,
                                   .session_file = "",
                                   .command = "qkv practice " + name,
                                   .anew = "qkv learn " + place.lesson + " --restart",
                                   .notes = &notes};
  Kept kept = kept_of_lesson(problem, place, world.system);
  const bool goes_on = kept.session.has_value();
  PracticeSession session = goes_on ? std::move(*kept.session) : new_session(problem, name, PracticeBy::row);
  Desk desk(Practice(problem, std::move(session)), kept.file, options, talk.looks(), world);
  desk.work(goes_on ? PracticeOpening::goes_on : PracticeOpening::begins, talk.lines());
  return {endings_of(desk.practice()), desk.practice().prompt() == nullptr, desk.is_out_of_lines()};
}

}  // namespace qkv
