// What each format makes of a submission.
#include <algorithm>

#include "support/catch.hpp"
#include "support/submissions.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

int count_of(std::string_view text, std::string_view part) {
  int count = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size()))
    ++count;
  return count;
}

ResultLine with_message(const std::string& message) {
  return result_line(false, "r", "c", message);
}

ResultLine table_line(int points, int max_points, const std::string& message) {
  ResultLine line;
  line.step = "weights";
  line.section = "weights";
  line.points = points;
  line.max_points = max_points;
  line.passed = points == max_points;
  line.saying = kept(message);
  line.message = line.saying;
  return line;
}

struct Case {
  std::string message;
  std::string expected;
};

}  // namespace

TEST_CASE("reporter #10: a cell of three points is three tests, and one of none is no test") {
  ResultLine three = result_line(true, "r", "c", "fine");
  three.points = three.max_points = 3;
  ResultLine none = result_line(false, "r", "d", "wrong");
  none.max_points = 0;
  const Submission submission = submission_of({three, none, result_line(false, "r", "e", "wrong")});
  const std::string tap = printed("tap", submission);
  CHECK(has(tap, "1..4\n"));
  CHECK(has(tap, "ok 3 - weights r → c [3/3]\n"));
  CHECK(count_of(tap, "\nok ") == 3);
  const std::string junit = printed("junit", submission);
  CHECK(has(junit, "tests=\"4\" failures=\"1\" errors=\"0\""));
  CHECK(count_of(junit, "<testcase ") == 4);
  CHECK(has(printed("gradescope", submission),
            "\"name\":\"weights r → d\",\"number\":\"1.1\",\"score\":0,\"max_score\":0"));
}

TEST_CASE("a table is one test that passes with all its points and says how many there are") {
  const Submission submission =
      submission_of({table_line(2, 3, "2 of 3 points."), table_line(3, 3, "3 of 3 points.")});
  CHECK(printed("tap", submission) ==
        "TAP version 14\n1..2\nnot ok 1 - weights: 2 of 3 points.\nok 2 - weights: 3 of 3 points.\n");
  CHECK(has(printed("gradescope", submission), R"({"score":5,)"));
  CHECK(has(printed("csv", submission), "1,a.json,s001,,p,1,weights,,,,,,,2,3,\"2 of 3 points.\"\r\n"));
}

TEST_CASE("TAP escapes in descriptions, and YAML in diagnostics") {
  const Case cases[] = {
      {"plain", "\"plain\""},
      {"a \"b\" \\c", R"("a \"b\" \\c")"},
      {"##[error]x", R"("##\u005Berror]x")"},
      {"a\nb", "\"a<U+000A>b\""},
  };
  for (const Case& each : cases) {
    CHECK(has(printed("tap", submission_of({with_message(each.message)})),
              "  message: " + each.expected + "\n"));
  }
  ResultLine line = with_message("x");
  line.row = "a # SKIP \\";
  CHECK(has(printed("tap", submission_of({line})), "not ok 1 - weights a \\# SKIP \\\\ → c\n"));
}

TEST_CASE("JUnit escapes markup in attributes and text") {
  const Case cases[] = {
      {"a < b & c", "a &lt; b &amp; c"},        {"]]>", "]]&gt;"},
      {"\x1b[31m0.2", "&lt;U+001B&gt;[31m0.2"}, {"##[error]x", "##&#91;error]x"},
      {"\xef\xbf\xbe", "&lt;U+FFFE&gt;"},
  };
  for (const Case& each : cases) {
    const std::string junit = printed("junit", submission_of({with_message(each.message)}));
    INFO(junit);
    CHECK(has(junit, ">a.json:3: " + each.expected + "</failure>"));
  }
  CHECK(
      has(printed("junit", submission_of({with_message("a \"b\" <")})), "message=\"a &quot;b&quot; &lt;\""));
}

TEST_CASE("annotations escape what ends a line or a property") {
  const Case cases[] = {
      {"50% off", "::c: 50%25 off\n"},
      {"a\r\nb", "::c: a<U+000D><U+000A>b\n"},
      {"::error::x", "::c: ::error::x\n"},
      {"##[error]x", "::c: ## [error]x\n"},
  };
  for (const Case& each : cases) {
    const std::string github = printed("github", submission_of({with_message(each.message)}));
    INFO(github);
    CHECK(lines_of(github).size() == 2);
    CHECK(has(github, "::error file=a.json,line=3,title=weights r" + each.expected));
  }
  Submission submission = submission_of({result_line(false, "a,b:c", "d", "wrong")});
  submission.file = "x,line=9::y.json";
  CHECK(has(printed("github", submission),
            "::error file=x%2Cline=9%3A%3Ay.json,line=3,title=weights a%2Cb%3Ac::d: wrong\n"));
  submission.file.clear();
  CHECK(has(printed("github", submission), "::error title=weights a%2Cb%3Ac::"));
}

TEST_CASE("annotations: one a row, its hint once, ten at most, and none longer than the runner keeps") {
  std::vector<ResultLine> lines;
  for (int row = 0; row < 12; ++row) {
    for (const std::string column : {"a", "b"}) {
      lines.push_back(result_line(false, std::to_string(row), column, "wrong."));
      lines.back().hint = "Look at the row.";
    }
  }
  const std::string github = printed("github", submission_of(lines));
  CHECK(count_of(github, "::error ") == 10);
  CHECK(has(github, "title=weights 8::a, b: wrong.%0ALook at the row.\n"));
  CHECK_FALSE(has(github, "title=weights 9"));
  CHECK(has(github, "::error file=a.json::And 3 more places like these.\n"));
  lines.resize(20);
  CHECK(count_of(printed("github", submission_of(lines)), "::error ") == 10);

  // What is still missing comes last.
  lines.front().verdict = lines[1].verdict = "blank";
  CHECK(has(lines_of(printed("github", submission_of(lines)))[0], "title=weights 1::"));
  CHECK(has(lines_of(printed("github", submission_of(lines)))[9], "title=weights 0::"));

  std::vector<ResultLine> wide;
  for (int column = 0; column < 1000; ++column)
    wide.push_back(result_line(false, "r", "c", std::to_string(column) + " is wrong."));
  const std::string line = lines_of(printed("github", submission_of(wide))).front();
  CHECK(line.ends_with("…"));
  CHECK(line.size() < 3 * 4096);
}

TEST_CASE("no cell of a spreadsheet is a formula") {
  const Case cases[] = {
      {"0.25", "0.25"},
      {"-0.5", "-0.5"},
      {"+1.5e-3", "+1.5e-3"},
      {".5", ".5"},
      {"=HYPERLINK(1)", "'=HYPERLINK(1)"},
      {"+1+cmd", "'+1+cmd"},
      {"-inf", "'-inf"},
      {"-", "'-"},
      {"@SUM(A1)", "'@SUM(A1)"},
      {"＝1+1", "'＝1+1"},
      {"=1,2", "\"'=1,2\""},
      {"a \"b\"", "\"a \"\"b\"\"\""},
      {" =1", "\"' =1\""},
      {"0,25; =1", "\"0,25;' =1\""},
      {"a;=1", "\"a;'=1\""},
      {"\t=1", "<U+0009>=1"},
      {"##[error]x", "\"## [error]x\""},
      {"", ""},
  };
  for (const Case& each : cases) {
    ResultLine line = with_message("m");
    line.written = kept(each.message);
    const std::string csv = printed("csv", submission_of({line}));
    INFO(csv);
    CHECK(has(csv, ",r,c," + each.expected + ",wrong,0,1,m\r\n"));
  }
}

TEST_CASE("autolab #330: what could not be graded is well-formed in every format") {
  const Submission submission = ungraded("a.json:7: broken\n  | {\n  | ^");
  CHECK(printed("tap", submission) == "TAP version 14\nBail out! a.json:7: broken\n");
  CHECK(has(printed("junit", submission), "tests=\"1\" failures=\"0\" errors=\"1\""));
  CHECK(has(printed("junit", submission), "<error message=\"a.json:7: broken\" type=\"ungraded\">"));
  CHECK(printed("gradescope", submission) ==
        R"({"score":0,"output":"a.json:7: broken\n  | {\n  | ^","output_format":"text","tests":[]})"
        "\n");
  CHECK(has(printed("classroom50", submission), R"("score":0,"max-score":0,"tests":[{"test-name":"qkv")"));
  CHECK(printed("github", submission) == "::error file=a.json,line=7::a.json:7: broken%0A  | {%0A  | ^\n");
  CHECK(lines_of(printed("csv", submission)).size() == 2);
}

TEST_CASE("Classroom 50 gets its names, and the commit's time with its zone") {
  const Setting setting = {.catalogue = english(),
                           .timestamp = "2026-03-01T12:00:00",
                           .classroom = {.classroom = "c", .assignment = "a", .submission = "submit/1"}};
  const std::string json =
      formatted(*find_format("classroom50"), submission_of({result_line(true, "r", "c", "fine")}), setting);
  CHECK(has(json, R"("schema":"classroom50/result/v1","classroom":"c","assignment":"a",)"));
  CHECK(has(json, R"("submission":"submit/1",)"));
  CHECK(has(json, R"("datetime":"2026-03-01T12:00:00Z","score":1,"max-score":1,)"));
}

TEST_CASE("of many submissions each prints the same whatever stands before it") {
  Submission first = submission_of({result_line(true, "r", "c", "fine")});
  Submission second = submission_of({result_line(false, "r", "c", "wrong")});
  Submission third = ungraded("broken");
  second.number = 2;
  third.number = 3;
  third.file = "c.json";
  const Setting setting = {.catalogue = english(), .amount = Amount::many};
  Totals totals;
  for (const Submission& each : {first, second, third}) totals.add(each);
  CHECK(totals.submissions == 3);
  CHECK(totals.passed == 1);
  for (const Format& format : formats()) {
    if (format.most == Amount::one) continue;
    INFO(format.name);
    std::string alone;
    format.submission(alone, second, setting);
    std::string both;
    format.submission(both, first, setting);
    const std::size_t end_of_first = both.size();
    format.submission(both, second, setting);
    CHECK(both.substr(end_of_first) == alone);
  }
  const auto one = [&setting](std::string_view format, const Submission& submission) {
    std::string text;
    find_format(format)->submission(text, submission, setting);
    return text;
  };
  const Format& tap = *find_format("tap");
  CHECK(tap.begin(setting) + one("tap", first) + one("tap", third) + tap.end(totals, setting) ==
        "TAP version 14\n# Subtest: s001\n    1..1\n    ok 1 - weights r → c\nok 1 - s001\n"
        "not ok 3 - c.json\n  ---\n  message: \"broken\"\n  severity: fail\n  ...\n1..3\n");
  CHECK(one("github", first).empty());
  CHECK(one("github", second) == "::error file=a.json,title=s001::p: summary%0Aweights r%0Ac: wrong\n");
  CHECK(find_format("github")->end(totals, setting) == "::notice::1 of 3 submissions passed.\n");
  CHECK(has(one("junit", second), "id=\"1\""));
}
