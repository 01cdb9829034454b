// Sheets whose rows and columns have names: a number belongs where its names say.
#include <algorithm>

#include "support/faults.hpp"
#include "support/verdicts.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

using Names = std::vector<std::string>;

// A table of the only batch member and head as a sheet has it, its rows on the lines from 10 on.
AnswerTable named(Step step, const Names& rows, const Names& columns, const Rows& cells) {
  AnswerTable table = answer_table(step, cells);
  table.shape = {1, 1, table.shape[0], table.shape[1]};
  table.by = AnswerTable::By::name;
  table.place.line = 8;
  table.labels.resize(1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    table.labels[0].rows.push_back({rows[i], LineColumn{static_cast<int>(10 + i), 1}});
  }
  for (const std::string& column : columns) table.labels[0].columns.push_back({column, LineColumn{9, 1}});
  const std::size_t width = std::max<std::size_t>(columns.size(), 1);
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    table.cells[i].place = {static_cast<int>(10 + i / width), static_cast<int>(1 + i % width)};
  }
  return table;
}

struct Case {
  std::string what;
  AnswerTable table;
  int right;  // of the nine weights
  std::vector<std::string> faults;
};

// softmax of the scaled scores 0.71 0.71 0, 0 0.71 0.71, 0.71 1.41 0.71
const Rows right = {{"0.40", "0.40", "0.20"}, {"0.20", "0.40", "0.40"}, {"0.25", "0.50", "0.25"}};

int points_of(const Report& report) {
  return table_in(report, Step::weights).points;
}

}  // namespace

TEST_CASE("rows and columns go where their names say") {
  const Problem problem = contract_full();
  REQUIRE(problem.query_names[0] == problem.key_names[0]);
  const Names names = problem.key_names[0];
  const std::string a = names[0];
  const std::string b = names[1];
  const std::string c = names[2];
  const Rows two_rows = {right[0], right[2]};
  const std::vector<Case> cases = {
      {"as they should be", named(Step::weights, names, names, right), 9, {}},
      {"rows in another order",
       named(Step::weights, {c, a, b}, names, {right[2], right[0], right[1]}),
       9,
       {}},
      {"columns in another order",
       named(Step::weights, names, {c, b, a},
             {{"0.20", "0.40", "0.40"}, {"0.40", "0.40", "0.20"}, {"0.25", "0.50", "0.25"}}),
       9,
       {}},
      {"without names", named(Step::weights, {"", "", ""}, {"", "", ""}, right), 9, {}},
      {"a row that is missing",
       named(Step::weights, {a, c}, names, two_rows),
       6,
       {"10:1 answers.row.missing"}},
      {"a row too many",
       named(Step::weights, {a, b, c, "sum"}, names, {right[0], right[1], right[2], {"1", "1", "1"}}),
       9,
       {"13:1 answers.row.unknown"}},
      {"a row under the name of another",
       named(Step::weights, {a, a, c}, names, right),
       9,
       {"11:1 answers.row.twice-by-order"}},
      {"a row that is misspelt",
       named(Step::weights, {a, "?", c}, names, right),
       9,
       {"11:1 answers.row.by-order"}},
      {"a column too many",
       named(Step::weights, names, {a, b, c, "sum"},
             {{"0.40", "0.40", "0.20", "1"}, {"0.20", "0.40", "0.40", "1"}, {"0.25", "0.50", "0.25", "1"}}),
       9,
       {"9:1 answers.column.unknown"}},
      {"a name twice and a row too many",
       named(Step::weights, {a, b, c, c}, names, {right[0], right[1], right[2], right[2]}),
       9,
       {"13:1 answers.row.twice"}},
  };
  for (const Case& one : cases) {
    INFO(one.what);
    Answers given;
    given.tables = {one.table};
    const Report report = grade(problem, given);
    CHECK(brief(report.faults) == one.faults);
    check_sayable(report.faults);
    CHECK(points_of(report) == one.right);
  }
}

TEST_CASE("a table in which no row or column is known has another shape") {
  const Problem problem = contract_full();
  Answers given;
  given.tables = {named(Step::weights, {"x", "y"}, {"u", "v"}, {{"1", "2"}, {"3", "4"}})};
  const Report report = grade(problem, given);
  REQUIRE(table_in(report, Step::weights).faults.size() == 1);
  CHECK(table_in(report, Step::weights).faults[0].code == "answers.table-shape");
}

TEST_CASE("rows typed as one text each go by their order, or by a name before them") {
  const Problem problem = contract_full();
  const std::string& last = problem.query_names[0][2];
  for (const auto& [name, points] : std::vector<std::pair<std::string, int>>{{"", 9}, {last, 9}}) {
    AnswerTable table = named(Step::weights, {"", "", name}, {},
                              {{"0.40 0.40 0.20"}, {"0.20 0.40 0.40"}, {"0.25 0.50 0.25"}});
    table.shape.pop_back();
    Answers given;
    given.tables = {table};
    CHECK(points_of(grade(problem, given)) == points);
  }
}

TEST_CASE("rows that are not asked for may be left out") {
  RawProblem raw = raw_problem(matrix({{1, 0}, {0, 1}, {1, 1}}), contract_k(), contract_v());
  Tensor keep({1, 3}, 1.0);
  keep.at({0, 0}) = 0.0;
  mask_of(raw).padding = located(keep);
  const Problem problem = valid(raw);
  const Rows asked = {{"0", "0.50", "0.50"}, {"0", "0.67", "0.33"}};
  for (const bool with_names : {true, false}) {
    const std::vector<std::string>& names = problem.query_names[0];
    const Names rows = with_names ? Names{names[1], names[2]} : Names{"", ""};
    Answers given;
    given.tables = {named(Step::weights, rows, problem.key_names[0], asked)};
    const Report report = grade(problem, given);
    CHECK(brief(report.faults).empty());
    CHECK(points_of(report) == 6);
  }
}

TEST_CASE("a sheet with numbers goes by them, and a wrong name beside one is reported") {
  const Problem problem = contract_full();
  const Names names = problem.key_names[0];
  AnswerTable table = named(Step::weights, {names[1], names[1], ""}, names, right);
  table.by = AnswerTable::By::number;
  Answers given;
  given.tables = {table};
  const Report report = grade(problem, given);
  CHECK(brief(report.faults) == std::vector<std::string>{"10:1 answers.row.other-name"});
  CHECK(points_of(report) == 9);
  // A cell of a row and a column that are there, without a line of its own.
  given.tables.front().cells[4] = {};
  const Report less = grade(problem, given);
  CHECK(brief(less.faults) ==
        std::vector<std::string>{"10:1 answers.row.other-name", "11:1 answers.cells-missing"});
  CHECK(points_of(less) == 8);
}

TEST_CASE("a head that is missing is blank, one too many is left out") {
  const Problem problem = contract_full();
  AnswerTable table = named(Step::weights, problem.query_names[0], problem.key_names[0], right);
  AnswerTable other = table;
  table.shape[1] = 2;
  table.cells.insert(table.cells.end(), other.cells.begin(), other.cells.end());
  table.labels.push_back(other.labels[0]);
  Answers given;
  given.tables = {table};
  const Report report = grade(problem, given);
  CHECK(brief(report.faults) == std::vector<std::string>{"10:1 answers.no-such-part"});
  check_sayable(report.faults);
  CHECK(points_of(report) == 9);
}
