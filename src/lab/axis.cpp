// Softmax over keys, over queries, over everything: what adds up to 1, and whom a query depends on.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "attention.hpp"
#include "labs.hpp"
#include "qkv/trace/softmax.hpp"

namespace qkv {
namespace {

using enum LabClaim::Relation;

constexpr int most_shown = 12;  // rows and columns of a table
constexpr double rounding = 1e-9;

enum class Over { keys, queries, everything };

// What stands in cells that share one sum is divided by it. Hidden cells get 0.
class Sums {
 public:
  Sums(const Tensor& scores, Over over) : shape_(scores.shape()), over_(over) {
    const double none = -std::numeric_limits<double>::infinity();
    largest_.assign(scores.values().size(), none);
    sums_.assign(scores.values().size(), 0.0);
    for (std::size_t i = 0; i < scores.values().size(); ++i) {
      double& largest = largest_[group_of(i)];
      largest = std::max(largest, scores.values()[i]);
    }
    for (std::size_t i = 0; i < scores.values().size(); ++i)
      sums_[group_of(i)] += numerator(scores.values()[i], i);
  }
  double weight(double score, std::size_t cell) const {
    const double above = numerator(score, cell);
    return above == 0 ? 0.0 : above / sums_[group_of(cell)];
  }

 private:
  double numerator(double score, std::size_t cell) const {
    return std::isinf(score) ? 0.0 : std::exp(score - largest_[group_of(cell)]);
  }
  // Cells [B, H, T_q, T_k] with the same number are divided by the same sum.
  std::size_t group_of(std::size_t cell) const {
    const auto queries = static_cast<std::size_t>(shape_[2]);
    const auto keys = static_cast<std::size_t>(shape_[3]);
    const std::size_t plane = cell / (queries * keys);
    if (over_ == Over::keys) return cell / keys;
    if (over_ == Over::queries) return plane * keys + cell % keys;
    return plane;
  }

  Shape shape_;
  Over over_;
  std::vector<double> largest_;
  std::vector<double> sums_;
};

Tensor softmax_over(const Tensor& scores, Over over) {
  const Sums sums(scores, over);
  Tensor weights = scores;
  for (std::size_t i = 0; i < weights.values().size(); ++i)
    weights.values()[i] = sums.weight(scores.values()[i], i);
  return weights;
}

// Masked and scaled. [B, H, T_q, T_k]
Tensor scores_of(const Problem& problem) {
  return softmax_input(compute(problem, right_recipe(), Carry::exact));
}

struct Ways {
  Tensor keys, queries, everything;
};
Ways ways_of(const Problem& problem) {
  const Tensor scores = scores_of(problem);
  return {weights_of(problem), softmax_over(scores, Over::queries), softmax_over(scores, Over::everything)};
}

// ---- sums

double row_sum(const Tensor& weights, int b, int h, int query) {
  double sum = 0.0;
  for (int key = 0; key < weights.size(3); ++key) sum += weights.at({b, h, query, key});
  return sum;
}
double column_sum(const Tensor& weights, int b, int h, int key) {
  double sum = 0.0;
  for (int query = 0; query < weights.size(2); ++query) sum += weights.at({b, h, query, key});
  return sum;
}

// Queries that can look at something, keys that something looks at.
bool is_live_row(const Problem& problem, int b, int h, int query) {
  if (problem.is_padded_query(b, query)) return false;
  for (int key = 0; key < problem.key_count; ++key) {
    if (problem.may_look(b, h, query, key)) return true;
  }
  return false;
}
bool is_live_column(const Problem& problem, int b, int h, int key) {
  for (int query = 0; query < problem.query_count; ++query) {
    if (problem.may_look(b, h, query, key)) return true;
  }
  return false;
}

// The largest distance of a sum from 1.
double rows_off(const Problem& problem, const Tensor& weights) {
  double off = 0.0;
  for (int b = 0; b < problem.batch; ++b) {
    for (int h = 0; h < problem.heads; ++h) {
      for (int query = 0; query < problem.query_count; ++query) {
        if (is_live_row(problem, b, h, query))
          off = std::max(off, std::fabs(row_sum(weights, b, h, query) - 1.0));
      }
    }
  }
  return off;
}
double columns_off(const Problem& problem, const Tensor& weights) {
  double off = 0.0;
  for (int b = 0; b < problem.batch; ++b) {
    for (int h = 0; h < problem.heads; ++h) {
      for (int key = 0; key < problem.key_count; ++key) {
        if (is_live_column(problem, b, h, key))
          off = std::max(off, std::fabs(column_sum(weights, b, h, key) - 1.0));
      }
    }
  }
  return off;
}

LabTable weights_table(const Problem& problem, const Tensor& weights, const std::string& id) {
  const int keys = std::min(problem.key_count, most_shown);
  const int queries = std::min(problem.query_count, most_shown);
  LabTable table{.id = id,
                 .caption = lab_text("lab.axis." + id + ".caption"),
                 .row_axis = lab_text("lab.axis.query"),
                 .columns = {},
                 .rows = {}};
  for (int key = 0; key < keys; ++key)
    table.columns.push_back(lab_literal(problem.key_names[0][static_cast<std::size_t>(key)]));
  table.columns.push_back(lab_text("lab.axis.row-sum"));
  for (int query = 0; query < queries; ++query) {
    LabTable::Row row{lab_literal(problem.query_names[0][static_cast<std::size_t>(query)]), {}};
    for (int key = 0; key < keys; ++key) row.cells.emplace_back(LabNumber{weights.at({0, 0, query, key}), 3});
    row.cells.emplace_back(LabNumber{row_sum(weights, 0, 0, query), 3});
    table.rows.push_back(std::move(row));
  }
  LabTable::Row sums{lab_text("lab.axis.column-sum"), {}};
  double total = 0.0;
  for (int key = 0; key < keys; ++key) {
    sums.cells.emplace_back(LabNumber{column_sum(weights, 0, 0, key), 3});
    total += column_sum(weights, 0, 0, key);
  }
  sums.cells.emplace_back(LabNumber{total, 3});
  table.rows.push_back(std::move(sums));
  return table;
}

LabClaim off_claim(std::string id, double found, LabClaim::Relation relation) {
  return {.id = id,
          .key = "lab.axis.claim." + id,
          .found = found,
          .relation = relation,
          .bound = relation == at_most ? rounding : 0.01,
          .decimals = significant};
}

LabSection sums_section(const Problem& problem, const Ways& ways) {
  LabSection section{.heading = lab_text("lab.axis.sums.heading"), .blocks = {}};
  section.blocks.emplace_back(lab_text("lab.axis.sums.what"));
  section.blocks.emplace_back(weights_table(problem, ways.keys, "keys"));
  section.blocks.emplace_back(weights_table(problem, ways.queries, "queries"));
  section.blocks.emplace_back(weights_table(problem, ways.everything, "everything"));
  section.blocks.emplace_back(off_claim("rows", rows_off(problem, ways.keys), at_most));
  section.blocks.emplace_back(off_claim("wrong-rows", rows_off(problem, ways.queries), greater));
  section.blocks.emplace_back(off_claim("wrong-columns", columns_off(problem, ways.queries), at_most));
  double total = 0.0;
  for (const double weight : ways.everything.values()) total += weight;
  section.blocks.emplace_back(LabClaim{.id = "everything",
                                       .key = "lab.axis.claim.everything",
                                       .found = total,
                                       .relation = equal,
                                       .bound = static_cast<double>(problem.batch * problem.heads),
                                       .tolerance = rounding,
                                       .decimals = 3});
  return section;
}

// ---- outputs

// a v. [B, H, T_q, d_v]
Tensor mixed(const Problem& problem, const Tensor& weights) {
  Tensor output({problem.batch, problem.heads, problem.query_count, problem.d_v});
  for (int b = 0; b < problem.batch; ++b) {
    for (int h = 0; h < problem.heads; ++h) {
      for (int query = 0; query < problem.query_count; ++query) {
        for (int key = 0; key < problem.key_count; ++key) {
          for (int i = 0; i < problem.d_v; ++i)
            output.at({b, h, query, i}) +=
                weights.at({b, h, query, key}) * problem.v->at({b, problem.kv_head_of(h), key, i});
        }
      }
    }
  }
  return output;
}

LabSection output_section(const Problem& problem, const Ways& ways) {
  const Tensor right = output_of(problem);
  const Tensor wrong = mixed(problem, ways.queries);
  const Tensor all = mixed(problem, ways.everything);
  LabTable table{.id = "output",
                 .caption = lab_text("lab.axis.output.caption"),
                 .row_axis = lab_text("lab.axis.query"),
                 .columns = {},
                 .rows = {}};
  const int features = std::min(problem.d_v, 4);
  for (const char* way : {"lab.axis.over-keys", "lab.axis.over-queries", "lab.axis.over-everything"}) {
    for (int i = 1; i <= features; ++i) table.columns.push_back(lab_text(way, {argument("feature", i)}));
  }
  for (int query = 0; query < std::min(problem.query_count, most_shown); ++query) {
    LabTable::Row row{lab_literal(problem.query_names[0][static_cast<std::size_t>(query)]), {}};
    for (const Tensor* output : {&right, &wrong, &all}) {
      for (int i = 0; i < features; ++i) row.cells.emplace_back(LabNumber{output->at({0, 0, query, i}), 3});
    }
    table.rows.push_back(std::move(row));
  }
  LabSection section{.heading = lab_text("lab.axis.output.heading"), .blocks = {}};
  section.blocks.emplace_back(lab_text("lab.axis.output.what"));
  section.blocks.emplace_back(std::move(table));
  section.blocks.emplace_back(off_claim("output", largest_change(right.values(), wrong.values()), greater));
  return section;
}

// ---- whom a query depends on

// The last query of every batch member and head gets other numbers.
Problem with_other_last_query(Problem problem, std::uint64_t seed) {
  Normals normals(seed, "axis-query");
  for (int b = 0; b < problem.batch; ++b) {
    for (int h = 0; h < problem.heads; ++h) {
      for (int i = 0; i < problem.d_k; ++i)
        problem.q->at({b, h, problem.query_count - 1, i}) += normals.next();
    }
  }
  return problem;
}

// Of the weights of all queries but the last.
double earlier_change(const Tensor& before, const Tensor& after) {
  double largest = 0.0;
  for (int b = 0; b < before.size(0); ++b) {
    for (int h = 0; h < before.size(1); ++h) {
      for (int query = 0; query + 1 < before.size(2); ++query)
        largest = std::max(largest, largest_change(row_of(before, b, h, query), row_of(after, b, h, query)));
    }
  }
  return largest;
}

LabSection dependence_section(const Problem& problem, const Ways& before, std::uint64_t seed) {
  const Ways after = ways_of(with_other_last_query(problem, seed));
  LabSection section{.heading = lab_text("lab.axis.later.heading"), .blocks = {}};
  const Argument query = argument("query", problem.query_names[0].back());
  section.blocks.emplace_back(lab_text("lab.axis.later.what", {query}));
  section.blocks.emplace_back(LabClaim{.id = "later",
                                       .key = "lab.axis.claim.later",
                                       .found = earlier_change(before.keys, after.keys),
                                       .relation = equal,
                                       .bound = 0.0,
                                       .decimals = significant});
  section.blocks.emplace_back(LabClaim{.id = "wrong-later",
                                       .key = "lab.axis.claim.wrong-later",
                                       .found = earlier_change(before.queries, after.queries),
                                       .relation = greater,
                                       .bound = 0.0,
                                       .decimals = significant});
  section.blocks.emplace_back(lab_text("lab.axis.later.read"));
  return section;
}

std::vector<Diagnostic> faults_of(const Problem& problem) {
  const Argument name = argument("problem", problem.id);
  if (problem.given_scores || !problem.has_values() || problem.softmax != Softmax::exp)
    return {{"lab.axis.no-values", {}, {name}, {}}};
  if (problem.query_count < 2 || problem.key_count < 2) return {{"lab.axis.one-query", {}, {name}, {}}};
  for (int b = 0; b < problem.batch; ++b) {
    if (problem.is_padded_query(b, problem.query_count - 1)) return {{"lab.axis.padded", {}, {name}, {}}};
  }
  return {};
}

}  // namespace

Result<LabResult> lab_axis(const LabRequest& request) {
  if (std::vector<Diagnostic> faults = faults_of(*request.problem); !faults.empty()) return faults;
  const Problem problem = attention_within(*request.problem);
  const Ways ways = ways_of(problem);
  return LabResult{.lab = "axis",
                   .seed = request.seed,
                   .problem = problem.id,
                   .sections = {sums_section(problem, ways), output_section(problem, ways),
                                dependence_section(problem, ways, request.seed)}};
}

}  // namespace qkv
