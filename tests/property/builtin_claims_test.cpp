// What the titles and notes of the built-in problems say, held against the computed numbers. A problem that
// says something new needs a row in the table below.
#include <cmath>
#include <set>

#include "support/builtin.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

void contract(const Problem& problem) {
  CHECK(looks_most_at(problem, "过高", 1) == Names{"违约金"});
  CHECK(weight(problem, "过高", "违约金") == Approx(0.5).margin(0.005));
  for (const char* other : {"合同", "过高"})
    CHECK(weight(problem, "过高", other) == Approx(0.25).margin(0.005));
}

void contract_full(const Problem& problem) {
  const Trace trace = exact(problem);
  double first_column = 0.0;
  for (int i = 0; i < 3; ++i) {
    CHECK(sum_of(row_of(trace.at(Step::weights), {0, 0, i})) == Approx(1.0));
    first_column += trace.at(Step::weights).at({0, 0, i, 0});
  }
  CHECK(std::abs(first_column - 1.0) > visible_gap);
  CHECK(trace.at(Step::scores).at({0, 0, 0, 1}) != trace.at(Step::scores).at({0, 0, 1, 0}));
}

void causal_3(const Problem& problem) {
  const Tensor table = weights(problem);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) CHECK((table.at({0, 0, i, j}) > 0.0) == (j <= i));
  }
  CHECK(table.at({0, 0, 0, 0}) == 1.0);
  const Problem full = builtin("contract-full");
  CHECK(problem.q == full.q);
  CHECK(problem.k == full.k);
  CHECK(problem.v == full.v);
  CHECK(close(row_of(table, {0, 0, 2}), row_of(weights(full), {0, 0, 2})));
}

void causal_4(const Problem& problem) {
  CHECK(exact(problem).at(Step::scaled).at({0, 0, 0, 0}) == 0.0);  // so four cells of 0 share alike
  CHECK(close(row_of(weights(problem), {0, 0, 0}), {1, 0, 0, 0}));
}

void pronoun(const Problem& problem) {
  CHECK(looks_most_at(problem, "它", 2) == Names{"违约金", "合同"});
  CHECK(looks_most_at(problem, "风险", 2) == Names{"过高", "违约金"});
}

void clause(const Problem& problem) {
  CHECK(looks_most_at(problem, "过高", 1) == Names{"违约金"});
  CHECK(weight(problem, "过高", "违约金") > 0.5);
  CHECK(problem.d_k == 3);
  CHECK(problem.d_v == 2);
}

void medical(const Problem& problem) {
  CHECK(looks_most_at(problem, "就医", 2) == Names{"出冷汗", "胸痛"});
  CHECK(looks_most_at(problem, "出冷汗", 1) == Names{"胸痛"});
  CHECK(looks_most_at(problem, "则", 1) == Names{"若"});
}

void breach(const Problem& problem) {
  CHECK(looks_most_at(problem, "违约", 1) == Names{"逾期"});
  CHECK(looks_most_at(problem, "责任", 1) == Names{"违约金"});
  CHECK(looks_most_at(problem, "上述", 2) == Names{"违约金", "逾期"});
  const std::vector<double> above = row_of(weights(problem), {0, 0, 0});
  for (int j = 0; j < 8; ++j) CHECK((above[static_cast<std::size_t>(j)] > 0.0) == (j < 6));
  CHECK(problem.key_names[0][5] == "上述");
}

void padding(const Problem& problem) {
  const Trace trace = exact(problem);
  CHECK(all_zero(row_of(trace.at(Step::weights), {1, 0, 2})));
  CHECK(all_zero(row_of(trace.at(Step::output), {1, 0, 2})));
  CHECK(problem.is_padded_query(1, 2));
  const Problem alone = builtin("causal-3");
  for (int i = 0; i < 3; ++i) {
    CHECK(close(row_of(trace.at(Step::output), {0, 0, i}), row_of(exact(alone).at(Step::output), {0, 0, i})));
  }
  Problem causal_only = problem;
  causal_only.masks.padding.reset();
  const Tensor seen = weights(causal_only);
  for (int i = 0; i < 2; ++i) CHECK(row_of(seen, {1, 0, i}) == row_of(trace.at(Step::weights), {1, 0, i}));
}

void left_padding(const Problem& problem) {
  const Trace trace = exact(problem);
  for (int j = 0; j < 3; ++j) CHECK_FALSE(problem.may_look(0, 0, 0, j));
  for (const Step step : {Step::exp, Step::weights, Step::output})
    CHECK(all_zero(row_of(trace.at(step), {0, 0, 0})));
  CHECK(trace.at(Step::sum).at({0, 0, 0}) == 0.0);
  Problem causal_only = problem;
  causal_only.masks.padding.reset();
  causal_only.masks.query_padding.reset();
  for (const char* word : {"条款", "有效"}) {
    CHECK(weight(problem, word, "<pad>") == 0.0);
    CHECK(weight(causal_only, word, "<pad>") > visible_gap);
  }
  const Trace behind = exact(builtin("padding"));
  for (int i = 0; i < 2; ++i) {
    CHECK(close(row_of(trace.at(Step::output), {0, 0, i + 1}), row_of(behind.at(Step::output), {1, 0, i})));
  }
}

void multi_head(const Problem& problem) {
  CHECK(problem.heads == 2);
  CHECK(problem.d_k == 3);
  CHECK(looks_most_at(problem, "过高", 1, 0) == Names{"违约金"});
  CHECK(looks_most_at(problem, "过高", 1, 1) == Names{"合同"});
  const Trace trace = exact(problem);
  Problem turned = problem;
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) turned.w_o->w.at({i, j}) = problem.w_o->w.at({j, i});
  }
  CHECK(exact(turned).at(Step::projected) != trace.at(Step::projected));
}

void cross(const Problem& problem) {
  CHECK(looks_most_at(problem, "penalty", 1) == Names{"违约金"});
  CHECK(looks_most_at(problem, "excessive", 1) == Names{"过高"});
  CHECK(exact(problem).at(Step::scores).shape() == Shape{1, 1, 2, 3});
  CHECK_FALSE(problem.masks.any());
}

void grouped(const Problem& problem) {
  const Names expected = {"合同", "违约金", "违约金", "过高"};
  for (int head = 0; head < 4; ++head) {
    CHECK(looks_most_at(problem, "过高", 1, head) == Names{expected[static_cast<std::size_t>(head)]});
    CHECK(problem.kv_head_of(head) == head / 2);
  }
  // The last two columns of K belong to the second set.
  Problem other_keys = problem;
  for (int j = 0; j < 3; ++j) other_keys.k->at({0, j, 2}) += 1.0;
  const Tensor before = weights(problem);
  const Tensor after = weights(other_keys);
  for (int head = 0; head < 4; ++head) {
    const bool same = row_of(before, {0, head, 0}) == row_of(after, {0, head, 0});
    CHECK(same == (head < 2));
  }
}

void decode(const Problem& problem) {
  CHECK(looks_most_at(problem, "过高", 1) == Names{"违约金"});
  const Trace trace = exact(problem);
  CHECK(trace.at(Step::masked) == trace.at(Step::scaled));
  const Trace full = exact(builtin("telling"));
  CHECK(close(row_of(trace.at(Step::weights), {}), row_of(full.at(Step::weights), {0, 0, 3})));
  CHECK(close(row_of(trace.at(Step::output), {}), row_of(full.at(Step::output), {0, 0, 3})));
}

void sharp(const Problem& problem) {
  const Trace trace = exact(problem);
  CHECK(row_of(trace.at(Step::scores), {0, 0, 0}) == std::vector<double>{1, 2, 3});
  CHECK(row_of(trace.at(Step::scores), {0, 0, 1}) == std::vector<double>{10, 20, 30});
  const std::vector<double> smooth = row_of(trace.at(Step::weights), {0, 0, 0});
  const std::vector<double> steep = row_of(trace.at(Step::weights), {0, 0, 1});
  for (std::size_t j = 1; j < 3; ++j) {
    CHECK(smooth[j] / smooth[j - 1] == Approx(2.718281828));
    CHECK(steep[j] / steep[j - 1] > 20000.0);
  }
  CHECK(smooth[0] > 0.05);
  CHECK(steep[2] > 0.9999);
  CHECK(problem.scale.kind == Scale::Kind::none);
}

void dropout(const Problem& problem) {
  const Trace trace = exact(problem);
  CHECK(trace.at(Step::weights) == weights(builtin("contract-full")));
  CHECK(sum_of(row_of(trace.at(Step::dropped), {0, 0, 0})) > 1.0 + visible_gap);
  CHECK(sum_of(row_of(trace.at(Step::dropped), {0, 0, 1})) < 1.0 - visible_gap);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const double kept = 2.0 * trace.at(Step::weights).at({0, 0, i, j});
      const double dropped = trace.at(Step::dropped).at({0, 0, i, j});
      CHECK((dropped == 0.0 || dropped == Approx(kept)));
    }
  }
}

void score_table(const Problem& problem) {
  CHECK(problem.given_scores.has_value());
  CHECK(problem.scale.divisor == 4.0);
  CHECK(problem.given_scores->at({0, 0, 0, 1}) == -4.0);
  CHECK(weight(problem, "患者", "持续") > visible_gap);
  CHECK(looks_most_at(problem, "持续", 1) == Names{"胸痛"});
}

// Cells of the first head in which two weight tables differ by more than rounding to two decimals can.
int differing_cells(const Tensor& a, const Tensor& b) {
  int count = 0;
  for (int i = 0; i < a.size(2); ++i) {
    for (int j = 0; j < a.size(3); ++j)
      count += std::abs(a.at({0, 0, i, j}) - b.at({0, 0, i, j})) > visible_gap;
  }
  return count;
}

// Softmax down the columns, −∞ where masked.
Tensor by_columns(const Tensor& scores) {
  Tensor table = scores;
  for (int j = 0; j < table.size(3); ++j) {
    double sum = 0.0;
    for (int i = 0; i < table.size(2); ++i) sum += std::exp(scores.at({0, 0, i, j}));
    for (int i = 0; i < table.size(2); ++i) table.at({0, 0, i, j}) = std::exp(scores.at({0, 0, i, j})) / sum;
  }
  return table;
}

void telling(const Problem& problem) {
  for (const std::string& word : problem.query_names[0])
    CHECK(looks_most_at(problem, word, 1) == Names{"违约金"});
  CHECK(row_of(weights(problem), {0, 0, 0}) == std::vector<double>{1, 0, 0, 0});

  Problem unscaled = problem;
  unscaled.scale = {Scale::Kind::none, 1.0, {}};
  Problem unmasked = problem;
  unmasked.masks = {};
  // A bias takes the scaled scores of the hidden cells to 0, without hiding them.
  Problem zero_filled = unmasked;
  zero_filled.masks.bias = Tensor({1, 1, 4, 4});
  const Tensor scaled = exact(problem).at(Step::scaled);
  for (int i = 0; i < 4; ++i) {
    for (int j = i + 1; j < 4; ++j) zero_filled.masks.bias->at({0, 0, i, j}) = -scaled.at({0, 0, i, j});
  }
  const std::vector<Tensor> tables = {weights(problem), weights(unscaled), weights(unmasked),
                                      weights(zero_filled), by_columns(exact(problem).at(Step::masked))};
  for (std::size_t a = 0; a < tables.size(); ++a) {
    for (std::size_t b = a + 1; b < tables.size(); ++b) CHECK(differing_cells(tables[a], tables[b]) >= 2);
  }
}

struct Claim {
  const char* id;
  void (*check)(const Problem& problem);
};

constexpr Claim claims[] = {
    {"breach", breach},
    {"causal-3", causal_3},
    {"causal-4", causal_4},
    {"clause", clause},
    {"contract", contract},
    {"contract-full", contract_full},
    {"cross", cross},
    {"decode", decode},
    {"dropout", dropout},
    {"grouped", grouped},
    {"left-padding", left_padding},
    {"medical", medical},
    {"multi-head", multi_head},
    {"padding", padding},
    {"pronoun", pronoun},
    {"score-table", score_table},
    {"sharp", sharp},
    {"telling", telling},
};

// The asked decimals leave no choice: no exact value lies half way between two of them.
bool on_a_rounding_tie(double value, int decimals) {
  if (!std::isfinite(value)) return false;
  const double units = std::abs(value) * std::pow(10.0, decimals);
  return std::abs(units - std::floor(units) - 0.5) < 1e-7;
}

}  // namespace

TEST_CASE("the built-in problems are valid, named as their files, and speak both languages") {
  std::set<std::string> ids;
  for (const std::string& id : builtin_ids()) {
    INFO(id);
    const Problem problem = builtin(id);
    CHECK(problem.id == id);
    CHECK(ids.insert(problem.id).second);
    // A missing language is filled in with the other one.
    for (const LocalizedText& text : {problem.title, problem.note}) {
      CHECK_FALSE(text.zh.empty());
      CHECK_FALSE(text.en.empty());
      CHECK(text.zh != text.en);
    }
  }
}

TEST_CASE("what the built-in problems claim is true") {
  std::set<std::string> checked;
  for (const Claim& claim : claims) {
    INFO(claim.id);
    claim.check(builtin(claim.id));
    checked.insert(claim.id);
  }
  const std::vector<std::string> ids = builtin_ids();
  CHECK(checked == std::set<std::string>(ids.begin(), ids.end()));
}

TEST_CASE("no asked number of a built-in problem lies on a rounding tie") {
  for (const std::string& id : builtin_ids()) {
    const Problem problem = builtin(id);
    for (const StepTable& table : exact(problem).tables) {
      if (!problem.is_asked(table.step)) continue;
      INFO(id << " " << step_name(table.step));
      for (const double value : table.values.values()) {
        CHECK_FALSE(on_a_rounding_tie(value, of_step(problem.decimals, table.step)));
      }
    }
  }
}
