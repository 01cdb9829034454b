// Masks and dropout: what fits the scores, what is refused, and who may look at whom.
#include <limits>

#include "qkv/model/validate.hpp"
#include "support/raw_faults.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

constexpr double blocked = -std::numeric_limits<double>::infinity();

// B = 2, H = 2, three queries and three keys.
RawProblem two_by_two() {
  return raw_problem(Tensor({2, 2, 3, 1}), Tensor({2, 2, 3, 1}), Tensor({2, 2, 3, 1}));
}

// The keys that a query may look at: "101".
std::string seen(const Problem& problem, int batch, int head, int query) {
  std::string keys;
  for (int j = 0; j < problem.key_count; ++j) keys += problem.may_look(batch, head, query, j) ? '1' : '0';
  return keys;
}

Located<RawQueryPadding> query_padding(bool none, Tensor keep = {}) {
  return {RawQueryPadding{none, std::move(keep)}, {}};
}

}  // namespace

TEST_CASE("a causal mask over unequal numbers of queries and keys needs an offset") {
  RawProblem raw = one_query();
  set_causal(raw);
  const Diagnostic fault = only_fault(raw);
  CHECK(fault.code == "mask.offset-needed");
  CHECK(argument_of(fault, "usual") == "2");
  raw.mask->value.causal->value.on = false;
  CHECK_FALSE(valid(raw).masks.any());
}

TEST_CASE("an offset keeps to the range in which it hides some keys and not all") {
  // One query, three keys: 0 shows the first key, 2 shows all.
  for (int offset : {0, 1, 2}) {
    RawProblem raw = one_query();
    set_causal(raw, offset);
    CHECK(valid(raw).masks.causal->offset == offset);
  }
  for (long long offset : {-1LL, 3LL, 1000LL, 1LL << 32}) {
    RawProblem raw = one_query();
    set_causal(raw, 0);
    raw.mask->value.causal->value.offset->value = offset;
    const Diagnostic fault = only_fault(raw);
    CHECK(fault.code == "mask.offset-range");
    CHECK(argument_of(fault, "least") == "0");
    CHECK(argument_of(fault, "most") == "2");
  }
}

TEST_CASE("query i sees the keys up to i plus the offset, a window of them if there is one") {
  RawProblem raw = raw_problem(Tensor({4, 1}), Tensor({4, 1}), Tensor({4, 1}));
  set_causal(raw);
  CHECK(seen(valid(raw), 0, 0, 1) == "1100");
  mask_of(raw).window = Located<long long>{2, {}};
  CHECK(seen(valid(raw), 0, 0, 0) == "1000");
  CHECK(seen(valid(raw), 0, 0, 3) == "0011");
  // The window moves along with the offset.
  set_causal(raw, 1);
  CHECK(seen(valid(raw), 0, 0, 0) == "1100");
  CHECK(seen(valid(raw), 0, 0, 1) == "0110");
  // Without a causal mask it only looks no further back.
  mask_of(raw).causal.reset();
  CHECK(seen(valid(raw), 0, 0, 0) == "1111");
  CHECK(seen(valid(raw), 0, 0, 3) == "0011");
}

TEST_CASE("a window is one key or more") {
  for (const long long window : {0LL, -3LL, 2049LL, 1LL << 40}) {
    RawProblem raw = one_query();
    mask_of(raw).window = Located<long long>{window, {}};
    const Diagnostic fault = only_fault(raw);
    CHECK(fault.code == "mask.window-range");
    CHECK(argument_of(fault, "limit") == "2048");
  }
}

TEST_CASE("padding is a row for each batch member, or one for all") {
  RawProblem raw = two_by_two();
  mask_of(raw).padding = located(Tensor({2, 3}, {1, 1, 0, 0, 1, 1}));
  CHECK(seen(valid(raw), 0, 1, 2) == "110");
  CHECK(seen(valid(raw), 1, 0, 0) == "011");
  mask_of(raw).padding = located(Tensor({3}, {1, 0, 1}));
  CHECK(seen(valid(raw), 1, 1, 1) == "101");
  for (const Shape& shape : {Shape{2}, Shape{1, 3}, Shape{3, 3}, Shape{2, 2}}) {
    mask_of(raw).padding = located(Tensor(shape, 1.0));
    const Diagnostic fault = only_fault(raw);
    CHECK(fault.code == "shape.padding");
    CHECK(argument_of(fault, "expected") == "[2, 3]");
  }
}

TEST_CASE("in self-attention the padded keys are the padded queries, unless the problem says otherwise") {
  RawProblem raw = two_by_two();
  mask_of(raw).padding = located(Tensor({3}, {1, 1, 0}));
  CHECK(valid(raw).is_padded_query(0, 2));
  CHECK_FALSE(valid(raw).is_padded_query(0, 1));
  mask_of(raw).query_padding = query_padding(true);
  CHECK_FALSE(valid(raw).is_padded_query(0, 2));
  mask_of(raw).query_padding = query_padding(false, Tensor({2, 3}, {0, 1, 1, 1, 1, 1}));
  CHECK(valid(raw).is_padded_query(0, 0));
  CHECK_FALSE(valid(raw).is_padded_query(1, 0));
  CHECK_FALSE(valid(raw).is_padded_query(0, 2));
  mask_of(raw).query_padding = query_padding(false, Tensor({2}, 1.0));
  const Diagnostic fault = only_fault(raw);
  CHECK(fault.code == "shape.padding");
  CHECK(argument_of(fault, "name") == "query_padding");
}

TEST_CASE("queries of another sequence are not padded by the padding of the keys") {
  RawProblem named = two_by_two();
  mask_of(named).padding = located(Tensor({3}, {1, 1, 0}));
  named.queries = located_names({"a", "b", "c"});
  CHECK_FALSE(valid(named).is_padded_query(0, 2));

  RawProblem fewer = raw_problem(Tensor({2, 1}), Tensor({3, 1}), Tensor({3, 1}));
  mask_of(fewer).padding = located(Tensor({3}, {0, 0, 1}));
  CHECK_FALSE(valid(fewer).is_padded_query(0, 0));

  RawProblem cross;
  cross.x = cross.x_kv = located(Tensor({3, 1}));
  cross.w_q = cross.w_k = cross.w_v = located(Tensor({1, 1}));
  mask_of(cross).padding = located(Tensor({3}, {1, 1, 0}));
  CHECK_FALSE(valid(cross).is_padded_query(0, 2));
}

TEST_CASE("query padding alone makes no masked table") {
  RawProblem raw = two_by_two();
  mask_of(raw).query_padding = query_padding(false, Tensor({3}, {1, 1, 0}));
  const Problem problem = valid(raw);
  CHECK_FALSE(problem.masks.any());
  CHECK_FALSE(problem.computes(Step::masked));
  CHECK(seen(problem, 0, 0, 2) == "111");
}

TEST_CASE("allow and bias spread over batch, heads, queries and keys") {
  RawProblem raw = two_by_two();
  mask_of(raw).allow = located(Tensor({1, 3}, {1, 0, 1}));  // the same keys for every query
  CHECK(seen(valid(raw), 1, 1, 2) == "101");
  mask_of(raw).allow = located(Tensor({3, 1}, {1, 0, 1}));  // a query sees all or nothing
  CHECK(seen(valid(raw), 1, 1, 1) == "000");
  CHECK(seen(valid(raw), 1, 1, 2) == "111");
  mask_of(raw).allow = located(Tensor({2, 1, 1}, {1, 0}));  // by head
  CHECK(seen(valid(raw), 0, 0, 0) == "111");
  CHECK(seen(valid(raw), 0, 1, 0) == "000");
  mask_of(raw).allow = located(Tensor({2, 1, 1, 1}, {1, 0}));  // by batch member
  CHECK(seen(valid(raw), 0, 1, 0) == "111");
  CHECK(seen(valid(raw), 1, 0, 0) == "000");
  mask_of(raw).allow.reset();
  mask_of(raw).bias = located(Tensor({1, 3}, {0.5, blocked, -1}));
  const Problem problem = valid(raw);
  CHECK(seen(problem, 1, 1, 2) == "101");
  CHECK(problem.bias_at(1, 1, 2, 0) == 0.5);
  CHECK(problem.blocks(MaskKind::bias, 1, 1, 2, 1));
}

TEST_CASE("what does not spread over the scores is refused with both shapes") {
  for (const Shape& shape :
       {Shape{2, 3}, Shape{3, 2}, Shape{3, 3, 3}, Shape{3, 2, 3, 3}, Shape{2, 3, 3, 3}}) {
    RawProblem raw = two_by_two();
    mask_of(raw).allow = located(Tensor(shape, 1.0));
    const Diagnostic fault = only_fault(raw);
    CHECK(fault.code == "shape.broadcast");
    CHECK(argument_of(fault, "expected") == "[2, 2, 3, 3]");
    CHECK(argument_of(fault, "found") == shape_text(shape));
    raw = two_by_two();
    mask_of(raw).bias = located(Tensor(shape));
    CHECK(argument_of(only_fault(raw), "name") == "bias");
    raw = two_by_two();
    raw.dropout = Located<RawDropout>{{0.5, located(Tensor(shape, 1.0))}, {}};
    CHECK(argument_of(only_fault(raw), "name") == "keep");
  }
}

TEST_CASE("masks combine, and each one still says what it blocks by itself") {
  RawProblem raw = two_by_two();
  set_causal(raw);
  mask_of(raw).padding = located(Tensor({3}, {0, 1, 1}));
  const Problem problem = valid(raw);
  CHECK(seen(problem, 0, 0, 0) == "000");
  CHECK(seen(problem, 0, 0, 2) == "011");
  CHECK(problem.blocks(MaskKind::causal, 0, 0, 0, 1));
  CHECK_FALSE(problem.blocks(MaskKind::padding, 0, 0, 0, 1));
  CHECK(problem.blocks(MaskKind::padding, 0, 0, 0, 0));
  CHECK_FALSE(problem.blocks(MaskKind::causal, 0, 0, 0, 0));
  CHECK_FALSE(problem.blocks(MaskKind::window, 0, 0, 0, 0));
}

TEST_CASE("every mask has the name of its key") {
  std::vector<std::string> names;
  for (const MaskKind kind : all_mask_kinds) names.emplace_back(mask_name(kind));
  CHECK(names == std::vector<std::string>{"causal", "window", "padding", "allow", "bias"});
}
