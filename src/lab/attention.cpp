#include "attention.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "qkv/trace/heads.hpp"

namespace qkv {
namespace {

std::vector<std::string> numbered(int count) {
  std::vector<std::string> names;
  for (int position = 1; position <= count; ++position) names.push_back(std::to_string(position));
  return names;
}

// [B, H, T, d]
Tensor copied(const HeadRows& rows, int batch, int heads, int positions) {
  const int features = rows.features();
  Tensor table({batch, heads, positions, features});
  std::size_t next = 0;
  for (int b = 0; b < batch; ++b) {
    for (int h = 0; h < heads; ++h) {
      for (int t = 0; t < positions; ++t) {
        const double* row = rows.row(b, h, t);
        for (int i = 0; i < features; ++i) table.values()[next++] = row[i];
      }
    }
  }
  return table;
}

}  // namespace

Problem attention_of(Tensor q, Tensor k, Tensor v) {
  Problem problem;
  problem.id = "lab";
  problem.batch = q.size(0);
  problem.heads = q.size(1);
  problem.kv_heads = k.size(1);
  problem.query_count = q.size(2);
  problem.key_count = k.size(2);
  problem.d_k = q.size(3);
  problem.d_v = v.size(3);
  problem.scale.divisor = std::sqrt(static_cast<double>(problem.d_k));
  problem.query_names.assign(static_cast<std::size_t>(problem.batch), numbered(problem.query_count));
  problem.key_names.assign(static_cast<std::size_t>(problem.batch), numbered(problem.key_count));
  problem.decimals.fill(2);
  problem.points.fill(1);
  problem.asked = {Step::weights, Step::output};
  problem.q = std::move(q);
  problem.k = std::move(k);
  problem.v = std::move(v);
  return problem;
}

Problem attention_within(const Problem& problem) {
  const Trace trace = compute(problem, right_recipe(), Carry::exact);
  const auto queries = copied(query_rows(problem, trace), problem.batch, problem.heads, problem.query_count);
  const auto keys = copied(key_rows(problem, trace), problem.batch, problem.kv_heads, problem.key_count);
  const auto values = copied(value_rows(problem, trace), problem.batch, problem.kv_heads, problem.key_count);
  Problem within = attention_of(queries, keys, values);
  within.id = problem.id;
  within.query_names = problem.query_names;
  within.key_names = problem.key_names;
  within.scale = problem.scale;
  within.masks = problem.masks;
  within.softmax = problem.softmax;
  return within;
}

Tensor weights_of(const Problem& problem) {
  return compute(problem, right_recipe(), Carry::exact).at(Step::weights);
}

Tensor output_of(const Problem& problem) {
  return compute(problem, right_recipe(), Carry::exact).at(Step::output);
}

std::vector<double> row_of(const Tensor& table, int batch, int head, int query) {
  std::vector<double> row;
  for (int i = 0; i < table.size(3); ++i) row.push_back(table.at({batch, head, query, i}));
  return row;
}

Tensor drawn(Shape shape, Normals& normals, double size) {
  Tensor table(std::move(shape));
  for (double& value : table.values()) value = normals.next() * size;
  return table;
}

double largest_change(const std::vector<double>& before, const std::vector<double>& after) {
  double largest = 0.0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const double change = std::fabs(after[i] - before[i]);
    if (!(change <= largest)) largest = change;
  }
  return largest;
}

}  // namespace qkv
