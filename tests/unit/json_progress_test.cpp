// The progress file: there and back, and what is refused.
#include "qkv/json/progress.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

std::string first_fault(const std::string& text) {
  const auto read = read_progress(text, "progress.json");
  return read ? "" : read.faults().front().code;
}

}  // namespace

TEST_CASE("progress comes back from its file as it was") {
  Learned learned;
  record_question(learned, "self-1", Ending::right);
  record_question(learned, "a \"quoted\" 题", Ending::skipped);
  record_lesson(learned, "scale", 3, false);
  record_table(learned, "contract", Step::weights, Ending::helped);
  for (const Learned& each : {Learned{}, learned}) {
    const std::string text = progress_json(each);
    const auto read = read_progress(text, "progress.json");
    REQUIRE(read);
    CHECK(progress_json(read.value()) == text);
    CHECK(read.value().turns == each.turns);
  }
}

TEST_CASE("a file that is not exactly progress is refused") {
  const std::string rest = R"("questions": {}, "lessons": {}, "practice": {}})";
  CHECK(first_fault(R"({"qkv": 1, "turns": 0, )" + rest).empty());
  CHECK(first_fault("{") != "");
  CHECK(first_fault("[]") == "wrong-type.file");
  CHECK(first_fault(R"({"qkv": 2, "turns": 0, )" + rest) == "version.other");
  CHECK(first_fault(R"({"qkv": 1, )" + rest) == "content.missing-key");
  CHECK(first_fault(R"({"qkv": 1, "turns": -1, )" + rest) == "progress.negative");
  CHECK(first_fault(R"({"qkv": 1, "turns": 1, "turn": 2, )" + rest) == "unknown-key");
  const auto read = read_progress(
      R"({"qkv": 1, "turns": 1, "questions": {"x": {"asked": 1, "right": 0, "last": "rigth", "turn": 1}},
          "lessons": {}, "practice": {"contract": {"weight": "right"}}})",
      "progress.json");
  REQUIRE_FALSE(read);
  REQUIRE(read.faults().size() == 2);
  CHECK(read.faults()[0].code == "progress.ending");
  CHECK(read.faults()[0].suggestion == "right");
  CHECK(read.faults()[1].suggestion == "weights");
}

TEST_CASE("counts that nobody can have are refused, and the limit is said") {
  const auto with_turns = [](const std::string& turns) {
    return first_fault(R"({"qkv": 1, "turns": )" + turns +
                       R"(, "questions": {}, "lessons": {}, "practice": {}})");
  };
  CHECK(with_turns("1000000000").empty());
  CHECK(with_turns("1000000001") == "progress.too-large");
  CHECK(with_turns("9223372036854775807") == "progress.too-large");
  CHECK(with_turns("1e300") == "progress.too-large");
  CHECK(with_turns("0.5") == "not-whole");
  const auto with = [](const std::string& questions, const std::string& lessons) {
    return first_fault(R"({"qkv": 1, "turns": 9, "questions": {)" + questions + R"(}, "lessons": {)" +
                       lessons + R"(}, "practice": {}})");
  };
  CHECK(with(R"("x": {"asked": 5, "right": 5, "last": "right", "turn": 1})", "").empty());
  CHECK(with(R"("x": {"asked": 1, "right": 5, "last": "right", "turn": 1})", "") == "progress.right");
  CHECK(with("", R"("scale": {"part": 1000, "done": false})").empty());
  CHECK(with("", R"("scale": {"part": 99999999999, "done": false})") == "progress.too-large");
}
