// The result of grading, as data: a verdict per cell, points per table, and what can be said about why.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/base/number.hpp"
#include "qkv/base/result.hpp"
#include "qkv/base/tensor.hpp"
#include "qkv/model/step.hpp"

namespace qkv {

// What grading says of a cell, in the order in which the rules are tried; docs/grading.md explains each.
enum class Verdict {
  correct,   // within half a unit of the true value, or of what right earlier numbers of the learner give
  rounding,  // as far off as rounding on the way can bring a right calculation
  follow_through,  // a right step on earlier numbers that were wrong
  mistake,         // what a known mistake gives
  slip,            // one cell off by a slip of the pen: a term dropped, a sign lost, neighbours swapped …
  imprecise,       // right, but with fewer decimals than asked
  wrong,
  blank,
  unreadable
};
std::string_view verdict_name(Verdict verdict);  // "follow-through": as in the JSON format
std::optional<Verdict> verdict_from_name(std::string_view name);
// Right, with rounding allowed for: what counts when a later table is judged from this one.
bool is_right(Verdict verdict);

// A single slip of the pen that explains a cell.
struct Slip {
  enum class Kind {
    term_dropped,   // one product left out of a sum
    term_doubled,   // one product added twice
    sign_lost,      // one product added with the wrong sign
    swapped,        // changed places with a neighbour
    decimal_point,  // the decimal point some places off
    row_copied      // the row of another query or key
  };
  Kind kind = Kind::term_dropped;
  // The term (from 0) of the sum, the places that the point moved to the right, or the row (from 0) copied.
  int index = 0;
};
std::string_view slip_name(Slip::Kind kind);  // "term-dropped"

struct CellReport {
  CellIndex at;         // index on every axis of the table, from 0
  std::string written;  // as typed
  Verdict verdict = Verdict::blank;
  int points = 0;             // earned
  double expected = 0.0;      // the true value, in the form in which the row was handed in
  std::optional<double> own;  // what the learner's own earlier numbers give, where they were used
  bool by_own = false;        // accepted by the learner's own numbers, not by the true ones
  bool trivial = false;       // follow-through without points: the wrong table left nothing to calculate
  std::optional<Slip> slip;   // only for Verdict::slip
  Unreadable unreadable{};    // only for Verdict::unreadable
};

// A form equal to the usual one, in which a table or some rows of it were handed in. No points are lost by
// it.
enum class Form {
  prescaled,    // scores: divided by √d_k already, as with a query scaled before
  masked_late,  // masked: nothing blocked yet; the weights were zeroed and divided by their sum again
  row_shifted,  // masked: the row maximum subtracted already
  exp_plain,    // exp: e^s where the row maximum would be subtracted
  exp_shifted,  // exp: the row maximum subtracted where plain e^s would do
  exp_factor    // exp: another common factor in the row
};
std::string_view form_name(Form form);  // "exp-shifted"

// What a whole table shows when its wrong cells fit nothing else.
enum class Sign {
  transposed,         // right with rows and columns exchanged
  column_convention,  // softmax down the columns of a transposed table: every column adds up to 1
  row_sum,            // a row of weights that does not add up to 1
  masked_weight,      // a blocked weight that is not 0
  outside_values,     // an output outside the range of the visible V rows
  asymmetric,         // scores that are not symmetric although Q = K
  rounded_early       // right, had an earlier table been rounded to fewer decimals than asked
};
std::string_view sign_name(Sign sign);  // "row-sum"

struct SignReport {
  Sign sign;
  std::vector<int> row;  // index of the row on all axes but the last; empty: the whole table
};

// What known mistakes make of rows of a table, or of the whole of it.
struct Diagnosis {
  // Ids, in the order of the calculation; all that fit equally well. Never empty.
  std::vector<std::string_view> mistakes;
  // The rows in which they show, as the index on all axes but the last. All rows of a table whose shape is
  // another one: none.
  std::vector<std::vector<int>> rows;
  bool whole_table = false;
  // Of the cells that the mistake moves by more than a whole unit of the last asked decimal, how many fit:
  // all of them, else it would not be named; but that of several −∞ which some number could stand for only
  // those count that have one.
  int fits = 0;
  int of = 0;
  // For each of the mistakes: the table, asked but not handed in, or else not asked, in which it differs from
  // the first of them. Nothing for the first itself, and where no table of the problem tells them apart.
  std::vector<std::optional<Step>> telling;
  // All these cells have full points: what they show may be rounding as well.
  bool may_be_rounding = false;
};

// A row that was judged from a table recomputed for it, since a cell there is blank or unreadable.
struct RecomputedRow {
  Step table;            // the table read
  std::vector<int> row;  // its row, all axes but the last
};

// Right, or right on the learner's own earlier numbers. Whether there are points for that is said by the
// problem.
bool counts(const CellReport& cell);

struct TableReport {
  Step step;
  Shape shape;
  int points = 0;
  int max_points = 0;
  bool reads_right = true;         // every table it was judged from counts as right
  bool too_large_to_name = false;  // known mistakes are not looked for
  std::vector<CellReport> cells;   // row major
  std::vector<Form> forms;
  std::vector<Diagnosis> diagnosis;
  std::vector<SignReport> signs;
  std::vector<RecomputedRow> recomputed;
  std::vector<Diagnostic> faults;  // about the table as a whole: another shape
};

struct Report {
  // Reports that the same Grader gave the same number have the same tables, the places of faults aside. 0:
  // nothing is known about that.
  std::uint64_t sheet = 0;
  std::string problem;
  std::string learner;
  std::string learner_name;
  int points = 0;
  int max_points = 0;
  bool passed = false;              // the pass mark is reached
  bool anything_readable = false;   // at least one asked table was handed in, in its right shape
  std::vector<TableReport> tables;  // the asked tables, in the order of the calculation
  std::vector<Diagnostic> faults;   // about the submission as a whole
};

// About the submission, then about its tables.
std::vector<Diagnostic> all_faults(const Report& report);

}  // namespace qkv
