// Which question comes next.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/tutor/generated.hpp"
#include "qkv/tutor/progress.hpp"

namespace qkv {

// A question to ask: a written one, or a kind of generated ones with the seed of this one.
struct QuizChoice {
  const Question* written = nullptr;
  const GeneratedKind* generated = nullptr;  // where `written` is null
  std::uint64_t seed = 0;                    // of generated numbers, and of what is shuffled
  bool again = false;                        // it went wrong before
};

struct QuizRequest {
  std::string_view topic = {};  // empty: all of them
  std::uint64_t seed = 0;
};

// One run of the quiz. The same progress, request and endings give the same questions.
//
// First comes what went wrong in earlier runs, the longest ago first, then what was skipped or left open;
// then what was never asked, topics of opened lessons first, with a generated question after every three
// written ones; when nothing new is left, generated ones and what was right, the longest ago first. What goes
// wrong in this run comes back after three others (then six, twelve …); what is skipped does not. It never
// ends.
class QuizRun {
 public:
  QuizRun(const Content& content, const Learned& progress, QuizRequest request);

  QuizChoice next();
  // How the question that next() gave last ended.
  void ended(Ending ending);
  // Whether there is any question to ask: else next() must not be called.
  bool can_ask() const { return !written_.empty() || !generated_.empty(); }

 private:
  struct Waiting {
    QuizChoice choice;
    int at;  // the number of the question, from 1, from which on it may come back
  };
  QuizChoice take(std::vector<QuizChoice>& from);
  QuizChoice take_waiting();
  QuizChoice fresh();
  bool comes_back() const;

  std::uint64_t seed_;
  std::vector<QuizChoice> written_;  // everything that can be asked
  std::vector<QuizChoice> generated_;
  std::vector<QuizChoice> due_;                     // from earlier runs, the longest ago last
  std::vector<QuizChoice> unseen_;                  // shuffled
  std::vector<QuizChoice> seen_;                    // the longest ago last
  std::vector<Waiting> waiting_;                    // went wrong in this run; the first to come back first
  std::map<std::string, int, std::less<>> missed_;  // how often, in this run
  int asked_ = 0;
  int since_generated_ = 0;
  QuizChoice last_;
};

}  // namespace qkv
