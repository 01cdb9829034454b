// What the tutor's sentences are made from: the sheet as far as it is filled in.
#pragma once

#include <string>
#include <vector>

#include "blackboard.hpp"
#include "check_notes.hpp"
#include "qkv/report/practice.hpp"

namespace qkv {

// The numbers that a learner can know: given, typed or shown. NaN where nobody has written any yet, and for
// tables that nobody writes down, unless they only repeat others.
Trace known_numbers(const Practice& practice);

// Owns what its board refers to.
class PracticeBoard {
 public:
  PracticeBoard(const Practice& practice, const Catalogue& catalogue);
  PracticeBoard(const PracticeBoard&) = delete;
  PracticeBoard& operator=(const PracticeBoard&) = delete;

  const Practice& practice() const { return practice_; }
  const Catalogue& catalogue() const { return board_.catalogue; }
  // Shows known_numbers().
  const Blackboard& board() const { return board_; }

 private:
  const Practice& practice_;
  Trace known_;
  Blackboard board_;
};

Plane plane_of(const Spot& spot);
// Whether the learner sees this table: it is asked, given, or what the problem begins with.
bool stands_on_sheet(const Problem& problem, Step step);
// The tables on the sheet that a step's numbers come from, in order.
std::vector<Step> sources_of(const Problem& problem, Step step);

// A table on the sheet as it was typed, given or shown; "?" where nothing stands yet.
enum class Marks { none, verdicts };
Table sheet_table(const PracticeBoard& board, Plane plane, Marks marks);
// The planes of that table that a prompt's numbers may come from.
std::vector<Plane> planes_for(const Problem& problem, Step table, const Spot& spot);
// All that the numbers of a plane come from.
std::vector<Block> sources_blocks(const PracticeBoard& board, const Spot& spot);

// "“过高”, head 2"
std::string spot_text(const PracticeBoard& board, const Spot& spot);

// The hint of a stage, from 1.
std::vector<Block> hint_blocks(const PracticeBoard& board, const Sheet& sheet, const Prompt& prompt,
                               int stage);

Document practice_page(const Catalogue& catalogue);

}  // namespace qkv
