// The tutor of one problem: asks for its tables row by row, looks at what is typed and says what that was. No
// words, no terminal, no files: a line goes in, a Reaction comes out.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/base/number.hpp"
#include "qkv/grade/grade.hpp"
#include "qkv/tutor/commands.hpp"
#include "qkv/tutor/session.hpp"

namespace qkv {

// Numbers that are asked for together: a row or a cell, and where it stands in its table.
struct Prompt {
  Spot spot;
  std::size_t first = 0;  // of its cells, which follow one another
  int count = 1;
};

// All that a problem asks for, in the order of the calculation. Rows that nobody has to fill in are left out.
std::vector<Prompt> prompts_of(const Problem& problem, PracticeBy by);

// Where to look; the rule in words; the formula with the numbers of this row; another cell worked out.
inline constexpr int hint_stages = 4;
// After so many misses the numbers are offered.
inline constexpr int misses_before_offer = 3;

enum class ReactionKind {
  nothing,    // an empty line
  command,    // `command` was carried out, or could not be
  word,       // neither numbers nor a command
  count,      // another number of numbers than asked for
  format,     // something is no number
  taken,      // by table: written down, the table is not complete yet
  right,      // everything counts; the verdicts say by what right
  imprecise,  // right as far as it goes: decimals are missing. No miss
  miss
};

// What a typed cell that is no number is.
struct NoNumber {
  std::size_t index = 0;  // in the line, from 0
  std::string written;
  Unreadable why;
};

// One of the diagnoses of a table.
struct Named {
  Step step = Step::scores;
  std::size_t index = 0;
};

struct Reaction {
  ReactionKind kind = ReactionKind::nothing;
  std::optional<PracticeCommand> command;
  bool done = true;       // a command could be carried out: there is something to go back to …
  Prompt prompt;          // what it is about
  std::size_t found = 0;  // numbers in the line
  std::size_t expected = 0;
  std::vector<NoNumber> no_numbers;
  std::string suggestion;  // for a word: the one that was probably meant
  // For a count: what known mistakes come to rows of that length with these numbers. Nothing is written down.
  std::optional<Diagnosis> of_length;
  std::string keep;  // what was typed and can be mended, for the next prompt to begin with
  // What was judged: the report on all that was typed so far, and the cells of its table that are at issue.
  std::optional<Report> report;
  std::vector<std::size_t> cells;
  // The diagnoses to speak of now: of the cells at issue, and those of any table that a number typed now has
  // made clear.
  std::vector<Named> diagnoses;
  int misses = 0;
  int hint = 0;        // the stage to show now; 0: none
  bool offer = false;  // the numbers are offered
  bool table_complete = false;
  std::vector<Prompt> reopened;  // were right, and are not with what was typed now
  bool second_round = false;     // now what is open comes again
};

class Practice {
 public:
  // The session must be fitted(). Keeps a reference to the problem.
  Practice(const Problem& problem, PracticeSession session);

  const Problem& problem() const { return problem_; }
  const PracticeSession& session() const { return session_; }
  const std::vector<Prompt>& prompts() const { return prompts_; }
  // What is asked for now. Null: nothing more.
  const Prompt* prompt() const;
  // Of all that was typed.
  const Report& report() const { return report_; }

  // Whether all its numbers are there and count, or need not be.
  bool is_settled(const Prompt& prompt) const;
  bool is_filled(const Prompt& prompt) const;
  std::size_t open() const;  // prompts that are not settled

  Reaction react(std::string_view line);

 private:
  Reaction obey(PracticeCommand command);
  Reaction take(std::string_view line);
  void judge(Reaction& reaction);
  void name_mistakes(Reaction& reaction, bool wrong);
  void move_on(Reaction& reaction);
  void write(const Prompt& prompt, const std::vector<std::string>& cells);
  void grade_all();
  std::vector<bool> settled() const;
  std::vector<Prompt> plane_of(const Prompt& prompt) const;
  std::optional<std::size_t> next_open(std::size_t from) const;
  void go_to(std::size_t index);
  Tries& tries(const Prompt& prompt);
  AnswerTable& table(Step step);

  const Problem& problem_;
  PracticeSession session_;
  std::vector<Prompt> prompts_;
  Grader grader_;
  Report report_;
  std::size_t at_ = 0;
  std::vector<std::string> told_;  // which diagnoses of which tables were spoken of
};

// The report of one step's table; null: it is not asked.
const TableReport* table_report(const Report& report, Step step);
// The cell report of that cell of a table; null: nobody is asked for it.
const CellReport* cell_report(const TableReport& table, std::size_t flat);

}  // namespace qkv
