// What many reports have in common, from reports made by hand.
#include "qkv/grade/class_tally.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

TableReport table(Step step, const std::vector<Verdict>& verdicts,
                  const std::vector<std::string_view>& mistakes = {}) {
  TableReport report;
  report.step = step;
  for (const Verdict verdict : verdicts) {
    CellReport cell;
    cell.verdict = verdict;
    report.cells.push_back(cell);
  }
  if (!mistakes.empty()) {
    Diagnosis diagnosis;
    diagnosis.mistakes = mistakes;
    report.diagnosis.push_back(diagnosis);
  }
  return report;
}

Report report_of(const std::string& learner, std::vector<TableReport> tables) {
  Report report;
  report.learner = learner;
  report.tables = std::move(tables);
  return report;
}

constexpr Verdict right = Verdict::correct;
constexpr Verdict wrong = Verdict::wrong;

}  // namespace

TEST_CASE("the first table that is not all right counts as the one where it went wrong") {
  ClassTally tally;
  tally.add(
      record_of(report_of("a", {table(Step::scores, {right, right}), table(Step::scaled, {right, wrong}),
                                table(Step::weights, {wrong, wrong})}),
                1, "a.json"));
  tally.add(record_of(
      report_of("b", {table(Step::scores, {right, Verdict::follow_through}),
                      table(Step::scaled, {Verdict::rounding, right}), table(Step::weights, {right, right})}),
      2, "b.json"));
  tally.add(ungraded_record(3, "c.json"));
  CHECK(tally.submissions() == 3);
  CHECK(tally.graded() == 2);
  CHECK(tally.all_right() == 1);
  CHECK(tally.ungraded_names() == std::vector<std::string>{"c.json"});
  const auto tables = tally.tables();
  REQUIRE(tables.size() == 3);
  CHECK(tables[0].right == 4);
  CHECK(tables[0].first_wrong == 0);
  CHECK(tables[1].first_wrong == 1);
  CHECK(tables[1].unnamed == 1);
  CHECK(tables[2].first_wrong == 0);
  CHECK(tables[2].all_right == 1);
}

TEST_CASE("a learner who shows a mistake in several tables counts once, the most common comes first") {
  ClassTally tally;
  const auto add = [&](const std::string& learner, const std::vector<std::string_view>& mistakes) {
    const auto number = static_cast<std::size_t>(tally.submissions() + 1);
    tally.add(record_of(
        report_of(learner, {table(Step::scaled, {wrong}, mistakes), table(Step::weights, {wrong}, mistakes)}),
        number, ""));
  };
  add("a", {"mask-missing"});
  add("b", {"scale-missing", "scale-multiplied"});
  add("c", {"scale-missing", "scale-multiplied"});
  add("d", {"scale-missing"});
  const auto mistakes = tally.mistakes();
  REQUIRE(mistakes.size() == 3);
  CHECK(mistakes[0]->ids == std::vector<std::string_view>{"scale-missing", "scale-multiplied"});
  CHECK(mistakes[0]->learners == std::vector<std::string>{"b", "c"});
  CHECK(mistakes[1]->ids == std::vector<std::string_view>{"mask-missing"});
}

TEST_CASE("what may be rounding is nobody's mistake") {
  TableReport scaled = table(Step::scaled, {Verdict::rounding}, {"scale-missing"});
  scaled.diagnosis.front().may_be_rounding = true;
  CHECK(record_of(report_of("a", {scaled}), 1, "").mistakes.empty());
}

TEST_CASE("whoever has no id is called by the name, and else by the file") {
  Report report = report_of("", {});
  CHECK(record_of(report, 1, "a.json:3").label == "a.json:3");
  report.learner_name = "Ann";
  CHECK(record_of(report, 1, "a.json:3").label == "Ann");
  report.learner = "s1";
  CHECK(record_of(report, 1, "a.json:3").label == "s1");
}

TEST_CASE("without names only numbers are kept") {
  ClassTally tally(ClassTally::Names::dropped);
  tally.add(record_of(report_of("a", {table(Step::scaled, {wrong}, {"scale-missing"})}), 1, ""));
  tally.add(ungraded_record(2, "b.json"));
  REQUIRE(tally.mistakes().size() == 1);
  CHECK(tally.mistakes().front()->count == 1);
  CHECK(tally.mistakes().front()->learners.empty());
  CHECK(tally.ungraded() == 1);
  CHECK(tally.ungraded_names().empty());
}
