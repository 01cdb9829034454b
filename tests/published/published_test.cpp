// The numbers that 34 worked examples on the web show, graded as answers.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "published/example.hpp"
#include "published/faults.hpp"
#include "qkv/grade/grade.hpp"
#include "qkv/json/read_answers.hpp"
#include "qkv/json/read_problem.hpp"
#include "qkv/trace/pipeline.hpp"
#include "support/catch.hpp"

using namespace qkv;
using namespace qkv::published;

namespace {

constexpr double minus_infinity = -HUGE_VAL;

struct Counts {
  int examples = 0;
  std::map<std::string, int> verdicts;
  int tables = 0;
  int cells = 0;
  int correct_cells = 0;  // compared with the example's own correct values
  std::vector<std::string> background;
};

// An example with everything that was made of it.
struct Graded {
  Example example;
  Problem problem;
  Report report;
};

bool has_full_points(const CellReport& cell, const Problem& problem, Step step) {
  return cell.points == of_step(problem.points, step);
}

std::string describe(const Graded& graded, const TableReport& table, const CellReport& cell) {
  return graded.example.id + " " + std::string(step_name(table.step)) + " " + shape_text(cell.at) + ": " +
         cell.written + " is " + std::string(verdict_name(cell.verdict)) + ", expected " +
         std::to_string(cell.expected);
}

// ---- the converter against the example's own correct values

class CorrectValues {
 public:
  CorrectValues(const Graded& graded, Counts& counts)
      : graded_(graded),
        trace_(compute(graded.problem, right_recipe(), Carry::exact)),
        layout_{graded.problem.heads, graded.problem.w_o.has_value()},
        counts_(counts) {}

  void check() {
    for (const JsonValue::Member& member : graded_.example.correct.members()) {
      const std::string& name = member.key.string();
      if (name == "heads") {
        const auto heads = member.value.elements();
        for (std::size_t head = 0; head < heads.size(); ++head) {
          for (const JsonValue::Member& table : heads[head].members()) {
            const Step step = step_of(table.key.string(), {}).value();
            check_table(step, {0, static_cast<int>(head)}, table.value);
          }
        }
      } else if (const auto step = step_of(name, layout_); step && trace_.find(*step) != nullptr) {
        check_table(*step, {}, member.value);
      }
    }
  }

 private:
  void check_table(Step step, std::vector<int> index, const JsonValue& rows) {
    const Tensor& table = trace_.at(step);
    if (index.empty()) index.assign(static_cast<std::size_t>(table.rank()) - 2, 0);
    int i = 0;
    for (const JsonValue& row : rows.elements()) {
      int j = 0;
      for (const JsonValue& cell : row.elements()) {
        std::vector<int> at = index;
        at.insert(at.end(), {i, j++});
        check_cell(step, table.at(at), cell);
      }
      ++i;
    }
  }

  void check_cell(Step step, double ours, const JsonValue& theirs) {
    ++counts_.correct_cells;
    // Ten decimals are given; one example begins at a score of three decimals and has its correct values from
    // the unrounded one.
    const double tolerance = graded_.example.id == "bugcatcher-quickly" ? 1e-4 : 1e-9;
    const double wanted = theirs.is(JsonKind::string)
                              ? minus_infinity
                              : std::strtod(std::string(theirs.number_text()).c_str(), nullptr);
    if (ours == wanted || std::fabs(ours - wanted) <= tolerance) return;
    FAIL_CHECK(graded_.example.id << " " << step_name(step) << ": computed " << ours << ", given " << wanted);
  }

  const Graded& graded_;
  Trace trace_;
  Layout layout_;
  Counts& counts_;
};

// ---- verdicts

const FaultyTable* fault_in(const Graded& graded, Step step) {
  for (const FaultyTable& table : faulty_tables()) {
    if (table.id == graded.example.id && table.step == step) return &table;
  }
  return nullptr;
}

// The mark of every cell; without a fault the marks are all '.' for what was published.
std::string marks_of(const FaultyTable* fault, const TableReport& table) {
  std::string marks;
  if (fault == nullptr) {
    for (const CellReport& cell : table.cells) marks += cell.written.empty() ? '-' : '.';
    return marks;
  }
  for (const char mark : fault->marks) {
    if (mark != ' ') marks += mark;
  }
  return marks;
}

void check_cell(const Graded& graded, const TableReport& table, const CellReport& cell, char mark) {
  INFO(describe(graded, table, cell) << "\nowed: " << mark);
  CHECK((cell.verdict == Verdict::blank) == (mark == '-'));
  const bool full = has_full_points(cell, graded.problem, table.step);
  if (mark == 'x' || mark == '-') CHECK_FALSE(full);
  if (mark == '.' || mark == 'f') CHECK(full);
  if (mark == 'f') CHECK(cell.verdict == Verdict::follow_through);
  if (mark == '.') CHECK((is_right(cell.verdict) || cell.verdict == Verdict::follow_through));
}

void check_verdicts(const Graded& graded, Counts& counts) {
  REQUIRE(graded.report.tables.size() == graded.example.tables.size());
  int lost = 0;
  for (const TableReport& table : graded.report.tables) {
    ++counts.tables;
    CHECK(table.faults.empty());
    const FaultyTable* fault = fault_in(graded, table.step);
    const std::string marks = marks_of(fault, table);
    INFO(graded.example.id << " " << step_name(table.step)
                           << (fault != nullptr ? ": " + std::string(fault->reason) : ""));
    REQUIRE(marks.size() == table.cells.size());
    for (std::size_t i = 0; i < marks.size(); ++i) {
      check_cell(graded, table, table.cells[i], marks[i]);
      counts.cells += marks[i] == '-' ? 0 : 1;
      lost += marks[i] == 'x' ? 1 : 0;
    }
  }
  CHECK((lost > 0) == (graded.example.verdict == "wrong"));
}

Graded graded_example(const JsonText& line) {
  Example example = example_of(line);
  INFO(example.id);
  const auto problem = read_problem(example.problem, example.id + ".json", example.id);
  if (!problem) {
    const Diagnostic& fault = problem.faults().front();
    FAIL("not read: " << fault.code << " at " << fault.place.pointer << "\n" << example.problem);
  }
  const auto answers = read_answers(example.answers, example.id + "-answers.json");
  if (!answers) FAIL("answers not read: " << answers.faults().front().code << "\n" << example.answers);
  CHECK(answers.value().faults.empty());
  Report report = grade(problem.value(), answers.value());
  CHECK(report.faults.empty());
  return {std::move(example), problem.value(), std::move(report)};
}

template <typename Check>
Counts for_every_example(Check check) {
  std::ifstream file(std::string(QKV_SOURCE_DIR) + "/tests/published/examples.jsonl");
  REQUIRE(file);
  Counts counts;
  std::string line;
  while (std::getline(file, line)) {
    const auto parsed = parse_json(line, "examples.jsonl");
    REQUIRE(parsed);
    const Graded graded = graded_example(parsed.value());
    ++counts.examples;
    ++counts.verdicts[graded.example.verdict];
    for (const std::string& name : graded.example.background) {
      counts.background.push_back(graded.example.id + " " + name);
    }
    check(graded, counts);
  }
  return counts;
}

}  // namespace

TEST_CASE("the problems made of the examples have the tables that the examples call correct") {
  const Counts counts =
      for_every_example([](const Graded& graded, Counts& sums) { CorrectValues(graded, sums).check(); });
  CHECK(counts.examples == 34);
  CHECK(counts.correct_cells == 2161);
}

TEST_CASE(
    "published examples: what is right or rounded has full points, and a fault costs them where it is") {
  const Counts counts =
      for_every_example([](const Graded& graded, Counts& sums) { check_verdicts(graded, sums); });
  std::cout << "published: " << counts.examples << " examples, " << counts.tables << " tables, "
            << counts.cells << " cells graded\n";
  for (const auto& [verdict, count] : counts.verdicts) std::cout << "  " << count << " " << verdict << "\n";
  std::cout << "  not graded, since no table asks for it:";
  for (const std::string& name : counts.background) std::cout << " " << name << ";";
  std::cout << "\n";
  // Counted in the file by other means: nothing is left out unnoticed.
  CHECK(counts.examples == 34);
  CHECK(counts.verdicts.at("right") == 18);
  CHECK(counts.verdicts.at("off_through_rounding") == 3);
  CHECK(counts.verdicts.at("right_under_unscaled_convention") == 3);
  CHECK(counts.verdicts.at("wrong") == 10);
  CHECK(counts.tables == 103);
  CHECK(counts.cells == 1001);
  CHECK(counts.background == std::vector<std::string>{"pdfcourse-36-i-love-cats exp_row0",
                                                      "pdfcourse-36-i-love-cats exp_row2",
                                                      "bugcatcher-quickly score_dog"});
}

TEST_CASE("published examples: every table said to be faulty was published") {
  std::set<std::pair<std::string, Step>> published;
  for_every_example([&](const Graded& graded, Counts&) {
    for (const TableReport& table : graded.report.tables) published.insert({graded.example.id, table.step});
  });
  for (const FaultyTable& table : faulty_tables()) {
    INFO(table.id << " " << step_name(table.step));
    CHECK(published.count({std::string(table.id), table.step}) == 1);
  }
}

namespace {

// "rows 2: scale-missing; slip term-dropped; sign row-sum": everything that is said of a table besides
// verdicts.
std::string said_of(const TableReport& table) {
  std::set<std::string> parts;
  for (const Diagnosis& diagnosis : table.diagnosis) {
    std::string text;
    if (!diagnosis.whole_table) {
      for (const auto& row : diagnosis.rows)
        text += (text.empty() ? "row " : ",") + std::to_string(row.back());
      text += ": ";
    }
    for (const std::string_view id : diagnosis.mistakes)
      text += (text.empty() || text.back() == ' ' ? "" : "|") + std::string(id);
    parts.insert(text);
  }
  for (const CellReport& cell : table.cells) {
    if (cell.slip) parts.insert("slip " + std::string(slip_name(cell.slip->kind)));
  }
  for (const SignReport& sign : table.signs) parts.insert("sign " + std::string(sign_name(sign.sign)));
  std::string all;
  for (const std::string& part : parts) all += (all.empty() ? "" : "; ") + part;
  return all;
}

}  // namespace

TEST_CASE("published examples: a fault is called by its name, a slip a slip, and nothing else is said") {
  std::set<std::string> said_tables;
  for_every_example([&](const Graded& graded, Counts&) {
    for (const TableReport& table : graded.report.tables) {
      const std::string name = graded.example.id + " " + std::string(step_name(table.step));
      INFO(name);
      const auto owed = std::ranges::find_if(named_faults(), [&](const NamedFault& fault) {
        return fault.id == graded.example.id && fault.step == table.step;
      });
      if (owed != named_faults().end()) {
        CHECK(said_of(table) == owed->said);
        said_tables.insert(name);
      } else {
        CHECK(said_of(table).empty());
      }
    }
  });
  CHECK(said_tables.size() == named_faults().size());
}
