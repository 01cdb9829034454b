// The values of a JSON text and the places where they stand.
#include "qkv/json/value.hpp"
#include "support/faults.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

JsonText parsed(const std::string& text) {
  auto result = parse_json(text, "file.json");
  if (!result) FAIL(brief(result.faults().front()));
  return std::move(result.value());
}

std::string where(const JsonValue& value) {
  const Place place = value.place("");
  return std::to_string(place.line) + ":" + std::to_string(place.column);
}

}  // namespace

TEST_CASE("every kind of value is read as what it is") {
  const JsonText text = parsed(R"([null, true, false, -1.50e+2, "a\n\u5408", [], {}])");
  const auto values = text.root().elements();
  REQUIRE(values.size() == 7);
  CHECK(values[0].is(JsonKind::null));
  CHECK(values[1].boolean());
  CHECK_FALSE(values[2].boolean());
  CHECK(values[3].number_text() == "-1.50e+2");
  CHECK(values[4].string() == "a\n合");
  CHECK(values[5].size() == 0);
  CHECK(values[5].elements().empty());
  CHECK(values[6].members().empty());
}

TEST_CASE("numbers keep their digits, trailing zeros and all") {
  const JsonText text = parsed("[0.50, 1e999, -0, 123456789012345678901234567890, 5E-1 ]");
  const auto values = text.root().elements();
  REQUIRE(values.size() == 5);
  CHECK(values[0].number_text() == "0.50");
  CHECK(values[1].number_text() == "1e999");
  CHECK(values[2].number_text() == "-0");
  CHECK(values[3].number_text() == "123456789012345678901234567890");
  CHECK(values[4].number_text() == "5E-1");
}

TEST_CASE("a number beyond the range of a double does not disturb what stands around it") {
  const JsonText text = parsed(R"({"a 1e5 \" 2": [1e999, "1e999", -1e999], "b": {"c": 12}})");
  const auto members = text.root().members();
  REQUIRE(members.size() == 2);
  CHECK(members[0].key.string() == "a 1e5 \" 2");
  CHECK(members[0].value.elements()[1].string() == "1e999");
  CHECK(members[0].value.elements()[2].number_text() == "-1e999");
  CHECK(members[1].value.members()[0].value.number_text() == "12");
}

TEST_CASE("members and elements are found however deep their neighbours are") {
  const JsonText text = parsed(R"({"a": [[1, [2]], {"x": {"y": []}}], "b": 3})");
  const auto members = text.root().members();
  REQUIRE(members.size() == 2);
  CHECK(members[0].value.size() == 2);
  CHECK(members[1].key.string() == "b");
  CHECK(members[1].value.number_text() == "3");
}

TEST_CASE("places count lines from 1 and columns in characters") {
  const JsonText text = parsed("{\n  \"合同\": [1,\r\n\t\"过高\", 2]\n}");
  const auto members = text.root().members();
  CHECK(where(text.root()) == "1:1");
  CHECK(where(members[0].key) == "2:3");
  CHECK(where(members[0].value) == "2:9");
  const auto elements = members[0].value.elements();
  CHECK(where(elements[0]) == "2:10");
  CHECK(where(elements[1]) == "3:2");
  CHECK(where(elements[2]) == "3:8");
  const Place place = elements[2].place("/合同/2");
  CHECK(place.file == "file.json");
  CHECK(place.pointer == "/合同/2");
  CHECK(place.source == "\t\"过高\", 2]");
}

TEST_CASE("places are right far inside a line of 100,000 numbers") {
  std::string line = "[";
  for (int i = 0; i < 100'000; ++i) line += "1,";
  const JsonText text = parsed(line + "\"合\", 7]");
  const auto elements = text.root().elements();
  CHECK(where(elements[99'999]) == "1:200000");
  CHECK(where(elements[100'001]) == "1:200007");
  // Too long for an excerpt under a message.
  CHECK(elements[0].place("").source.empty());
}

TEST_CASE("a lone carriage return ends a line as well") {
  const JsonText text = parsed("[1,\r2,\r\n3]");
  CHECK(where(text.root().elements()[1]) == "2:1");
  CHECK(where(text.root().elements()[2]) == "3:1");
}

TEST_CASE("a byte order mark is accepted and counts no column") {
  const JsonText text = parsed("\xEF\xBB\xBF{\"a\": 1}");
  CHECK(where(text.root().members()[0].value) == "1:7");
}

TEST_CASE("an excerpt stands on one line and is cut at 40 characters") {
  CHECK(parsed("[1,\n    2]").root().excerpt() == "[1, 2]");
  std::string long_name;
  for (int i = 0; i < 60; ++i) long_name += "合";
  const std::string excerpt = parsed("\"" + long_name + "\"").root().excerpt();
  CHECK(excerpt == "\"" + long_name.substr(0, 39 * 3) + "…");
}

TEST_CASE("pointers escape ~ and / as RFC 6901 says") {
  CHECK(pointer_join("", "Q") == "/Q");
  CHECK(pointer_join("/Q", std::size_t{0}) == "/Q/0");
  CHECK(pointer_join("/a", "m~n/o") == "/a/m~0n~1o");
}

TEST_CASE("every repeated key is reported at its second place, and the values are still there") {
  const JsonText text = parsed("{\"a\": 1,\n \"b\": {\"x\": 1, \"x\": 2},\n \"a\": 3, \"a\": 4}");
  REQUIRE(text.root().size() == 4);
  const auto& faults = text.duplicate_keys();
  CHECK(brief(faults) == std::vector<std::string>{"2:16 json.duplicate-key", "3:2 json.duplicate-key",
                                                  "3:10 json.duplicate-key"});
  CHECK(faults[0].place.pointer == "/b/x");
  CHECK(faults[1].place.pointer == "/a");
  CHECK(argument_of(faults[1], "name") == "a");
  CHECK(argument_of(faults[1], "line") == "1");
  check_sayable(faults);
}

TEST_CASE("keys are compared by what they mean, not by how they are escaped") {
  CHECK(brief(parsed(R"({"a": 1, "\u0061": 2})").duplicate_keys()) ==
        std::vector<std::string>{"1:10 json.duplicate-key"});
}
