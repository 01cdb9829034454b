// One Grader for a whole class says of each sheet what it would say of that sheet alone.
#include <algorithm>

#include "qkv/base/number.hpp"
#include "qkv/grade/grade.hpp"
#include "simulate/exercise.hpp"
#include "simulate/learner.hpp"
#include "simulate/mistaken.hpp"
#include "support/whole_report.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

const Way& random_way(const Problem& problem, Random& random) {
  std::vector<const Mistake*> possible;
  for (const Mistake& mistake : mistakes()) {
    if (mistake.applies(problem)) possible.push_back(&mistake);
  }
  const auto at = [&](std::size_t size) {
    return static_cast<std::size_t>(random.between(0, static_cast<int>(size) - 1));
  };
  const std::vector<Way>& ways = possible[at(possible.size())]->ways;
  return ways[at(ways.size())];
}

// Something that makes sheets differ in more than their numbers.
void disfigure(Answers& answers, Random& random) {
  if (answers.tables.empty()) return;
  const int last = static_cast<int>(answers.tables.size()) - 1;
  AnswerTable& table = answers.tables[static_cast<std::size_t>(random.between(0, last))];
  if (table.cells.empty()) return;
  const int last_cell = static_cast<int>(table.cells.size()) - 1;
  AnswerCell& cell = table.cells[static_cast<std::size_t>(random.between(0, last_cell))];
  switch (random.between(0, 5)) {
    case 0:
      cell.written = "";
      break;
    case 1:
      cell.written = "0.2x";
      break;
    case 2:
      cell.written += " ";
      break;
    case 3:
      table.shape.insert(table.shape.begin(), 1);
      break;
    case 4:
      if (table.shape.size() > 1) std::swap(table.shape[table.shape.size() - 2], table.shape.back());
      break;
    default:
      answers.tables.erase(answers.tables.begin());
  }
}

Answers sheet_of(const Problem& problem, Random& random) {
  switch (random.between(0, 4)) {
    case 0:
      return answers_from(problem, compute(problem, right_recipe(), Carry::by_hand));
    case 1:
      return answers_from(problem, with_slip(problem, random));
    case 2:
      return calculate(problem, random_policy(random), random).value_or(blank_answers(problem));
    default:
      return answers_from(problem, compute(problem, recipe_of(random_way(problem, random)), Carry::by_hand));
  }
}

std::vector<Answers> class_of(const Problem& problem, Random& random) {
  std::vector<Answers> sheets;
  for (int learner = 0; learner < 8; ++learner) {
    sheets.push_back(sheet_of(problem, random));
    if (random.chance(40)) disfigure(sheets.back(), random);
    sheets.back().learner = std::to_string(learner);
    for (AnswerTable& table : sheets.back().tables) table.place.line = learner + 1;
  }
  return sheets;
}

// Every sheet twice, in any order.
std::vector<std::size_t> random_order(std::size_t sheets, Random& random) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < 2 * sheets; ++i) order.push_back(i % sheets);
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[static_cast<std::size_t>(random.between(0, static_cast<int>(i) - 1))]);
  }
  return order;
}

void check_class(const Problem& problem, Random& random) {
  const std::vector<Answers> sheets = class_of(problem, random);
  std::vector<std::string> alone;
  for (const Answers& sheet : sheets) alone.push_back(WholeReport::text(grade(problem, sheet)));
  Grader grader(problem);
  for (const std::size_t i : random_order(sheets.size(), random)) {
    CHECK(WholeReport::text(grader.grade(sheets[i])) == alone[i]);
  }
}

}  // namespace

TEST_CASE("A grader says of a sheet what it says of it alone, whatever it graded before") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    INFO("seed " << seed);
    Random random(seed);
    check_class(random.chance(50) ? class_problem(random) : exercise(random, Asking::anything), random);
  }
}

TEST_CASE("So it does where some tables are given") {
  for (std::uint64_t seed = 101; seed <= 115; ++seed) {
    INFO("seed " << seed);
    Random random(seed);
    Problem problem = exercise(random, Asking::anything);
    give_some(random, problem);
    check_class(problem, random);
  }
}

TEST_CASE("A fault about a shape stands where the sheet at hand has the table") {
  const Problem problem = contract();
  Grader grader(problem);
  for (const int line : {3, 7}) {
    Answers sheet;
    sheet.tables.push_back({.step = problem.asked.front(), .shape = {1, 1}, .cells = {{"1", {}}}});
    sheet.tables.front().place.line = line;
    const Report report = grader.grade(sheet);
    REQUIRE(report.tables.front().faults.size() == 1);
    CHECK(report.tables.front().faults.front().place.line == line);
  }
}

TEST_CASE("More sheets than a grader keeps are graded all the same") {
  const Problem problem = contract();
  Grader grader(problem);
  Answers sheet = answer_key(problem);
  std::string& cell = sheet.tables.front().cells.front().written;
  const std::string right = cell;
  const std::string first = WholeReport::text(grader.grade(sheet));
  for (int n = 0; n < 20'000; ++n) {
    cell = std::to_string(n) + ".5";
    grader.grade(sheet);
  }
  cell = right;
  CHECK(WholeReport::text(grader.grade(sheet)) == first);
}
