// What counts as a finding, and what does not.
#include "support/builtin.hpp"
#include "support/lint.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

std::vector<MissingText> missing_texts(const std::string& members) {
  const auto problem = read_problem(
      R"({"qkv": 1, "Q": [[1, 2, 0]], "K": [[1, 0, 2], [2, 1, 0]], "V": [[1, 0], [0, 2]])" + members + "}",
      "test.json", "test");
  REQUIRE(problem);
  std::vector<MissingText> missing;
  for (const Finding& finding : lint(problem.value()).findings) {
    if (finding.text) missing.push_back(*finding.text);
  }
  return missing;
}

}  // namespace

TEST_CASE("a title is missing as a whole or in a language, a note in a language only") {
  using Copied = LocalizedText::Copied;
  const auto none = missing_texts("");
  REQUIRE(none.size() == 1);
  CHECK(none[0].part == MissingText::Part::title);
  CHECK(none[0].copied == Copied::none);

  CHECK(missing_texts(R"(, "title": {"zh": "题", "en": "a problem"})").empty());
  CHECK(missing_texts(R"(, "title": {"zh": "题", "en": "a problem"}, "note": {"en": "a note", "zh": "说明"})")
            .empty());

  const auto both = missing_texts(R"(, "title": {"zh": "题"}, "note": {"en": "a note"})");
  REQUIRE(both.size() == 2);
  CHECK(both[0].copied == Copied::en);
  CHECK(both[1].part == MissingText::Part::note);
  CHECK(both[1].copied == Copied::zh);

  const auto one_text = missing_texts(R"(, "title": "a problem")");
  REQUIRE(one_text.size() == 1);
  CHECK(one_text[0].copied == Copied::unclear);
}

TEST_CASE("a number on a rounding tie is a finding, with its place") {
  const LintReport report = lint(titled_problem(
      R"("scores": [[1, 3], [2, 1]], "V": [[0.5, 1], [0, 2]], "scale": "none", "softmax": "row-sum", "decimals": 1,
         "ask": ["weights", "output"])"));
  const auto tie = std::ranges::find(report.findings, Finding::Kind::tie, &Finding::kind);
  REQUIRE(tie != report.findings.end());
  CHECK(tie->tie->step == Step::weights);
  CHECK(tie->tie->value == 0.25);
}

TEST_CASE("what the file says is unavoidable is shown and is no finding") {
  Problem problem = titled_problem(
      R"("Q": [[1, 2, 0], [0, 1, 2], [2, 0, 1], [1, -1, 1]], "K": [[1, 0, 2], [2, 1, 0], [0, 1, 1], [1, 1, -1]],
         "V": [[1, 0], [0, 2], [3, 1], [-1, 1]], "mask": {"padding": [1, 1, 1, 0]})");
  const LintReport before = lint(problem);
  CHECK(finds(before, Finding::Kind::full_marks, "pad-query-not-cleared"));
  CHECK(finds_confused(before, "mask-missing", "pad-missing"));
  CHECK(before.unavoidable.hidden.empty());

  problem.exercise.emplace();
  problem.exercise->unavoidable = {{"pad-query-not-cleared", "scale-missing"},
                                   {{"pad-missing", "mask-missing"}, {"exp-base-2", "exp-base-10"}}};
  const LintReport after = lint(problem);
  CHECK(after.findings.empty());
  // Only what really comes up here.
  CHECK(after.unavoidable.hidden == std::vector<std::string>{"pad-query-not-cleared"});
  REQUIRE(after.unavoidable.pairs.size() == 1);
  CHECK(is_pair(after.unavoidable.pairs[0], "mask-missing", "pad-missing"));
  CHECK(find_cause(after, "padding-alone") == nullptr);
  CHECK(find_cause(after, "padded-rows") == nullptr);
}

TEST_CASE("findings follow from the proof, each once, and so does what causes them") {
  for (const std::string& id : builtin_ids()) {
    INFO(id);
    const LintReport report = lint(builtin(id));
    for (const Discrimination& each : report.mistakes) {
      const std::string_view mistake = each.mistake->id;
      const bool full_marks = each.full_marks != Seen::never;
      CHECK(finds(report, Finding::Kind::full_marks, mistake) == full_marks);
      CHECK(finds(report, Finding::Kind::not_named, mistake) == (!full_marks && each.named != Seen::always));
      for (const std::string_view other : each.taken_for) CHECK(finds_confused(report, mistake, other));
    }
    CHECK(std::ranges::is_sorted(report.findings, {}, &Finding::kind));
    std::vector<std::string_view> explained;
    for (const Cause& cause : report.causes) {
      check_texts(cause);
      for (const std::string_view mistake : cause.hidden) {
        INFO(cause.id << " " << mistake);
        CHECK_FALSE(has_id(explained, mistake));
        explained.push_back(mistake);
      }
      for (const ConfusedPair& pair : cause.pairs) CHECK(finds_confused(report, pair.one, pair.other));
    }
  }
}
