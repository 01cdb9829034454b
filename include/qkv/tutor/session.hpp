// What has to be kept of a practice, so that it goes on where it was left: plain data, nothing of it
// computed.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/grade/answers.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/model/step.hpp"

namespace qkv {

// How much is asked for, and checked, at once.
enum class PracticeBy { table, row, cell };
inline constexpr std::array<std::string_view, 3> practice_by_names = {"table", "row", "cell"};
std::string_view practice_by_name(PracticeBy by);
std::optional<PracticeBy> practice_by_from_name(std::string_view name);

// A row of a table or a cell of it; all counted from 0.
struct Spot {
  Step step = Step::scores;
  int batch = 0;
  int head = -1;  // −1: the table has no heads
  int row = 0;
  int column = -1;  // −1: the whole row

  friend bool operator==(const Spot&, const Spot&) = default;
};

// What was tried at a spot.
struct Tries {
  Spot spot;
  int misses = 0;
  int hint = 0;  // the last stage of hints seen, 0: none
};

struct PracticeSession {
  std::string problem;      // its id
  std::string source;       // how it was named on the command line: a built-in name or a file
  std::string path;         // where that file was, from the root; empty for a built-in one
  std::string fingerprint;  // of its numbers, see fingerprint_of()
  PracticeBy by = PracticeBy::row;
  bool decimal_comma = false;
  std::vector<AnswerTable> answers;  // as typed, also what is wrong
  std::vector<Tries> tries;
  std::vector<Step> shown;  // tables whose numbers the learner asked to see
  Spot place;
  bool second_round = false;  // everything was asked for once; what is open comes again
  bool finished = false;
};

// Sixteen hexadecimal digits that are the same for problems with the same numbers, masks, decimals and
// tables, and for hardly any others, on every machine. Names and texts do not count.
std::string fingerprint_of(const Problem& problem);

// A practice that has not begun.
PracticeSession new_session(const Problem& problem, std::string source, PracticeBy by);

// The session as it fits the problem: every asked table in its full shape. Faults: session.other-problem
// (another id), session.other-numbers, session.other-shape (a table of it cannot be one of the problem).
Result<PracticeSession> fitted(const Problem& problem, PracticeSession session);

// The numbers that count: as typed, without the tables that were shown.
Answers answers_of(const Problem& problem, const PracticeSession& session);

bool is_shown(const PracticeSession& session, Step step);

}  // namespace qkv
