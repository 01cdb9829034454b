// What `qkv lint` found in a problem, as a Document for the teacher.
#pragma once

#include <string>

#include "qkv/generate/lint.hpp"
#include "qkv/mistakes/notes.hpp"
#include "qkv/report/document.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

struct LintOptions {
  const NotesShelf* notes = nullptr;  // where the names of mistakes come from
  bool words = false;                 // yes, partly, no in place of signs
  bool names = true;                  // a column with the names of the mistakes: it takes room
};

// First what to change, then what each table shows, then the work.
Document lint_document(const Problem& problem, const LintReport& report, const LintOptions& options,
                       const Catalogue& catalogue);

}  // namespace qkv
