// What the experiments find, against numbers from outside (NumPy 1.24) and against what every course says.
#include "qkv/lab/words.hpp"
#include "support/lab.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

std::vector<double> row_in(const LabResult& result, std::string_view table, std::size_t row) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < table_in(result, table).columns.size(); ++i)
    numbers.push_back(number_at(table_in(result, table), row, i));
  return numbers;
}

void check_row(const std::vector<double>& found, const std::vector<double>& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(std::fabs(found[i] - expected[i]) < 1e-6);
}

std::string said(const LabCell& cell) {
  return lab_words(std::get<LabText>(cell), Catalogue(Language::en));
}

}  // namespace

TEST_CASE("the ladder has the weights that NumPy has, rung by rung") {
  const LabResult ladder = run_lab("ladder");
  check_row(row_in(ladder, "own", 0), {0, 0, 0, 0, 1, 0, 0, 0});
  check_row(row_in(ladder, "average", 1), std::vector<double>(8, 0.125));
  check_row(row_in(ladder, "similarity", 0),
            {0.305148, 0.305148, 0.041297, 0.041297, 0.112258, 0.041297, 0.041297, 0.112258});
  check_row(row_in(ladder, "similarity", 1),
            {0.199743, 0.199743, 0.199743, 0.027032, 0.073481, 0.073481, 0.027032, 0.199743});
  check_row(row_in(ladder, "apart", 0),
            {0.114097, 0.843070, 0.005681, 0.002090, 0.015441, 0.002090, 0.002090, 0.015441});
  check_row(row_in(ladder, "apart", 1),
            {0.002097, 0.114508, 0.846108, 0.002097, 0.002097, 0.015497, 0.002097, 0.015497});
  check_row(row_in(ladder, "scaled", 0),
            {0.196727, 0.534760, 0.043896, 0.026624, 0.072372, 0.026624, 0.026624, 0.072372});
  check_row(row_in(ladder, "causal", 0), {0.224991, 0.611588, 0.050202, 0.030449, 0.082769, 0, 0, 0});
  check_row(row_in(ladder, "heads", 1), {0.2, 0.2, 0.2, 0.2, 0.2, 0, 0, 0});
  check_row(row_in(ladder, "heads", 2),
            {0.036993, 0.625880, 0.152162, 0.036993, 0.036993, 0.036993, 0.036993, 0.036993});
  check_row(row_in(ladder, "heads", 3),
            {0.033173, 0.033173, 0.561242, 0.033173, 0.033173, 0.136447, 0.033173, 0.136447});
}

TEST_CASE("from Q, K and V on the pronoun looks at the penalty, and the risk at the judgement") {
  const LabResult ladder = run_lab("ladder");
  const Problem pronoun = builtin("pronoun");
  const std::string it = pronoun.key_names[0][4];
  const std::string penalty = pronoun.key_names[0][1];
  const std::string too_high = pronoun.key_names[0][2];
  const LabTable& summary = table_in(ladder, "summary");
  REQUIRE(summary.rows.size() == 8);
  CHECK(lab_words(summary.columns[0], Catalogue(Language::en)) == it);
  for (const std::size_t rung : {3U, 4U, 5U}) {
    CHECK(said(summary.rows[rung].cells[0]) == penalty);
    CHECK(said(summary.rows[rung].cells[1]) == too_high);
  }
  CHECK(said(summary.rows[6].cells[1]) == penalty);
  CHECK(said(summary.rows[7].cells[1]) == too_high);
  CHECK(said(summary.rows[0].cells[0]) == it);
  CHECK(said(summary.rows[1].cells[0]) == said(summary.rows[1].cells[1]));
}

TEST_CASE("1, 2, 3 is shared out gently and 10, 20, 30 is not") {
  const LabResult scale = run_lab("scale");
  check_row(row_in(scale, "ten-times", 0), {0.090031, 0.244728, 0.665241});
  check_row(row_in(scale, "ten-times", 1), {0.000000, 0.000045, 0.999955});
  const LabTable& softmax = table_in(scale, "softmax");
  for (std::size_t row = 1; row < softmax.rows.size(); ++row) {
    CHECK(number_at(softmax, row, 0) > number_at(softmax, row - 1, 0));  // the largest weight, not divided
    CHECK(number_at(softmax, row, 2) < number_at(softmax, row - 1, 2));  // its entropy
  }
}

TEST_CASE("the leak table is 0 below its diagonal with the mask, and nowhere without it") {
  const LabResult leak = run_lab("leak");
  for (const std::string name : {"kv", "layer"}) {
    const LabTable& masked = table_in(leak, name + "-masked");
    const LabTable& open = table_in(leak, name + "-open");
    for (std::size_t changed = 0; changed < masked.rows.size(); ++changed) {
      for (std::size_t seen = 0; seen < masked.columns.size(); ++seen) {
        INFO(name << " " << changed << " " << seen);
        CHECK((number_at(masked, changed, seen) == 0) == (seen < changed));
        CHECK(number_at(open, changed, seen) > 0);
      }
    }
  }
}

TEST_CASE("a mask that is one off is a leak, and the experiment counts it") {
  Problem problem = builtin("causal-4");
  problem.masks.causal->offset = 1;  // the pairs of the future are now fewer: those beyond the next token
  const Lab* leak = find_lab("leak");
  const Result<LabResult> result = leak->run({.seed = 1, .problem = &problem, .progress = {}});
  REQUIRE(result);
  CHECK(claim_in(result.value(), "kv-open-leaks").bound == 3);
  const LabTable& masked = table_in(result.value(), "kv-masked");
  CHECK(number_at(masked, 1, 0) > 0);
  CHECK(number_at(masked, 2, 0) == 0);
}

TEST_CASE("claims can fail: where later tokens get no weight at all nobody can see a leak") {
  Problem problem = builtin("causal-4");
  for (double& value : problem.q->values()) value = 1.0;
  for (double& value : problem.k->values()) value = 0.0;
  for (int i = 0; i < 2; ++i) problem.k->at({0, 3, i}) = -5000.0;
  const Result<LabResult> result = find_lab("leak")->run({.seed = 1, .problem = &problem, .progress = {}});
  REQUIRE(result);
  CHECK_FALSE(result.value().holds());
  CHECK_FALSE(claim_in(result.value(), "kv-open-leaks").holds());
  CHECK(claim_in(result.value(), "kv-open-leaks").found == 3);  // of 6
  CHECK(claim_in(result.value(), "kv-no-leak").holds());
}

TEST_CASE("fully masked rows: NaN, uniform or nothing, by what they are filled with") {
  const LabResult fill = run_lab("fill");
  const auto first = [&](std::size_t row) { return number_at(table_in(fill, "fully"), row, 0); };
  REQUIRE(table_in(fill, "fully").rows.size() == 9);
  CHECK(std::isnan(first(0)));                              // -inf
  CHECK(std::fabs(first(1) - 1.0 / 6) < 1e-6);              // float32 minimum
  CHECK(first(2) == 0.1666259765625);                       // float16 minimum: 1/6 as NumPy's float16
  CHECK(std::fabs(first(3) - 1.0 / 6) < 1e-6);              // -1e9
  CHECK(std::isnan(first(4)));                              // -1e9 in half precision
  CHECK(first(7) == 0);                                     // zeroed afterwards
  CHECK(std::isnan(first(8)));                              // and shared again
  CHECK(number_at(table_in(fill, "partly"), 6, 2) > 0.01);  // 0 leaks
}
