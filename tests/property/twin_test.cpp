// Two implementations that share no line of the calculation agree on random problems of every kind.
#include "support/twin.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "qkv/trace/pipeline.hpp"
#include "support/random_problem.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

constexpr int rounds = 2000;

bool agree(double a, double b) {
  return a == b || std::abs(a - b) <= 1e-11 * std::max({1.0, std::abs(a), std::abs(b)});
}

// Where visible scores nearly cancel out, a division by their sum would show nothing but noise.
bool sums_stand_clear_of_zero(const RawProblem& raw) {
  const auto nothing_visible = twin_rows(raw).nothing_visible;
  const auto tables = twin(raw);
  return std::ranges::all_of(tables.at(Step::sum), [&](const auto& entry) {
    return std::abs(entry.second) > 0.05 ||
           std::ranges::find(nothing_visible, entry.first) != nothing_visible.end();
  });
}

RawProblem draw(Random& random) {
  RawProblem raw = random_problem(random);
  if (raw.softmax && !sums_stand_clear_of_zero(raw)) raw.softmax.reset();
  return raw;
}

void check_table(Step step, const Tensor& table, const Cells& expected) {
  REQUIRE(table.values().size() == expected.size());
  for (std::size_t i = 0; i < table.values().size(); ++i) {
    const std::vector<int> index = index_at(table.shape(), i);
    const auto twin_value = expected.find(index);
    if (twin_value != expected.end() && agree(table.values()[i], twin_value->second)) continue;
    INFO(step_name(step) << " " << shape_text(index));
    REQUIRE(twin_value != expected.end());
    CHECK(table.values()[i] == twin_value->second);
  }
}

// How many of the drawn problems were of which kind.
class Kinds {
 public:
  void count(const RawProblem& raw, const Problem& problem) {
    const TwinRows rows = twin_rows(raw);
    add("given", raw.q.has_value());
    for (int rank = 2; rank <= 4; ++rank)
      add("rank " + std::to_string(rank), raw.q && raw.q->value.rank() == rank);
    add("embeddings", raw.x.has_value());
    add("fused", raw.w_qkv.has_value());
    add("cross", raw.x_kv.has_value());
    add("bias of a projection", raw.b_q || raw.b_k || raw.b_v || raw.b_qkv);
    add("scores with values", raw.scores && raw.v);
    add("scores alone", raw.scores && !raw.v);
    add("W_O", raw.w_o.has_value());
    add("b_O", raw.b_o.has_value());
    add("several heads", problem.heads > 1);
    add("grouped heads", problem.kv_heads < problem.heads);
    add("batch", problem.batch > 1);
    for (const MaskKind kind : all_mask_kinds) add(std::string(mask_name(kind)), problem.masks.has(kind));
    add("no mask", !problem.masks.any());
    add("all masks",
        std::ranges::all_of(all_mask_kinds, [&](MaskKind kind) { return problem.masks.has(kind); }));
    add("nothing visible", !rows.nothing_visible.empty());
    add("padded queries", !rows.padded.empty());
    add("row-sum", problem.softmax == Softmax::row_sum);
    add("dropout", problem.dropout.has_value());
    add("negative scale", problem.scale.divisor < 0.0);
    add("no scale", problem.scale.kind == Scale::Kind::none);
  }

  const std::map<std::string, int>& counts() const { return counts_; }

 private:
  void add(const std::string& kind, bool is) { counts_[kind] += is ? 1 : 0; }
  std::map<std::string, int> counts_;
};

}  // namespace

TEST_CASE("an independent second implementation agrees on 2,000 random problems of all kinds") {
  Random random(100);
  Kinds kinds;
  for (int round = 0; round < rounds; ++round) {
    INFO("round " << round);
    const RawProblem raw = draw(random);
    const Problem problem = valid(raw);
    kinds.count(raw, problem);
    const Trace trace = compute(problem, right_recipe(), Carry::exact);
    const auto expected = twin(raw);
    REQUIRE(trace.tables.size() == expected.size());
    for (const StepTable& table : trace.tables) {
      REQUIRE(expected.count(table.step) == 1);
      check_table(table.step, table.values, expected.at(table.step));
    }
  }
  // Each kind often enough to mean something.
  for (const auto& [kind, count] : kinds.counts()) {
    INFO(kind);
    CHECK(count >= 40);
  }
}

TEST_CASE("both implementations mean the same rows by padded and by nothing visible") {
  Random random(101);
  for (int round = 0; round < rounds / 4; ++round) {
    INFO("round " << round);
    const RawProblem raw = draw(random);
    const Problem problem = valid(raw);
    const TwinRows rows = twin_rows(raw);
    std::vector<std::vector<int>> nothing_visible;
    std::vector<std::vector<int>> padded;
    for (int b = 0; b < problem.batch; ++b) {
      for (int h = 0; h < problem.heads; ++h) {
        for (int i = 0; i < problem.query_count; ++i) {
          bool any = false;
          for (int j = 0; j < problem.key_count; ++j) any |= problem.may_look(b, h, i, j);
          if (!any) nothing_visible.push_back({b, h, i});
          if (h == 0 && problem.is_padded_query(b, i)) padded.push_back({b, i});
        }
      }
    }
    CHECK(nothing_visible == rows.nothing_visible);
    CHECK(padded == rows.padded);
  }
}
