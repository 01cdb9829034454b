#include "qkv/tutor/quiz.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "qkv/base/draws.hpp"

namespace qkv {
namespace {

constexpr int others_between = 3;  // before a question comes back in the same run; twice as many each time
constexpr int most_doublings = 10;
constexpr int written_before_generated = 3;

std::string_view id_of(const QuizChoice& choice) {
  return choice.written != nullptr ? std::string_view(choice.written->id) : choice.generated->id;
}

void shuffle(std::vector<QuizChoice>& choices, Draws& draws) {
  for (std::size_t left = choices.size(); left > 1; --left) {
    const int other = draws.between(0, static_cast<int>(left) - 1);
    std::swap(choices[left - 1], choices[static_cast<std::size_t>(other)]);
  }
}

// What went wrong at the end, from where it is taken, before it what was left open; of each the longest ago.
void open_first(std::vector<QuizChoice>& choices, const Learned& progress) {
  const auto record_of = [&](const QuizChoice& choice) -> const QuestionRecord& {
    return progress.questions.find(id_of(choice))->second;
  };
  std::ranges::stable_sort(choices, [&](const QuizChoice& a, const QuizChoice& b) {
    const QuestionRecord& one = record_of(a);
    const QuestionRecord& other = record_of(b);
    if (is_open(one) != is_open(other)) return is_open(one);
    return one.turn > other.turn;
  });
}

// The longest ago at the end, from where it is taken.
void latest_first(std::vector<QuizChoice>& choices, const Learned& progress) {
  std::ranges::stable_sort(choices, [&](const QuizChoice& a, const QuizChoice& b) {
    return progress.questions.find(id_of(a))->second.turn > progress.questions.find(id_of(b))->second.turn;
  });
}

}  // namespace

QuizRun::QuizRun(const Content& content, const Learned& progress, QuizRequest request) : seed_(request.seed) {
  const auto wanted = [&](std::string_view topic) { return request.topic.empty() || topic == request.topic; };
  for (const Question& question : content.questions) {
    if (wanted(question.topic)) written_.push_back({.written = &question});
  }
  for (const GeneratedKind& kind : generated_kinds()) {
    if (wanted(kind.topic)) generated_.push_back({.generated = &kind});
  }
  for (const std::vector<QuizChoice>* all : {&written_, &generated_}) {
    for (const QuizChoice& choice : *all) {
      const auto record = progress.questions.find(id_of(choice));
      const bool asked = record != progress.questions.end();
      if (asked && is_due(record->second)) {
        due_.push_back(choice);
        due_.back().again = true;
      } else if (choice.written != nullptr) {
        (asked ? seen_ : unseen_).push_back(choice);
      }
    }
  }
  Draws draws(seed_);
  shuffle(unseen_, draws);
  shuffle(generated_, draws);
  // Topics whose lessons were opened come first; they have the names of the lessons.
  std::stable_partition(unseen_.begin(), unseen_.end(), [&](const QuizChoice& choice) {
    return !progress.lessons.contains(choice.written->topic);
  });
  open_first(due_, progress);
  latest_first(seen_, progress);
}

QuizChoice QuizRun::take(std::vector<QuizChoice>& from) {
  QuizChoice choice = from.back();
  from.pop_back();
  return choice;
}

QuizChoice QuizRun::take_waiting() {
  QuizChoice choice = waiting_.front().choice;
  waiting_.erase(waiting_.begin());
  return choice;
}

bool QuizRun::comes_back() const {
  return !waiting_.empty() && waiting_.front().at <= asked_;
}

// One that is not there because of a wrong answer.
QuizChoice QuizRun::fresh() {
  const bool generated = !generated_.empty() && since_generated_ >= written_before_generated;
  const bool written = !unseen_.empty() || !seen_.empty();
  if (written && !generated) {
    ++since_generated_;
    return take(unseen_.empty() ? seen_ : unseen_);
  }
  if (!generated_.empty()) {
    since_generated_ = 0;
    std::rotate(generated_.begin(), generated_.end() - 1, generated_.end());
    return generated_.front();
  }
  if (!waiting_.empty()) return take_waiting();
  seen_ = written_;  // from the beginning
  std::ranges::reverse(seen_);
  return take(seen_);
}

QuizChoice QuizRun::next() {
  assert(can_ask());
  ++asked_;
  QuizChoice choice;
  if (comes_back()) {
    choice = take_waiting();
  } else if (!due_.empty()) {
    choice = take(due_);
  } else {
    choice = fresh();
  }
  choice.seed = seed_of(seed_, std::to_string(asked_));
  last_ = choice;
  return choice;
}

void QuizRun::ended(Ending ending) {
  // Who skips a question does not want to see it again so soon.
  if (ending == Ending::right || ending == Ending::skipped) return;
  last_.again = true;
  int& misses = missed_[std::string(id_of(last_))];
  const int between = others_between << std::min(misses++, most_doublings);
  const Waiting waiting{last_, asked_ + between + 1};
  waiting_.insert(std::ranges::upper_bound(waiting_, waiting.at, {}, &Waiting::at), waiting);
}

}  // namespace qkv
