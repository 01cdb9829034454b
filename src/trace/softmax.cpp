#include "qkv/trace/softmax.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace qkv {
namespace {

// Beyond e^10 ≈ 22,026 a plain exponential has too many digits to carry by hand; below e^0 = 1 two decimals
// say too little of it.
constexpr double plain_from = 0.0;
constexpr double plain_to = 10.0;

// Whether the numerators of a row cancel out: what is left of them is the noise of the doubles, which a
// person who adds them up does not see.
bool cancels_out(const Problem& problem, const Trace& trace, int batch, int head, int query) {
  constexpr double noise = 1e-12;
  double magnitude = 0.0;
  for (int j = 0; j < problem.key_count; ++j) {
    magnitude += std::fabs(trace.at(Step::exp).at({batch, head, query, j}));
  }
  return std::fabs(trace.at(Step::sum).at({batch, head, query})) <= noise * magnitude;
}

bool sees_nothing(const Problem& problem, int batch, int head, int query) {
  for (int j = 0; j < problem.key_count; ++j) {
    if (problem.may_look(batch, head, query, j)) return false;
  }
  return true;
}

bool is_too_large(double value) {
  return std::isnan(value) || std::fabs(value) > Limits::largest_number;
}

// Weights by row sum have no bound: they grow as the sum comes near 0.
const StepTable* too_large_table(const Trace& trace) {
  const auto found = std::ranges::find_if(trace.tables, [](const StepTable& table) {
    return table.step != Step::masked && std::ranges::any_of(table.values.values(), is_too_large);
  });
  return found == trace.tables.end() ? nullptr : &*found;
}

// Which row it is, as exactly as the problem needs.
Diagnostic zero_row_sum(const Problem& problem, const Place& place, int batch, int head, int query) {
  const char* code = problem.batch > 1 && problem.heads > 1 ? "row-sum.zero-both"
                     : problem.batch > 1                    ? "row-sum.zero-batch"
                     : problem.heads > 1                    ? "row-sum.zero-head"
                                                            : "row-sum.zero";
  const std::string& name =
      problem.query_names[static_cast<std::size_t>(batch)][static_cast<std::size_t>(query)];
  return {code, place, {argument("row", name), argument("batch", batch + 1), argument("head", head + 1)}, {}};
}

}  // namespace

const Tensor& softmax_input(const Trace& earlier) {
  const Tensor* masked = earlier.find(Step::masked);
  return masked != nullptr ? *masked : earlier.at(Step::scaled);
}

const Tensor& final_weights(const Trace& earlier) {
  const Tensor* dropped = earlier.find(Step::dropped);
  return dropped != nullptr ? *dropped : earlier.at(Step::weights);
}

double row_maximum(const Problem& problem, const Trace& earlier, int batch, int head, int query) {
  if (problem.softmax == Softmax::row_sum) return 0.0;
  const Tensor& scores = softmax_input(earlier);
  double largest = -std::numeric_limits<double>::infinity();
  for (int j = 0; j < problem.key_count; ++j) largest = std::max(largest, scores.at({batch, head, query, j}));
  return largest == -std::numeric_limits<double>::infinity() ? 0.0 : largest;
}

double plain_or_maximum(double largest) {
  if (largest == -std::numeric_limits<double>::infinity()) return 0.0;
  return largest >= plain_from && largest <= plain_to ? 0.0 : largest;
}

double exp_shift(const Problem& problem, const Trace& earlier, int batch, int head, int query) {
  return plain_or_maximum(row_maximum(problem, earlier, batch, head, query));
}

std::vector<Diagnostic> check_row_sums(const Problem& problem, const Place& place) {
  std::vector<Diagnostic> faults;
  if (problem.softmax != Softmax::row_sum) return faults;
  constexpr std::size_t most_faults = 100;
  const Trace trace = compute(problem, right_recipe(), Carry::exact);
  long long uncollected = 0;
  for (int b = 0; b < problem.batch; ++b) {
    for (int h = 0; h < problem.heads; ++h) {
      for (int i = 0; i < problem.query_count; ++i) {
        // The weights of a padded query are cleared, whatever they are divided by.
        if (problem.is_padded_query(b, i) || sees_nothing(problem, b, h, i)) continue;
        if (!cancels_out(problem, trace, b, h, i)) continue;
        if (faults.size() == most_faults) {
          ++uncollected;
          continue;
        }
        faults.push_back(zero_row_sum(problem, place, b, h, i));
      }
    }
  }
  if (uncollected > 0) {
    Place nowhere;
    nowhere.file = place.file;
    faults.push_back({"more-faults", std::move(nowhere), {argument("count", uncollected)}, {}});
  }
  const StepTable* too_large = too_large_table(trace);
  if (faults.empty() && too_large != nullptr) {
    faults.push_back(
        {"numbers.too-large", place, {argument("table", std::string(step_name(too_large->step)))}, {}});
  }
  return faults;
}

}  // namespace qkv
