// Problem files that are wrong: every fault at once, each with its place and in words.
#include <algorithm>

#include "qkv/json/read_problem.hpp"
#include "support/faults.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

using Lines = std::vector<std::string>;

std::vector<Diagnostic> faults_of(const std::string& text) {
  const auto problem = read_problem(text, "mine.json", "mine");
  if (problem) FAIL("was accepted: " << text);
  check_sayable(problem.faults());
  return problem.faults();
}

Lines codes_of(const std::string& text) {
  Lines codes;
  for (const Diagnostic& fault : faults_of(text)) codes.push_back(fault.code);
  return codes;
}

// The only fault of a good problem to which this was added.
Diagnostic fault_with(const std::string& more) {
  const auto faults = faults_of(
      R"({"qkv": 1, "Q": [[1, 1]], "K": [[1, 0], [1, 1], [0, 1]], "V": [[1, 0], [0, 2], [1, 1]], )" + more +
      "}");
  INFO(more);
  REQUIRE(faults.size() == 1);
  return faults[0];
}

// The only fault of a problem whose Q has this as its only number.
Diagnostic fault_of_number(const std::string& number) {
  const auto faults = faults_of(R"({"qkv": 1, "Q": [[)" + number + R"(]], "K": [[1]], "V": [[1]]})");
  INFO(number);
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].place.pointer == "/Q/0/0");
  return faults[0];
}

}  // namespace

TEST_CASE("all faults of a file are reported at once, in the order of their places") {
  const std::string text = R"({
 "qkv": 1,
 "tokns": ["a"],
 "id": "",
 "Q": [[1, "1/0"], [1]],
 "K": [[1, 0], ["abc", 1], [0, 1e999]],
 "V": [[1, 0], [null, true]],
 "scale": 0,
 "mask": {"causal": "yes", "windows": 3},
 "decimals": 2.5,
 "ask": ["wieghts", "output", "output", 3],
 "heads": true,
 "id": "again"
})";
  CHECK(brief(faults_of(text)) == Lines{
                                      "3:2 unknown-key",
                                      "4:8 name.empty",
                                      "5:12 number.division-by-zero",
                                      "5:20 matrix.ragged",
                                      "6:17 number.unexpected",
                                      "6:32 number.too-large",
                                      "7:17 wrong-type",
                                      "7:23 wrong-type",
                                      "8:11 scale.zero",
                                      "9:21 wrong-type",
                                      "9:28 unknown-key-in",
                                      "10:14 not-whole",
                                      "11:10 step.unknown",
                                      "11:31 ask.twice",
                                      "11:41 wrong-type",
                                      "12:11 wrong-type",
                                      "13:2 json.duplicate-key",
                                  });
}

TEST_CASE("a fault carries the file, the pointer, the line and what would have been right") {
  const auto faults = faults_of("{\"qkv\": 1, \"Q\": [[1]], \"K\": [[1]],\n \"V\": [[\"x\"]]}");
  REQUIRE(faults.size() == 1);
  CHECK(fault_text(Catalogue(Language::en), faults[0]) ==
        "mine.json:2:9: /V/0/0: \"x\" is not a number: character 1, x, has no place in it.\n"
        "  |  \"V\": [[\"x\"]]}\n"
        "  |         ^");
}

TEST_CASE("what is missing is named, one by one") {
  CHECK(codes_of("{}") == Lines{"version.missing", "inputs.none"});
  CHECK(codes_of(R"({"qkv": 1, "K": [[1]]})") == Lines{"missing.Q", "missing.V"});
}

TEST_CASE("an input that is there but unusable is not called missing") {
  CHECK(codes_of(R"({"qkv": 1, "Q": 5, "K": [[1]], "V": [["x"]]})") ==
        Lines{"wrong-type", "number.unexpected"});
}

TEST_CASE("another version of the format is not guessed at") {
  const auto faults = faults_of(R"({"qkv": 2, "Q": 5})");
  REQUIRE(faults.size() == 1);
  CHECK(brief(faults[0]) == "1:9 version.other");
  CHECK(argument_of(faults[0], "found") == "2");
  CHECK(codes_of(R"({"qkv": "1", "Q": [[1]], "K": [[1]], "V": [[1]]})") == Lines{"wrong-type"});
}

TEST_CASE("a file that is something else altogether") {
  CHECK(codes_of("[]") == Lines{"wrong-type.file"});
  CHECK(codes_of("5") == Lines{"wrong-type.file"});
  CHECK(codes_of(R"({"qkv": 1, "problem": "contract", "answers": {}})") == Lines{"problem.answer-file"});
  CHECK(codes_of("") == Lines{"json.empty"});
  CHECK(codes_of(R"({"qkv": 1, "qkv": 1,)") == Lines{"json.unclosed"});
}

TEST_CASE("unknown keys get a suggestion when one is near") {
  CHECK(fault_with(R"("token": ["a"])").suggestion == "tokens");
  CHECK(fault_with(R"("q": [[1]])").suggestion == "Q");
  CHECK(fault_with(R"("week": 3)").suggestion.empty());
  const Diagnostic inner = fault_with(R"("mask": {"casual": true})");
  CHECK(inner.code == "unknown-key-in");
  CHECK(inner.suggestion == "causal");
  CHECK(argument_of(inner, "object") == "mask");
  CHECK(fault_with(R"("mask": {"causal": {"ofset": 1}})").suggestion == "offset");
}

TEST_CASE("a problem that begins with X or scores is not told that Q, K and V are missing") {
  CHECK(codes_of(R"({"qkv": 1, "X": [[1]], "W_Q": [[1]]})") == Lines{"missing.W_K", "missing.W_V"});
  CHECK(codes_of(R"({"qkv": 1, "W_QKV": [[1, 1, 1]]})") == Lines{"missing.X"});
  CHECK(codes_of(R"({"qkv": 1, "scores": [[1]]})") == Lines{"d_k.missing"});
  CHECK(codes_of(R"({"qkv": 1, "scores": "x", "d_k": 2})") == Lines{"wrong-type"});
}

TEST_CASE("every key wants what it is, and says what that is") {
  for (const char* key : {"heads", "kv_heads"}) {
    CHECK(fault_with("\"" + std::string(key) + R"(": "2")").code == "wrong-type");
    CHECK(fault_with("\"" + std::string(key) + R"(": 1.5)").code == "not-whole");
    CHECK(fault_with("\"" + std::string(key) + R"(": 0)").code == "heads.range");
  }
  CHECK(fault_with(R"("d_k": 2)").code == "d_k.not-needed");
  CHECK(fault_with(R"("softmax": 1)").code == "wrong-type");
  CHECK(fault_with(R"("softmax": "rowsum")").code == "softmax.unknown");
  CHECK(fault_with(R"("softmax": "rowsum")").suggestion == "row-sum");
  CHECK(fault_with(R"("points": "2")").code == "wrong-type");
  CHECK(fault_with(R"("points": {"follow_through": 1})").code == "wrong-type");
  CHECK(fault_with(R"("points": {"follow-through": true})").code == "wrong-type");
  CHECK(fault_with(R"("points": 1001)").code == "points.range");
  CHECK(fault_with(R"("note": 5)").code == "wrong-type");
  CHECK(fault_with(R"("W_O": [[1, 0], [1]])").code == "matrix.ragged");
  CHECK(fault_with(R"("W_O": [1, 0])").code == "matrix.flat");
  CHECK(fault_with(R"("b_O": [1, 0])").code == "bias.without-matrix");
  CHECK(fault_with(R"("W_O": [[1], [1]], "b_O": [[1]])").code == "tensor.depth-exact");
  CHECK(fault_with(R"("W_O": [[1], [1]], "b_O": [])").code == "matrix.empty");
  CHECK(fault_with(R"("W_O": [[1], [1]], "b_O": 5)").code == "wrong-type");
  CHECK(fault_with(R"("W_O": [[[1]]])").code == "tensor.depth-exact");
}

TEST_CASE("masks that cannot be read") {
  const auto code = [](const std::string& mask) { return fault_with(R"("mask": {)" + mask + "}").code; };
  CHECK(code(R"("window": "2")") == "wrong-type");
  CHECK(code(R"("window": 0)") == "mask.window-range");
  CHECK(code(R"("padding": true)") == "wrong-type");
  CHECK(code(R"("padding": [])") == "matrix.empty");
  CHECK(code(R"("padding": [1, 0])") == "shape.padding");
  CHECK(code(R"("padding": [1, 0, 2])") == "wrong-type");
  CHECK(code(R"("padding": [1, 0, "1"])") == "wrong-type");
  CHECK(code(R"("padding": [0.5, 0, 1])") == "wrong-type");
  CHECK(code(R"("padding": [[[1, 0, 1]]])") == "tensor.depth");
  CHECK(code(R"("query_padding": "non")") == "wrong-type");
  CHECK(code(R"("query_padding": true)") == "wrong-type");
  CHECK(code(R"("query_padding": [1, 0])") == "shape.padding");
  CHECK(code(R"("allow": [true, false, true])") == "matrix.flat");
  CHECK(code(R"("allow": [[true, false]])") == "shape.broadcast");
  CHECK(code(R"("allow": [[true, null, true]])") == "wrong-type");
  CHECK(code(R"("allow": [[[[[1]]]]])") == "tensor.depth");
  CHECK(code(R"("bias": [[0, "inf", 0]])") == "number.not-finite");
  CHECK(code(R"("bias": [[0, "-ing", 0]])") == "number.unexpected");
  CHECK(code(R"("bias": [[0, true, 0]])") == "wrong-type");
  CHECK(code(R"("bias": [[0, 0, 0], [0]])") == "matrix.ragged");
}

TEST_CASE("dropout needs a probability below 1 and a mask") {
  CHECK(fault_with(R"("dropout": 0.5)").code == "wrong-type");
  CHECK(fault_with(R"("dropout": {})").code == "dropout.incomplete");
  CHECK(fault_with(R"("dropout": {"p": 0.5})").code == "dropout.incomplete");
  CHECK(fault_with(R"("dropout": {"p": 1, "keep": [[1]]})").code == "dropout.range");
  CHECK(fault_with(R"("dropout": {"p": -0.1, "keep": [[1]]})").code == "dropout.range");
  CHECK(fault_with(R"("dropout": {"p": "x", "keep": [[1]]})").code == "number.unexpected");
  CHECK(fault_with(R"("dropout": {"p": 0.5, "keep": [[2]]})").code == "wrong-type");
  CHECK(fault_with(R"("dropout": {"p": 0.5, "keep": [[1, 1]]})").code == "shape.broadcast");
  CHECK(fault_with(R"("dropout": {"p": 0.5, "keep": [[1]], "seed": 1})").code == "unknown-key-in");
}

TEST_CASE("a row that the row-sum softmax cannot divide is named") {
  const auto faults =
      faults_of(R"({"qkv": 1, "scores": [[1, -1], [1, 2]], "scale": "none", "tokens": ["a", "b"],
    "softmax": "row-sum"})");
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].code == "row-sum.zero");
  CHECK(faults[0].place.line == 2);
  CHECK(argument_of(faults[0], "row") == "a");
  // 0.1 + 0.2 − 0.3 is 0 but for the noise of the doubles.
  CHECK(codes_of(R"({"qkv": 1, "scores": [[0.1, 0.2, -0.3]], "scale": "none", "softmax": "row-sum"})") ==
        Lines{"row-sum.zero"});
}

TEST_CASE("a row sum of 0 is named with its batch member and head where there are several") {
  const auto faults = faults_of(R"({"qkv": 1, "scale": "none", "softmax": "row-sum",
    "scores": [[[[1, 2]], [[1, -1]]], [[[1, 2]], [[3, 4]]]]})");
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].code == "row-sum.zero-both");
  CHECK(argument_of(faults[0], "batch") == "1");
  CHECK(argument_of(faults[0], "head") == "2");
}

TEST_CASE("the row sum of a padded query may be 0") {
  const std::string text = R"({"qkv": 1, "scores": [[1, 2], [1, -1]], "scale": "none", "softmax": "row-sum",
    "mask": {"query_padding": [1, 0]}})";
  CHECK(read_problem(text, "mine.json", "mine"));
}

TEST_CASE("1.0 and 0.0 are flags as 1 and 0 are") {
  const auto problem = read_problem(R"({"qkv": 1, "Q": [[1]], "K": [[1], [1]], "V": [[1], [1]],
    "mask": {"padding": [1.0, 0.0], "allow": [[true, 1e0]]}})",
                                    "mine.json", "mine");
  REQUIRE(problem);
  CHECK_FALSE(problem.value().may_look(0, 0, 0, 1));
  CHECK(codes_of(R"({"qkv": 1, "Q": [[1]], "K": [[1]], "V": [[1]], "mask": {"padding": [0.5]}})") ==
        Lines{"wrong-type"});
}

TEST_CASE("a name that shows nothing is not called empty") {
  for (const char* name : {"\\u200b", "\\ufeff\\u00ad", " \\u2060 "}) {
    const std::string text =
        R"({"qkv": 1, "Q": [[1]], "K": [[1]], "V": [[1]], "tokens": [")" + std::string(name) + "\"]}";
    CHECK(codes_of(text) == Lines{"name.invisible"});
  }
}

TEST_CASE("a key of a hundred thousand letters is cut in every part of the message") {
  const std::string key(100000, 'k');
  const auto faults = faults_of("{\"qkv\": 1,\n \"Q\": [[1]], \"K\": [[1]], \"V\": [[1]],\n \"" + key +
                                "\": 1, \"" + key + "\": 2}");
  REQUIRE(faults.size() == 3);  // twice unknown, once repeated
  for (const Diagnostic& fault : faults) {
    CHECK(fault_text(Catalogue(Language::en), fault).size() < 400);
    CHECK(fault.place.pointer == "/" + key);  // whole for programs
  }
}

TEST_CASE("a thousand rows that cannot be divided do not flood their reader") {
  std::string scores = "[[1, -1]";
  for (int i = 1; i < 1000; ++i) scores += ", [1, -1]";
  const auto faults =
      faults_of(R"({"qkv": 1, "scores": )" + scores + R"(], "scale": "none", "softmax": "row-sum"})");
  REQUIRE(faults.size() == 101);
  CHECK(faults.back().code == "more-faults");
  CHECK(argument_of(faults.back(), "count") == "900");
}

TEST_CASE("a sum near 0 that makes the output grow beyond all numbers is refused") {
  CHECK(codes_of(R"({"qkv": 1, "scores": [[1, "-1 + 1e-11"]], "scale": "none", "softmax": "row-sum",
    "V": [[4e299], [1]]})") == Lines{"numbers.too-large"});
}

TEST_CASE("nesting that is not even is measured against the first part of its depth") {
  const auto faults =
      faults_of(R"({"qkv": 1, "Q": [[[1], [2]], [[3]]], "K": [[[1]], [[2]]], "V": [[[1]], [[1]]]})");
  REQUIRE(brief(faults) == Lines{"1:30 tensor.ragged-batch"});
  CHECK(argument_of(faults[0], "found") == "1");
  CHECK(argument_of(faults[0], "expected") == "2");
  CHECK(faults[0].place.pointer == "/Q/1");
  CHECK(codes_of(R"({"qkv": 1, "Q": [[[[[1]]]]], "K": [[1]], "V": [[1]]})") == Lines{"tensor.depth"});
  CHECK(codes_of(R"({"qkv": 1, "Q": [[[1, 2]], [3]], "K": [[[1, 2]]], "V": [[[1]]]})") ==
        Lines{"wrong-type"});
  CHECK(codes_of(R"({"qkv": 1, "Q": [[[1, 2], []]], "K": [[[1, 2]]], "V": [[[1]]]})") ==
        Lines{"matrix.empty-row"});
}

TEST_CASE("names of batch members are lists through and through") {
  const std::string batch =
      R"({"qkv": 1, "Q": [[[1]], [[1]]], "K": [[[1]], [[1]]], "V": [[[1]], [[1]]], "tokens": )";
  CHECK(codes_of(batch + R"([["a"], "b"]})") == Lines{"wrong-type"});
  CHECK(codes_of(batch + R"([["a"], []]})") == Lines{"names.empty"});
  CHECK(codes_of(batch + R"([["a"], [1]]})") == Lines{"wrong-type"});
  CHECK(codes_of(batch + R"([["a"]]})") == Lines{"names.batch"});
}

TEST_CASE("rows must be equally long") {
  const auto faults = faults_of(R"({"qkv": 1, "Q": [[1, 2], [1], [1, 2, 3]], "K": [[1, 2]], "V": [[1]]})");
  REQUIRE(brief(faults) == Lines{"1:26 matrix.ragged", "1:31 matrix.ragged"});
  CHECK(argument_of(faults[0], "row") == "2");
  CHECK(argument_of(faults[0], "found") == "1");
  CHECK(argument_of(faults[0], "expected") == "2");
  CHECK(argument_of(faults[1], "found") == "3");
  CHECK(faults[1].place.pointer == "/Q/2");
}

TEST_CASE("rows that are none") {
  CHECK(codes_of(R"({"qkv": 1, "Q": [1, 0], "K": [], "V": [[]]})") ==
        Lines{"matrix.flat", "matrix.empty", "matrix.empty-row"});
  CHECK(codes_of(R"({"qkv": 1, "Q": [[1], 2], "K": [3, [1]], "V": [[1], [1]]})") ==
        Lines{"wrong-type", "wrong-type"});
  CHECK(codes_of(R"({"qkv": 1, "Q": "x", "K": {}, "V": null})") ==
        Lines{"wrong-type", "wrong-type", "wrong-type"});
}

TEST_CASE("numbers that cannot be calculated with, each with its reason") {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"("")", "number.empty"},
      {R"("  ")", "number.empty"},
      {R"("abc")", "number.unexpected"},
      {R"("1/")", "number.unfinished"},
      {R"("0,27")", "number.comma"},
      {R"("1,234")", "number.comma"},
      {R"("1 2")", "number.several-numbers"},
      {R"("1/0")", "number.division-by-zero"},
      {"\"sqrt(-1)\"", "number.not-real"},
      {R"("NaN")", "number.not-finite"},
      {R"("inf")", "number.not-finite"},
      {R"("-inf")", "number.not-finite"},
      {"1e999", "number.too-large"},
      {R"("1e999")", "number.too-large"},
      {"-1e999", "number.too-large"},
      {"1.0001e300", "number.too-large"},
      {"null", "wrong-type"},
      {"true", "wrong-type"},
      {"{}", "wrong-type"},
      {"\"" + std::string(201, '1') + "\"", "number.too-long"},
  };
  for (const auto& [number, code] : cases) {
    INFO(number);
    CHECK(fault_of_number(number).code == code);
  }
}

TEST_CASE("an unreadable number names the character and where it stands") {
  const Diagnostic fault = fault_of_number(R"("1/合")");
  CHECK(argument_of(fault, "position") == "3");
  CHECK(argument_of(fault, "character") == "合");
  CHECK(argument_of(fault, "text") == "\"1/合\"");
  CHECK(argument_of(fault_of_number("1e999"), "text") == "1e999");
}

TEST_CASE("a file in which every number is wrong does not flood its reader") {
  std::string row = "\"x\"";
  for (int i = 1; i < 500; ++i) row += ", \"x\"";
  const auto faults = faults_of(R"({"qkv": 1, "Q": [[)" + row + R"(]], "K": [[1]], "V": [[1]]})");
  REQUIRE(faults.size() == 101);
  CHECK(faults.back().code == "more-faults");
  CHECK(argument_of(faults.back(), "count") == "400");
}

TEST_CASE("names must be text that can be seen and that fits into a table") {
  CHECK(fault_with(R"("tokens": "abc")").code == "wrong-type");
  CHECK(fault_with(R"("tokens": [])").code == "names.empty");
  CHECK(fault_with(R"("tokens": ["a", 2, "c"])").place.pointer == "/tokens/1");
  CHECK(fault_with(R"("tokens": ["a", " ", "c"])").code == "name.empty");
  CHECK(fault_with("\"tokens\": [\"a\", \"\xE2\x80\x8B\", \"c\"]").code == "name.invisible");
  std::string wide;
  for (int i = 0; i < 33; ++i) wide += "合";
  const Diagnostic fault = fault_with(R"("tokens": ["a", "b", ")" + wide + "\"]");
  CHECK(fault.code == "name.too-long");
  CHECK(argument_of(fault, "found") == "66");
  CHECK(argument_of(fault, "limit") == "64");
  CHECK(fault_with(R"("id": 5)").code == "wrong-type");
  CHECK(fault_with(R"("title": 5)").code == "wrong-type");
  CHECK(fault_with(R"("title": {})").code == "title.empty");
  CHECK(fault_with(R"("title": {"de": "x"})").code == "unknown-key-in");
}

TEST_CASE("a scale that cannot divide") {
  CHECK(fault_with(R"("scale": 0)").code == "scale.zero");
  CHECK(fault_with(R"("scale": "1 - 1")").code == "scale.zero");
  CHECK(fault_with(R"("scale": 1e-13)").code == "scale.too-small");
  CHECK(fault_with(R"("scale": "inf")").code == "number.not-finite");
  CHECK(fault_with(R"("scale": 1e999)").code == "number.too-large");
  CHECK(fault_with(R"("scale": null)").code == "wrong-type");
  CHECK(fault_with(R"("scale": "sqrt_dj")").suggestion == "sqrt_dk");
  CHECK(fault_with("\"scale\": \"sqrt(d_k)\"").suggestion == "sqrt_dk");
  CHECK(fault_with(R"("scale": "√(8")").code == "number.unfinished");
}

TEST_CASE("a mask that says nothing clear") {
  CHECK(fault_with(R"("mask": true)").code == "wrong-type");
  CHECK(fault_with(R"("mask": {"causal": 1})").code == "wrong-type");
  CHECK(fault_with(R"("mask": {"causal": {}})").code == "mask.offset-missing");
  CHECK(fault_with(R"("mask": {"causal": {"offset": 0.5}})").code == "not-whole");
  CHECK(fault_with(R"("mask": {"causal": {"offset": "1"}})").code == "wrong-type");
}

TEST_CASE("decimals and ask that say nothing clear") {
  CHECK(fault_with(R"("decimals": "2")").code == "wrong-type");
  CHECK(fault_with(R"("decimals": 2.5)").code == "not-whole");
  CHECK(fault_with(R"("decimals": 1e999)").code == "not-whole");
  CHECK(fault_with(R"("decimals": {"weights": null})").code == "wrong-type");
  CHECK(fault_with(R"("ask": "weights")").code == "wrong-type");
  CHECK(fault_with(R"("ask": [])").code == "ask.empty");
  CHECK(fault_with(R"("given": "weights")").code == "wrong-type");
  CHECK(fault_with(R"("given": [1])").code == "wrong-type");
}

TEST_CASE("a key of the mask that stands beside it is sent there") {
  for (const char* key : {"causal", "window", "padding", "query_padding", "allow", "bias"}) {
    std::string more = R"("")";
    more.insert(1, key);
    const Diagnostic fault = fault_with(more + ": 1");
    CHECK(fault.code == "unknown-key.mask");
    CHECK(argument_of(fault, "name") == key);
  }
}

TEST_CASE("only sentences of a batch are told to fill up") {
  const std::string even = R"("K": [[1]], "V": [[1]])";
  CHECK(codes_of(R"({"qkv": 1, "Q": [[[[1]], [[2]]], [[[3]]]], )" + even + "}") == Lines{"tensor.ragged"});
  CHECK(fault_with(R"("mask": {"allow": [[[1, 0, 1]], [[1, 1, 1], [1, 1, 1]]]})").code == "tensor.ragged");
}
