// What `qkv judge` found out about a test, as a Document.
#pragma once

#include "qkv/mistakes/notes.hpp"
#include "qkv/report/document.hpp"
#include "qkv/text/catalogue.hpp"
#include "qkv/verify/judge.hpp"

namespace qkv {

// First whether the test is any good, then each mutant, then what gets past it and what would catch that.
Document judge_document(const TestJudgement& judgement, const NotesShelf& notes, const Catalogue& catalogue);

// The topics and their mutants.
Document judge_topics_document(const NotesShelf& notes, const Catalogue& catalogue);

}  // namespace qkv
