// Grading a test: what a verdict follows from, and that the mutants of a topic are about that topic.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "qkv/base/draws.hpp"
#include "qkv/mistakes/mistakes.hpp"
#include "qkv/verify/attention.hpp"
#include "qkv/verify/judge.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

using Kind = TestRun::Kind;

// A test that passes on what is in the set ("" is the right implementation), and fails elsewhere.
RunTest passing_on(std::set<std::string> ids) {
  return [ids = std::move(ids)](const Tested& tested) {
    const bool passes = tested.kind != Tested::Kind::none && ids.count(std::string(tested.mistake)) != 0;
    return TestRun{.kind = passes ? Kind::passed : Kind::failed, .code = passes ? 0 : 1, .output = {}};
  };
}

Tensor drawn(Draws& draws, Shape shape) {
  Tensor tensor(std::move(shape));
  for (double& value : tensor.values()) value = draws.between(-20, 20) / 10.0;
  return tensor;
}

AttentionRequest drawn_request(Draws& draws) {
  return {.id = "t",
          .inputs = AttentionInputs{drawn(draws, {2, 2, 4, 3}), drawn(draws, {2, 2, 4, 3}),
                                    drawn(draws, {2, 2, 4, 3})},
          .causal_offset = {},
          .padding_mask = {},
          .scale = {}};
}

AttentionRequest drawn_layer(Draws& draws) {
  return {.id = "t",
          .inputs = LayerInputs{drawn(draws, {2, 4, 6}), drawn(draws, {6, 18}), drawn(draws, {6, 6}), 2},
          .causal_offset = {},
          .padding_mask = {},
          .scale = {}};
}

const JudgeTopic& topic(std::string_view id) {
  const JudgeTopic* found = find_judge_topic(id);
  REQUIRE(found != nullptr);
  return *found;
}

AttentionAnswer answer_with(const AttentionRequest& request, std::string_view mistake) {
  const Mistake* found = find_mistake(mistake);
  REQUIRE(found != nullptr);
  REQUIRE(found->applies(problem_of(request)));
  return answer_of(request, recipe_of(found->ways.front()));
}

bool differ(const Tensor& one, const Tensor& other) {
  if (one.shape() != other.shape()) return true;
  for (std::size_t i = 0; i < one.values().size(); ++i) {
    // Written so that NaN differs.
    if (!(std::fabs(one.values()[i] - other.values()[i]) <= 1e-9)) return true;
  }
  return false;
}

bool differ(const AttentionAnswer& one, const AttentionAnswer& other) {
  return differ(one.output, other.output) || differ(one.weights, other.weights);
}

}  // namespace

TEST_CASE("a test that passes on the right implementation alone is good") {
  const JudgeTopic& leak = topic("leak");
  const TestJudgement judgement = judge(leak, leak.mutants, passing_on({""}));
  CHECK(judgement.good());
  CHECK(judgement.caught() == leak.mutants.size());
}

TEST_CASE("a test that fails on the right implementation is not run on others") {
  const JudgeTopic& leak = topic("leak");
  const TestJudgement judgement = judge(leak, leak.mutants, passing_on({}));
  CHECK_FALSE(judgement.good());
  CHECK(judgement.mutants.empty());
}

TEST_CASE("a mutant that passes the test got past it") {
  const JudgeTopic& leak = topic("leak");
  const TestJudgement judgement = judge(leak, leak.mutants, passing_on({"", "causal-one-ahead"}));
  CHECK_FALSE(judgement.good());
  CHECK(judgement.caught() == leak.mutants.size() - 1);
  for (const JudgedMutant& judged : judgement.mutants)
    CHECK(judged.caught() == (judged.mutant.mistake != "causal-one-ahead"));
}

TEST_CASE("a test that ran into the time limit has caught nothing, one that crashed has") {
  const JudgeTopic& leak = topic("leak");
  const auto ending = [&](Kind kind) {
    return judge(leak, leak.mutants,
                 [kind](const Tested& tested) {
                   const bool is_right = tested.kind == Tested::Kind::right;
                   return TestRun{.kind = is_right ? Kind::passed : kind, .code = 0, .output = {}};
                 })
        .caught();
  };
  CHECK(ending(Kind::timed_out) == 0);
  CHECK(ending(Kind::out_of_memory) == 0);
  CHECK(ending(Kind::many_processes) == 0);
  CHECK(ending(Kind::not_started) == 0);
  CHECK(ending(Kind::killed) == leak.mutants.size());
}

TEST_CASE("a test that passes on the right implementation only the first time is not good") {
  const JudgeTopic& leak = topic("leak");
  int runs_on_right = 0;
  const TestJudgement judgement = judge(leak, leak.mutants, [&](const Tested& tested) {
    const bool passes = tested.kind == Tested::Kind::right && ++runs_on_right == 1;
    return TestRun{.kind = passes ? Kind::passed : Kind::failed, .code = passes ? 0 : 1, .output = {}};
  });
  CHECK(judgement.wavers());
  CHECK_FALSE(judgement.good());
}

TEST_CASE("a test that fails on the right implementation is run on it again, to see whether it wavers") {
  const JudgeTopic& leak = topic("leak");
  int runs = 0;
  const auto failing_first = [&](bool always, Kind kind) {
    runs = 0;
    return judge(leak, leak.mutants, [&, always, kind](const Tested&) {
      return TestRun{.kind = always || ++runs == 1 ? kind : Kind::passed, .code = 1, .output = {}};
    });
  };
  CHECK(failing_first(false, Kind::failed).wavers());
  CHECK(failing_first(false, Kind::killed).wavers());
  CHECK_FALSE(failing_first(true, Kind::failed).wavers());
  CHECK_FALSE(failing_first(false, Kind::failed).good());
  // Nobody wants to wait for the time limit twice.
  CHECK_FALSE(failing_first(false, Kind::timed_out).again.has_value());
}

TEST_CASE("a test that catches nothing is run on what is no implementation, to see whether it looks at all") {
  const JudgeTopic& leak = topic("leak");
  const auto passing = [](const Tested&) { return TestRun{.kind = Kind::passed, .code = 0, .output = {}}; };
  CHECK(judge(leak, leak.mutants, passing).is_blind());
  std::set<std::string> everything = {""};
  for (const Mutant& mutant : leak.mutants) everything.insert(std::string(mutant.mistake));
  const TestJudgement weak = judge(leak, leak.mutants, passing_on(everything));
  CHECK(weak.caught() == 0);
  CHECK_FALSE(weak.is_blind());
  CHECK_FALSE(judge(leak, leak.mutants, passing_on({""})).on_none.has_value());
}

TEST_CASE("the last topic has every mutant of the others once") {
  std::set<std::string_view> every;
  for (const JudgeTopic& each : judge_topics()) {
    for (const Mutant& mutant : each.mutants) {
      INFO(mutant.mistake);
      CHECK(find_mistake(mutant.mistake) != nullptr);
      every.insert(mutant.mistake);
    }
  }
  CHECK(judge_topics().back().id == "all");
  CHECK(judge_topics().back().mutants.size() == every.size());
}

// The definition of a leak itself: changing k and v at a later position moves an output or weight before it.
TEST_CASE("the mutants of the leak topic leak, and the right implementation does not") {
  Draws draws(7);
  AttentionRequest request = drawn_request(draws);
  request.causal_offset = 0;
  const auto leaks = [&](const auto& answer) {
    const AttentionAnswer before = answer(request);
    for (int j = 1; j < 4; ++j) {
      AttentionRequest changed = request;
      auto& inputs = std::get<AttentionInputs>(changed.inputs);
      for (int b = 0; b < 2; ++b) {
        for (int h = 0; h < 2; ++h) {
          for (int d = 0; d < 3; ++d) {
            inputs.k.at({b, h, j, d}) += 1.5;
            inputs.v.at({b, h, j, d}) += 5.0;
          }
        }
      }
      const AttentionAnswer after = answer(changed);
      for (int i = 0; i < j; ++i) {
        for (int d = 0; d < 3; ++d) {
          if (!(std::fabs(after.output.at({0, 0, i, d}) - before.output.at({0, 0, i, d})) <= 1e-9))
            return true;
        }
      }
    }
    return false;
  };
  CHECK_FALSE(leaks([](const AttentionRequest& each) { return answer_of(each, right_recipe()); }));
  for (const Mutant& mutant : topic("leak").mutants) {
    INFO(mutant.mistake);
    CHECK(leaks([&](const AttentionRequest& each) { return answer_with(each, mutant.mistake); }));
  }
}

TEST_CASE("the other mutants can be told from the right implementation by what their topic is about") {
  Draws draws(11);
  // On the left a causal mask does not hide it anyway; on the right its own row has something to look at.
  AttentionRequest left = drawn_request(draws);
  left.causal_offset = 0;
  left.padding_mask = Tensor({2, 4}, {0, 1, 1, 1, 1, 1, 1, 1});
  AttentionRequest right = left;
  right.padding_mask = Tensor({2, 4}, {1, 1, 1, 0, 1, 1, 1, 1});
  const std::map<std::string, std::vector<AttentionRequest>> shown = {
      {"padding", {left, right}}, {"softmax", {drawn_request(draws)}}, {"heads", {drawn_layer(draws)}}};
  for (const auto& [id, requests] : shown) {
    for (const Mutant& mutant : topic(id).mutants) {
      INFO(mutant.mistake);
      CHECK(std::ranges::any_of(requests, [&](const AttentionRequest& request) {
        return differ(answer_with(request, mutant.mistake), answer_of(request, right_recipe()));
      }));
    }
  }
}
