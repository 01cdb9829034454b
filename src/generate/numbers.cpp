#include "numbers.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "matrix.hpp"
#include "qkv/generate/ties.hpp"
#include "qkv/generate/topics.hpp"

namespace qkv::generating {
namespace {

constexpr int most_draws_of_a_block = 400;

class NumberDrawer {
 public:
  NumberDrawer(const ExercisePlan& plan, Draws& draws, Refusals& refusals, Budget& budget)
      : level_(level_row(plan.request.level)),
        draws_(draws),
        refusals_(refusals),
        problem_(plan.outline),
        budget_(budget) {}

  std::optional<Problem> draw() {
    while (budget_.rows > 0) {
      if (!draw_all()) continue;
      if (rounding_ties(problem_).empty()) return std::move(problem_);
      refusals_.count(Constraint::no_ties);
    }
    return std::nullopt;
  }

 private:
  bool draw_all() {
    if (problem_.given_scores) return draw_scores();
    if (problem_.source && !draw_inputs()) return false;
    for (int kv_head = 0; kv_head < problem_.kv_heads; ++kv_head) {
      if (!draw_keys(kv_head)) return false;
      for (int head = 0; head < problem_.heads; ++head) {
        if (problem_.kv_head_of(head) == kv_head && !draw_queries(head)) return false;
      }
      if (!draw_values(kv_head)) return false;
    }
    return !problem_.w_o || draw_output_projection();
  }

  // ---- numbers

  void fill(Tensor& tensor, Columns columns, const NumberRange& range) {
    const auto rows = static_cast<int>(tensor.values().size()) / tensor.shape().back();
    for (int row = 0; row < rows; ++row) fill_row(tensor, row, columns, range);
  }

  void fill_row(Tensor& tensor, int row, Columns columns, const NumberRange& range) {
    const int begin = row * tensor.shape().back() + columns.first;
    for (int i = 0; i < columns.count; ++i) {
      tensor.values()[static_cast<std::size_t>(begin + i)] = number(range);
    }
  }

  double number(const NumberRange& range) {
    const int parts = range.halves ? 2 : 1;
    return static_cast<double>(draws_.between(range.low * parts, range.high * parts)) / parts;
  }

  bool met(std::optional<Constraint> flaw) {
    if (flaw) refusals_.count(*flaw);
    return !flaw;
  }
  bool met(bool holds, Constraint constraint) {
    return met(holds ? std::nullopt : std::optional(constraint));
  }

  // Until it is as it should be.
  template <typename Draw>
  bool try_often(Draw draw) {
    for (int i = 0; i < most_draws_of_a_block; ++i) {
      if (draw()) return true;
    }
    --budget_.rows;
    return false;
  }

  // ---- what it begins with

  bool draw_inputs() {
    Source& source = *problem_.source;
    if (!try_often([&] { return draw_rows(source.x); })) return false;
    if (source.cross && !try_often([&] { return draw_rows(source.x_kv); })) return false;
    if (!source.cross) source.x_kv = source.x;
    x_ = block_of(source.x, {0, source.x.shape().back()});
    x_kv_ = block_of(source.x_kv, {0, source.x_kv.shape().back()});
    return true;
  }

  bool draw_rows(Tensor& tensor) {
    const Columns all{0, tensor.shape().back()};
    fill(tensor, all, level_.inputs);
    return met(rows_differ(block_of(tensor, all)), Constraint::rows_differ);
  }

  // Draws the columns of one head, in Q, K or V itself or in the matrix that makes it.
  bool draw_block(Matrix& block, std::optional<Tensor>& given, Projection Source::*projection,
                  const Matrix& from, Columns columns, const NumberRange& range) {
    if (!problem_.source) {
      fill(*given, columns, range);
      block = block_of(*given, columns);
      return true;
    }
    Tensor& w = (*problem_.source.*projection).w;
    fill(w, columns, range);
    const Matrix of_head = block_of(w, columns);
    if (!met(all_used(of_head), Constraint::all_used)) return false;
    block = product(from, of_head);
    return true;
  }

  const NumberRange& query_range() const { return problem_.source ? level_.w_qk : level_.queries; }

  bool draw_keys(int kv_head) {
    return try_often([&] {
      return draw_block(keys_, problem_.k, &Source::k, x_kv_, {kv_head * problem_.d_k, problem_.d_k},
                        query_range()) &&
             met(flaw_of_queries_or_keys(keys_));
    });
  }

  bool draw_queries(int head) {
    const Columns columns{head * problem_.d_k, problem_.d_k};
    if (!problem_.source) return draw_query_rows(head, columns);
    return try_often([&] {
      Matrix queries;
      return draw_block(queries, problem_.q, &Source::q, x_, columns, query_range()) &&
             met(flaw_of_queries_or_keys(queries)) && are_fair(scores_of(queries, keys_), head);
    });
  }

  // One after the other: whether the scores of a query are fair depends on no other query. Those that see
  // most come first, since they are the hardest to find.
  bool draw_query_rows(int head, Columns columns) {
    Matrix found;
    for (int query = problem_.query_count - 1; query >= 0; --query) {
      const auto row = find_query(head, query, found);
      if (!row) return false;
      found.push_back(*row);
      for (int i = 0; i < columns.count; ++i) {
        problem_.q->at({0, query, columns.first + i}) = (*row)[static_cast<std::size_t>(i)];
      }
    }
    const Matrix queries = block_of(*problem_.q, columns);
    return met(flaw_of_queries_or_keys(queries)) && are_fair(scores_of(queries, keys_), head);
  }

  // Other than those before it: the first fair one from a random one on, if there are so few that all can be
  // looked at; else one of as many random ones.
  std::optional<std::vector<double>> find_query(int head, int query, const Matrix& others) {
    constexpr int most_looked_at = 1000;
    std::vector<double> row(static_cast<std::size_t>(problem_.d_k));
    const NumberRange& range = level_.queries;
    const int choices = (range.high - range.low) * (range.halves ? 2 : 1) + 1;
    int all = 1;
    for (int i = 0; i < problem_.d_k && all <= most_looked_at; ++i) all *= choices;
    const int count = std::min(all, most_looked_at);
    const int start = all <= most_looked_at ? draws_.between(0, count - 1) : -1;
    for (int i = 0; i < count; ++i) {
      int digits = (start + i) % count;
      for (double& value : row) {
        value = start < 0 ? number(range) : range.low + digits % choices / (range.halves ? 2.0 : 1.0);
        digits /= choices;
      }
      if (std::ranges::find(others, row) != others.end()) continue;
      if (take_query_row(row, head, query)) return row;
    }
    return std::nullopt;
  }

  bool take_query_row(const std::vector<double>& query_row, int head, int query) {
    row_scores_.clear();
    for (const std::vector<double>& key : keys_) {
      row_scores_.push_back(std::inner_product(key.begin(), key.end(), query_row.begin(), 0.0));
    }
    return take_query(row_scores_, head, query);
  }

  bool draw_values(int kv_head) {
    if (!problem_.has_values()) return true;
    return try_often([&] {
      Matrix values;
      return draw_block(values, problem_.v, &Source::v, x_kv_, {kv_head * problem_.d_v, problem_.d_v},
                        problem_.source ? level_.w_v : level_.values) &&
             met(flaw_of_values(values));
    });
  }

  bool draw_output_projection() {
    return try_often([&] { return draw_rows(problem_.w_o->w); });
  }

  bool draw_scores() {
    Tensor& scores = *problem_.given_scores;
    std::vector<double> row(static_cast<std::size_t>(problem_.key_count));
    for (int query = 0; query < problem_.query_count; ++query) {
      if (!try_often([&] { return draw_score_row(row); })) return false;
      for (int key = 0; key < problem_.key_count; ++key) {
        scores.at({0, 0, query, key}) = row[static_cast<std::size_t>(key)];
      }
    }
    const Matrix rows = block_of(scores, {0, problem_.key_count});
    return met(rows_differ(rows), Constraint::rows_differ);
  }

  bool draw_score_row(std::vector<double>& row) {
    for (double& score : row) score = number(level_.scores);
    std::vector<double> scaled = row;
    for (double& score : scaled) score /= problem_.scale.divisor;
    --budget_.rows;
    return met(flaw_of_row(scaled, level_.largest));
  }

  // ---- scores

  bool are_fair(const Matrix& scores, int head) {
    for (int query = 0; query < problem_.query_count; ++query) {
      if (!take_query(scores[static_cast<std::size_t>(query)], head, query)) return false;
    }
    return met(flaw_of_scores(scores, problem_, head));
  }

  bool take_query(const std::vector<double>& scores, int head, int query) {
    --budget_.rows;
    if (problem_.is_padded_query(0, query)) return true;
    visible_.clear();
    for (int key = 0; key < problem_.key_count; ++key) {
      if (!problem_.may_look(0, head, query, key)) continue;
      visible_.push_back(scores[static_cast<std::size_t>(key)] / problem_.scale.divisor);
    }
    return met(flaw_of_row(visible_, level_.largest));
  }

  const LevelRow& level_;
  Draws& draws_;
  Refusals& refusals_;
  Problem problem_;
  Budget& budget_;
  Matrix x_, x_kv_;                 // what queries, and what keys and values are made from
  Matrix keys_;                     // of the last key head
  std::vector<double> row_scores_;  // room for one row
  std::vector<double> visible_;
};

}  // namespace

std::optional<Problem> draw_numbers(const ExercisePlan& plan, Draws& draws, Refusals& refusals,
                                    Budget& budget) {
  return NumberDrawer(plan, draws, refusals, budget).draw();
}

}  // namespace qkv::generating
