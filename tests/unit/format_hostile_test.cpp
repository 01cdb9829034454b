// Whatever stands in a submission, no format lets it act on a reader, a terminal or a runner.
#include "qkv/format/clean.hpp"
#include "qkv/text/unicode.hpp"
#include "support/catch.hpp"
#include "support/submissions.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

// A submission in which every text is the same.
Submission made_of(const std::string& text) {
  ResultLine wrong = result_line(false, text, text, text);
  wrong.section = kept(text);
  wrong.written = wrong.section;
  wrong.hint = wrong.section;
  Submission submission = submission_of({wrong, result_line(true, text, text, text)});
  submission.file = text;
  submission.results.problem = text;
  submission.results.learner = text;
  submission.results.learner_name = text;
  submission.results.summary = text;
  submission.results.notes = {text, text};
  return submission;
}

std::string trimmed(const std::string& line) {
  const auto first = line.find_first_not_of(' ');
  return first == std::string::npos ? "" : line.substr(first);
}

// Nothing that a terminal or a runner acts upon, but for the annotations that are meant.
void check_harmless(const std::string& format, const std::string& output) {
  INFO(format << "\n" << output);
  CHECK_FALSE(first_bad_utf8(output).has_value());
  CHECK_FALSE(has(output, "##["));
  std::string rest;
  for (const char c : output) {
    if (c != '\n' && !(c == '\r' && format == "csv")) rest += c;
  }
  CHECK(visible(rest) == rest);
  for (const std::string& line : lines_of(output)) {
    if (format != "github") CHECK(trimmed(line).substr(0, 2) != "::");
  }
}

}  // namespace

TEST_CASE("bats-core #846: a hostile text is shown in every format and acts in none") {
  for (const Format& format : formats()) {
    const std::string name(format.name);
    check_harmless(name, printed(name, made_of(hostile_text())));
    check_harmless(name, printed(name, ungraded(hostile_text())));
    if (format.most == Amount::one) continue;
    check_harmless(name, printed(name, made_of(hostile_text()), Amount::many));
    check_harmless(name, printed(name, ungraded(hostile_text()), Amount::many));
  }
}

TEST_CASE("ten megabytes in one place are cut in every format") {
  const std::string large(10'000'000, '9');
  for (const Format& format : formats()) {
    INFO(format.name);
    CHECK(printed(format.name, made_of(large)).size() < 100'000);
    CHECK(printed(format.name, ungraded(large)).size() < 100'000);
  }
}

TEST_CASE("a cleaned text is one line that a terminal prints as it stands") {
  const struct {
    std::string text;
    std::string expected;
  } cases[] = {
      {"0.25", "0.25"},
      {"a\nb\tc", "a<U+000A>b<U+0009>c"},
      {"\x1b[31m", "<U+001B>[31m"},
      {std::string("a\0b", 3), "a<U+0000>b"},
      {"\xff", "<0xFF>"},
      {"\xef\xbf\xbe\xef\xbf\xbf", "<U+FFFE><U+FFFF>"},
      {"\xf0\x9f\xbf\xbe", "<U+1FFFE>"},
      {"\u202Eabc", "<U+202E>abc"},
      {"合同", "合同"},
  };
  for (const auto& each : cases) CHECK(clean(each.text) == each.expected);
  CHECK(display_width(clean(std::string(5000, 'x'))) == 1000);
}

TEST_CASE("messages for people lose what a runner takes for a command, and nothing else") {
  const struct {
    std::string text;
    std::string expected;
  } cases[] = {
      {"a.json:1:2: There is", "a.json:1:2: There is"},
      {"::error::x\n  ::set-env name=y::z\n", ": :error::x\n  : :set-env name=y::z\n"},
      {"a ##[error]b", "a ## [error]b"},
      {"##[##[", "## [## ["},
      {"a::b", "a::b"},
      {"", ""},
  };
  for (const auto& each : cases) CHECK(without_command_lines(each.text) == each.expected);
}
