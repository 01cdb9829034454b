// Every table of 146 cases whose numbers come from other implementations, at each case's own tolerance.
#include <cmath>
#include <fstream>
#include <functional>
#include <iostream>
#include <limits>
#include <set>

#include "conformance/case.hpp"
#include "qkv/json/read_problem.hpp"
#include "qkv/trace/pipeline.hpp"
#include "support/catch.hpp"

using namespace qkv;
using namespace qkv::conformance;

namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

// What was compared, and what was not, over all cases.
struct Counts {
  int cases = 0;
  int tables = 0;
  int cells = 0;
  int rows_of_other_policy = 0;  // nothing is visible in them, and the source shows something else than 0
  int padded_weight_rows = 0;    // the source keeps the weights of padded queries
  int joined_sources = 0;
  int biases_without_weights = 0;
  int split_fused = 0;
};

using Index = std::vector<int>;

// The table of one case against the expected one, cell by cell.
class Comparison {
 public:
  Comparison(const Case& source, const Problem& problem, Counts& counts)
      : case_(source),
        problem_(problem),
        trace_(compute(problem, right_recipe(), Carry::exact)),
        counts_(counts) {
    if (source.fully_masked_policy == "zero") return;
    for (const auto& row : source.fully_masked_rows) other_policy_.insert(row);
  }

  std::vector<std::string> run() {
    check_fully_masked_rows();
    for (const JsonValue::Member& table : case_.expected.members()) {
      check_table(table.key.string(), table.value);
    }
    return std::move(faults_);
  }

 private:
  using Row = std::array<int, 3>;  // batch, head, query
  // The computed number that belongs to an index of the expected table.
  using Look = std::function<double(const Index&)>;

  void fault(const std::string& what) {
    if (faults_.size() < 5) faults_.push_back(what);
  }

  static std::string text_of(const std::string& table, const Index& index) {
    return table + " " + shape_text(index);
  }

  // The rows that the source names are those in which nothing is visible.
  void check_fully_masked_rows() {
    const std::set<Row> named(case_.fully_masked_rows.begin(), case_.fully_masked_rows.end());
    for (int b = 0; b < problem_.batch; ++b) {
      for (int h = 0; h < problem_.heads; ++h) {
        for (int i = 0; i < problem_.query_count; ++i) {
          bool sees_something = false;
          for (int j = 0; j < problem_.key_count; ++j) sees_something |= problem_.may_look(b, h, i, j);
          if (sees_something == (named.count({b, h, i}) == 0)) continue;
          fault("whether row " + shape_text({b, h, i}) + " sees nothing");
        }
      }
    }
  }

  void check_table(const std::string& name, const JsonValue& expected) {
    ++counts_.tables;
    skipped_.clear();
    if (name == "weights") {
      compare(name, expected, look_at(Step::weights), [&](const Index& at) { return skips_weights(at); });
    } else if (name == "output" || name == "context") {
      compare_mixed(name, expected);
    } else {
      compare(name, expected, look_of(name), [](const Index&) { return false; });
    }
  }

  Look look_at(Step step) const {
    const Tensor& table = table_of(problem_, trace_, step);
    return [&table](const Index& at) { return table.at(at); };
  }

  double softmax_input(const Index& at) const {
    const Tensor* masked = trace_.find(Step::masked);
    return masked != nullptr ? masked->at(at) : trace_.at(Step::scaled).at(at);
  }

  // Without a split (one head) the projections hold the same numbers.
  Look look_at_heads(Step split, Step whole) const {
    if (const Tensor* heads = trace_.find(split)) return [heads](const Index& at) { return heads->at(at); };
    const Tensor& table = trace_.at(whole);
    return [&table](const Index& at) { return table.at(Index{at[0], at[2], at[3]}); };
  }

  Look look_of(const std::string& name) const {
    if (name == "q_heads") return look_at_heads(Step::q_heads, Step::q);
    if (name == "k_heads") return look_at_heads(Step::k_heads, Step::k);
    if (name == "v_heads") return look_at_heads(Step::v_heads, Step::v);
    if (name == "scores") return look_at(Step::scores);
    if (name == "scaled") return look_at(Step::scaled);
    if (name == "masked") return [this](const Index& at) { return softmax_input(at); };
    if (name == "masked_before_scaling") {
      return [this](const Index& at) {
        return softmax_input(at) == minus_infinity ? minus_infinity : trace_.at(Step::scores).at(at);
      };
    }
    FAIL("no table is known by the name " << name);
    return {};
  }

  // The mix of values: [B, T, H·D_v] or, in sdpa, the layout of the inputs.
  void compare_mixed(const std::string& name, const JsonValue& expected) {
    const bool projected = name == "output" && problem_.w_o;
    const Tensor& output = trace_.at(projected ? Step::projected : Step::output);
    const auto by_head = [&](const Index& at) -> Index {
      if (case_.layout == "BHTD") return at;
      if (case_.layout == "BTHD") return {at[0], at[2], at[1], at[3]};
      return {at[0], at[2] / problem_.d_v, at[1], at[2] % problem_.d_v};
    };
    if (projected) {
      compare(
          name, expected, [&](const Index& at) { return output.at(at); },
          [&](const Index& at) { return skips_projected(at); });
    } else {
      compare(
          name, expected, [&](const Index& at) { return output.at(by_head(at)); },
          [&](const Index& at) {
            const Index mine = by_head(at);
            return skips_row({mine[0], mine[1], mine[2]});
          });
    }
    if (!projected && problem_.heads > 1) check_merged();
  }

  // The same numbers once more, heads side by side.
  void check_merged() {
    const Tensor& output = trace_.at(Step::output);
    const Tensor& merged = trace_.at(Step::merged);
    for (int b = 0; b < problem_.batch; ++b) {
      for (int i = 0; i < problem_.query_count; ++i) {
        for (int f = 0; f < problem_.heads * problem_.d_v; ++f) {
          if (merged.at({b, i, f}) == output.at({b, f / problem_.d_v, i, f % problem_.d_v})) continue;
          fault(text_of("merged", {b, i, f}));
        }
      }
    }
  }

  bool skips_row(const Row& row) {
    if (other_policy_.count(row) == 0) return false;
    if (skipped_.insert(row).second) {
      ++counts_.rows_of_other_policy;
      check_zero(row);
    }
    return true;
  }

  bool skips_weights(const Index& at) {
    const Row row = {at[0], at[1], at[2]};
    if (skips_row(row)) return true;
    if (case_.query_keep.empty() ||
        case_.query_keep[static_cast<std::size_t>(at[0])][static_cast<std::size_t>(at[2])]) {
      return false;
    }
    if (skipped_.insert(row).second) {
      ++counts_.padded_weight_rows;
      check_zero(row);
    }
    return true;
  }

  // W_O mixes the heads: one row that is skipped takes the whole row along.
  bool skips_projected(const Index& at) {
    bool skips = false;
    for (int h = 0; h < problem_.heads; ++h) skips |= skips_row({at[0], h, at[1]});
    return skips;
  }

  // What is not compared with the source is what we say it is.
  void check_zero(const Row& row) {
    for (int j = 0; j < problem_.key_count; ++j) {
      if (trace_.at(Step::weights).at({row[0], row[1], row[2], j}) != 0.0) fault("a weight that is not 0");
    }
    for (int d = 0; d < problem_.d_v; ++d) {
      if (trace_.at(Step::output).at({row[0], row[1], row[2], d}) != 0.0) fault("an output that is not 0");
    }
  }

  void compare(const std::string& name, const JsonValue& expected, const Look& look,
               const std::function<bool(const Index&)>& skips) {
    Index index;
    compare_at(name, expected, look, skips, index);
  }

  void compare_at(const std::string& name, const JsonValue& expected, const Look& look,
                  const std::function<bool(const Index&)>& skips, Index& index) {
    if (expected.is(JsonKind::array)) {
      index.push_back(0);
      for (const JsonValue& element : expected.elements()) {
        compare_at(name, element, look, skips, index);
        ++index.back();
      }
      index.pop_back();
      return;
    }
    if (skips(index)) return;
    ++counts_.cells;
    const double computed = look(index);
    if (agrees(name, expected, computed)) return;
    fault(text_of(name, index) + ": expected " + expected.excerpt() + ", computed " +
          std::to_string(computed));
  }

  bool agrees(const std::string& name, const JsonValue& expected, double computed) const {
    const bool may_be_masked = name == "masked" || name == "masked_before_scaling";
    if (expected.is(JsonKind::null)) return may_be_masked && computed == minus_infinity;
    const double wanted = std::strtod(std::string(expected.number_text()).c_str(), nullptr);
    return std::fabs(wanted - computed) <= case_.atol + case_.rtol * std::fabs(wanted);
  }

  const Case& case_;
  const Problem& problem_;
  Trace trace_;
  Counts& counts_;
  std::set<Row> other_policy_;
  std::set<Row> skipped_;  // of the table at hand
  std::vector<std::string> faults_;
};

void run_case(const std::string& line, Counts& counts) {
  auto parsed = parse_json(line, "cases.jsonl");
  REQUIRE(parsed);
  const Case source = case_of(parsed.value());
  INFO(source.id);
  const ProblemText written = problem_text(source);
  const auto problem = read_problem(written.text, source.id, source.id);
  if (!problem) {
    const Diagnostic& fault = problem.faults().front();
    FAIL_CHECK("not read: " << fault.code << " at " << fault.place.pointer);
    return;
  }
  ++counts.cases;
  counts.joined_sources += written.rearranged.joined_sources ? 1 : 0;
  counts.biases_without_weights += written.rearranged.bias_without_weights ? 1 : 0;
  counts.split_fused += written.rearranged.split_fused ? 1 : 0;
  for (const std::string& fault : Comparison(source, problem.value(), counts).run()) FAIL_CHECK(fault);
}

}  // namespace

TEST_CASE("the tables of other implementations are ours, to the tolerance of each case") {
  std::ifstream cases(std::string(QKV_SOURCE_DIR) + "/tests/conformance/cases.jsonl");
  REQUIRE(cases);
  Counts counts;
  std::string line;
  while (std::getline(cases, line)) run_case(line, counts);
  std::cout << "conformance: " << counts.cases << " cases, " << counts.tables << " tables, " << counts.cells
            << " cells compared\n"
            << "  not compared: " << counts.rows_of_other_policy
            << " rows in which nothing is visible and which the source does not make 0 (ours are 0), "
            << counts.padded_weight_rows << " rows of weights of padded queries\n"
            << "  rearranged: " << counts.joined_sources
            << " cases with separate sources for keys and values, " << counts.biases_without_weights
            << " with biases but no weights, " << counts.split_fused
            << " with a fused matrix of unequal parts\n";
  // Counted in the file by other means: nothing is left out unnoticed.
  CHECK(counts.cases == 146);
  CHECK(counts.tables == 477);
  CHECK(counts.rows_of_other_policy == 50);
  CHECK(counts.padded_weight_rows == 7);
}
