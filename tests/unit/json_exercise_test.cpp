// Generated problems as files: what is written is read back.
#include "qkv/generate/exercise.hpp"
#include "qkv/json/read_problem.hpp"
#include "qkv/json/write_problem.hpp"
#include "support/faults.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

const Sentences sentences = {{"合同", "违约金", "\"过高\"", "条款", "约定", "明显"}};

Problem exercise(std::string_view topic, int level, std::optional<int> blank = std::nullopt) {
  ExerciseRequest request;
  request.topic = find_topic_of_exercises(topic);
  request.level = level;
  request.blank = blank;
  const auto plan = plan_exercises(request);
  REQUIRE(plan);
  const auto made = make_exercise(plan.value(), 42, {.student = "s\"1\"", .number = 0}, sentences);
  REQUIRE(made);
  return made.value();
}

Problem read_back(const Problem& problem) {
  auto read = read_problem(problem_json(problem), "exercise.json", "none");
  if (!read) FAIL(brief(read.faults().front()));
  return std::move(read.value());
}

}  // namespace

TEST_CASE("an exercise that was written is read back as it was") {
  for (const std::string_view topic : {"softmax", "padding-causal", "grouped", "cross"}) {
    for (const int level : {2, 5}) {
      const Problem problem = exercise(topic, level);
      INFO(problem.id);
      const Problem read = read_back(problem);
      CHECK(read.id == problem.id);
      CHECK(read.title.zh == problem.title.zh);
      CHECK(read.key_names == problem.key_names);
      CHECK(read.query_names == problem.query_names);
      CHECK(read.q == problem.q);
      CHECK(read.k == problem.k);
      CHECK(read.v == problem.v);
      CHECK(read.given_scores == problem.given_scores);
      CHECK(read.source.has_value() == problem.source.has_value());
      if (read.source) {
        CHECK(read.source->x == problem.source->x);
        CHECK(read.source->x_kv == problem.source->x_kv);
        CHECK(read.source->q.w == problem.source->q.w);
        CHECK(read.source->v.w == problem.source->v.w);
      }
      CHECK(read.w_o.has_value() == problem.w_o.has_value());
      CHECK(read.heads == problem.heads);
      CHECK(read.kv_heads == problem.kv_heads);
      CHECK(read.masks.padding == problem.masks.padding);
      CHECK(read.masks.causal.has_value() == problem.masks.causal.has_value());
      CHECK(read.asked == problem.asked);
      CHECK(problem_json(read) == problem_json(problem));
    }
  }
}

TEST_CASE("where an exercise comes from stands in its file") {
  const Problem read = read_back(exercise("causal", 3, 2));
  REQUIRE(read.exercise);
  CHECK(read.exercise->topic == "causal");
  CHECK(read.exercise->level == 3);
  CHECK(read.exercise->seed == 42);
  CHECK(read.exercise->student == "s\"1\"");
  CHECK(read.exercise->rules == exercise_rules);
  CHECK(read.exercise->mistakes > 10);
  CHECK(read.given == std::vector<Step>{Step::scores, Step::scaled, Step::masked});
  // With the scale given nobody can forget it.
  CHECK_FALSE(read.exercise->unavoidable.pairs_up("scale-missing", "scale-by-half-dk"));
  const Problem whole = read_back(exercise("causal", 3));
  CHECK(whole.exercise->unavoidable.pairs_up("scale-missing", "scale-by-half-dk"));
}

TEST_CASE("seeds keep all their digits") {
  const auto read = read_problem(
      R"({"qkv": 1, "Q": [[1]], "K": [[1]], "V": [[1]], "exercise": {"seed": 18446744073709551615}})", "a",
      "a");
  REQUIRE(read);
  CHECK(read.value().exercise->seed == 18446744073709551615U);
}
