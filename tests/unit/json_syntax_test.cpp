// One clear sentence for every text that is not JSON.
#include "qkv/json/value.hpp"
#include "support/faults.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

// The only fault of a text that cannot be read.
Diagnostic fault_of(const std::string& text) {
  const auto result = parse_json(text, "file.json");
  if (result) FAIL("was read: " << text);
  REQUIRE(result.faults().size() == 1);
  check_sayable(result.faults());
  CHECK(result.faults()[0].place.file == "file.json");
  return result.faults()[0];
}

struct Slip {
  const char* text;
  const char* expected;  // line, column, code
};

void check(std::initializer_list<Slip> slips) {
  for (const Slip& slip : slips) {
    INFO(slip.text);
    CHECK(brief(fault_of(slip.text)) == slip.expected);
  }
}

}  // namespace

TEST_CASE("commas, colons and values that are missing or too many") {
  check({
      {"[1, 2,]", "1:6 json.trailing-comma"},
      {"{\"a\": 1,\n}", "1:8 json.trailing-comma"},
      {"[1 2]", "1:3 json.missing-comma"},
      {"[1\n [2]]", "1:3 json.missing-comma"},
      {"[\"a\" \"b\"]", "1:5 json.missing-comma"},
      {"{\"a\": 1\n \"b\": 2}", "1:8 json.missing-comma"},
      {"[true false]", "1:6 json.missing-comma"},
      {"[1 -2]", "1:3 json.missing-comma"},
      {"{\"a\" 1}", "1:5 json.missing-colon"},
      {"{\"a\"}", "1:5 json.missing-colon"},
      {"{\"a\", 1}", "1:5 json.missing-colon"},
      {"{\"a\": }", "1:7 json.missing-value"},
      {"[1,,2]", "1:4 json.missing-value"},
      {"[,1]", "1:2 json.missing-value"},
      {"[1; 2]", "1:3 json.separator"},
      {"{\"a\" = 1}", "1:6 json.separator"},
  });
}

TEST_CASE("brackets that do not match say where the other one stands") {
  check({
      {"[1]]", "1:4 json.extra-bracket"},
      {"}", "1:1 json.extra-bracket"},
      {"[1}", "1:3 json.wrong-bracket"},
      {"{\"a\": [1, 2}", "1:12 json.wrong-bracket"},
      {"[1,}", "1:4 json.wrong-bracket"},
  });
  const Diagnostic wrong = fault_of("[\n {\"a\": 2]");
  CHECK(argument_of(wrong, "found") == "]");
  CHECK(argument_of(wrong, "bracket") == "{");
  CHECK(argument_of(wrong, "line") == "2");
  CHECK(argument_of(wrong, "column") == "2");
}

TEST_CASE("a file that ends too early names the innermost open bracket") {
  const Diagnostic fault = fault_of("{\"Q\": [[1, 0],\n  [1, 2\n\n");
  CHECK(brief(fault) == "2:8 json.unclosed");
  CHECK(argument_of(fault, "bracket") == "[");
  CHECK(argument_of(fault, "line") == "2");
  CHECK(argument_of(fault, "column") == "3");
  CHECK(fault.place.source == "  [1, 2");
  check({{"{", "1:2 json.unclosed"}, {"{\"a\":", "1:5 json.unclosed"}, {"[1,", "1:3 json.unclosed"}});
}

TEST_CASE("text after the end is not passed over") {
  check({
      {"{} {}", "1:4 json.after-end"},
      {"[1] x", "1:5 json.after-end"},
      {"1,2", "1:2 json.after-end"},
      {"{}\n[1]", "2:1 json.after-end"},
  });
}

TEST_CASE("what word processors and input methods put in place of punctuation") {
  check({
      {"{“a”: 1}", "1:2 json.smart-quote"},
      {"{\"a”: 1}\n", "1:4 json.smart-quote"},
      {"{\"a\": ＂b＂}", "1:7 json.smart-quote"},
      {"{\"a\"：1}", "1:5 json.lookalike"},
      {"[1，2]", "1:3 json.lookalike"},
      {"[1、2]", "1:3 json.lookalike"},
      {"［1］", "1:1 json.lookalike"},
      {"[1］", "1:3 json.lookalike"},
      {"｛｝", "1:1 json.lookalike"},
      {"[−1]", "1:2 json.lookalike"},
      {"[１]", "1:2 json.lookalike"},
      {"{'a': 1}", "1:2 json.single-quote"},
      {"[\xC2\xA0"
       "1]",
       "1:2 json.invisible"},
      {"[\xE3\x80\x80"
       "1]",
       "1:2 json.invisible"},
      {"\xE2\x80\x8B[1]", "1:1 json.invisible"},
      {"[\x01]", "1:2 json.invisible"},
  });
  CHECK(argument_of(fault_of("[1，2]"), "wanted") == ",");
  CHECK(argument_of(fault_of("[−1]"), "wanted") == "-");
  CHECK(argument_of(fault_of("[１]"), "wanted") == "1");
  CHECK(argument_of(fault_of("[\xC2\xA0"
                             "1]"),
                    "code_point") == "U+00A0");
}

TEST_CASE("comments are named as what they are") {
  check({
      {"{\"a\": 1, // one\n}", "1:10 json.comment"},
      {"/* one */ {}", "1:1 json.comment"},
      {"# one\n{}", "1:1 json.comment"},
      {"[1//2\n]", "1:3 json.comment"},
  });
}

TEST_CASE("words and keys without quotation marks") {
  check({
      {"{a: 1}", "1:2 json.unquoted-key"},
      {"{1: 2}", "1:2 json.unquoted-key"},
      {"[合同]", "1:2 json.word"},
      {"[hello, 1]", "1:2 json.word"},
      {"[True]", "1:2 json.word"},
      {"[NULL]", "1:2 json.word"},
      {"[None]", "1:2 json.word"},
      {"[NaN]", "1:2 json.not-a-number"},
      {"[-Infinity]", "1:2 json.not-a-number"},
      {"[inf]", "1:2 json.not-a-number"},
      {"[\"合同, \"违约金\"]", "1:8 json.stray-quote"},
      {"{\"a\": \"b\"c}", "1:10 json.stray-quote"},
  });
  CHECK(fault_of("[True]").suggestion == "true");
  CHECK(fault_of("[None]").suggestion == "null");
  CHECK(fault_of("[合同]").suggestion.empty());
}

TEST_CASE("numbers that JSON does not know, each with its reason") {
  check({
      {"[+1]", "1:2 json.number-plus"},
      {"[.5]", "1:2 json.number-point"},
      {"[-.5]", "1:2 json.number-point"},
      {"[01]", "1:2 json.number-zero"},
      {"[-01.5]", "1:2 json.number-zero"},
      {"[0x1F]", "1:2 json.number-hex"},
      {"[1.]", "1:2 json.number-ends"},
      {"[1.e5]", "1:2 json.number-ends"},
      {"[1_000]", "1:2 json.number"},
      {"[2e]", "1:2 json.number"},
      {"[-]", "1:2 json.number"},
      {"[1e999, --1]", "1:9 json.number"},
      {"[1e999, 1.2.3]", "1:9 json.number"},
      {"01", "1:1 json.number-zero"},
  });
}

TEST_CASE("an expression is told that it needs quotation marks") {
  for (const char* expression : {"1/3", "1 / 3", "sqrt(2)", "√2", "2^3", "27%", "1 + 2", "sqrt(2) / 3"}) {
    INFO(expression);
    const Diagnostic fault = fault_of("[4, " + std::string(expression) + " ]");
    CHECK(brief(fault) == "1:5 json.expression");
    CHECK(argument_of(fault, "expression") == expression);
  }
}

TEST_CASE("strings that do not end, or hold what they cannot") {
  check({
      {"[\"abc", "1:2 json.unclosed-string"},
      {"[\"abc\n\"]", "1:2 json.line-break-in-string"},
      {"[\"a\tb\"]", "1:4 json.control-in-string"},
      {"[\"a\\qb\"]", "1:4 json.escape"},
      {"[\"\\u12G4\"]", "1:3 json.escape"},
      {"[\"\\", "1:3 json.escape"},
      {"[\"\\u12", "1:3 json.escape"},
      {"[\"\\ud800x\"]", "1:3 json.surrogate"},
      {"[\"\\ud800xuDC00\"]", "1:3 json.surrogate"},
      {"[\"\\udc00\"]", "1:3 json.surrogate"},
      {"{\"a\n\": 1}", "1:2 json.line-break-in-string"},
  });
  // A pair is one character.
  CHECK(parse_json("[\"\\ud83d\\ude00\"]", "").value().root().elements()[0].string() == "😀");
}

TEST_CASE("a pointer says which value was being read") {
  CHECK(fault_of("{\"Q\": [[1, 0], [NaN]]}").place.pointer == "/Q/1");
  CHECK(fault_of("{\"mask\": {\"causal\": True}}").place.pointer == "/mask/causal");
  CHECK(fault_of("{\"a\": 1 \"b\": 2}").place.pointer.empty());
}

TEST_CASE("an empty file is said to be empty") {
  check({{"", "1:1 json.empty"}, {" \n\t\n", "1:1 json.empty"}, {"\xEF\xBB\xBF", "1:1 json.empty"}});
}

TEST_CASE("other encodings are named") {
  using namespace std::string_literals;
  const auto encoding = [](const std::string& text) {
    const Diagnostic fault = fault_of(text);
    CHECK(fault.code == "file.encoding");
    return argument_of(fault, "encoding");
  };
  CHECK(encoding("\xFF\xFE{\0}\0"s) == "UTF-16");
  CHECK(encoding("\xFE\xFF\0{\0}"s) == "UTF-16");
  CHECK(encoding("{\0\"\0a\0"s) == "UTF-16");
  CHECK(encoding("\0{\0}"s) == "UTF-16");
  CHECK(encoding("\xFF\xFE\0\0{\0\0\0"s) == "UTF-32");
  CHECK(encoding("{\0\0\0}\0\0\0"s) == "UTF-32");
}

TEST_CASE("a byte that is not UTF-8 is named with its place") {
  // 合同 as GBK.
  const Diagnostic fault = fault_of("{\"id\": 1,\n \"合\": [\"\xBA\xCF\xCD\xAC\"]}");
  CHECK(brief(fault) == "2:9 json.utf8");
  CHECK(argument_of(fault, "byte") == "0xBA");
  CHECK(brief(fault_of("[\"\xED\xA0\x80\"]")) == "1:3 json.utf8");  // a surrogate
  CHECK(brief(fault_of("[\"\xC0\xAF\"]")) == "1:3 json.utf8");      // overlong
  CHECK(brief(fault_of("[\"\xE5\x90")) == "1:3 json.utf8");         // cut off
}

TEST_CASE("a zero byte does not hide what comes after it") {
  using namespace std::string_literals;
  CHECK(brief(fault_of("{\"a\": 1}\0 rubbish"s)) == "1:9 json.invisible");
}

TEST_CASE("200,000 nested brackets are one fault, and 64 are none") {
  const Diagnostic fault = fault_of(std::string(200'000, '['));
  CHECK(brief(fault) == "1:65 json.too-deep");
  CHECK(argument_of(fault, "limit") == "64");
  std::string objects;
  for (int i = 0; i < 200'000; ++i) objects += "{\"a\":";
  CHECK(brief(fault_of(objects)) == "1:321 json.too-deep");
  CHECK(parse_json(std::string(64, '[') + std::string(64, ']'), ""));
}

TEST_CASE("a file above the size limit is refused before it is looked at") {
  const JsonLimits limits{.megabytes = 1};
  const auto read = parse_json(std::string(1024 * 1024 + 1, ' '), "", limits);
  REQUIRE_FALSE(read);
  CHECK(read.faults().front().code == "json.too-large");
  CHECK(argument_of(read.faults().front(), "limit") == "1");
}

TEST_CASE("more values than the limit are refused, and as many are not") {
  const JsonLimits limits{.values = 5};
  const auto read = parse_json("[1, 2, 3, 4, 5]", "", limits);
  REQUIRE_FALSE(read);
  CHECK(read.faults().front().code == "json.too-many-values");
  CHECK(parse_json("[1, 2, 3, 4]", "", limits));
}
