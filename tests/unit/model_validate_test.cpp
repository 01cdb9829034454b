// What must fit together before there is a problem.
#include "qkv/model/validate.hpp"
#include "support/faults.hpp"
#include "support/problems.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

RawProblem good() {
  return raw_problem(matrix({{1, 1}}), contract_k(), contract_v());
}

std::vector<Diagnostic> faults_of(const RawProblem& raw, std::vector<Diagnostic> earlier = {}) {
  const auto problem = validate(raw, "test", std::move(earlier));
  REQUIRE_FALSE(problem);
  check_sayable(problem.faults());
  return problem.faults();
}

Diagnostic only_fault(const RawProblem& raw) {
  const auto faults = faults_of(raw);
  REQUIRE(faults.size() == 1);
  return faults[0];
}

Place line(int number) {
  Place place;
  place.line = number;
  place.column = 1;
  return place;
}

Located<std::vector<std::string>> names(std::vector<std::string> list) {
  return {std::move(list), {}};
}

void ask(RawProblem& raw, const std::vector<std::string>& steps) {
  std::vector<Located<std::string>> list;
  for (const std::string& step : steps) list.push_back({step, {}});
  raw.ask = Located<std::vector<Located<std::string>>>{std::move(list), {}};
}

void decimals(RawProblem& raw, const std::string& step, long long value) {
  raw.decimals.push_back({{step, {}}, {value, {}}});
}

}  // namespace

TEST_CASE("queries and keys need the same number of columns") {
  RawProblem raw = good();
  raw.q->value = matrix({{1, 1, 1}});
  const Diagnostic fault = only_fault(raw);
  CHECK(fault.code == "shape.d_k");
  CHECK(argument_of(fault, "q_shape") == "[1, 3]");
  CHECK(argument_of(fault, "k_shape") == "[3, 2]");
}

TEST_CASE("every key needs a value") {
  RawProblem raw = good();
  raw.v->value = matrix({{1}, {2}});
  const Diagnostic fault = only_fault(raw);
  CHECK(fault.code == "shape.keys-and-values");
  CHECK(argument_of(fault, "k") == "3");
  CHECK(argument_of(fault, "v") == "2");
}

TEST_CASE("there is one name for each row, counted against the right table") {
  RawProblem raw = good();
  raw.tokens = names({"a"});
  CHECK(only_fault(raw).code == "names.tokens");
  raw.tokens = names({"a", "b", "c"});
  raw.queries = names({"x", "y"});
  const Diagnostic fault = only_fault(raw);
  CHECK(fault.code == "names.queries");
  CHECK(argument_of(fault, "expected") == "1");
  CHECK(argument_of(fault, "found") == "2");
}

TEST_CASE("the limits are stated") {
  RawProblem raw = good();
  raw.k->value = Tensor({1025, 2});
  raw.v->value = Tensor({1025, 1025});
  const auto faults = faults_of(raw);
  REQUIRE(faults.size() == 3);
  CHECK(faults[0].code == "limit.rows");
  CHECK(faults[1].code == "limit.rows");
  CHECK(faults[2].code == "limit.columns");
  CHECK(argument_of(faults[2], "found") == "1025");
  CHECK(argument_of(faults[2], "limit") == "1024");
}

TEST_CASE("a causal mask over unequal numbers of queries and keys needs an offset") {
  RawProblem raw = good();
  set_causal(raw);
  const Diagnostic fault = only_fault(raw);
  CHECK(fault.code == "mask.offset-needed");
  CHECK(argument_of(fault, "usual") == "2");
}

TEST_CASE("an offset keeps to the range in which it hides some keys and not all") {
  // One query, three keys: 0 shows the first key, 2 shows all.
  for (int offset : {0, 1, 2}) {
    RawProblem raw = good();
    set_causal(raw, offset);
    CHECK(valid(raw).masks.causal->offset == offset);
  }
  for (int offset : {-1, 3, 1000}) {
    RawProblem raw = good();
    set_causal(raw, offset);
    const Diagnostic fault = only_fault(raw);
    CHECK(fault.code == "mask.offset-range");
    CHECK(argument_of(fault, "least") == "0");
    CHECK(argument_of(fault, "most") == "2");
  }
}

TEST_CASE("an offset beyond any integer is out of range, not wrapped around") {
  RawProblem raw = good();
  raw.mask = Located<RawMask>{
      RawMask{Located<RawCausal>{RawCausal{true, Located<long long>{1LL << 32, {}}}, {}}}, {}};
  CHECK(only_fault(raw).code == "mask.offset-range");
}

TEST_CASE("only tables that this problem computes can be asked") {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"wieghts", "step.unknown"}, {"Weights", "step.unknown"}, {"masked", "step.no-mask"},
      {"Q", "step.given"},         {"merged", "later.step"},    {"", "step.unknown"},
  };
  for (const auto& [step, code] : cases) {
    INFO(step);
    RawProblem raw = good();
    ask(raw, {"scores", step});
    CHECK(only_fault(raw).code == code);
  }
  RawProblem raw = good();
  ask(raw, {"wieghts"});
  CHECK(only_fault(raw).suggestion == "weights");
}

TEST_CASE("a table is asked once or not at all") {
  RawProblem raw = good();
  ask(raw, {"scores", "output", "scores"});
  CHECK(only_fault(raw).code == "ask.twice");
  ask(raw, {});
  CHECK(only_fault(raw).code == "ask.empty");
}

TEST_CASE("decimals are named tables' and lie between 0 and 12") {
  for (const auto& [step, value, code] :
       std::vector<std::tuple<std::string, long long, std::string>>{{"", 13, "decimals.range"},
                                                                    {"", -1, "decimals.range"},
                                                                    {"weights", 1LL << 40, "decimals.range"},
                                                                    {"masked", 2, "step.no-mask"},
                                                                    {"K", 2, "step.given"},
                                                                    {"projected", 2, "later.step"},
                                                                    {"wights", 2, "step.unknown"}}) {
    RawProblem raw = good();
    decimals(raw, step, value);
    CHECK(only_fault(raw).code == code);
  }
}

TEST_CASE("a mask that could not be read leaves the masked table undecided") {
  RawProblem raw = good();
  raw.reported = {"mask"};
  ask(raw, {"masked"});
  Diagnostic earlier;
  earlier.code = "mask.offset-missing";
  const auto faults = faults_of(raw, {earlier});
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].code == "mask.offset-missing");
}

TEST_CASE("the reader's faults and the new ones come in the order of their places") {
  RawProblem raw = good();
  raw.tokens = Located<std::vector<std::string>>{{"a"}, line(3)};
  raw.queries = Located<std::vector<std::string>>{{"a", "b"}, line(5)};
  Diagnostic second{"unknown-key", line(4), {argument("name", "x")}, {}};
  Diagnostic nowhere{"more-faults", {}, {argument("count", 2)}, {}};
  CHECK(brief(faults_of(raw, {nowhere, second})) ==
        std::vector<std::string>{"3:1 names.tokens", "4:1 unknown-key", "5:1 names.queries",
                                 "0:0 more-faults"});
}

TEST_CASE("with_decimals asks the same of every table") {
  RawProblem raw = good();
  decimals(raw, "weights", 5);
  const Problem problem = with_decimals(valid(raw), 3);
  for (const Step step : all_steps) CHECK(of_step(problem.decimals, step) == 3);
  CHECK(problem.key_count == 3);
}

TEST_CASE("a problem without an id takes the name it is given") {
  CHECK(valid(good()).id == "test");
  RawProblem raw = good();
  raw.id = Located<std::string>{"own", {}};
  CHECK(valid(raw).id == "own");
}
