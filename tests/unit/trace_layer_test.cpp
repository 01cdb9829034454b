// The tables of whole layers against numbers worked out by hand, and the graph that connects them.
#include <limits>

#include "qkv/trace/pipeline.hpp"
#include "qkv/trace/softmax.hpp"
#include "support/problems.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

constexpr double blocked = -std::numeric_limits<double>::infinity();

using Steps = std::vector<Step>;
using Values = std::vector<double>;

Trace exact(const RawProblem& raw) {
  return compute(valid(raw), right_recipe(), Carry::exact);
}

void check_close(const Tensor& table, const Values& expected) {
  REQUIRE(table.values().size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    CHECK(table.values()[i] == Approx(expected[i]).epsilon(1e-14));
}

// Two tokens, two heads of one feature: every projection copies its input and adds a bias that names the
// head.
//   Q = X + [10, 20], K = X, V = X + [1, 2]
RawProblem two_heads() {
  RawProblem raw;
  raw.x = located(matrix({{1, 2}, {3, 4}}));
  const Tensor identity = matrix({{1, 0}, {0, 1}});
  raw.w_q = raw.w_k = raw.w_v = located(identity);
  raw.b_q = located(Tensor({2}, {10, 20}));
  raw.b_v = located(Tensor({2}, {1, 2}));
  raw.heads = Located<long long>{2, {}};
  return raw;
}

// Each query sees itself alone: the weights are 1 and 0, the output is its own value.
RawProblem seeing_itself(RawProblem raw) {
  mask_of(raw).allow = located(matrix({{1, 0}, {0, 1}}));
  return raw;
}

}  // namespace

TEST_CASE("a feature keeps its number and goes to its head: h·D + i becomes feature i of head h") {
  const Trace trace = exact(two_heads());
  CHECK(trace.at(Step::q) == Tensor({1, 2, 2}, {11, 22, 13, 24}));
  CHECK(trace.at(Step::k) == Tensor({1, 2, 2}, {1, 2, 3, 4}));
  CHECK(trace.at(Step::q_heads) == Tensor({1, 2, 2, 1}, {11, 13, 22, 24}));
  CHECK(trace.at(Step::k_heads) == Tensor({1, 2, 2, 1}, {1, 3, 2, 4}));
  CHECK(trace.at(Step::v_heads) == Tensor({1, 2, 2, 1}, {2, 4, 4, 6}));
  // head 1: [11, 13] against [1, 3]; head 2: [22, 24] against [2, 4].
  CHECK(trace.at(Step::scores) == Tensor({1, 2, 2, 2}, {11, 33, 13, 39, 44, 88, 48, 96}));
}

TEST_CASE("the outputs of the heads stand side by side, and W_O mixes them") {
  RawProblem raw = seeing_itself(two_heads());
  raw.w_o = located(matrix({{1, 10, 100}, {2, 20, 200}}));
  raw.b_o = located(Tensor({3}, {0.5, 0, 0}));
  const Trace trace = exact(raw);
  CHECK(trace.at(Step::output) == Tensor({1, 2, 2, 1}, {2, 4, 4, 6}));
  CHECK(trace.at(Step::merged) == Tensor({1, 2, 2}, {2, 4, 4, 6}));
  CHECK(trace.at(Step::projected) == Tensor({1, 2, 3}, {10.5, 100, 1000, 16.5, 160, 1600}));
}

TEST_CASE("grouped queries share a key and value head with their neighbours") {
  // Four query heads, two key/value heads: 0 and 1 read the first, 2 and 3 the second.
  RawProblem raw = raw_problem(Tensor({1, 4, 1, 1}, {1, 10, 100, 1000}), Tensor({1, 2, 1, 1}, {2, 3}),
                               Tensor({1, 2, 1, 1}, {5, 7}));
  const Trace trace = exact(raw);
  CHECK(trace.at(Step::scores).values() == Values{2, 20, 300, 3000});
  CHECK(trace.at(Step::output).values() == Values{5, 5, 7, 7});
  CHECK(trace.at(Step::merged) == Tensor({1, 1, 4}, {5, 5, 7, 7}));
}

TEST_CASE("the bias is added to the scaled scores, and −∞ in it blocks") {
  RawProblem raw =
      raw_problem(Tensor({1, 4}, {2, 0, 0, 0}), Tensor({3, 4}, {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0}),
                  Tensor({3, 1}, {1, 2, 3}));
  mask_of(raw).bias = located(Tensor({1, 3}, {0.5, blocked, -3}));
  const Trace trace = exact(raw);
  CHECK(trace.at(Step::scaled).values() == Values{1, 2, 3});
  CHECK(trace.at(Step::masked).values() == Values{1.5, blocked, 0});
  CHECK(trace.at(Step::weights).values()[1] == 0);
}

TEST_CASE("padded queries keep their scores and numerators, and are 0 from the weights on") {
  RawProblem raw = two_heads();
  raw.w_o = located(matrix({{1}, {1}}));
  raw.b_o = located(Tensor({1}, std::vector<double>{100}));
  mask_of(raw).padding = located(Tensor({2}, {1, 0}));
  const Trace trace = exact(raw);
  for (int h = 0; h < 2; ++h) {
    CHECK(trace.at(Step::scores).at({0, h, 1, 0}) != 0);
    CHECK(trace.at(Step::exp).at({0, h, 1, 0}) == 1);  // shifted by the row maximum, which is the only score
    CHECK(trace.at(Step::sum).at({0, h, 1}) == 1);
    CHECK(trace.at(Step::weights).at({0, h, 1, 0}) == 0);
    CHECK(trace.at(Step::output).at({0, h, 1, 0}) == 0);
  }
  CHECK(trace.at(Step::merged).at({0, 1, 0}) == 0);
  CHECK(trace.at(Step::projected).values() == Values{106, 0});  // 2 + 4 + 100, and no bias for a padded query
}

TEST_CASE("a row that sees nothing is 0 up to the merged heads, and W_O adds its bias to it") {
  RawProblem raw = two_heads();
  raw.w_o = located(matrix({{1}, {1}}));
  raw.b_o = located(Tensor({1}, std::vector<double>{100}));
  mask_of(raw).allow = located(matrix({{0, 0}, {0, 1}}));
  const Trace trace = exact(raw);
  CHECK(trace.at(Step::sum).values() == Values{0, 1, 0, 1});
  CHECK(trace.at(Step::merged).values() == Values{0, 0, 4, 6});
  CHECK(trace.at(Step::projected).values() == Values{100, 110});
}

TEST_CASE("dropout divides the weights it keeps by 1 − p, and the output reads the dropped ones") {
  RawProblem raw =
      raw_problem(matrix({{0}}), matrix({{1}, {2}, {3}, {4}}), matrix({{1}, {10}, {100}, {1000}}));
  raw.dropout = Located<RawDropout>{{0.5, located(matrix({{1, 0, 1, 0}}))}, {}};
  const Trace trace = exact(raw);
  CHECK(trace.at(Step::weights).values() == Values{0.25, 0.25, 0.25, 0.25});
  CHECK(trace.at(Step::dropped).values() == Values{0.5, 0, 0.5, 0});
  CHECK(trace.at(Step::output).values() == Values{50.5});
  CHECK(tables_read(valid(raw), Step::output) == Steps{Step::dropped, Step::v});
}

TEST_CASE("with the row-sum softmax the numerators are the scores themselves") {
  RawProblem raw;
  raw.scores = located(matrix({{1, 2, 1}, {3, 5, -2}}));
  raw.v = located(matrix({{1, 0}, {0, 2}, {1, 1}}));
  raw.scale = Located<RawScale>{{RawScale::Kind::none, 1.0, {}}, {}};
  raw.softmax = Located<Softmax>{Softmax::row_sum, {}};
  mask_of(raw).allow = located(matrix({{1, 1, 1}, {1, 1, 0}}));
  const Trace trace = exact(raw);
  CHECK(trace.find(Step::scores) == nullptr);
  CHECK(trace.at(Step::exp).values() == Values{1, 2, 1, 3, 5, 0});
  CHECK(trace.at(Step::sum).values() == Values{4, 8});
  CHECK(trace.at(Step::weights).values() == Values{0.25, 0.5, 0.25, 0.375, 0.625, 0});
  CHECK(trace.at(Step::output).values() == Values{0.5, 1.25, 0.375, 1.25});
  CHECK(exp_shift(valid(raw), trace, 0, 0, 0) == 0);
}

TEST_CASE("the scores are divided by what the problem says, negative numbers too") {
  RawProblem raw = raw_problem(matrix({{1, 1, 1, 1}}), matrix({{3, 3, 3, 3}}), matrix({{1}}));
  CHECK(exact(raw).at(Step::scaled).values() == Values{6});
  raw.scale = Located<RawScale>{{RawScale::Kind::number, -2.5, "-2.5"}, {}};
  CHECK(exact(raw).at(Step::scaled).values() == Values{-4.8});
  raw.scale = Located<RawScale>{{RawScale::Kind::none, 1.0, {}}, {}};
  CHECK(exact(raw).at(Step::scaled).values() == Values{12});
}

TEST_CASE("two batch members are two calculations") {
  RawProblem raw = raw_problem(Tensor({2, 1, 2}, {1, 1, 1, 1}), Tensor({2, 2, 2}, {1, 0, 1, 1, 0, 0, 0, 0}),
                               Tensor({2, 2, 1}, {1, 2, 3, 5}));
  const Trace trace = exact(raw);
  CHECK(trace.at(Step::scores) == Tensor({2, 1, 1, 2}, {1, 2, 0, 0}));
  check_close(trace.at(Step::output), {1.6697615493266569, 4});
}

TEST_CASE("a layer computes its steps in order, each with its axes and its shape") {
  RawProblem raw = two_heads();
  raw.w_o = located(matrix({{1, 2, 3}, {4, 5, 6}}));
  set_causal(raw);
  const Problem problem = valid(raw);
  CHECK(steps_of(problem) == Steps{Step::q, Step::k, Step::v, Step::q_heads, Step::k_heads, Step::v_heads,
                                   Step::scores, Step::scaled, Step::masked, Step::exp, Step::sum,
                                   Step::weights, Step::output, Step::merged, Step::projected});
  CHECK(given_steps(problem).empty());
  for (const StepTable& table : exact(raw).tables) {
    CHECK(table.values.shape() == shape_of(problem, table.step));
    CHECK(table.axes.size() == table.values.shape().size());
    CHECK(table.axes == axes_of(problem, table.step));
  }
  CHECK(shape_of(problem, Step::q_heads) == Shape{1, 2, 2, 1});
  CHECK(axes_of(problem, Step::merged) == std::vector<Axis>{Axis::batch, Axis::position, Axis::feature});
}

TEST_CASE("every step reads the tables that are there") {
  RawProblem raw = two_heads();
  raw.w_o = located(matrix({{1}, {1}}));
  const Problem layer = valid(raw);
  CHECK(tables_read(layer, Step::q).empty());
  CHECK(tables_read(layer, Step::q_heads) == Steps{Step::q});
  CHECK(tables_read(layer, Step::scores) == Steps{Step::q_heads, Step::k_heads});
  CHECK(tables_read(layer, Step::exp) == Steps{Step::scaled});
  CHECK(tables_read(layer, Step::weights) == Steps{Step::exp, Step::sum});
  CHECK(tables_read(layer, Step::output) == Steps{Step::weights, Step::v_heads});
  CHECK(tables_read(layer, Step::projected) == Steps{Step::merged});
  raw.heads.reset();
  CHECK(tables_read(valid(raw), Step::scores) == Steps{Step::q, Step::k});
  CHECK(tables_read(valid(raw), Step::projected) == Steps{Step::output});

  RawProblem scores;
  scores.scores = located(matrix({{1, 2}}));
  scores.d_k = Located<long long>{1, {}};
  CHECK(given_steps(valid(scores)) == Steps{Step::scores});
  CHECK(tables_read(valid(scores), Step::scaled) == Steps{Step::scores});
  CHECK(steps_of(valid(scores)) == Steps{Step::scaled, Step::exp, Step::sum, Step::weights});
}

TEST_CASE("what is given per head has a head axis of its own") {
  const Problem problem =
      valid(raw_problem(Tensor({1, 2, 3, 1}), Tensor({1, 2, 3, 1}), Tensor({1, 2, 3, 1})));
  CHECK(given_steps(problem) == Steps{Step::q, Step::k, Step::v});
  CHECK(axes_of(problem, Step::q) ==
        std::vector<Axis>{Axis::batch, Axis::head, Axis::position, Axis::feature});
  CHECK(shape_of(problem, Step::q) == Shape{1, 2, 3, 1});
  CHECK(tables_read(problem, Step::scores) == Steps{Step::q, Step::k});
}

TEST_CASE("a wrong function that yields another shape ends the trace with its table") {
  Recipe recipe = right_recipe();
  of_step(recipe, Step::scaled) = [](const Problem&, const Trace&) { return Tensor({1, 1}); };
  const Trace trace = compute(valid(two_heads()), recipe, Carry::exact);
  CHECK(trace.tables.back().step == Step::scaled);
  CHECK(trace.find(Step::exp) == nullptr);
}

TEST_CASE("carried by hand, the projections are rounded before the scores read them") {
  RawProblem raw;
  raw.x = located(matrix({{1}}));
  raw.w_q = raw.w_k = located(matrix({{1.255}}));
  raw.w_v = located(matrix({{1}}));
  const Trace trace = compute(valid(raw), right_recipe(), Carry::by_hand);
  CHECK(trace.at(Step::q).values() == Values{1.26});
  CHECK(trace.at(Step::scores).values() ==
        Values{1.59});  // 1.26 · 1.26 = 1.5876; exactly it would be 1.575025
}
