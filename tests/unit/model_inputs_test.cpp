// The three ways a problem begins, and whether their shapes fit together.
#include "qkv/model/validate.hpp"
#include "support/raw_faults.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

Located<long long> whole(long long value) {
  return {value, {}};
}

// "shape.batch V"
std::string code_and_name(const Diagnostic& fault) {
  return fault.code + " " + argument_of(fault, "name");
}

// X [2, 3] with two heads of two features: W_Q, W_K [3, 4], W_V [3, 2], W_O [2, 3].
RawProblem layer() {
  RawProblem raw;
  raw.x = located(Tensor({2, 3}));
  raw.w_q = raw.w_k = located(Tensor({3, 4}));
  raw.w_v = located(Tensor({3, 2}));
  raw.w_o = located(Tensor({2, 3}));
  raw.heads = whole(2);
  return raw;
}

// One query, three keys, two heads, given as scores.
RawProblem given_scores() {
  RawProblem raw;
  raw.scores = located(Tensor({1, 2, 1, 3}));
  raw.v = located(Tensor({1, 2, 3, 2}));
  raw.d_k = whole(4);
  return raw;
}

// W_QKV [3, 6] for one head of two features.
RawProblem fused_layer() {
  RawProblem raw;
  raw.x = located(Tensor({2, 3}));
  raw.w_qkv = located(Tensor({3, 6}));
  return raw;
}

}  // namespace

TEST_CASE("a problem begins with Q, K and V, with embeddings, or with scores, and with one of them only") {
  CHECK(only_fault(RawProblem{}).code == "inputs.none");
  for (const auto spoil : {+[](RawProblem& raw) {
                             raw.x = located(Tensor({1, 1}));
                           },
                           +[](RawProblem& raw) {
                             raw.w_qkv = located(Tensor({1, 1}));
                           },
                           +[](RawProblem& raw) {
                             raw.scores = located(Tensor({1, 3}));
                           }}) {
    RawProblem raw = one_query();
    spoil(raw);
    CHECK(only_fault(raw).code == "inputs.mixed");
  }
  RawProblem raw = layer();
  raw.scores = located(Tensor({2, 2}));
  CHECK(only_fault(raw).code == "inputs.mixed");
  raw = layer();
  raw.v = located(Tensor({2, 2}));
  CHECK(only_fault(raw).code == "inputs.mixed");
}

TEST_CASE("of two ways to begin, the key that comes second and does not fit is named with its place") {
  RawProblem raw = one_query();
  raw.x = located(Tensor({1, 1}));
  raw.q->place.line = raw.k->place.line = raw.v->place.line = 2;
  raw.x->place.line = 5;
  Diagnostic fault = only_fault(raw);
  CHECK(fault.place.line == 5);
  CHECK(argument_of(fault, "name") == "X");
  CHECK(argument_of(fault, "other") == "Q");
  // V goes with scores, so it is Q that does not.
  raw = RawProblem{};
  raw.v = located(Tensor({2, 1}));
  raw.scores = located(Tensor({1, 2}));
  raw.q = located(Tensor({1, 1}));
  raw.v->place.line = 1;
  raw.scores->place.line = 2;
  raw.q->place.line = 3;
  fault = only_fault(raw);
  CHECK(argument_of(fault, "name") == "Q");
  CHECK(argument_of(fault, "other") == "scores");
}

TEST_CASE("faults that do not depend on one another are reported together") {
  RawProblem raw = raw_problem(Tensor({1, 2}), Tensor({1, 3}), Tensor({2, 1}));
  raw.tokens = located_names({"a", "b"});
  raw.ask =
      Located<std::vector<Located<std::string>>>{{{"merged", {}}, {"weights", {}}, {"weights", {}}}, {}};
  mask_of(raw).padding = located(Tensor({3}, 1.0));
  mask_of(raw).window = whole(0);
  std::vector<std::string> codes;
  for (const Diagnostic& fault : faults_of(raw)) codes.push_back(fault.code);
  CHECK(codes == std::vector<std::string>{"shape.keys-and-values", "shape.d_k", "names.tokens",
                                          "mask.window-range", "shape.padding", "step.one-head",
                                          "ask.twice"});
}

TEST_CASE("what depends on a table that could not be read is not guessed at") {
  RawProblem raw = layer();
  raw.x.reset();
  raw.reported = {"X", "mask", "dropout", "W_O"};
  raw.w_o.reset();
  raw.tokens = located_names({"a", "b", "c"});
  raw.ask = Located<std::vector<Located<std::string>>>{
      {{"masked", {}}, {"dropped", {}}, {"projected", {}}, {"scores", {}}}, {}};
  set_causal(raw);
  CHECK(faults_of(raw, {Diagnostic{"matrix.empty", {}, {argument("name", "X")}, {}}}).size() == 1);
  raw = layer();
  raw.x.reset();
  raw.reported = {"X"};
  raw.w_k = located(Tensor({3, 3}));
  raw.b_q = located(Tensor({1}));
  std::vector<std::string> codes;
  for (const Diagnostic& fault : faults_of(raw)) codes.push_back(fault.code);
  CHECK(codes == std::vector<std::string>{"shape.key-columns", "shape.bias"});
}

TEST_CASE("one of a thing is not several of it") {
  const auto says = [](const RawProblem& raw) {
    return fault_text(Catalogue(Language::en), only_fault(raw));
  };
  RawProblem raw = raw_problem(Tensor({1, 2}), Tensor({1, 2}), Tensor({1, 1}));
  raw.heads = whole(2);
  CHECK(says(raw) == "V has 1 column, which cannot be shared out evenly among 2 heads.");
  raw = layer();
  raw.w_o = located(Tensor({1, 3}));
  CHECK(says(raw) ==
        "W_O has 1 row; what it is applied to has 2 × 1 = 2 features (the heads side by side), so it needs 2 "
        "rows.");
}

TEST_CASE("what is missing is asked for, except where it was there and unreadable") {
  RawProblem raw = one_query();
  raw.k.reset();
  CHECK(only_fault(raw).code == "missing.K");
  raw = layer();
  raw.w_v.reset();
  CHECK(only_fault(raw).code == "missing.W_V");
  raw = layer();
  raw.x.reset();
  CHECK(only_fault(raw).code == "missing.X");
  raw.reported = {"X"};
  CHECK(brief(faults_of(raw, {Diagnostic{"matrix.empty", {}, {argument("name", "X")}, {}}})) ==
        std::vector<std::string>{"0:0 matrix.empty"});
}

TEST_CASE("queries and keys need the same number of columns") {
  RawProblem raw = one_query();
  raw.q->value = matrix({{1, 1, 1}});
  const Diagnostic fault = only_fault(raw);
  CHECK(fault.code == "shape.d_k");
  CHECK(argument_of(fault, "q_shape") == "[1, 3]");
  CHECK(argument_of(fault, "k_shape") == "[3, 2]");
}

TEST_CASE("with heads, a key has the columns of its own heads") {
  RawProblem raw = raw_problem(Tensor({1, 4}), Tensor({3, 4}), Tensor({3, 2}));
  raw.heads = whole(2);
  CHECK(valid(raw).d_k == 2);
  raw.kv_heads = whole(1);
  const Diagnostic fault = only_fault(raw);
  CHECK(fault.code == "shape.d_k-heads");
  CHECK(argument_of(fault, "expected") == "2");
  CHECK(argument_of(fault, "k") == "4");
  raw.k->value = Tensor({3, 2});
  CHECK(valid(raw).kv_heads == 1);
  CHECK(valid(raw).d_v == 2);
}

TEST_CASE("keys for fewer heads than there are queries ask for kv_heads") {
  RawProblem raw = raw_problem(Tensor({1, 8}), Tensor({3, 4}), Tensor({3, 2}));
  raw.heads = whole(4);
  const Diagnostic fault = only_fault(raw);
  CHECK(fault.code == "heads.kv-missing");
  CHECK(argument_of(fault, "kv_heads") == "2");
  raw.k->value = Tensor({3, 6});  // three sets do not divide four heads
  raw.v->value = Tensor({3, 12});
  CHECK(only_fault(raw).code == "shape.d_k-heads");
  raw = layer();
  raw.w_k = located(Tensor({3, 2}));
  CHECK(only_fault(raw).code == "heads.kv-missing");
}

TEST_CASE("every key needs a value, and every key head a value head") {
  RawProblem raw = one_query();
  raw.v->value = matrix({{1}, {2}});
  const Diagnostic fault = only_fault(raw);
  CHECK(fault.code == "shape.keys-and-values");
  CHECK(argument_of(fault, "k") == "3");
  CHECK(argument_of(fault, "v") == "2");
  raw = raw_problem(Tensor({1, 2, 1, 2}), Tensor({1, 2, 3, 2}), Tensor({1, 1, 3, 2}));
  CHECK(only_fault(raw).code == "shape.kv-heads");
}

TEST_CASE("Q, K and V are nested alike and hold one batch") {
  RawProblem raw = raw_problem(Tensor({1, 1, 2}), Tensor({3, 2}), Tensor({1, 3, 2}));
  CHECK(code_and_name(only_fault(raw)) == "shape.depth K");
  raw = raw_problem(Tensor({2, 1, 2}), Tensor({2, 3, 2}), Tensor({3, 3, 2}));
  CHECK(code_and_name(only_fault(raw)) == "shape.batch V");
}

TEST_CASE("head counts are whole shares, agree with the nesting, and divide one another") {
  RawProblem raw = raw_problem(Tensor({1, 4}), Tensor({3, 4}), Tensor({3, 3}));
  raw.heads = whole(3);
  CHECK(code_and_name(only_fault(raw)) == "heads.split Q");
  raw.heads = whole(2);
  CHECK(code_and_name(only_fault(raw)) == "heads.split V");
  for (const long long count : {0LL, -1LL, 129LL, 1LL << 40}) {
    raw.heads = whole(count);
    CHECK(code_and_name(only_fault(raw)) == "heads.range heads");
  }
  raw = raw_problem(Tensor({1, 3, 1, 2}), Tensor({1, 2, 1, 2}), Tensor({1, 2, 1, 2}));
  CHECK(only_fault(raw).code == "heads.groups");
  raw = raw_problem(Tensor({1, 2, 1, 2}), Tensor({1, 2, 1, 2}), Tensor({1, 2, 1, 2}));
  raw.heads = whole(4);
  CHECK(code_and_name(only_fault(raw)) == "heads.disagree heads");
  raw.heads = whole(2);
  raw.kv_heads = whole(1);
  CHECK(code_and_name(only_fault(raw)) == "heads.disagree kv_heads");
}

TEST_CASE("rows, batches of rows and heads of rows all become what the steps read") {
  RawProblem raw = raw_problem(Tensor({1, 4}), Tensor({3, 4}), Tensor({3, 2}));
  raw.heads = whole(2);
  CHECK(valid(raw).q->shape() == Shape{1, 1, 4});
  CHECK(valid(raw).v->shape() == Shape{1, 3, 2});
  raw = raw_problem(Tensor({5, 1, 4}), Tensor({5, 3, 4}), Tensor({5, 3, 2}));
  CHECK(valid(raw).batch == 5);
  CHECK(valid(raw).k->shape() == Shape{5, 3, 4});
  raw = raw_problem(Tensor({5, 6, 1, 4}), Tensor({5, 3, 3, 4}), Tensor({5, 3, 3, 2}));
  const Problem problem = valid(raw);
  CHECK(problem.q->shape() == Shape{5, 6, 1, 4});
  CHECK(problem.heads == 6);
  CHECK(problem.kv_heads == 3);
  CHECK(problem.kv_head_of(0) == 0);
  CHECK(problem.kv_head_of(1) == 0);
  CHECK(problem.kv_head_of(2) == 1);
  CHECK(problem.kv_head_of(5) == 2);
}

TEST_CASE("a layer is read with its sizes") {
  const Problem problem = valid(layer());
  CHECK(problem.d_k == 2);
  CHECK(problem.d_v == 1);
  CHECK(problem.source->x.shape() == Shape{1, 2, 3});
  CHECK_FALSE(problem.source->cross);
  CHECK_FALSE(problem.source->fused);
  CHECK(problem.w_o->w.shape() == Shape{2, 3});
}

TEST_CASE("matrices fit the features of their source, from the left and to the right") {
  RawProblem raw = layer();
  raw.w_q = located(Tensor({2, 4}));
  CHECK(code_and_name(only_fault(raw)) == "shape.matrix-rows W_Q");
  raw = layer();
  raw.x_kv = located(Tensor({5, 2}));
  const auto faults = faults_of(raw);
  REQUIRE(faults.size() == 2);
  CHECK(code_and_name(faults[0]) == "shape.matrix-rows-kv W_K");
  CHECK(code_and_name(faults[1]) == "shape.matrix-rows-kv W_V");
  raw.w_k = located(Tensor({2, 4}));
  raw.w_v = located(Tensor({2, 2}));
  CHECK(valid(raw).key_count == 5);
  CHECK(valid(raw).source->cross);
  raw = layer();
  raw.w_k = located(Tensor({3, 3}));
  CHECK(code_and_name(only_fault(raw)) == "shape.key-columns W_K");
  raw = layer();
  raw.w_v = located(Tensor({3, 3}));
  CHECK(code_and_name(only_fault(raw)) == "heads.split W_V");
  raw = layer();
  raw.w_o = located(Tensor({3, 3}));
  const Diagnostic rows = only_fault(raw);
  CHECK(rows.code == "shape.output-rows");
  CHECK(argument_of(rows, "expected") == "2");
}

TEST_CASE("a second source is nested like the first and holds the same batch") {
  RawProblem raw = layer();
  raw.x_kv = located(Tensor({1, 2, 3}));
  CHECK(code_and_name(only_fault(raw)) == "shape.depth X_kv");
  raw.x = located(Tensor({2, 2, 3}));
  CHECK(code_and_name(only_fault(raw)) == "shape.batch X_kv");
}

TEST_CASE("a bias has a number for every column of its matrix, and a matrix") {
  RawProblem raw = layer();
  raw.b_k = located(Tensor({3}));
  const Diagnostic fault = only_fault(raw);
  CHECK(code_and_name(fault) == "shape.bias b_K");
  CHECK(argument_of(fault, "expected") == "4");
  raw = layer();
  raw.w_o.reset();
  raw.b_o = located(Tensor({3}));
  CHECK(code_and_name(only_fault(raw)) == "bias.without-matrix b_O");
  raw = layer();
  raw.b_qkv = located(Tensor({10}));
  CHECK(code_and_name(only_fault(raw)) == "bias.without-matrix b_QKV");
  // Where Q, K and V, or the scores, are given, no projection makes them.
  raw = one_query();
  raw.b_v = located(Tensor({2}));
  CHECK(code_and_name(only_fault(raw)) == "bias.without-matrix b_V");
  raw = given_scores();
  raw.b_q = located(Tensor({2}));
  CHECK(code_and_name(only_fault(raw)) == "bias.without-matrix b_Q");
}

TEST_CASE("a matrix that could not be read is not called missing by its bias") {
  RawProblem raw = layer();
  raw.w_o.reset();
  raw.b_o = located(Tensor({3}));
  raw.reported = {"W_O"};
  CHECK(faults_of(raw, {Diagnostic{"matrix.empty", {}, {argument("name", "W_O")}, {}}}).size() == 1);
}

TEST_CASE("a fused matrix holds q, k and v in equal parts, and stands alone") {
  CHECK(valid(fused_layer()).source->fused);
  CHECK(valid(fused_layer()).d_k == 2);
  RawProblem raw = fused_layer();
  raw.heads = whole(4);  // 4 + 2·4 parts
  const Diagnostic columns = only_fault(raw);
  CHECK(columns.code == "fused.columns");
  CHECK(argument_of(columns, "parts") == "12");
  raw.kv_heads = whole(1);  // 4 + 2·1 parts
  CHECK(valid(raw).d_k == 1);
  raw = fused_layer();
  raw.w_q = located(Tensor({3, 2}));
  CHECK(code_and_name(only_fault(raw)) == "fused.and-apart W_Q");
  raw = fused_layer();
  raw.b_v = located(Tensor({2}));
  CHECK(code_and_name(only_fault(raw)) == "fused.and-apart b_V");
  raw = fused_layer();
  raw.x_kv = located(Tensor({2, 3}));
  CHECK(only_fault(raw).code == "fused.cross");
  raw = fused_layer();
  raw.w_qkv = located(Tensor({2, 6}));
  CHECK(code_and_name(only_fault(raw)) == "shape.matrix-rows W_QKV");
  raw = fused_layer();
  raw.b_qkv = located(Tensor({2}));
  CHECK(code_and_name(only_fault(raw)) == "shape.bias b_QKV");
}

TEST_CASE("the columns of a fused matrix are q, then k, then v") {
  RawProblem raw = fused_layer();
  raw.x = located(matrix({{1}}));
  raw.w_qkv = located(Tensor({1, 4}, {1, 2, 3, 4}));
  raw.b_qkv = located(Tensor({4}, {5, 6, 7, 8}));
  raw.heads = whole(2);
  raw.kv_heads = whole(1);
  const Source source = *valid(raw).source;
  CHECK(source.q.w.values() == std::vector<double>{1, 2});
  CHECK(source.k.w.values() == std::vector<double>{3});
  CHECK(source.v.w.values() == std::vector<double>{4});
  CHECK(source.q.b->values() == std::vector<double>{5, 6});
  CHECK(source.v.b->values() == std::vector<double>{8});
}

TEST_CASE("a problem may begin at the scores, with or without values") {
  const Problem problem = valid(given_scores());
  CHECK(problem.given_scores->shape() == Shape{1, 2, 1, 3});
  CHECK(problem.scale.divisor == 2.0);
  CHECK(problem.key_count == 3);
  RawProblem raw = given_scores();
  raw.scores = located(Tensor({4, 1, 3}));
  raw.v.reset();
  CHECK(valid(raw).given_scores->shape() == Shape{4, 1, 1, 3});
  CHECK_FALSE(valid(raw).has_values());
  raw.w_o = located(Tensor({1, 1}));
  CHECK(only_fault(raw).code == "output.no-values");
}

TEST_CASE("scores do not show d_k: it is asked for where the scale needs it") {
  RawProblem raw = given_scores();
  raw.d_k.reset();
  CHECK(only_fault(raw).code == "d_k.missing");
  raw.scale = Located<RawScale>{{RawScale::Kind::none, 1.0, {}}, {}};
  CHECK(valid(raw).scale.divisor == 1.0);
  for (const long long d_k : {0LL, 1025LL}) {
    raw.d_k = whole(d_k);
    CHECK(only_fault(raw).code == "d_k.range");
  }
  raw = one_query();
  raw.d_k = whole(2);
  CHECK(only_fault(raw).code == "d_k.not-needed");
}

TEST_CASE("values fit the scores") {
  RawProblem raw = given_scores();
  raw.v = located(Tensor({1, 2, 2, 2}));
  CHECK(only_fault(raw).code == "shape.scores-and-values");
  raw.v = located(Tensor({3, 2}));
  CHECK(code_and_name(only_fault(raw)) == "shape.depth V");
  raw.v = located(Tensor({2, 2, 3, 2}));
  CHECK(code_and_name(only_fault(raw)) == "shape.batch V");
}

TEST_CASE("numbers that would grow beyond 10^300 on the way are refused at the door") {
  const auto big = [](double value) { return located(matrix({{value}})); };
  RawProblem raw = raw_problem(matrix({{1e200}}), matrix({{1e200}}), matrix({{1}}));
  CHECK(only_fault(raw).code == "numbers.too-large");
  CHECK(argument_of(only_fault(raw), "table") == "scores");
  raw.q->place.line = 7;
  CHECK(only_fault(raw).place.line == 7);
  raw.k = big(1e100);
  CHECK(valid(raw).d_k == 1);
  raw.scale = Located<RawScale>{{RawScale::Kind::number, 1e-2, "0.01"}, {}};
  CHECK(only_fault(raw).code == "numbers.too-large");
  raw = raw_problem(matrix({{1}}), matrix({{1}}), matrix({{1e200}}));
  raw.w_o = big(1e100);
  CHECK(valid(raw).d_v == 1);
  raw.b_o = located(Tensor({1}, std::vector<double>{1e300}));
  CHECK(only_fault(raw).code == "numbers.too-large");
  raw = RawProblem{};
  raw.x = big(1e150);
  raw.w_q = raw.w_k = big(1e100);
  raw.w_v = big(1);
  CHECK(only_fault(raw).code == "numbers.too-large");
}
