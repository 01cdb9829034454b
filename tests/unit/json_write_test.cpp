// The machine formats, byte by byte.
#include <limits>

#include "qkv/grade/grade.hpp"
#include "qkv/json/value.hpp"
#include "qkv/json/write.hpp"
#include "qkv/trace/pipeline.hpp"
#include "support/answers.hpp"
#include "support/problems.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

std::string walked(const Problem& problem) {
  return trace_json(problem, compute(problem, right_recipe(), Carry::exact));
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// One step of the problem with these values in place of its own.
std::string with_values(std::vector<double> values) {
  const Problem problem = contract();
  Trace trace;
  trace.tables.push_back({Step::scores,
                          Tensor({1, 1, 1, 3}, std::move(values)),
                          {Axis::batch, Axis::head, Axis::query, Axis::key}});
  return trace_json(problem, trace);
}

}  // namespace

TEST_CASE("a trace begins with the version and carries inputs and steps with all their axes") {
  RawProblem raw = raw_problem(matrix({{1, 1}}), contract_k(), contract_v());
  raw.id = Located<std::string>{"contract", {}};
  raw.tokens = located_names({"合同", "违约金", "过高"});
  raw.queries = located_names({"过高"});
  const std::string json = walked(valid(raw));
  CHECK(json.rfind(
            R"({"qkv":1,"problem":"contract","warnings":[],"inputs":{"tokens":[["合同","违约金","过高"]],)"
            R"("queries":[["过高"]],"heads":1,"kv_heads":1,"d_k":2,)"
            R"("scale":{"kind":"sqrt_dk","divisor":1.4142135623730951},"mask":{},"softmax":"exp",)"
            R"("Q":[[[1,1]]],"K":[[[1,0],[1,1],[0,1]]],"V":[[[1,0],[0,2],[1,1]]]},"steps":[)"
            R"({"id":"scores","symbol":"S","shape":[1,1,1,3],"axes":["batch","head","query","key"],)"
            R"("values":[[[[1,2,1]]]]},)",
            0) == 0);
  CHECK(contains(json, R"("id":"sum","symbol":"Z","shape":[1,1,1],"axes":["batch","head","query"],)"));
  CHECK(contains(
      json, R"("id":"output","symbol":"O","shape":[1,1,1,2],"axes":["batch","head","position","feature"])"));
  CHECK(json.back() == '\n');
  CHECK(parse_json(json, ""));
}

TEST_CASE("doubles are written with the shortest digits that read back") {
  CHECK(contains(with_values({0.1, 1.0 / 3.0, 1e21}), "[[[[0.1,0.3333333333333333,1e+21]]]]"));
  CHECK(contains(with_values({5e-324, 100, 123456789}), "[[[[5e-324,100,123456789]]]]"));
}

TEST_CASE("minus infinity is a string, and minus zero is zero") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(contains(with_values({-infinity, -0.0, -1}), R"([[[["-inf",0,-1]]]])"));
}

TEST_CASE("a causal trace shows the mask and its effect") {
  const std::string json = walked(causal_3());
  CHECK(contains(json, R"("mask":{"causal":{"offset":0}})"));
  CHECK(contains(json, R"("id":"masked","symbol":"M")"));
  CHECK(contains(json, R"("values":[[[[0.7071067811865475,"-inf","-inf"],)"));
}

TEST_CASE("every mask, the dropout and the projections are among the inputs") {
  RawProblem raw;
  raw.x = located(Tensor({2, 1}, {1, 2}));
  raw.w_q = raw.w_k = raw.w_v = raw.w_o = located(Tensor({1, 1}, std::vector<double>{3}));
  raw.b_k = raw.b_o = located(Tensor({1}, std::vector<double>{0.5}));
  set_causal(raw);
  mask_of(raw).window = Located<long long>{2, {}};
  mask_of(raw).padding = located(Tensor({2}, {1, 0}));
  mask_of(raw).bias = located(Tensor({1, 2}, {0, -std::numeric_limits<double>::infinity()}));
  raw.dropout = Located<RawDropout>{{0.5, located(Tensor({1, 1}, std::vector<double>{1}))}, {}};
  const std::string json = walked(valid(raw));
  CHECK(contains(
      json, R"("mask":{"causal":{"offset":0},"window":2,"padding":[[1,0]],"query_padding":[[1,0]],)"
            R"("bias":[[[[0,"-inf"]]]]},"softmax":"exp","dropout":{"p":0.5,"keep":[[[[1]]]]},)"
            R"("X":[[[1],[2]]],"W_Q":[[3]],"W_K":[[3]],"b_K":[0.5],"W_V":[[3]],"W_O":[[3]],"b_O":[0.5]})"));
  CHECK(contains(json, R"("id":"Q","symbol":"Q","shape":[1,2,1],"axes":["batch","position","feature"])"));
  CHECK(contains(json, R"("id":"projected")"));
  CHECK(parse_json(json, ""));
}

TEST_CASE("a query with nothing to look at is a warning") {
  RawProblem raw = raw_problem(matrix({{1, 0}, {0, 1}}), matrix({{1, 0}, {0, 1}}), matrix({{1}, {2}}));
  set_causal(raw, -1);
  CHECK(contains(walked(valid(raw)), R"("warnings":[{"code":"no-visible-key","at":[0,0,0],"row":"t1"}])"));
}

TEST_CASE("the scale is written as what it divides by") {
  RawProblem raw = raw_problem(matrix({{1, 1}}), contract_k(), contract_v());
  raw.scale = Located<RawScale>{{RawScale::Kind::none, 1.0, ""}, {}};
  CHECK(contains(walked(valid(raw)), R"("scale":{"kind":"none","divisor":1})"));
  raw.scale = Located<RawScale>{{RawScale::Kind::number, -2.5, "-2.50"}, {}};
  CHECK(contains(walked(valid(raw)), R"("scale":{"kind":"number","divisor":-2.5})"));
}

TEST_CASE("hostile names stay inside their quotation marks") {
  RawProblem raw = raw_problem(matrix({{1}}), matrix({{1}}), matrix({{1}}));
  raw.id = Located<std::string>{"a\"b\\c\n\x1b[31m\xFF", {}};
  const std::string json = walked(valid(raw));
  CHECK(contains(json, "\"problem\":\"a\\\"b\\\\c\\n\\u001b[31m\xEF\xBF\xBD\""));
  CHECK(parse_json(json, ""));
}

TEST_CASE("a report has points, verdicts and names, and says why a cell is unreadable") {
  RawProblem raw = raw_problem(matrix({{1, 1}}), contract_k(), contract_v());
  raw.queries = located_names({"过高"});
  raw.tokens = located_names({"合同", "违约金", "过高"});
  raw.ask = Located<std::vector<Located<std::string>>>{{{"weights", {}}, {"sum", {}}, {"output", {}}}, {}};
  const Problem problem = valid(raw);
  Answers handed_in = answers({{Step::weights, {{"0.25", "0.5²", ""}}}, {Step::output, {{"0.50", "9"}}}});
  handed_in.learner = "s001";
  const std::string json = report_json(problem, grade(problem, handed_in), Feedback::where);
  CHECK(json ==
        R"({"qkv":1,"problem":"test","learner":"s001","points":2,"max_points":6,"passed":false,"tables":[)"
        R"({"step":"sum","points":0,"max_points":1,"cells":[)"
        R"({"at":[0,0,0],"row":"过高","written":"","verdict":"blank"}],"diagnosis":[]},)"
        R"({"step":"weights","points":1,"max_points":3,"cells":[)"
        R"({"at":[0,0,0,0],"row":"过高","column":"合同","written":"0.25","verdict":"correct"},)"
        R"({"at":[0,0,0,1],"row":"过高","column":"违约金","written":"0.5²","verdict":"unreadable",)"
        R"("unreadable":{"reason":"unexpected","position":4,"code_point":"U+00B2"}},)"
        R"({"at":[0,0,0,2],"row":"过高","column":"过高","written":"","verdict":"blank"}],"diagnosis":[]},)"
        R"({"step":"output","points":1,"max_points":2,"cells":[)"
        R"({"at":[0,0,0,0],"row":"过高","column":"1","written":"0.50","verdict":"correct"},)"
        R"({"at":[0,0,0,1],"row":"过高","column":"2","written":"9","verdict":"wrong"}],"diagnosis":[]}]})"
        "\n");
}

TEST_CASE("a learner with a name is written with both") {
  const Problem problem = contract();
  Report report;
  report.problem = problem.id;
  report.learner = "s001";
  report.learner_name = "李雷";
  report.passed = true;
  CHECK(contains(report_json(problem, report, Feedback::where), R"("learner":{"id":"s001","name":"李雷"})"));
}

TEST_CASE("faults are written with code and place, and only when there are any") {
  const Problem problem = contract();
  Report report;
  report.problem = problem.id;
  CHECK_FALSE(contains(report_json(problem, report, Feedback::where), "faults"));
  Place place;
  place.line = 3;
  place.column = 5;
  place.pointer = "/answers/wieghts";
  report.faults.push_back({"unknown-key", place, {}, {}});
  CHECK(contains(report_json(problem, report, Feedback::where),
                 R"("faults":[{"code":"unknown-key","line":3,"column":5,"pointer":"/answers/wieghts"}])"));
}

TEST_CASE("a trace names the given tables, where there are any") {
  CHECK_FALSE(contains(walked(contract()), "given"));
  Problem problem = contract();
  problem.given = {Step::scaled, Step::sum};
  CHECK(contains(walked(problem), R"(},"given":["scaled","sum"],"steps":[)"));
}
