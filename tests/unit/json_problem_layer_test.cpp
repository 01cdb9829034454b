// Problem files with embeddings, heads, batches, masks and all the rest: every form of every key.
#include <cmath>
#include <limits>

#include "qkv/json/read_problem.hpp"
#include "support/faults.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

constexpr double blocked = -std::numeric_limits<double>::infinity();

using Values = std::vector<double>;
using Names = std::vector<std::string>;
using Steps = std::vector<Step>;

Problem read(const std::string& text) {
  auto problem = read_problem(R"({"qkv": 1, )" + text + "}", "mine.json", "mine");
  if (!problem) FAIL(brief(problem.faults().front()) << " " << problem.faults().front().place.pointer);
  return std::move(problem.value());
}

// Three tokens with one feature each, and more.
Problem three_tokens(const std::string& more) {
  return read(R"("Q": [[1], [2], [3]], "K": [[1], [2], [3]], "V": [[1], [2], [3]], )" + more);
}

Problem with_mask(const std::string& mask) {
  return three_tokens(R"("mask": {)" + mask + "}");
}

}  // namespace

TEST_CASE("rows, batches of rows, and heads of rows are told apart by their nesting") {
  const Problem rows = read(R"("Q": [[1, 2]], "K": [[3, 4]], "V": [[5]])");
  CHECK(rows.q == Tensor({1, 1, 2}, {1, 2}));
  const Problem batch = read(R"("Q": [[[1, 2]], [[3, 4]]], "K": [[[5, 6]], [[7, 8]]], "V": [[[9]], [[10]]])");
  CHECK(batch.batch == 2);
  CHECK(batch.k == Tensor({2, 1, 2}, {5, 6, 7, 8}));
  const Problem heads =
      read(R"("Q": [[[[1], [2]], [[3], [4]]]], "K": [[[[5]], [[6]]]], "V": [[[[7]], [[8]]]])");
  CHECK(heads.heads == 2);
  CHECK(heads.query_count == 2);
  CHECK(heads.q == Tensor({1, 2, 2, 1}, {1, 2, 3, 4}));
}

TEST_CASE("heads and kv_heads split the columns") {
  const Problem problem =
      read(R"("Q": [[1, 2, 3, 4]], "K": [[1, 2]], "V": [[1, 2, 3]], "heads": 2, "kv_heads": 1)");
  CHECK(problem.heads == 2);
  CHECK(problem.kv_heads == 1);
  CHECK(problem.d_k == 2);
  CHECK(problem.d_v == 3);
  CHECK(read(R"("Q": [[1, 2]], "K": [[1, 2]], "V": [[1, 2]], "heads": 2)").kv_heads == 2);
}

TEST_CASE("a layer is read with its matrices and biases") {
  const Problem problem =
      read(R"("X": [[1, 2], [3, 4]], "W_Q": [[1], [2]], "W_K": [[3], [4]], "W_V": [[5], [6]],
    "b_Q": [7], "b_K": [8], "b_V": ["1/2"], "W_O": [[1, 2, 3]], "b_O": [4, 5, 6])");
  REQUIRE(problem.source);
  CHECK(problem.source->x == Tensor({1, 2, 2}, {1, 2, 3, 4}));
  CHECK(problem.source->x_kv == problem.source->x);
  CHECK(problem.source->q.w == Tensor({2, 1}, {1, 2}));
  CHECK(problem.source->k.b == Tensor({1}, std::vector<double>{8}));
  CHECK(problem.source->v.b == Tensor({1}, std::vector<double>{0.5}));
  CHECK(problem.w_o->w == Tensor({1, 3}, {1, 2, 3}));
  CHECK(problem.w_o->b == Tensor({3}, {4, 5, 6}));
  CHECK_FALSE(problem.q);
  CHECK(problem.asked == Steps{Step::scores, Step::scaled, Step::weights, Step::output, Step::projected});
}

TEST_CASE("the three matrices may be one, and keys and values may come from elsewhere") {
  const Problem fused = read(R"("X": [[1]], "W_QKV": [[1, 2, 3]], "b_QKV": [4, 5, 6])");
  CHECK(fused.source->fused);
  CHECK(fused.source->k.w == Tensor({1, 1}, std::vector<double>{2}));
  CHECK(fused.source->v.b == Tensor({1}, std::vector<double>{6}));
  const Problem cross = read(
      R"("X": [[[1]], [[2]]], "X_kv": [[[3, 4]], [[5, 6]]], "W_Q": [[1]], "W_K": [[1], [1]], "W_V": [[1], [1]])");
  CHECK(cross.source->cross);
  CHECK(cross.batch == 2);
  CHECK(cross.source->x_kv == Tensor({2, 1, 2}, {3, 4, 5, 6}));
}

TEST_CASE("a problem may begin at the score table") {
  const Problem alone = read(R"("scores": [[1, 2, 3]], "d_k": 4)");
  CHECK(alone.given_scores == Tensor({1, 1, 1, 3}, {1, 2, 3}));
  CHECK(alone.scale.divisor == 2);
  CHECK_FALSE(alone.has_values());
  CHECK(alone.asked == Steps{Step::scaled, Step::weights});
  const Problem with_values = read(R"("scores": [[1, 2]], "V": [[1, 0], [0, 1]], "scale": "none")");
  CHECK(with_values.d_v == 2);
  CHECK(with_values.asked == Steps{Step::weights, Step::output});
}

TEST_CASE("names are one list for all, or one for each batch member") {
  const std::string batch =
      R"("Q": [[[1]], [[1]]], "K": [[[1], [1]], [[1], [1]]], "V": [[[1], [1]], [[1], [1]]], )";
  const Problem shared = read(batch + R"("tokens": ["a", "b"])");
  CHECK(shared.key_names == std::vector<Names>{{"a", "b"}, {"a", "b"}});
  const Problem apart = read(batch + R"("tokens": [["a", "b"], ["c", "c"]], "queries": [["x"], ["y"]])");
  CHECK(apart.key_names == std::vector<Names>{{"a", "b"}, {"c[1]", "c[2]"}});
  CHECK(apart.query_names == std::vector<Names>{{"x"}, {"y"}});
}

TEST_CASE("every mask is read, alone and beside the others") {
  CHECK(with_mask(R"("window": 2)").masks.window == 2);
  CHECK(with_mask(R"("padding": [true, true, false])").masks.padding == Tensor({1, 3}, {1, 1, 0}));
  CHECK(with_mask(R"("padding": [[1, 0, 1]])").masks.padding == Tensor({1, 3}, {1, 0, 1}));
  CHECK(with_mask(R"("allow": [[true, false, true]])").masks.allow == Tensor({1, 1, 1, 3}, {1, 0, 1}));
  CHECK(with_mask(R"("bias": [[0.5, "-inf", "-∞"]])").masks.bias ==
        Tensor({1, 1, 1, 3}, {0.5, blocked, blocked}));
  const Problem all = with_mask(R"("causal": true, "window": 3, "padding": [1, 1, 0], "query_padding": "none",
    "allow": [[[[1, 1, 1], [1, 1, 1], [1, 1, 1]]]], "bias": [["-inf"], [0], ["1/4"]])");
  for (const MaskKind kind : all_mask_kinds) CHECK(all.masks.has(kind));
  CHECK_FALSE(all.masks.query_padding);
  CHECK_FALSE(all.may_look(0, 0, 0, 0));
  CHECK(all.may_look(0, 0, 1, 1));
  CHECK(all.bias_at(0, 0, 2, 1) == 0.25);
}

TEST_CASE("query padding follows the padding unless it is said") {
  CHECK(with_mask(R"("padding": [1, 1, 0])").is_padded_query(0, 2));
  CHECK_FALSE(with_mask(R"("padding": [1, 1, 0], "query_padding": "none")").is_padded_query(0, 2));
  CHECK(with_mask(R"("query_padding": [false, true, true])").is_padded_query(0, 0));
}

TEST_CASE("softmax and dropout are read") {
  CHECK(three_tokens(R"("softmax": "exp")").softmax == Softmax::exp);
  CHECK(three_tokens(R"("softmax": "row-sum")").softmax == Softmax::row_sum);
  const Problem problem = three_tokens(R"("dropout": {"keep": [[true, false, true]], "p": "1/3"})");
  CHECK(problem.dropout->p == 1.0 / 3);
  CHECK(problem.dropout->keep == Tensor({1, 1, 1, 3}, {1, 0, 1}));
  CHECK(three_tokens(R"("dropout": {"p": 0, "keep": [[1]]})").dropout->p == 0);
}

TEST_CASE("points are one number or one per table, and follow-through may be switched off") {
  const Problem one = three_tokens(R"("points": 2)");
  CHECK(of_step(one.points, Step::weights) == 2);
  CHECK(one.follow_through);
  const Problem several = three_tokens(R"("points": {"weights": 3, "follow_through": false, "output": 0})");
  CHECK(of_step(several.points, Step::weights) == 3);
  CHECK(of_step(several.points, Step::output) == 0);
  CHECK(of_step(several.points, Step::scores) == 1);
  CHECK_FALSE(several.follow_through);
}

TEST_CASE("the row-sum softmax takes rows whose visible scores do not add up to 0") {
  // 1·1 − 1·2 + 3·1: fine as it is, and the masked row of nothing is no division by 0.
  const Problem problem = read(
      R"("scores": [[1, -1], [2, 1]], "scale": "none", "softmax": "row-sum", "mask": {"causal": {"offset": -1}})");
  CHECK(problem.softmax == Softmax::row_sum);
}
