// exercise_bytes [FILE]
//
// The same seed gives the same bytes everywhere: prints exercises of every topic and level, for the seeds 1,
// 42 and 2^63. With FILE it says nothing but whether they are those, and where the first other line is.
//
// A plain program over the generator, without any framework, so that it can be built with every compiler and
// standard library.
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "qkv/generate/exercise.hpp"
#include "qkv/json/write_problem.hpp"

using namespace qkv;

namespace {

constexpr std::uint64_t seeds[] = {1, 42, std::uint64_t{1} << 63U};

const Sentences& sentences() {
  static const Sentences some = {{"合同", "违约金", "过高", "条款", "约定", "明显"},
                                 {"cough", "fever", "three", "days", "then", "clinic"}};
  return some;
}

std::string exercise(const ExercisePlan& plan, std::uint64_t seed, const Recipient& recipient) {
  const auto problem = make_exercise(plan, seed, recipient, sentences());
  return problem ? problem_json(problem.value()) : problem.faults().front().code + "\n";
}

ExercisePlan plan_of(const TopicRow& topic, int level) {
  ExerciseRequest request;
  request.topic = &topic;
  request.level = level;
  return plan_exercises(request).value();
}

// Every topic with the seeds in turn, the levels too; every level of one topic with each seed, for a student
// and as the second of several.
std::string everything() {
  std::string text;
  std::size_t next = 0;
  for (const TopicRow& topic : topics_of_exercises()) {
    const int level = 1 + static_cast<int>(next % highest_level);
    text += exercise(plan_of(topic, level), seeds[next++ % std::size(seeds)], {});
  }
  for (int level = 1; level <= highest_level; ++level) {
    const ExercisePlan plan = plan_of(*find_topic_of_exercises("causal"), level);
    for (const std::uint64_t seed : seeds) {
      text += exercise(plan, seed, {});
      text += exercise(plan, seed, {.student = "s001", .number = 0});
      text += exercise(plan, seed, {.student = {}, .number = 2});
    }
  }
  return text;
}

int first_other_line(const std::string& one, const std::string& other) {
  int line = 1;
  for (std::size_t i = 0; i < one.size() && i < other.size() && one[i] == other[i]; ++i)
    line += one[i] == '\n';
  return line;
}

}  // namespace

int main(int count, char** words) {
  const std::string text = everything();
  if (count < 2) {
    std::fputs(text.c_str(), stdout);
    return 0;
  }
  std::ifstream file(words[1], std::ios::binary);
  const std::string expected(std::istreambuf_iterator<char>(file), {});
  if (text == expected) {
    std::printf("%zu bytes, the same as in %s\n", text.size(), words[1]);
    return 0;
  }
  std::printf("not as in %s from line %d on\n", words[1], first_other_line(text, expected));
  return 1;
}
