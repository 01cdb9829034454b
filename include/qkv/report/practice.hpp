// What the tutor says, as Documents: what is asked, what became of a line, and how it went.
#pragma once

#include <string>

#include "qkv/mistakes/notes.hpp"
#include "qkv/report/document.hpp"
#include "qkv/text/catalogue.hpp"
#include "qkv/tutor/practice.hpp"

namespace qkv {

struct PracticeOptions {
  std::string problem_argument;       // how the problem was named on the command line
  std::string session_file;           // where the practice is kept; empty: nowhere
  std::string command;                // to go on with it later: "qkv practice contract"
  std::string output;                 // where the answers are written in the end; empty: nowhere
  bool unkept = false;                // what was typed last is in no file, though it should be
  bool in_lesson = false;             // it is kept with the lesson, and gone on with there
  std::string anew;                   // to begin anew: "qkv practice contract --new"
  const NotesShelf* notes = nullptr;  // of the mistakes that may be named; null: their ids are shown
};

// The title, and how to type; or how far one had come.
enum class PracticeOpening { begins, goes_on };
Document practice_opening(const Practice& practice, PracticeOpening opening, const PracticeOptions& options,
                          const Catalogue& catalogue);

// What is asked for now. Where another table (or head, or sentence) begins than that of the prompt before,
// with all that its numbers come from, and with nothing that gives them away.
Document practice_prompt(const Practice& practice, const Prompt* before, const Catalogue& catalogue);
// What stands at the beginning of the line that is typed.
std::string practice_line(const Practice& practice);

// What is said about a line. No right number of a cell that has no points yet, unless it was asked to show
// them.
Document practice_reaction(const Practice& practice, const Reaction& reaction, const PracticeOptions& options,
                           const Catalogue& catalogue);

// The points of each table and what to practise next; of one that was left, how to go on.
Document practice_summary(const Practice& practice, const PracticeOptions& options,
                          const Catalogue& catalogue);

}  // namespace qkv
