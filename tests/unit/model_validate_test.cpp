// What concerns the whole of a problem: names, limits, decimals, points, and what is asked.
#include "qkv/model/validate.hpp"
#include "support/raw_faults.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

Place line(int number) {
  Place place;
  place.line = number;
  place.column = 1;
  return place;
}

Located<std::vector<Located<std::string>>> list_of(const std::vector<std::string>& steps) {
  std::vector<Located<std::string>> list;
  for (const std::string& step : steps) list.push_back({step, {}});
  return {std::move(list), {}};
}

void ask(RawProblem& raw, const std::vector<std::string>& steps) {
  raw.ask = list_of(steps);
}

void give(RawProblem& raw, const std::vector<std::string>& steps) {
  raw.given = list_of(steps);
}

RawPerStep per_step(const std::string& step, long long value) {
  return {{step, {}}, {value, {}}};
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("there is one name for each row, counted against the right table") {
  RawProblem raw = one_query();
  raw.tokens = located_names({"a"});
  CHECK(only_fault(raw).code == "names.tokens");
  raw.tokens = located_names({"a", "b", "c"});
  raw.queries = located_names({"x", "y"});
  const Diagnostic fault = only_fault(raw);
  CHECK(fault.code == "names.queries");
  CHECK(argument_of(fault, "expected") == "1");
  CHECK(argument_of(fault, "found") == "2");
}

TEST_CASE("every batch member has names of its own, or all share one list") {
  RawProblem raw = raw_problem(Tensor({2, 1, 1}), Tensor({2, 2, 1}), Tensor({2, 2, 1}));
  raw.tokens = Located<RawNames>{{{{"a", "b"}, {"c", "d"}}, true}, {}};
  raw.queries = located_names({"x"});
  const Problem problem = valid(raw);
  CHECK(problem.key_names == std::vector<Names>{{"a", "b"}, {"c", "d"}});
  CHECK(problem.query_names == std::vector<Names>{{"x"}, {"x"}});

  raw.tokens = Located<RawNames>{{{{"a", "b"}}, true}, {}};
  const Diagnostic fault = only_fault(raw);
  CHECK(fault.code == "names.batch");
  CHECK(argument_of(fault, "found") == "1");
  CHECK(argument_of(fault, "expected") == "2");
  raw.tokens = Located<RawNames>{{{{"a", "b"}, {"c"}}, true}, {}};
  CHECK(only_fault(raw).code == "names.tokens");
}

TEST_CASE("the limits are stated, each with what was found") {
  const auto fault_of = [](const Shape& q, const Shape& k, const Shape& v) {
    const Diagnostic fault = only_fault(raw_problem(Tensor(q), Tensor(k), Tensor(v)));
    return fault.code + " " + argument_of(fault, "found") + " " + argument_of(fault, "limit");
  };
  CHECK(fault_of({1, 2}, {1025, 2}, {1025, 1}) == "limit.tokens 1025 1024");
  CHECK(fault_of({1025, 2}, {1, 2}, {1, 1}) == "limit.tokens 1025 1024");
  CHECK(fault_of({1, 1}, {1, 1}, {1, 1025}) == "limit.features 1025 1024");
  CHECK(fault_of({1, 1025}, {1, 1025}, {1, 1}) == "limit.features 1025 1024");
  CHECK(fault_of({65, 1, 1}, {65, 1, 1}, {65, 1, 1}) == "limit.batch 65 64");
  CHECK(fault_of({1, 129, 1, 1}, {1, 129, 1, 1}, {1, 129, 1, 1}) == "heads.range 129 128");
  // 64 · 1 · 1024 · 1024 scores, from numbers that are few enough.
  CHECK(fault_of({64, 1024, 1}, {64, 1024, 1}, {64, 1024, 1}) == "limit.cells 67108864 33554432");
}

TEST_CASE("several limits passed are several faults") {
  RawProblem raw = one_query();
  raw.k->value = Tensor({1025, 2});
  raw.v->value = Tensor({1025, 1025});
  const auto faults = faults_of(raw);
  REQUIRE(faults.size() == 2);
  CHECK(faults[0].code == "limit.tokens");
  CHECK(faults[1].code == "limit.features");
}

TEST_CASE("512 positions, 64 heads and 256 features are within the limits") {
  const Shape shape = {1, 64, 512, 256};
  const Problem problem = valid(raw_problem(Tensor(shape), Tensor(shape), Tensor(shape)));
  CHECK(problem.heads == 64);
  CHECK(problem.query_count == 512);
  CHECK(problem.d_v == 256);
}

TEST_CASE("channels are limited as well: a projection with more is refused") {
  RawProblem raw;
  raw.x = located(Tensor({1, 1}));
  raw.w_q = raw.w_k = raw.w_v = located(Tensor({1, 1}));
  raw.w_o = located(Tensor({1, Limits::channels}));
  CHECK(valid(raw).w_o->w.size(1) == Limits::channels);
  raw.w_o = located(Tensor({1, Limits::channels + 1}));
  const Diagnostic fault = only_fault(raw);
  CHECK(fault.code == "limit.channels");
  CHECK(argument_of(fault, "found") == "65537");
  CHECK(argument_of(fault, "limit") == "65536");
}

TEST_CASE("only tables that this problem computes can be asked, and why not is said") {
  const auto code = [](RawProblem raw, const std::string& step) {
    ask(raw, {"weights", step});
    return only_fault(raw).code;
  };
  CHECK(code(one_query(), "wieghts") == "step.unknown");
  CHECK(code(one_query(), "Weights") == "step.unknown");
  CHECK(code(one_query(), "") == "step.unknown");
  CHECK(code(one_query(), "Q") == "step.given");
  CHECK(code(one_query(), "masked") == "step.no-mask");
  CHECK(code(one_query(), "dropped") == "step.no-dropout");
  CHECK(code(one_query(), "projected") == "step.no-w_o");
  CHECK(code(one_query(), "merged") == "step.one-head");
  CHECK(code(one_query(), "K_heads") == "step.one-head");
  const RawProblem per_head = raw_problem(Tensor({1, 2, 1, 1}), Tensor({1, 2, 1, 1}), Tensor({1, 2, 1, 1}));
  CHECK(code(per_head, "V_heads") == "step.heads-given");
  RawProblem scores;
  scores.scores = located(Tensor({1, 2, 1, 1}));
  scores.d_k = Located<long long>{2, {}};
  CHECK(code(scores, "scores") == "step.given");
  CHECK(code(scores, "output") == "step.no-values");
  CHECK(code(scores, "merged") == "step.no-values");
  RawProblem raw = one_query();
  ask(raw, {"wieghts"});
  CHECK(only_fault(raw).suggestion == "weights");
}

TEST_CASE("a table is asked once or not at all") {
  RawProblem raw = one_query();
  ask(raw, {"scores", "output", "scores"});
  CHECK(only_fault(raw).code == "ask.twice");
  ask(raw, {});
  CHECK(only_fault(raw).code == "ask.empty");
}

TEST_CASE("by default the steps of attention are asked, not the splitting and not the sums") {
  using Steps = std::vector<Step>;
  CHECK(valid(one_query()).asked == Steps{Step::scores, Step::scaled, Step::weights, Step::output});
  RawProblem layer;
  layer.x = located(Tensor({1, 2}));
  layer.w_q = layer.w_k = layer.w_v = located(Tensor({2, 2}));
  layer.w_o = located(Tensor({2, 3}));
  layer.heads = Located<long long>{2, {}};
  set_causal(layer);
  CHECK(valid(layer).asked == Steps{Step::scores, Step::scaled, Step::masked, Step::weights, Step::output,
                                    Step::merged, Step::projected});
}

TEST_CASE("given tables come in the order of the calculation and are not asked by default") {
  using Steps = std::vector<Step>;
  RawProblem raw = one_query();
  give(raw, {"weights", "scores", "sum"});
  const Problem problem = valid(raw);
  CHECK(problem.given == Steps{Step::scores, Step::sum, Step::weights});
  CHECK(problem.asked == Steps{Step::scaled, Step::output});
  CHECK(problem.is_given(Step::sum));
  CHECK_FALSE(problem.is_given(Step::scaled));
  ask(raw, {"exp"});
  CHECK(valid(raw).asked == Steps{Step::exp});
  CHECK(valid(one_query()).given.empty());
  give(raw, {});
  CHECK(valid(raw).given.empty());
}

TEST_CASE("what may be given is what the problem calculates, once, and nothing that is asked") {
  for (const auto& [given, code] :
       std::vector<std::pair<Names, std::string>>{{{"wieghts"}, "step.unknown"},
                                                  {{"scaled", "scaled"}, "given.twice"},
                                                  {{"Q"}, "step.given"},
                                                  {{"masked"}, "step.no-mask"},
                                                  {{"dropped"}, "step.no-dropout"},
                                                  {{"merged"}, "step.one-head"},
                                                  {{"scaled", "output"}, "given.asked"}}) {
    INFO(given.front());
    RawProblem raw = one_query();
    ask(raw, {"weights", "output"});
    give(raw, given);
    CHECK(only_fault(raw).code == code);
  }
  RawProblem raw = one_query();
  give(raw, {"wieghts"});
  CHECK(only_fault(raw).suggestion == "weights");
}

TEST_CASE("something is left to ask beside what is given") {
  RawProblem raw = one_query();
  give(raw, {"scores", "scaled", "weights", "output"});
  CHECK(only_fault(raw).code == "given.nothing-asked");
  ask(raw, {"exp"});
  CHECK(valid(raw).is_asked(Step::exp));
  // Whoever wrote an ask that could not be read hears about that alone.
  raw.ask.reset();
  raw.reported = {"ask"};
  Diagnostic earlier;
  earlier.code = "mask.offset-missing";
  CHECK(faults_of(raw, {earlier}).size() == 1);
}

TEST_CASE("decimals and points are named tables' and keep to their limits") {
  for (const auto& [step, value, code] :
       std::vector<std::tuple<std::string, long long, std::string>>{{"", 13, "decimals.range"},
                                                                    {"", -1, "decimals.range"},
                                                                    {"weights", 1LL << 40, "decimals.range"},
                                                                    {"masked", 2, "step.no-mask"},
                                                                    {"K", 2, "step.given"},
                                                                    {"projected", 2, "step.no-w_o"},
                                                                    {"wights", 2, "step.unknown"}}) {
    INFO(step << " " << value);
    RawProblem raw = one_query();
    raw.decimals = {per_step(step, value)};
    CHECK(only_fault(raw).code == code);
    raw = one_query();
    raw.points = {per_step(step, value == 13 ? 1001 : value)};
    CHECK(only_fault(raw).code == (code == "decimals.range" ? "points.range" : code));
  }
}

TEST_CASE("points are 1 a cell unless the problem says otherwise, and 0 is allowed") {
  RawProblem raw = one_query();
  for (const Step step : all_steps) CHECK(of_step(valid(raw).points, step) == 1);
  CHECK(valid(raw).follow_through);
  raw.points = {per_step("weights", 0), per_step("output", 1000)};
  raw.follow_through = false;
  const Problem problem = valid(raw);
  CHECK(of_step(problem.points, Step::weights) == 0);
  CHECK(of_step(problem.points, Step::output) == 1000);
  CHECK(of_step(problem.points, Step::scores) == 1);
  CHECK_FALSE(problem.follow_through);
}

TEST_CASE("a mask or a dropout that could not be read leaves its table undecided") {
  for (const auto& [key, table] : {std::pair("mask", "masked"), std::pair("dropout", "dropped")}) {
    RawProblem raw = one_query();
    raw.reported = {key};
    ask(raw, {table});
    Diagnostic earlier;
    earlier.code = "mask.offset-missing";
    const auto faults = faults_of(raw, {earlier});
    REQUIRE(faults.size() == 1);
    CHECK(faults[0].code == "mask.offset-missing");
  }
}

TEST_CASE("the reader's faults and the new ones come in the order of their places") {
  RawProblem raw = one_query();
  raw.tokens = Located<RawNames>{{{{"a"}}, false}, line(3)};
  raw.queries = Located<RawNames>{{{{"a", "b"}}, false}, line(5)};
  Diagnostic second{"unknown-key", line(4), {argument("name", "x")}, {}};
  Diagnostic nowhere{"more-faults", {}, {argument("count", 2)}, {}};
  CHECK(brief(faults_of(raw, {nowhere, second})) ==
        std::vector<std::string>{"3:1 names.tokens", "4:1 unknown-key", "5:1 names.queries",
                                 "0:0 more-faults"});
}

TEST_CASE("with_decimals asks the same of every table") {
  RawProblem raw = one_query();
  raw.decimals = {per_step("weights", 5)};
  const Problem problem = with_decimals(valid(raw), 3);
  for (const Step step : all_steps) CHECK(of_step(problem.decimals, step) == 3);
  CHECK(problem.key_count == 3);
}

TEST_CASE("a problem without an id takes the name it is given") {
  CHECK(valid(one_query()).id == "test");
  RawProblem raw = one_query();
  raw.id = Located<std::string>{"own", {}};
  CHECK(valid(raw).id == "own");
}

TEST_CASE("names that look the same get an index, however they are written") {
  RawProblem raw = one_query();
  raw.tokens = located_names({"caf\u00E9", "cafe\u0301", " caf\u00E9\u200B"});
  CHECK(valid(raw).key_names[0] == Names{"caf\u00E9[1]", "cafe\u0301[2]", " caf\u00E9\u200B[3]"});
  raw.tokens = located_names({"a", "b", "A"});
  CHECK(valid(raw).key_names[0] == Names{"a", "b", "A"});
}

TEST_CASE("a very long name of a step is cut in its message") {
  RawProblem raw = one_query();
  ask(raw, {std::string(100000, 'a')});
  CHECK(argument_of(only_fault(raw), "name").size() < 50);
}
