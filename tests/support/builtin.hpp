// The built-in problems, and who looks at whom in them.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/base/embedded.hpp"
#include "qkv/json/read_problem.hpp"
#include "qkv/trace/trace.hpp"
#include "support/catch.hpp"

namespace qkv::test {

using Names = std::vector<std::string>;

inline constexpr std::string_view builtin_folder = "problems/";
inline constexpr std::string_view builtin_ending = ".json";
// One unit of the second decimal: an order that shows in the asked numbers.
inline constexpr double visible_gap = 0.01;

inline std::vector<std::string> builtin_ids() {
  std::vector<std::string> ids;
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.path.substr(0, builtin_folder.size()) != builtin_folder) continue;
    const std::string_view name = file.path.substr(builtin_folder.size());
    ids.emplace_back(name.substr(0, name.size() - builtin_ending.size()));
  }
  return ids;
}

inline Problem builtin(const std::string& id) {
  const std::string path = std::string(builtin_folder) + id + std::string(builtin_ending);
  const auto bytes = embedded_file(path);
  if (!bytes) FAIL("no file " << path);
  const auto problem = read_problem(std::string(*bytes), path, "unnamed");
  if (!problem)
    FAIL(path << ":" << problem.faults().front().place.line << " " << problem.faults().front().code);
  return problem.value();
}

inline Trace exact(const Problem& problem) {
  return compute(problem, right_recipe(), Carry::exact);
}
inline Tensor weights(const Problem& problem) {
  return exact(problem).at(Step::weights);
}

struct Row {
  int batch = 0;
  int head = 0;
  int query = 0;
};

inline std::vector<double> row_of(const Tensor& table, Row at) {
  std::vector<double> row;
  for (int j = 0; j < table.size(3); ++j) row.push_back(table.at({at.batch, at.head, at.query, j}));
  return row;
}

inline double sum_of(const std::vector<double>& row) {
  return std::accumulate(row.begin(), row.end(), 0.0);
}

inline bool close(const std::vector<double>& a, const std::vector<double>& b) {
  return std::ranges::equal(a, b, [](double x, double y) { return std::abs(x - y) <= 1e-12; });
}

inline bool all_zero(const std::vector<double>& row) {
  return std::ranges::all_of(row, [](double value) { return value == 0.0; });
}

inline int index_of(const Names& names, const std::string& name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) FAIL("no " << name);
  return static_cast<int>(found - names.begin());
}

// The keys that a query looks at most, the first ones of the order; each must be ahead of the next by more
// than rounding can hide.
inline Names looks_most_at(const Problem& problem, const std::string& query, std::size_t count,
                           int head = 0) {
  const int asking = index_of(problem.query_names[0], query);
  const std::vector<double> row = row_of(weights(problem), {0, head, asking});
  std::vector<std::size_t> order(row.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return row[a] > row[b]; });
  Names names;
  for (std::size_t i = 0; i < count; ++i) {
    if (i + 1 < order.size()) CHECK(row[order[i]] - row[order[i + 1]] > visible_gap);
    names.push_back(problem.key_names[0][order[i]]);
  }
  return names;
}

inline double weight(const Problem& problem, const std::string& query, const std::string& key) {
  return weights(problem).at(
      {0, 0, index_of(problem.query_names[0], query), index_of(problem.key_names[0], key)});
}

}  // namespace qkv::test
