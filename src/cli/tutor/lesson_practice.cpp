#include "lesson_practice.hpp"

#include <algorithm>

#include "../practice/desk.hpp"

namespace qkv {
namespace {

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
    const bool blank = std::ranges::all_of(
        table.cells, [](const CellReport& cell) { return cell.verdict == Verdict::blank; });
    const bool complete =
        std::ranges::all_of(table.cells, [](const CellReport& cell) { return counts(cell); });
    if (is_shown(session, table.step)) {
      endings.emplace_back(table.step, Ending::skipped);
    } else if (complete) {
      endings.emplace_back(table.step, was_helped(session, table.step) ? Ending::helped : Ending::right);
    } else if (!blank) {
      endings.emplace_back(table.step, Ending::wrong);
    }
  }
  return endings;
}

PractisedTables practise_in_lesson(const Problem& problem, const std::string& name, Talk& talk,
                                   const NotesShelf& notes, const Session& world) {
  const PracticeOptions options = {
      .problem_argument = name, .session_file = "", .command = "qkv practice " + name, .notes = &notes};
  Desk desk(Practice(problem, new_session(problem, name, PracticeBy::row)), nullptr, options, talk.looks(),
            world);
  desk.work(PracticeOpening::begins, talk.lines());
  return {endings_of(desk.practice()), desk.practice().prompt() == nullptr, desk.is_out_of_lines()};
}

}  // namespace qkv
