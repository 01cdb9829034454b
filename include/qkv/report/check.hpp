// A graded submission as a Document for the learner.
#pragma once

#include <string>

#include "qkv/grade/feedback.hpp"
#include "qkv/grade/report.hpp"
#include "qkv/mistakes/notes.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/report/document.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

struct CheckOptions {
  Feedback feedback = Feedback::why;
  bool decimal_comma = false;    // numbers are shown with the decimal sign that the learner uses
  std::string problem_argument;  // how the problem was named on the command line, for the pointer to its walk
  const NotesShelf* notes = nullptr;  // of the mistakes that a report may name; null: their ids are shown
};

// Shows the learner's own numbers with a verdict each, and where to look first. The expected number of a cell
// without full points is shown at the level `full` alone.
Document check_document(const Problem& problem, const Report& report, const CheckOptions& options,
                        const Catalogue& catalogue);

}  // namespace qkv
