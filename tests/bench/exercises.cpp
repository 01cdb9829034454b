// bench_exercises [COUNT]
//
// How fast exercises are made: COUNT of each kind on one core and on all, and what one of them costs in
// sheets graded without anything known beforehand, measured in the same run.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "qkv/generate/exercise.hpp"
#include "qkv/grade/grade.hpp"

using namespace qkv;

namespace {

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

const Sentences& sentences() {
  static const Sentences some = {{"a", "b", "c", "d", "e", "f", "g", "h"}};
  return some;
}

// Seconds for all of them.
double make(const ExercisePlan& plan, int count, unsigned threads, Problem& last) {
  std::atomic<int> next{1};
  const auto work = [&] {
    for (int number = next++; number <= count; number = next++) {
      auto made = make_exercise(plan, 1, {.student = {}, .number = number}, sentences());
      if (number == count && made) last = std::move(made.value());
    }
  };
  const double begin = seconds();
  std::vector<std::thread> others;
  while (others.size() + 1 < threads) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
  return seconds() - begin;
}

double grading(const Problem& problem) {
  constexpr int times = 200;
  const Answers key = answer_key(problem);
  const double begin = seconds();
  int points = 0;
  for (int i = 0; i < times; ++i) points += grade(problem, key).points;
  return points > 0 ? (seconds() - begin) / times : 0.0;
}

}  // namespace

int main(int words, char** word) {
  const int count = words > 1 ? std::atoi(word[1]) : 1000;
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  std::printf("%-14s %5s %9s %11s %13s %9s %15s\n", "topic", "level", "kind [s]", "one core/s", "all cores/s",
              "speed-up", "graded sheets");
  for (const char* topic : {"single-head", "causal", "full"}) {
    for (const int level : {3, 5}) {
      ExerciseRequest request;
      request.topic = find_topic_of_exercises(topic);
      request.level = level;
      const double begin = seconds();
      const auto plan = plan_exercises(request);
      const double planning = seconds() - begin;
      Problem last;
      const double one = make(plan.value(), count, 1, last);
      const double all = make(plan.value(), count, cores, last);
      std::printf("%-14s %5d %9.2f %11.1f %13.1f %9.2f %15.0f\n", topic, level, planning, count / one,
                  count / all, one / all, one / count / grading(last));
      std::fflush(stdout);
    }
  }
}
