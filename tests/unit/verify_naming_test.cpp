// What the suite says about answers that are wrong: which mistake it is, what only looks like one, and what
// to look at first.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "qkv/trace/trace.hpp"
#include "support/catch.hpp"
#include "support/implementations.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

using Outcome = CheckResult::Outcome;

// Does something to each row of weights that has a key to look at, and mixes the values anew. `row`: weights
// of one row, the scaled scores of it, and which keys it may see.
template <typename RowChange>
Ask with_rows_changed(RowChange row) {
  return changed([row](const Problem& problem, AttentionAnswer& answer) {
    const Trace trace = compute(problem, right_recipe(), Carry::exact);
    if (problem.w_o) return;  // its output would have to go through W_O as well
    const Tensor& scaled = trace.at(Step::scaled);
    for (int b = 0; b < problem.batch; ++b) {
      for (int h = 0; h < problem.heads; ++h) {
        for (int i = 0; i < problem.query_count; ++i) {
          std::vector<double> weights;
          std::vector<double> scores;
          std::vector<bool> sees;
          for (int j = 0; j < problem.key_count; ++j) {
            weights.push_back(answer.weights.at({b, h, i, j}));
            scores.push_back(scaled.at({b, h, i, j}));
            sees.push_back(problem.may_look(b, h, i, j));
          }
          const bool is_open = std::ranges::count(sees, true) > 0 && !problem.is_padded_query(b, i);
          if (!is_open) continue;
          row(weights, scores, sees, problem);
          for (int d = 0; d < problem.d_v; ++d) answer.output.at({b, h, i, d}) = 0.0;
          for (int j = 0; j < problem.key_count; ++j) {
            const double weight = weights[static_cast<std::size_t>(j)];
            answer.weights.at({b, h, i, j}) = weight;
            for (int d = 0; d < problem.d_v; ++d)
              answer.output.at({b, h, i, d}) += weight * problem.v->at({b, h, j, d});
          }
        }
      }
    }
  });
}

using Numbers = std::vector<double>;
using Flags = std::vector<bool>;

// Softmax with what stands in masked cells, rows that see nothing cleared.
template <typename Masked>
Ask filled(Masked masked) {
  return with_rows_changed(
      [masked](Numbers& weights, const Numbers& scores, const Flags& sees, const Problem& problem) {
        for (std::size_t j = 0; j < weights.size(); ++j)
          weights[j] = sees[j] ? scores[j] : masked(scores[j], problem.scale.divisor);
        const double top = *std::ranges::max_element(weights);
        double sum = 0.0;
        for (double& weight : weights) sum += weight = std::exp(weight - top);
        for (double& weight : weights) weight /= sum;
      });
}

Ask in_single_precision(const Ask& ask) {
  return [ask](const AttentionRequest& request) -> Asked {
    Reply reply = std::get<Reply>(ask(request));
    for (std::optional<Tensor>* part : {&reply.weights, &reply.output}) {
      for (double& value : (*part)->values()) value = static_cast<double>(static_cast<float>(value));
    }
    return reply;
  };
}

SuiteReport without_layers(const Ask& ask) {
  return verify(everything, {.lacks = {"layer"}}, ask);
}

}  // namespace

TEST_CASE(
    "a finite fill of any size is named with its size, although the rows that see nothing are cleared") {
  struct Fill {
    const char* what;
    double fill;
    double (*masked)(double score, double divisor);
  };
  const Fill fills[] = {
      {"in place of the score", -100.0, [](double, double) { return -100.0; }},
      {"a number of nobody's table", -7.3, [](double, double) { return -7.3; }},
      {"so low that half of the digits of single precision are gone", -95.0,
       [](double, double) { return -95.0; }},
      {"added to the score", -30.0, [](double score, double) { return score - 30.0; }},
      {"before the scaling", -40.0, [](double, double divisor) { return -40.0 / divisor; }},
      {"added before the scaling", -25.0,
       [](double score, double divisor) { return score - 25.0 / divisor; }},
  };
  for (const Fill& each : fills) {
    INFO(each.what);
    const SuiteReport report = without_layers(in_single_precision(filled(each.masked)));
    CHECK_FALSE(report.passed());
    REQUIRE(report.reproduced.size() == 1);
    CHECK(report.reproduced.front().mistake->id == "mask-finite-too-small");
    CHECK(report.reproduced.front().all);
    REQUIRE(report.reproduced.front().fill.has_value());
    CHECK(std::fabs(*report.reproduced.front().fill - each.fill) < 0.1);
  }
}

TEST_CASE("what gives masked keys a weight in another way is not called a finite fill") {
  const auto is_called_so = [](const Ask& ask) {
    const SuiteReport report = without_layers(ask);
    CHECK_FALSE(report.passed());
    return std::ranges::any_of(report.reproduced,
                               [](const Reproduced& each) { return each.fill.has_value(); });
  };
  using Row = void (*)(Numbers&, const Numbers&, const Flags&, const Problem&);
  const Row ways[] = {
      // A little for everybody, with and without being divided anew.
      [](Numbers& weights, const Numbers&, const Flags&, const Problem&) {
        for (double& weight : weights) weight += 1e-9;
      },
      [](Numbers& weights, const Numbers&, const Flags&, const Problem&) {
        const double share = 0.01 / static_cast<double>(weights.size());
        for (double& weight : weights) weight = 0.99 * weight + share;
      },
      // The same fill with scores that are wrong themselves.
      [](Numbers& weights, const Numbers& scores, const Flags& sees, const Problem& problem) {
        double sum = 0.0;
        for (std::size_t j = 0; j < weights.size(); ++j)
          sum += weights[j] = std::exp(sees[j] ? scores[j] * problem.scale.divisor : -20.0);
        for (double& weight : weights) weight /= sum;
      },
      // A weight that goes by the position.
      [](Numbers& weights, const Numbers&, const Flags& sees, const Problem&) {
        for (std::size_t j = 0; j < weights.size(); ++j) {
          if (!sees[j]) weights[j] = 1e-8 * static_cast<double>(j + 1);
        }
      },
      // Fills that lie far apart.
      [](Numbers& weights, const Numbers& scores, const Flags& sees, const Problem&) {
        double sum = 0.0;
        for (std::size_t j = 0; j < weights.size(); ++j)
          sum += weights[j] = std::exp(sees[j] ? scores[j] : -10.0 - 5.0 * static_cast<double>(j));
        for (double& weight : weights) weight /= sum;
      },
  };
  for (std::size_t i = 0; i < std::size(ways); ++i) {
    INFO(i);
    CHECK_FALSE(is_called_so(with_rows_changed(ways[i])));
  }
}

TEST_CASE("NaN alone names no mistake, since it has many causes") {
  // Without the row maximum subtracted, scores of thousands overflow; all else is right.
  const Ask naive =
      with_rows_changed([](Numbers& weights, const Numbers& scores, const Flags& sees, const Problem&) {
        double sum = 0.0;
        for (std::size_t j = 0; j < weights.size(); ++j)
          sum += weights[j] = sees[j] ? std::exp(scores[j]) : 0.0;
        for (double& weight : weights) weight /= sum;
      });
  const SuiteReport report = without_layers(naive);
  CHECK(report.count(Outcome::failed) == 1);
  REQUIRE(of(report, "large-scores").failure);
  CHECK(of(report, "large-scores").failure->note == "overflow");
  CHECK(report.reproduced.empty());
  CHECK_FALSE(report.is_coarse);
}

TEST_CASE("rounding to half precision is told from a wrong axis and from a leak") {
  // Three digits and a little: what 10 bits keep.
  const auto rounded = [](double value) {
    int exponent = 0;
    const double mantissa = std::frexp(value, &exponent);
    return std::ldexp(std::nearbyint(mantissa * 2048.0) / 2048.0, exponent);
  };
  const SuiteReport half = verify(everything, {}, changed([&](const Problem&, AttentionAnswer& answer) {
                                    for (double& value : answer.weights.values()) value = rounded(value);
                                    for (double& value : answer.output.values()) value = rounded(value);
                                  }));
  CHECK_FALSE(half.passed());
  CHECK(half.is_coarse);
  CHECK(half.reproduced.empty());
  REQUIRE(of(half, "rows-sum").failure);
  CHECK(of(half, "rows-sum").failure->note == "row-sum-rounded");

  const SuiteReport columns = verify(everything, {}, mistaken(*find_served("softmax-columns")));
  CHECK_FALSE(columns.is_coarse);
  CHECK(of(columns, "rows-sum").failure->note == "row-sum");
  CHECK_FALSE(verify(everything, {}, mistaken(*find_served("mask-finite-too-small"))).is_coarse);
  // Right as far as it went: what it would have answered nobody knows.
  int asked = 0;
  const SuiteReport crashed = verify(everything, {}, [&](const AttentionRequest& request) -> Asked {
    if (++asked > 3) return Trouble{.kind = Trouble::Kind::killed};
    return reply_of(answer_of(request, right_recipe()));
  });
  CHECK_FALSE(crashed.passed());
  CHECK_FALSE(crashed.is_coarse);
}

TEST_CASE("NaN is put down to the masks only in a row to which they leave no key") {
  const auto nan_at = [](bool only_where_nothing_is_seen) {
    return changed([=](const Problem& problem, AttentionAnswer& answer) {
      if (!problem.masks.padding || problem.w_o) return;
      for (int i = 0; i < problem.query_count; ++i) {
        bool sees = false;
        for (int j = 0; j < problem.key_count; ++j) sees |= problem.may_look(0, 0, i, j);
        if (sees == only_where_nothing_is_seen) continue;
        for (int j = 0; j < problem.key_count; ++j)
          answer.weights.at({0, 0, i, j}) = std::numeric_limits<double>::quiet_NaN();
      }
    });
  };
  const SuiteReport everywhere = verify(everything, {}, nan_at(false));
  REQUIRE(of(everywhere, "pad-zero").failure);
  CHECK(of(everywhere, "pad-zero").failure->note.empty());
  const SuiteReport masked = verify(everything, {}, nan_at(true));
  REQUIRE(of(masked, "pad-queries").failure);
  CHECK(of(masked, "pad-queries").failure->note == "nan");
  // Rows that see nothing have a check of their own, which says what to decide.
  REQUIRE(masked.most_telling() != nullptr);
  CHECK(masked.most_telling()->check->id == "fully-masked");
}

TEST_CASE("who knows nothing of padding has left the mask out, in the rows of padded queries as well") {
  const SuiteReport report = verify(everything, {}, [](const AttentionRequest& request) -> Asked {
    AttentionRequest unpadded = request;
    unpadded.padding_mask.reset();
    return reply_of(answer_of(unpadded, right_recipe()));
  });
  REQUIRE(report.reproduced.size() == 1);
  CHECK(report.reproduced.front().mistake->id == "pad-missing");
  CHECK(report.reproduced.front().all);
}

TEST_CASE("the failure to look at first is about what fails first, on its smallest case") {
  const SuiteReport missing = verify(everything, {}, mistaken(*find_served("causal-missing")));
  REQUIRE(missing.most_telling() != nullptr);
  CHECK(missing.most_telling()->check->id == "first-row");
  // The first row shows it with three keys, the weights on later tokens with two.
  const SuiteReport fill = verify(everything, {}, mistaken(*find_served("mask-finite-too-small")));
  CHECK(fill.most_telling()->check->id == "future-zero");
  CHECK(verify(everything, {}, right()).most_telling() == nullptr);
  const SuiteReport silent =
      verify(everything, {}, [](const AttentionRequest&) { return Trouble{.kind = Trouble::Kind::garbage}; });
  CHECK(silent.most_telling() == &silent.checks.front());
}
