// The Test Anything Protocol, version 14: every point is a test. Many submissions are subtests of one
// document, each with a plan of its own.
#include "printers.hpp"
#include "qkv/format/clean.hpp"
#include "results_as_tests.hpp"

namespace qkv {
namespace {

std::string described(std::string_view text) {
  std::string result;
  for (const char c : clean(text)) {
    if (c == '\\' || c == '#') result += '\\';
    result += c;
  }
  return result;
}

// A text in double quotes, as YAML and JSON have it.
std::string quoted_text(std::string_view text) {
  std::string result = "\"";
  std::string_view before;
  const std::string cleaned = clean(text);
  for (std::size_t i = 0; i < cleaned.size(); ++i) {
    before = std::string_view(cleaned).substr(0, i);
    if (cleaned[i] == '[' && before.ends_with("##")) {
      result += "\\u005B";
    } else {
      if (cleaned[i] == '"' || cleaned[i] == '\\') result += '\\';
      result += cleaned[i];
    }
  }
  return result + "\"";
}

std::string point(bool passed, int number, std::string_view description) {
  return (passed ? "ok " : "not ok ") + std::to_string(number) + " - " + described(description) + "\n";
}

std::string plan(std::size_t count) {
  return "1.." + std::to_string(count) + "\n";
}

std::string comment(std::string_view text) {
  return "# " + described(text) + "\n";
}

std::string diagnostics(const Submission& submission, const ResultLine& line, const std::string& indent) {
  std::string text = indent + "  ---\n" + indent + "  message: " + quoted_text(line.message) + "\n" + indent +
                     "  severity: fail\n" + indent + "  verdict: " + std::string(line.verdict) + "\n";
  if (line.line > 0) text += indent + "  at: " + quoted_text(place_of(submission, line.line)) + "\n";
  return text + indent + "  ...\n";
}

std::string body(const Submission& submission, const std::string& indent) {
  const std::vector<PointTest> tests = tests_of(submission.results.lines);
  std::string text = indent + plan(tests.size());
  for (const std::string& note : submission.results.notes) text += indent + comment(note);
  int number = 0;
  for (const PointTest& test : tests) {
    text += indent + point(test.passed, ++number, test.name);
    if (!test.passed && test.line->cell > 0) text += diagnostics(submission, *test.line, indent);
  }
  return text;
}

std::string ungraded(const Submission& submission, const std::string& indent) {
  return indent + "  ---\n" + indent + "  message: " + quoted_text(reason_of(submission)) + "\n" + indent +
         "  severity: fail\n" + indent + "  ...\n";
}

}  // namespace

std::string begin_tap(const Setting&) {
  return "TAP version 14\n";
}

void tap_submission(std::string& output, const Submission& submission, const Setting& setting) {
  if (setting.amount == Amount::one) {
    output +=
        submission.graded() ? body(submission, "") : "Bail out! " + described(reason_of(submission)) + "\n";
    return;
  }
  const std::string label = label_of(submission);
  const bool passed = submission.graded() && submission.results.passed;
  if (submission.graded()) output += comment("Subtest: " + label) + body(submission, "    ");
  output += point(passed, submission.number, label);
  if (!submission.graded()) output += ungraded(submission, "");
}

std::string end_tap(const Totals& totals, const Setting& setting) {
  return setting.amount == Amount::one ? "" : plan(static_cast<std::size_t>(totals.submissions));
}

}  // namespace qkv
