// A graded submission as a flat list of results, for formats that know tests and not tables.
//
// The words are chosen here, by the level of feedback, so that no format can tell more than another; the
// points are whole numbers and add up to the same total in every format. The texts hold whatever the learner
// typed, cut to a sane length: a printer has to keep control characters and the like from its format.
//
// There is a line for every cell, so that lines are views: of what the ResultsMaker prepared for all
// submissions, and of texts that were made for one of them. `Results::texts` keeps both alive, through copies
// and moves of the Results and after the maker is gone.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/grade/answers.hpp"
#include "qkv/grade/report.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/report/check.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

// One cell, or at the level `verdict` one table. Its texts live as long as some Results that hold it.
struct ResultLine {
  std::string_view step;  // "weights"
  std::string_view
      section;           // "weights (head 2)": the part of the table where there are several, else the step
  std::string_view row;  // token; empty: the whole table
  std::string_view column;   // token or number of the feature; empty: the whole table, or it has no columns
  std::string_view written;  // as typed
  std::string_view verdict;  // "mistake", as in the JSON report; empty: the whole table
  std::string_view saying;   // what was written and its verdict, or the points of a table
  std::string_view hint;     // what a wrong cell looks like, what it should be; may be empty
  std::string_view message;  // both
  int table = 1;             // which of the asked tables, from 1
  int cell = 0;              // which of its cells, from 1; 0: the whole table
  int batch = 0;             // from 1; 0: the whole table
  int head = 0;              // from 1; 0: the table has no heads, or it is the whole table
  int points = 0;
  int max_points = 0;
  int line = 0;         // in the file of the answers; 0: unknown
  bool passed = false;  // it has all its points; where there are none: it is right
  // All its texts are plainly visible (qkv/text/unicode.hpp), as most are: a printer need not look at each
  // again. False says nothing.
  bool plain = false;

  std::string number() const;    // "3.6", or "3" for the whole table
  std::string row_name() const;  // "weights (head 2) 过高"
  std::string name() const;      // "weights (head 2) 过高 → 合同"
  // Whether a line belongs to the same row of the same table.
  bool same_row(const ResultLine& other) const;
};

struct Results {
  std::string problem;
  std::string learner;       // id, may be empty
  std::string learner_name;  // may be empty
  int points = 0;
  int max_points = 0;
  bool passed = false;             // the pass mark is reached
  std::string summary;             // "contract: 10 of 11 points"
  std::vector<std::string> notes;  // about the submission as a whole: what of it could not be read
  std::vector<ResultLine> lines;   // in the order of the calculation; padded rows are not asked and have none
  std::shared_ptr<const void> texts;  // what the lines refer to; null: somebody else keeps it
};

// Makes the results of many submissions of one problem: whatever they have in common is made once. `of` may
// be called from several threads at once. The problem, and the notes that the options refer to, must outlive
// the maker; the Results need neither.
class ResultsMaker {
 public:
  ResultsMaker(const Problem& problem, const CheckOptions& options, const Catalogue& catalogue);

  // `report` is what grade() made of `answers` for that problem.
  Results of(const Answers& answers, const Report& report) const;

 private:
  class Prepared;
  std::shared_ptr<const Prepared> prepared_;
};

// From the level `where` on a line for every cell: what was written and its verdict; from `why` on with a
// hint; the expected number of a cell without full points at `full` alone. At `verdict` a line for every
// table that says its points. The same as of a ResultsMaker, for a single submission.
Results results_of(const Problem& problem, const Answers& answers, const Report& report,
                   const CheckOptions& options, const Catalogue& catalogue);

}  // namespace qkv
