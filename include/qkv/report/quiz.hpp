// What the quiz says: questions, verdicts, hints, and how a run went.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "qkv/mistakes/notes.hpp"
#include "qkv/report/document.hpp"
#include "qkv/text/catalogue.hpp"
#include "qkv/tutor/judge.hpp"
#include "qkv/tutor/progress.hpp"

namespace qkv {

struct QuizWords {
  const Catalogue& catalogue;
  const NotesShelf& notes;  // the names of mistakes
};

// Where a question stands in a run; a number of 0: it stands alone, in a lesson.
struct QuestionHead {
  int number = 0;
  int count = 0;
  bool again = false;
};

// The question, what belongs to it (options, tables) and how it is answered.
Document question_document(const PosedQuestion& posed, const QuestionHead& head, const QuizWords& words);
// What the prompt says: "a–d", "true or false" …
std::string question_prompt(const PosedQuestion& posed, const Catalogue& catalogue);

// Right or wrong, and why as far as it does not give the answer away. `once_more`: there is another try.
Document judgement_document(const PosedQuestion& posed, const AnswerJudgement& judgement, bool once_more,
                            const QuizWords& words);
// `stage` from 1; beyond the last there is none, and it says so.
Document hint_document(const Question& question, std::size_t stage, const Catalogue& catalogue);
// After the last try: the right answer, where it was not found, and the reason.
Document reason_document(const PosedQuestion& posed, Ending ending, const QuizWords& words);

struct QuizTally {
  int asked = 0;
  int right = 0;
  int helped = 0;
  std::vector<std::string> again;  // the ids of what will come back, each once
};
Document quiz_summary_document(const QuizTally& tally, const Catalogue& catalogue);

}  // namespace qkv
