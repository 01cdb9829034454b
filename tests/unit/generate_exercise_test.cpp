// What is asked of the numbers of an exercise, checked on the exercises themselves.
#include <algorithm>
#include <set>

#include "qkv/generate/exercise.hpp"
#include "qkv/generate/ties.hpp"
#include "qkv/trace/pipeline.hpp"
#include "support/catch.hpp"
#include "support/effort.hpp"

using namespace qkv;

namespace {

const Sentences sentences = {{"a", "b", "c", "d", "e", "f", "g", "h"}};

ExercisePlan plan_of(std::string_view topic, int level) {
  ExerciseRequest request;
  request.topic = find_topic_of_exercises(topic);
  request.level = level;
  REQUIRE(request.topic != nullptr);
  return plan_exercises(request).value();
}

Problem exercise(const ExercisePlan& plan, std::uint64_t seed, const Recipient& recipient = {}) {
  const auto made = make_exercise(plan, seed, recipient, sentences);
  REQUIRE(made);
  return made.value();
}

// Visible numbers of one row of a [B, H, T_q, T_k] table.
std::vector<double> visible_row(const Problem& problem, const Tensor& table, int head, int query) {
  std::vector<double> row;
  for (int key = 0; key < problem.key_count; ++key) {
    if (problem.may_look(0, head, query, key)) row.push_back(table.at({0, head, query, key}));
  }
  return row;
}

void check_rows(const Problem& problem) {
  const Trace exact = compute(problem, right_recipe(), Carry::exact);
  bool any_blocked = false;
  bool blocked_tell = false;
  for (int head = 0; head < problem.heads; ++head) {
    for (int query = 0; query < problem.query_count; ++query) {
      for (int key = 0; key < problem.key_count; ++key) {
        if (problem.may_look(0, head, query, key)) continue;
        any_blocked = true;
        blocked_tell |= exact.at(Step::scaled).at({0, head, query, key}) != 0.0;
      }
      if (problem.is_padded_query(0, query)) continue;
      const std::vector<double> weights = visible_row(problem, exact.at(Step::weights), head, query);
      if (weights.size() < 2) continue;
      for (const double weight : weights) CHECK((weight >= 0.04 - 1e-12 && weight <= 0.9 + 1e-12));
      const std::vector<double> scores = visible_row(problem, exact.at(Step::scaled), head, query);
      CHECK(std::set(scores.begin(), scores.end()).size() == scores.size());
    }
  }
  CHECK((!any_blocked || blocked_tell));
}

bool is_whole(double value) {
  return value == static_cast<int>(value);
}

}  // namespace

TEST_CASE("numbers are pleasant to calculate with") {
  const std::vector<std::string_view> topics = {"softmax", "causal", "padding-causal", "grouped",
                                                "projections"};
  for (const std::string_view topic : test::looked_at(topics)) {
    for (const int level : {1, 3}) {
      const ExercisePlan plan = plan_of(topic, level);
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const Problem problem = exercise(plan, seed);
        INFO(problem.id);
        check_rows(problem);
        CHECK(rounding_ties(problem).empty());
      }
    }
  }
}

TEST_CASE("level 1: two tokens, positive whole numbers, a divisor without a root") {
  const Problem problem = exercise(plan_of("single-head", 1), 7);
  CHECK(problem.key_count == 2);
  CHECK(is_whole(problem.scale.divisor));
  for (const Tensor* table : {&*problem.q, &*problem.k, &*problem.v}) {
    CHECK(std::ranges::all_of(table->values(), [](double value) { return value > 0 && is_whole(value); }));
  }
}

TEST_CASE("level 3: three tokens, a root, whole numbers") {
  const Problem problem = exercise(plan_of("causal", 3), 7);
  CHECK(problem.key_count == 3);
  CHECK_FALSE(is_whole(problem.scale.divisor));
  CHECK(std::ranges::all_of(problem.q->values(), is_whole));
  CHECK(problem.masks.causal);
}

TEST_CASE("level 5: from the embeddings, two heads, W_O") {
  const Problem problem = exercise(plan_of("causal", 5), 7);
  CHECK(problem.source);
  CHECK(problem.heads == 2);
  CHECK(problem.w_o);
  CHECK(problem.asked.front() == Step::q);
  CHECK(problem.asked.back() == Step::projected);
}

TEST_CASE("an exercise depends on its seed and its recipient alone") {
  const ExercisePlan plan = plan_of("scaling", 3);
  const Problem ann = exercise(plan, 1, {.student = "ann", .number = 0});
  exercise(plan, 1, {.student = "bob", .number = 0});
  CHECK(exercise(plan, 1, {.student = "ann", .number = 0}).q == ann.q);
  CHECK(exercise(plan, 1, {.student = "bob", .number = 0}).q != ann.q);
  CHECK(exercise(plan, 2, {.student = "ann", .number = 0}).q != ann.q);
  // The first of several is the only one.
  CHECK(exercise(plan, 1, {.student = {}, .number = 1}).q == exercise(plan, 1).q);
  CHECK(exercise(plan, 1, {.student = {}, .number = 2}).q != exercise(plan, 1).q);
}

TEST_CASE("what no numbers of a kind and size can show is found") {
  // Facts about sizes: half of 2 is 1; √2·√2 = 2 heads of d_k 2 make √d_model = d_k; a single mask that is
  // left out is all masks left out; two tokens see one more key exactly when they see all.
  const Unavoidable causal = plan_of("causal", 3).unavoidable;
  CHECK(causal.pairs_up("scale-by-half-dk", "scale-missing"));
  CHECK(causal.pairs_up("mask-missing", "causal-missing"));
  CHECK(plan_of("multi-head", 3).unavoidable.pairs_up("scale-by-sqrt-dmodel", "scale-by-dk"));
  CHECK(plan_of("causal", 1).unavoidable.pairs_up("causal-one-ahead", "mask-missing"));
  CHECK(plan_of("single-head", 4).unavoidable.pairs.empty());
  // Rows of padded queries are asked of nobody.
  CHECK(plan_of("padding", 3).unavoidable.hides("pad-query-not-cleared"));
}

TEST_CASE("topics have ids of their own and ask in the order of the calculation") {
  std::set<std::string_view> ids;
  for (const TopicRow& topic : topics_of_exercises()) {
    CHECK(ids.insert(topic.id).second);
    CHECK(std::ranges::is_sorted(topic.asks));
    CHECK(find_topic_of_exercises(topic.id) == &topic);
  }
  CHECK(ids.size() == 12);
  for (int level = 1; level <= highest_level; ++level) CHECK(level_row(level).level == level);
}

TEST_CASE("a tie is a tie in the digits") {
  CHECK(is_tie(0.125, 2));
  CHECK(is_tie(-0.125, 2));
  CHECK(is_tie(1.005, 2));  // just below in binary
  CHECK(is_tie(2.5, 0));
  CHECK_FALSE(is_tie(0.1251, 2));
  CHECK_FALSE(is_tie(0.12, 2));
  CHECK_FALSE(is_tie(0.0, 2));
}
