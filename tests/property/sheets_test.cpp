// Whatever the problem: its blank sheet is read back as all blank, and its key is all right, in every format.
#include <algorithm>

#include "qkv/grade/grade.hpp"
#include "qkv/io/read_sheet.hpp"
#include "qkv/io/write_sheet.hpp"
#include "qkv/json/read_answers.hpp"
#include "qkv/json/write_answers.hpp"
#include "support/builtin.hpp"
#include "support/faults.hpp"
#include "support/random_problem.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

const Catalogue english(Language::en);

Answers through(AnswerFormat format, const Problem& problem, const Answers& answers) {
  const auto read = [&]() -> Result<Answers> {
    switch (format) {
      case AnswerFormat::json:
        return read_answers(answers_json(problem, answers), "sheet.json");
      case AnswerFormat::markdown:
        return read_markdown_answers(markdown_sheet(problem, answers, {}, english), "sheet.md");
      case AnswerFormat::csv:
        return read_csv_answers(csv_sheet(problem, answers, {}, english), "sheet.csv");
    }
    return Answers{};
  }();
  if (!read) FAIL(brief(read.faults().front()));
  return read.value();
}

bool asks_for_something(const Problem& problem) {
  for (const Step step : problem.asked) {
    for (int batch = 0; batch < problem.batch; ++batch) {
      for (int row = 0; row < problem.query_count; ++row) {
        if (is_asked_row(problem, step, batch, row)) return true;
      }
    }
  }
  return false;
}

bool all_cells(const Report& report, Verdict verdict) {
  return std::ranges::all_of(report.tables, [&](const TableReport& table) {
    return std::ranges::all_of(table.cells, [&](const CellReport& cell) { return cell.verdict == verdict; });
  });
}

void check_sheets(const Problem& problem) {
  if (!asks_for_something(problem)) return;
  const Answers blank = with_given_tables(problem, blank_answers(problem));
  const Answers key = with_given_tables(problem, answer_key(problem));
  for (const AnswerFormat format : {AnswerFormat::json, AnswerFormat::markdown, AnswerFormat::csv}) {
    INFO("format " << static_cast<int>(format));
    const Report empty = grade(problem, through(format, problem, blank));
    CHECK(brief(empty.faults).empty());
    CHECK(empty.anything_readable);
    CHECK_FALSE(empty.passed);
    CHECK(all_cells(empty, Verdict::blank));

    const Report right = grade(problem, through(format, problem, key));
    CHECK(brief(right.faults).empty());
    CHECK(right.passed);
    CHECK(right.points == right.max_points);
    for (const TableReport& table : right.tables) {
      for (const CellReport& cell : table.cells) CHECK(is_right(cell.verdict));
    }
  }
}

}  // namespace

TEST_CASE("the sheets of every built-in problem are read back") {
  for (const std::string& id : builtin_ids()) {
    INFO(id);
    check_sheets(builtin(id));
  }
}

TEST_CASE("the sheets of random problems are read back") {
  Random random(20);
  for (int round = 0; round < 300; ++round) {
    INFO("round " << round);
    check_sheets(valid(random_problem(random)));
  }
}

TEST_CASE("so are those on which some tables are given") {
  Random random(21);
  for (int round = 0; round < 100; ++round) {
    INFO("round " << round);
    Problem problem = valid(random_problem(random));
    for (const Step step : all_steps) {
      const bool last = problem.asked == std::vector<Step>{step};
      if (!problem.computes(step) || last || !random.chance(40)) continue;
      std::erase(problem.asked, step);
      problem.given.push_back(step);
    }
    check_sheets(problem);
  }
}

TEST_CASE("names that mean something to Markdown or CSV come back as they are") {
  RawProblem raw = raw_problem(matrix({{1, 0}, {0, 1}, {1, 1}, {0, 0}, {2, 1}, {1, 2}, {2, 2}, {0, 2}}),
                               matrix({{1, 0}, {1, 1}, {0, 1}, {0, 0}, {2, 1}, {1, 2}, {2, 2}, {0, 2}}),
                               matrix({{1, 0}, {0, 2}, {1, 1}, {0, 0}, {2, 1}, {1, 2}, {2, 2}, {0, 2}}));
  raw.tokens = located_names({"|", "-", "**b**", "｜", "1", "\"q\"", "a,b;c", "one\nline\\"});
  check_sheets(valid(raw));
  raw.tokens = located_names({"—", "`x`", "_", "“”", "=1+1", "#", "<b>", "scores"});
  check_sheets(valid(raw));
}
