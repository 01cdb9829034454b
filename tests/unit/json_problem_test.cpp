// Problem files that are right: every form of every key.
#include <cmath>
#include <fstream>
#include <iterator>

#include "qkv/base/embedded.hpp"
#include "qkv/json/read_problem.hpp"
#include "support/faults.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

const std::string inputs =
    R"("qkv": 1, "Q": [[1, 1]], "K": [[1, 0], [1, 1], [0, 1]], "V": [[1, 0], [0, 2], [1, 1]])";
const std::string square = R"("qkv": 1, "Q": [[1, 0], [0, 1]], "K": [[1, 0], [1, 1]], "V": [[1], [2]])";

Problem read(const std::string& text) {
  auto problem = read_problem(text, "mine.json", "mine");
  if (!problem) FAIL(brief(problem.faults().front()));
  return std::move(problem.value());
}

Problem read_with(const std::string& more) {
  return read("{" + inputs + ", " + more + "}");
}

using Names = std::vector<std::string>;
using Steps = std::vector<Step>;

}  // namespace

TEST_CASE("the example of the format is read with everything it says") {
  const Problem problem = read(R"({"qkv": 1, "id": "contract", "title": {"zh": "合同", "en": "contract"},
    "tokens": ["合同", "违约金", "过高"], "queries": ["过高"],
    "Q": [[1, 1]], "K": [[1, 0], [1, 1], [0, 1]], "V": [[1, 0], [0, 2], [1, 1]],
    "decimals": 2, "ask": ["scores", "scaled", "weights", "output"]})");
  CHECK(problem.id == "contract");
  CHECK(problem.title.zh == "合同");
  CHECK(problem.title.en == "contract");
  CHECK(problem.batch == 1);
  CHECK(problem.heads == 1);
  CHECK(problem.kv_heads == 1);
  CHECK(problem.query_count == 1);
  CHECK(problem.key_count == 3);
  CHECK(problem.d_k == 2);
  CHECK(problem.d_v == 2);
  CHECK(problem.query_names == std::vector<Names>{{"过高"}});
  CHECK(problem.key_names == std::vector<Names>{{"合同", "违约金", "过高"}});
  CHECK(problem.q == Tensor({1, 1, 2}, {1, 1}));
  CHECK(problem.k == Tensor({1, 3, 2}, {1, 0, 1, 1, 0, 1}));
  CHECK(problem.v == Tensor({1, 3, 2}, {1, 0, 0, 2, 1, 1}));
  CHECK(problem.scale.kind == Scale::Kind::sqrt_dk);
  CHECK(problem.scale.divisor == Approx(1.4142135623730951));
  CHECK_FALSE(problem.masks.any());
  CHECK(problem.asked == Steps{Step::scores, Step::scaled, Step::weights, Step::output});
  for (const Step step : all_steps) CHECK(of_step(problem.decimals, step) == 2);
}

TEST_CASE("a problem of Q, K and V alone gets every default") {
  const Problem problem = read("{" + inputs + "}");
  CHECK(problem.id == "mine");
  CHECK(problem.title.empty());
  CHECK(problem.query_names == std::vector<Names>{{"q1"}});
  CHECK(problem.key_names == std::vector<Names>{{"k1", "k2", "k3"}});
  CHECK(problem.asked == Steps{Step::scores, Step::scaled, Step::weights, Step::output});
  CHECK(of_step(problem.decimals, Step::weights) == 2);
}

TEST_CASE("as many queries as keys share their names") {
  CHECK(read("{" + square + "}").query_names == std::vector<Names>{{"t1", "t2"}});
  CHECK(read("{" + square + "}").key_names == std::vector<Names>{{"t1", "t2"}});
  const Problem named = read("{" + square + R"(, "tokens": ["A", "B"]})");
  CHECK(named.query_names == std::vector<Names>{{"A", "B"}});
  CHECK(named.key_names == std::vector<Names>{{"A", "B"}});
}

TEST_CASE("queries with names of their own do not name the keys") {
  const Problem problem = read("{" + square + R"(, "queries": ["x", "y"]})");
  CHECK(problem.query_names == std::vector<Names>{{"x", "y"}});
  CHECK(problem.key_names == std::vector<Names>{{"k1", "k2"}});
}

TEST_CASE("tokens never name queries that are another number") {
  const Problem problem = read_with(R"("tokens": ["A", "B", "C"])");
  CHECK(problem.query_names == std::vector<Names>{{"q1"}});
  CHECK(problem.key_names == std::vector<Names>{{"A", "B", "C"}});
}

TEST_CASE("equal tokens are told apart by an index, without taking a name that is there") {
  const auto keys = [](const std::string& tokens) { return read_with("\"tokens\": " + tokens).key_names[0]; };
  CHECK(keys(R"(["的", "猫", "的"])") == Names{"的[1]", "猫", "的[2]"});
  CHECK(keys(R"(["的", "的[1]", "的"])") == Names{"的[2]", "的[1]", "的[3]"});
  CHECK(keys(R"(["a", "a", "a"])") == Names{"a[1]", "a[2]", "a[3]"});
  CHECK(keys(R"(["a[1]", "a[1]", "a"])") == Names{"a[1][1]", "a[1][2]", "a"});
}

TEST_CASE("numbers may be written as expressions") {
  const Problem problem = read(R"J({"qkv": 1, "Q": [["1/4", "sqrt(2)", -0.5, "−1", 1e-3]],
    "K": [[1, 0, 0, 0, 0]], "V": [["27%"]]})J");
  CHECK(problem.q->values() == std::vector<double>{0.25, std::sqrt(2.0), -0.5, -1, 0.001});
  CHECK(problem.v->values() == std::vector<double>{0.27});
}

TEST_CASE("a number is the double that its digits are nearest to, however it is written") {
  const Problem problem =
      read(R"J({"qkv": 1, "Q": [[0.1, 1E-1, "0.1", 0.10000000000000000555111512312578270211815834,
    -0.0, 5e-324, 1e-400, 1.7976931348623157e299, 123456789012345678901234567890]], "K": [[0,0,0,0,0,0,0,0,0]],
    "V": [[1]]})J");
  CHECK(problem.q->values() == std::vector<double>{0.1, 0.1, 0.1, 0.1, 0.0, 5e-324, 0.0,
                                                   1.7976931348623157e299, 123456789012345678901234567890.0});
  CHECK_FALSE(std::signbit(problem.q->values()[4]));
}

TEST_CASE("scale is a word, a number or an expression") {
  CHECK(read_with(R"("scale": "sqrt_dk")").scale.kind == Scale::Kind::sqrt_dk);
  const Problem none = read_with(R"("scale": "none")");
  CHECK(none.scale.kind == Scale::Kind::none);
  CHECK(none.scale.divisor == 1.0);
  const Problem number = read_with(R"("scale": -2.50)");
  CHECK(number.scale.kind == Scale::Kind::number);
  CHECK(number.scale.divisor == -2.5);
  CHECK(number.scale.written == "-2.50");
  const Problem expression = read_with(R"J("scale": "sqrt(8)")J");
  CHECK(expression.scale.divisor == std::sqrt(8.0));
  CHECK(expression.scale.written == "sqrt(8)");
  // One letter from "none" and still an expression.
  CHECK(read_with(R"("scale": "e")").scale.divisor == Approx(2.718281828459045));
}

TEST_CASE("without scaling the scaled table is not asked unless it is named") {
  CHECK(read_with(R"("scale": "none")").asked == Steps{Step::scores, Step::weights, Step::output});
  CHECK(read_with(R"("scale": "none", "ask": ["scaled"])").asked == Steps{Step::scaled});
  CHECK(read_with(R"("scale": 1)").is_asked(Step::scaled));
}

TEST_CASE("a causal mask is switched on, off, or shifted") {
  CHECK(read("{" + square + R"(, "mask": {"causal": true}})").masks.causal->offset == 0);
  CHECK_FALSE(read_with(R"("mask": {"causal": false})").masks.any());
  CHECK_FALSE(read_with(R"("mask": {})").masks.any());
  const Problem shifted = read_with(R"("mask": {"causal": {"offset": 2}})");
  CHECK(shifted.masks.causal->offset == 2);
  CHECK(shifted.may_look(0, 0, 0, 2));
}

TEST_CASE("with a mask the masked table is asked as well") {
  CHECK(read("{" + square + R"(, "mask": {"causal": true}})").asked ==
        Steps{Step::scores, Step::scaled, Step::masked, Step::weights, Step::output});
}

TEST_CASE("a mask may leave a row nothing to look at") {
  const Problem problem = read("{" + square + R"(, "mask": {"causal": {"offset": -1}}})");
  CHECK_FALSE(problem.may_look(0, 0, 0, 0));
  CHECK(problem.may_look(0, 0, 1, 0));
}

TEST_CASE("ask comes in the order of the calculation, whatever the file's order") {
  CHECK(read_with(R"("ask": ["output", "sum", "scores"])").asked ==
        Steps{Step::scores, Step::sum, Step::output});
}

TEST_CASE("given tables are named like asked ones") {
  const Problem problem = read_with(R"("given": ["weights", "scaled"])");
  CHECK(problem.given == Steps{Step::scaled, Step::weights});
  CHECK(problem.asked == Steps{Step::scores, Step::output});
}

TEST_CASE("decimals are one number or one per table") {
  const Problem one = read_with(R"("decimals": 4)");
  for (const Step step : all_steps) CHECK(of_step(one.decimals, step) == 4);
  const Problem several = read_with(R"("decimals": {"weights": 3, "output": 0})");
  CHECK(of_step(several.decimals, Step::weights) == 3);
  CHECK(of_step(several.decimals, Step::output) == 0);
  CHECK(of_step(several.decimals, Step::scores) == 2);
  // A JSON Schema takes 3.0 for a whole number too.
  CHECK(of_step(read_with(R"("decimals": 3.0)").decimals, Step::sum) == 3);
}

TEST_CASE("a title is one text or one per language, and fills in for the other") {
  const LocalizedText plain = read_with(R"("title": "Attention")").title;
  CHECK(plain.zh == "Attention");
  CHECK(plain.en == "Attention");
  CHECK(read_with(R"("title": {"zh": "注意力"})").title.en == "注意力");
  CHECK(read_with(R"("title": {"en": "Attention"})").title.zh == "Attention");
  CHECK(read_with(R"("note": {"zh": "看最后一行", "en": "Look at the last row"})").note.en ==
        "Look at the last row");
  CHECK(read_with(R"("note": "for week 3")").note.zh == "for week 3");
}

TEST_CASE("a byte order mark in front changes nothing") {
  CHECK(read("\xEF\xBB\xBF{" + inputs + "}").d_k == 2);
}

TEST_CASE("problems at the limits are problems") {
  std::string wide = "[[0";
  for (int i = 1; i < Limits::features; ++i) wide += ",0";
  wide += "]]";
  std::string long_one = "[[0]";
  for (int i = 1; i < Limits::tokens; ++i) long_one += ",[0]";
  long_one += "]";
  CHECK(read(R"({"qkv": 1, "Q": )" + wide + R"(, "K": )" + wide + R"(, "V": [[1e300]]})").d_k == 1024);
  const Problem many = read(R"({"qkv": 1, "Q": [[0]], "K": )" + long_one + R"(, "V": )" + long_one + "}");
  CHECK(many.key_count == 1024);
  CHECK(many.key_names[0].back() == "k1024");
}

TEST_CASE("the schema and the README state the limits that are enforced") {
  const std::string schema(embedded_file("schema/problem.schema.json").value());
  const std::string stated = "At most " + std::to_string(Limits::batch) + " batch members, " +
                             std::to_string(Limits::heads) + " heads, " + std::to_string(Limits::tokens) +
                             " positions and " + std::to_string(Limits::features) + " features per head; ";
  CHECK(schema.find(stated) != std::string::npos);
  CHECK(schema.find("more than " + std::to_string(Limits::cells) + " cells") != std::string::npos);

  std::ifstream file(std::string(QKV_SOURCE_DIR) + "/README.md");
  const std::string readme{std::istreambuf_iterator<char>(file), {}};
  CHECK(readme.find(std::to_string(Limits::batch) + " batch members, " + std::to_string(Limits::heads) +
                    " heads, " + std::to_string(Limits::tokens) + " tokens and " +
                    std::to_string(Limits::features) + " features per head") != std::string::npos);
  STATIC_REQUIRE(Limits::cells == 33'554'432);
  CHECK(readme.find("33,554,432 cells") != std::string::npos);
}
