// The flat list of results: what each line says at each level of feedback.
#include <algorithm>

#include "qkv/grade/grade.hpp"
#include "qkv/report/results.hpp"
#include "qkv/text/unicode.hpp"
#include "support/answers.hpp"
#include "support/catch.hpp"
#include "support/problems.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

Results results(const Problem& problem, const Answers& sheet, Feedback feedback) {
  return results_of(problem, sheet, grade(problem, sheet), {.feedback = feedback}, Catalogue(Language::en));
}

const Answers sheet = answers({{Step::scores, {{"1", "2", "1"}}},
                               {Step::scaled, {{"0.71", "7.7", "x"}}},
                               {Step::weights, {{"0.25", "", "0.3"}}},
                               {Step::output, {{"0.50", "9"}}}});

std::vector<std::string> messages(const std::vector<ResultLine>& lines) {
  std::vector<std::string> all;
  for (const ResultLine& line : lines) all.emplace_back(line.message);
  return all;
}

}  // namespace

TEST_CASE("a line for each cell, numbered by table and cell, that add up to the report's points") {
  for (const Feedback feedback : {Feedback::where, Feedback::why, Feedback::full}) {
    const Results list = results(contract(), sheet, feedback);
    REQUIRE(list.lines.size() == 11);
    CHECK(list.lines[5].number() == "2.3");
    CHECK(list.lines[5].name() == "scaled q1 → k3");
    CHECK(list.lines[5].verdict == "unreadable");
    int points = 0;
    int max_points = 0;
    for (const ResultLine& line : list.lines) {
      points += line.points;
      max_points += line.max_points;
      CHECK(line.passed == (line.points == 1));
    }
    CHECK(points == list.points);
    CHECK(max_points == list.max_points);
  }
}

TEST_CASE("at `verdict` a line for each table with its points and nothing about cells") {
  const Results list = results(contract(), sheet, Feedback::verdict);
  REQUIRE(list.lines.size() == 4);
  CHECK(messages(list.lines) ==
        std::vector<std::string>{"3 of 3 points.", "1 of 3 points.", "1 of 3 points.", "1 of 2 points."});
  CHECK(list.lines[1].number() == "2");
  CHECK(list.lines[1].name() == "scaled");
  for (const ResultLine& line : list.lines) {
    for (const std::string_view text : {line.written, line.verdict, line.row, line.column, line.hint})
      CHECK(text.empty());
  }
}

TEST_CASE("at `where` a cell says what was written and its verdict") {
  const auto said = messages(results(contract(), sheet, Feedback::where).lines);
  CHECK(said[0] == "“1”: correct.");
  CHECK(said[4] == "“7.7”: wrong.");
  CHECK(said[5] == "“x” is not a number. Character 1, “x” (U+0078), has no place there.");
  CHECK(said[7] == "Nothing is filled in.");
}

TEST_CASE("the expected number of a cell without full points is in no line below `full`") {
  const auto full = messages(results(contract(), sheet, Feedback::full).lines);
  CHECK(full[4] == "“7.7”: wrong. It should be 1.41.");
  for (const Feedback feedback : {Feedback::verdict, Feedback::where, Feedback::why}) {
    for (const std::string& message : messages(results(contract(), sheet, feedback).lines)) {
      for (const std::string digits : {"1.41", "1.25", "1.26"})
        CHECK(message.find(digits) == std::string::npos);
    }
  }
}

TEST_CASE("a table of another shape says so where its cells would be blank") {
  const Answers two = answers({{Step::scores, {{"1", "2"}}}, {Step::output, {{"0.50", "1.25"}}}});
  const auto said = messages(results(contract(), two, Feedback::where).lines);
  CHECK(said[0].find("[1, 2]") != std::string::npos);
  CHECK(said[0] != "Nothing is filled in.");
}

TEST_CASE("lines know where they stand in the file") {
  Answers placed = sheet;
  placed.tables[0].place.line = 4;
  placed.tables[0].cells[1].place.line = 5;
  // A row written as one text: only the table's line is known.
  placed.tables[3].cells = {{.written = "0.50 9"}};
  placed.tables[3].shape = {1};
  placed.tables[3].place.line = 9;
  const Results list = results(contract(), placed, Feedback::why);
  CHECK(list.lines[1].line == 5);
  CHECK(list.lines[9].line == 9);
}

TEST_CASE("a cell of several points, and one of none") {
  RawProblem raw = raw_problem(matrix({{1, 1}}), contract_k(), contract_v());
  Problem problem = valid(raw);
  of_step(problem.points, Step::scores) = 3;
  of_step(problem.points, Step::scaled) = 0;
  const Results list = results(problem, sheet, Feedback::why);
  CHECK(list.lines[0].points == 3);
  CHECK(list.lines[3].max_points == 0);
  CHECK(list.lines[3].passed);
  CHECK_FALSE(list.lines[4].passed);
}

TEST_CASE("of many submissions each gets the results that it would get alone") {
  const Problem problem = contract();
  const Answers others[] = {sheet,
                            answers({{Step::scores, {{"1", "2"}}}, {Step::output, {{"0.50", "1.25"}}}}),
                            answers({{Step::scores, {{"\x1b[31m", "合同合同合同合同合同合同合同合同", "1"}}},
                                     {Step::weights, {{"1", "0", "0"}}}})};
  for (const Language language : {Language::zh, Language::en}) {
    for (const Feedback feedback : {Feedback::verdict, Feedback::where, Feedback::why, Feedback::full}) {
      const Catalogue catalogue(language);
      std::vector<Results> made;
      {
        const ResultsMaker maker(problem, {.feedback = feedback}, catalogue);
        for (const Answers& each : others) made.push_back(maker.of(each, grade(problem, each)));
      }
      // What they look at outlives the maker, and is not mixed up.
      for (std::size_t i = 0; i < made.size(); ++i) {
        const Results alone =
            results_of(problem, others[i], grade(problem, others[i]), {.feedback = feedback}, catalogue);
        CHECK(made[i].summary == alone.summary);
        CHECK(made[i].points == alone.points);
        REQUIRE(made[i].lines.size() == alone.lines.size());
        for (std::size_t j = 0; j < alone.lines.size(); ++j) {
          CHECK(made[i].lines[j].name() == alone.lines[j].name());
          CHECK(made[i].lines[j].written == alone.lines[j].written);
          CHECK(made[i].lines[j].message == alone.lines[j].message);
        }
      }
    }
  }
}

TEST_CASE("a line is plain only if all its texts show as they stand") {
  const Answers odd = answers({{Step::scores, {{"1", "\u200B2", "x\x1b"}}}});
  const Results list = results(contract(), odd, Feedback::why);
  CHECK(list.lines[0].plain);
  for (const ResultLine& line : list.lines) {
    if (!line.plain) continue;
    for (const std::string_view text : {line.section, line.row, line.column, line.written, line.message})
      CHECK(visible(text) == text);
  }
}
