// The suite from outside: the right implementation passes, every served mistake fails and is named, what is
// declared as lacking is not asked for.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "qkv/verify/served.hpp"
#include "support/catch.hpp"
#include "support/implementations.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

using Outcome = CheckResult::Outcome;

}  // namespace

TEST_CASE("the right implementation passes every check, whatever the seed") {
  for (std::uint64_t seed = 0; seed < (QKV_THOROUGH ? 20 : 3); ++seed) {
    const SuiteReport report = verify(everything, {.seed = seed}, right());
    INFO(seed);
    CHECK(report.passed());
    for (const CheckResult& check : report.checks) {
      INFO(check.check->id);
      CHECK(check.outcome == Outcome::passed);
    }
    CHECK(report.reproduced.empty());
  }
}

TEST_CASE("every mistake that can be built in fails, and nearly every one is named") {
  int named = 0;
  int alone = 0;
  std::string unnamed;
  const std::vector<ServedMistake>& all = served_mistakes();
  REQUIRE(all.size() > 50);
  int tried = 0;
  for (std::size_t i = 0; i < all.size(); i += QKV_THOROUGH ? 1 : 6) {
    const ServedMistake& served = all[i];
    ++tried;
    INFO(served.mistake->id);
    const SuiteReport report = verify(everything, {}, mistaken(served));
    CHECK_FALSE(report.passed());
    const auto found = std::ranges::find(report.reproduced, served.mistake, &Reproduced::mistake);
    const bool is_named = found != report.reproduced.end() && found->all;
    named += is_named ? 1 : 0;
    alone += is_named && report.reproduced.size() == 1 ? 1 : 0;
    for (const Reproduced& each : report.reproduced) CHECK_FALSE(each.fill.has_value());
    if (!is_named) unnamed += " " + std::string(served.mistake->id);
  }
  INFO(unnamed);
  CHECK(named * 100 >= 95 * tried);
  // The others answer as another one does: dividing by √8 and by 2 where there are four features.
  CHECK(alone * 100 >= 90 * tried);
}

TEST_CASE("what is declared as lacking is skipped, and nobody asks for it") {
  for (const std::string_view lack : verify_lacks) {
    INFO(lack);
    const Ask asked = [lack](const AttentionRequest& request) -> Asked {
      const Problem problem = problem_of(request);
      CHECK_FALSE((lack == "layer" && std::holds_alternative<LayerInputs>(request.inputs)));
      CHECK_FALSE((lack == "padding" && request.padding_mask.has_value()));
      CHECK_FALSE((lack == "offset" && request.causal_offset.value_or(0) != 0));
      CHECK_FALSE((lack == "causal" && request.causal_offset.has_value()));
      CHECK_FALSE((lack == "scale" && request.scale.has_value()));
      CHECK_FALSE((lack == "lengths" && problem.query_count != problem.key_count));
      CHECK_FALSE((lack == "batch" && problem.batch > 1));
      CHECK_FALSE((lack == "heads" && problem.heads > 1));
      Reply reply = reply_of(answer_of(request, right_recipe()));
      if (lack == "weights") reply.weights.reset();
      return reply;
    };
    const SuiteReport report = verify(everything, {.lacks = {std::string(lack)}}, asked);
    CHECK(report.passed());
    CHECK(report.count(Outcome::skipped) > 0);
  }
}

TEST_CASE("what an answer says that it lacks is skipped as well") {
  const Ask no_layers = [](const AttentionRequest& request) -> Asked {
    if (std::holds_alternative<AttentionInputs>(request.inputs))
      return reply_of(answer_of(request, right_recipe()));
    return Reply{.id = request.id, .output = {}, .weights = {}, .error = {}, .lacks = {"layer"}};
  };
  const SuiteReport report = verify(everything, {}, no_layers);
  CHECK(report.passed());
  CHECK(of(report, "layer-numbers").outcome == Outcome::skipped);
  CHECK(of(report, "layer-numbers").lack == "layer");
}

TEST_CASE("an implementation that lacks everything it is asked for has passed nothing") {
  const Ask nothing = [](const AttentionRequest& request) -> Asked {
    return Reply{.id = request.id, .output = {}, .weights = {}, .error = {}, .lacks = {"attention"}};
  };
  CHECK_FALSE(verify(everything, {}, nothing).passed());
}

TEST_CASE("rows with nothing to look at are held to the declared policy") {
  // Each policy as it is made: clean-up, a finite minimum, −∞ as it is.
  const auto with_rows = [](FullyMasked made) {
    return changed([made](const Problem& problem, AttentionAnswer& answer) {
      for (int b = 0; b < problem.batch; ++b) {
        for (int h = 0; h < problem.heads; ++h) {
          for (int i = 0; i < problem.query_count; ++i) {
            bool sees = false;
            for (int j = 0; j < problem.key_count; ++j) sees |= problem.may_look(b, h, i, j);
            if (sees || problem.is_padded_query(b, i) || made == FullyMasked::zero) continue;
            const double nan = std::numeric_limits<double>::quiet_NaN();
            for (int j = 0; j < problem.key_count; ++j)
              answer.weights.at({b, h, i, j}) = made == FullyMasked::nan ? nan : 1.0 / problem.key_count;
            for (int d = 0; d < problem.d_v; ++d) {
              double mean = 0.0;
              for (int j = 0; j < problem.key_count; ++j)
                mean += problem.v->at({b, h, j, d}) / problem.key_count;
              answer.output.at({b, h, i, d}) = made == FullyMasked::nan ? nan : mean;
            }
          }
        }
      }
    });
  };
  const FullyMasked made[] = {FullyMasked::zero, FullyMasked::uniform, FullyMasked::nan};
  for (const FullyMasked each : made) {
    for (const FullyMasked declared : made) {
      INFO(fully_masked_name(each) << " for " << fully_masked_name(declared));
      const SuiteReport report = verify(everything, {.fully_masked = declared}, with_rows(each));
      CHECK(of(report, "fully-masked").outcome == (each == declared ? Outcome::passed : Outcome::failed));
      CHECK(report.count(Outcome::failed) == (each == declared ? 0 : 1));
    }
    CHECK(verify(everything, {.fully_masked = FullyMasked::any}, with_rows(each)).passed());
  }
}

TEST_CASE("the first case that fails is the smallest one") {
  // Wrong from three keys on.
  const Ask ask = changed([](const Problem& problem, AttentionAnswer& answer) {
    if (problem.key_count >= 3) answer.output.values().back() += 1.0;
  });
  const SuiteReport report = verify(everything, {}, ask);
  const CheckResult& numbers = of(report, "numbers");
  REQUIRE(numbers.failure);
  CHECK(problem_of(numbers.failure->request).key_count == 3);
  CHECK(numbers.failure->part == "output");
  CHECK(std::fabs(numbers.failure->seen - numbers.failure->expected - 1.0) < 1e-12);
}

TEST_CASE("an implementation that masks whether asked to or not fails the contrast") {
  const Ask always = [](const AttentionRequest& request) -> Asked {
    AttentionRequest masked = request;
    const Problem problem = problem_of(request);
    if (!masked.causal_offset && problem.query_count == problem.key_count) masked.causal_offset = 0;
    return reply_of(answer_of(masked, right_recipe()));
  };
  const SuiteReport report = verify(everything, {}, always);
  CHECK(of(report, "contrast").outcome == Outcome::failed);
}

TEST_CASE("NaN is never what was expected") {
  const Ask ask = changed([](const Problem&, AttentionAnswer& answer) {
    answer.output.values().front() = std::numeric_limits<double>::quiet_NaN();
  });
  const SuiteReport report = verify(everything, {}, ask);
  CHECK(of(report, "numbers").outcome == Outcome::failed);
  CHECK(of(report, "first-row").outcome == Outcome::failed);
}

TEST_CASE("trouble, refusals, missing parts and wrong shapes fail the check that met them") {
  const auto failing_with = [](Asked asked) {
    const SuiteReport report = verify(everything, {}, [asked](const AttentionRequest&) { return asked; });
    return of(report, "shape").failure;
  };
  CHECK(failing_with(Trouble{.kind = Trouble::Kind::timed_out})->kind == FailedCase::Kind::trouble);
  CHECK(failing_with(Reply{.error = "too large"})->kind == FailedCase::Kind::refused);
  CHECK(failing_with(Reply{.output = Tensor({1, 1, 1, 4})})->kind == FailedCase::Kind::missing);
  CHECK(failing_with(Reply{.output = Tensor({1, 1, 1, 4}), .weights = Tensor({1, 1, 2, 1})})->kind ==
        FailedCase::Kind::shape);
}

TEST_CASE("each suite has checks, and all has every one") {
  std::map<std::string_view, int> counts;
  for (const VerifyCheck& check : verify_checks()) {
    CHECK_FALSE(check.suites.empty());
    for (const std::string_view suite : check.suites) ++counts[suite];
  }
  for (const std::string_view suite : verify_suites) {
    INFO(suite);
    if (suite != "all") CHECK(counts[suite] > 0);
  }
  CHECK(counts.size() + 1 == std::size(verify_suites));
}
