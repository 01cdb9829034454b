// Causes in what a problem begins with: equal tables, equal rows, sizes, W_O.
#include <algorithm>
#include <cmath>
#include <string>

#include "cause_checks.hpp"
#include "qkv/trace/heads.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv::linting {
namespace {

// Q, K or V, calculated or given; null: there is none.
const Tensor* table(const Numbers& numbers, Step step) {
  const Tensor* given = given_table(numbers.problem, step);
  return given != nullptr ? given : numbers.exact.find(step);
}

bool same_number(double a, double b) {
  return std::fabs(a - b) <= 1e-12 * std::max(1.0, std::fabs(b));
}

bool same_numbers(const Numbers& numbers, Step one, Step other) {
  const Tensor* a = table(numbers, one);
  const Tensor* b = table(numbers, other);
  return a != nullptr && b != nullptr && a->shape() == b->shape() &&
         std::ranges::equal(a->values(), b->values(), same_number);
}

// ---- rows

// The rows of X or of Q, K, V with the names of their positions.
struct Rows {
  std::string letter;
  int batch = 1;
  int count = 0;
  const std::vector<std::vector<std::string>>* names = nullptr;
  std::vector<std::vector<double>> values;  // [batch · count], of all heads
  std::vector<bool> padding;

  const std::string& name(std::size_t at) const {
    const auto positions = static_cast<std::size_t>(count);
    return (*names)[at / positions][at % positions];
  }
};

bool is_padded_key(const Problem& problem, int batch, int key) {
  return problem.masks.padding && problem.masks.padding->at({batch, key}) == 0.0;
}

Rows empty_rows(const Problem& problem, std::string letter, bool of_queries) {
  Rows rows;
  rows.letter = std::move(letter);
  rows.batch = problem.batch;
  rows.count = of_queries ? problem.query_count : problem.key_count;
  rows.names = of_queries ? &problem.query_names : &problem.key_names;
  for (int b = 0; b < rows.batch; ++b) {
    for (int t = 0; t < rows.count; ++t) {
      rows.padding.push_back(of_queries ? problem.is_padded_query(b, t) : is_padded_key(problem, b, t));
    }
  }
  return rows;
}

Rows rows_of_heads(const Problem& problem, std::string letter, const HeadRows& table, int heads,
                   bool of_queries) {
  Rows rows = empty_rows(problem, std::move(letter), of_queries);
  for (int b = 0; b < rows.batch; ++b) {
    for (int t = 0; t < rows.count; ++t) {
      std::vector<double>& row = rows.values.emplace_back();
      for (int h = 0; h < heads; ++h) {
        const double* part = table.row(b, h, t);
        row.insert(row.end(), part, part + table.features());
      }
    }
  }
  return rows;
}

Rows rows_of_x(const Problem& problem, const Tensor& x, std::string letter, bool of_queries) {
  const HeadRows table(x, 1);
  return rows_of_heads(problem, std::move(letter), table, 1, of_queries);
}

Rows queries(const Numbers& n) {
  return rows_of_heads(n.problem, "Q", query_rows(n.problem, n.exact), n.problem.heads, true);
}
Rows keys(const Numbers& n) {
  return rows_of_heads(n.problem, "K", key_rows(n.problem, n.exact), n.problem.kv_heads, false);
}
Rows values(const Numbers& n) {
  return rows_of_heads(n.problem, "V", value_rows(n.problem, n.exact), n.problem.kv_heads, false);
}

bool has_queries(const Numbers& n) {
  return n.problem.computes(Step::scores);
}

Details two_equal(const Rows& rows) {
  const auto count = static_cast<std::size_t>(rows.count);
  for (std::size_t one = 0; one < rows.values.size(); ++one) {
    const std::size_t end = (one / count + 1) * count;  // of its batch member
    for (std::size_t other = one + 1; other < end; ++other) {
      if (rows.padding[one] || rows.padding[other]) continue;
      if (!std::ranges::equal(rows.values[one], rows.values[other], same_number)) continue;
      return std::vector{argument("table", rows.letter), argument("one", rows.name(one)),
                         argument("other", rows.name(other))};
    }
  }
  return std::nullopt;
}

Details a_zero_row(const Rows& rows) {
  for (std::size_t at = 0; at < rows.values.size(); ++at) {
    const bool zero = std::ranges::all_of(rows.values[at], [](double value) { return value == 0.0; });
    if (!rows.padding[at] && zero)
      return std::vector{argument("table", rows.letter), argument("row", rows.name(at))};
  }
  return std::nullopt;
}

}  // namespace

// ---- Q, K and V

Details q_k_v_equal(const Numbers& n) {
  return yes_if(same_numbers(n, Step::q, Step::k) && same_numbers(n, Step::k, Step::v));
}

Details q_k_equal(const Numbers& n) {
  return yes_if(same_numbers(n, Step::q, Step::k) && !q_k_v_equal(n));
}

Details k_v_equal(const Numbers& n) {
  return yes_if(same_numbers(n, Step::k, Step::v) && !q_k_v_equal(n));
}

Details q_v_equal(const Numbers& n) {
  return yes_if(same_numbers(n, Step::q, Step::v) && !q_k_v_equal(n));
}

Details equal_inputs(const Numbers& n) {
  if (!n.problem.source) return std::nullopt;
  const Details found = two_equal(rows_of_x(n.problem, n.problem.source->x, "X", true));
  if (found || !n.problem.source->cross) return found;
  return two_equal(rows_of_x(n.problem, n.problem.source->x_kv, "X_kv", false));
}

Details equal_queries(const Numbers& n) {
  return has_queries(n) && !equal_inputs(n) ? two_equal(queries(n)) : Details();
}

Details equal_keys(const Numbers& n) {
  return has_queries(n) && !equal_inputs(n) ? two_equal(keys(n)) : Details();
}

Details equal_values(const Numbers& n) {
  return n.problem.has_values() && !equal_inputs(n) ? two_equal(values(n)) : Details();
}

Details zero_row(const Numbers& n) {
  Details found;
  if (has_queries(n)) found = a_zero_row(queries(n));
  if (!found && has_queries(n)) found = a_zero_row(keys(n));
  if (!found && n.problem.has_values()) found = a_zero_row(values(n));
  return found;
}

// ---- sizes

namespace {

bool divides_by_root(const Problem& p) {
  return p.scale.kind == Scale::Kind::sqrt_dk && p.d_k > 0;
}

}  // namespace

Details d_k_is_1(const Numbers& n) {
  return yes_if(divides_by_root(n.problem) && n.problem.d_k == 1);
}

Details d_k_is_2(const Numbers& n) {
  return yes_if(divides_by_root(n.problem) && n.problem.d_k == 2);
}

Details d_k_is_4(const Numbers& n) {
  return yes_if(divides_by_root(n.problem) && n.problem.d_k == 4);
}

Details tokens_are_d_k(const Numbers& n) {
  const Problem& p = n.problem;
  return divides_by_root(p) && p.key_count == p.d_k ? std::vector{argument("number", p.d_k)} : Details();
}

Details d_v_is_d_k(const Numbers& n) {
  const Problem& p = n.problem;
  return divides_by_root(p) && p.d_v == p.d_k ? std::vector{argument("number", p.d_k)} : Details();
}

Details d_v_is_tokens(const Numbers& n) {
  const Problem& p = n.problem;
  const bool holds = divides_by_root(p) && p.d_v == p.key_count && p.d_v != p.d_k;
  return holds ? std::vector{argument("number", p.d_v)} : Details();
}

Details heads_are_d_k(const Numbers& n) {
  const Problem& p = n.problem;
  const bool holds = divides_by_root(p) && p.heads > 1 && p.heads == p.d_k;
  return holds ? std::vector{argument("number", p.heads)} : Details();
}

Details one_head(const Numbers& n) {
  return yes_if(divides_by_root(n.problem) && n.problem.heads == 1);
}

Details two_heads(const Numbers& n) {
  return yes_if(divides_by_root(n.problem) && n.problem.heads == 2);
}

// ---- W_O

Details identity_w_o(const Numbers& n) {
  if (!n.problem.w_o || n.problem.w_o->b) return std::nullopt;
  const Tensor& w = n.problem.w_o->w;
  if (w.size(0) != w.size(1)) return std::nullopt;
  for (int i = 0; i < w.size(0); ++i) {
    for (int j = 0; j < w.size(1); ++j) {
      if (w.at({i, j}) != (i == j ? 1.0 : 0.0)) return std::nullopt;
    }
  }
  return std::vector<Argument>{};
}

Details symmetric_w_o(const Numbers& n) {
  if (!n.problem.w_o || identity_w_o(n)) return std::nullopt;
  const Tensor& w = n.problem.w_o->w;
  if (w.size(0) != w.size(1)) return std::nullopt;
  for (int i = 0; i < w.size(0); ++i) {
    for (int j = 0; j < i; ++j) {
      if (w.at({i, j}) != w.at({j, i})) return std::nullopt;
    }
  }
  return std::vector<Argument>{};
}

}  // namespace qkv::linting
