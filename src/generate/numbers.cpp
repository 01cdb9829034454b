#include "numbers.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "matrix.hpp"
#include "qkv/base/number.hpp"
#include "qkv/generate/ties.hpp"

namespace qkv::generating {
namespace {

constexpr int most_restarts = 2000;
constexpr int most_draws_of_a_block = 400;
constexpr double smallest_weight = 0.04;
constexpr double largest_weight = 0.9;

class NumberDrawer {
 public:
  NumberDrawer(const ExercisePlan& plan, Draws& draws, Refusals& refusals)
      : level_(level_row(plan.request.level)), draws_(draws), refusals_(refusals), problem_(plan.outline) {}

  std::optional<Problem> draw() {
    for (int restart = 0; restart < most_restarts; ++restart) {
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

  bool met(bool holds, Constraint constraint) {
    if (!holds) refusals_.count(constraint);
    return holds;
  }

  // Until it is as it should be.
  template <typename Draw>
  static bool try_often(Draw draw) {
    for (int i = 0; i < most_draws_of_a_block; ++i) {
      if (draw()) return true;
    }
    return false;
  }

  // ---- what it begins with

  bool draw_inputs() {
    Source& source = *problem_.source;
    return try_often([&] { return draw_rows(source.x); }) &&
           (!source.cross || try_often([&] { return draw_rows(source.x_kv); })) && take_inputs(source);
  }
  static bool take_inputs(Source& source) {
    if (!source.cross) source.x_kv = source.x;
    return true;
  }

  bool draw_rows(Tensor& tensor) {
    const Columns all{0, tensor.shape().back()};
    fill(tensor, all, level_.inputs);
    return met(rows_differ(block_of(tensor, all)), Constraint::rows_differ);
  }

  // Draws the columns of one head, in Q, K or V itself or in the matrix that makes it.
  Matrix draw_block(std::optional<Tensor>& given, Projection Source::*projection, const Tensor Source::*from,
                    Columns columns, const NumberRange& range) {
    if (!problem_.source) {
      fill(*given, columns, range);
      return block_of(*given, columns);
    }
    Tensor& w = (*problem_.source.*projection).w;
    fill(w, columns, range);
    return product(block_of(*problem_.source.*from, {0, w.size(0)}), block_of(w, columns));
  }

  const NumberRange& query_range() const { return problem_.source ? level_.w_qk : level_.queries; }

  bool draw_keys(int kv_head) {
    return try_often([&] {
      keys_ = draw_block(problem_.k, &Source::k, &Source::x_kv, {kv_head * problem_.d_k, problem_.d_k},
                         query_range());
      return met(rows_differ(keys_), Constraint::rows_differ);
    });
  }

  bool draw_queries(int head) {
    const Columns columns{head * problem_.d_k, problem_.d_k};
    if (!problem_.source) return draw_query_rows(head, columns);
    return try_often([&] {
      const Matrix queries = draw_block(problem_.q, &Source::q, &Source::x, columns, query_range());
      return met(rows_differ(queries), Constraint::rows_differ) && are_fair(scores_of(queries, keys_), head);
    });
  }

  // One after the other: whether the scores of a query are fair depends on no other query.
  bool draw_query_rows(int head, Columns columns) {
    for (int query = 0; query < problem_.query_count; ++query) {
      const bool found = try_often([&] {
        fill_row(*problem_.q, query, columns, query_range());
        const Matrix row = {block_of(*problem_.q, columns)[static_cast<std::size_t>(query)]};
        return is_fair_query(scores_of(row, keys_).front(), head, query);
      });
      if (!found) return false;
    }
    const Matrix queries = block_of(*problem_.q, columns);
    return met(rows_differ(queries), Constraint::rows_differ) && are_fair(scores_of(queries, keys_), head);
  }

  bool draw_values(int kv_head) {
    if (!problem_.has_values()) return true;
    return try_often([&] {
      const Matrix values =
          draw_block(problem_.v, &Source::v, &Source::x_kv, {kv_head * problem_.d_v, problem_.d_v},
                     problem_.source ? level_.w_v : level_.values);
      return met(rows_differ(values) && columns_vary(values), Constraint::rows_differ);
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
    return is_fair_row(std::move(scaled));
  }

  // ---- scores

  bool are_fair(const Matrix& scores, int head) {
    bool any_blocked = false;
    bool blocked_tell = false;
    for (int query = 0; query < problem_.query_count; ++query) {
      const std::vector<double>& row = scores[static_cast<std::size_t>(query)];
      if (!is_fair_query(row, head, query)) return false;
      for (int key = 0; key < problem_.key_count; ++key) {
        if (problem_.may_look(0, head, query, key)) continue;
        any_blocked = true;
        blocked_tell |= row[static_cast<std::size_t>(key)] != 0;
      }
    }
    return met(rows_differ(scores), Constraint::rows_differ) &&
           met(!any_blocked || blocked_tell, Constraint::blocked_tell);
  }

  bool is_fair_query(const std::vector<double>& scores, int head, int query) {
    if (problem_.is_padded_query(0, query)) return true;
    std::vector<double> visible;
    for (int key = 0; key < problem_.key_count; ++key) {
      if (!problem_.may_look(0, head, query, key)) continue;
      visible.push_back(scores[static_cast<std::size_t>(key)] / problem_.scale.divisor);
    }
    return is_fair_row(std::move(visible));
  }

  bool is_fair_row(std::vector<double> scores) {
    if (scores.empty()) return true;
    std::ranges::sort(scores);
    if (!met(scores.back() <= level_.largest, Constraint::scores_small)) return false;
    if (scores.size() < 2) return true;
    const bool differ = std::ranges::adjacent_find(scores) == scores.end();
    return met(differ, Constraint::scores_differ) && met(has_fair_weights(scores), Constraint::weights_fair);
  }

  // Rising scores.
  static bool has_fair_weights(const std::vector<double>& scores) {
    double sum = 0.0;
    for (const double score : scores) sum += std::exp(score - scores.back());
    return snap(std::exp(scores.front() - scores.back()) / sum) >= smallest_weight &&
           snap(1.0 / sum) <= largest_weight;
  }

  const LevelRow& level_;
  Draws& draws_;
  Refusals& refusals_;
  Problem problem_;
  Matrix keys_;  // of the last key head
};

}  // namespace

std::string_view constraint_name(Constraint constraint) {
  switch (constraint) {
    case Constraint::rows_differ:
      return "rows-differ";
    case Constraint::scores_differ:
      return "scores-differ";
    case Constraint::weights_fair:
      return "weights-fair";
    case Constraint::scores_small:
      return "scores-small";
    case Constraint::blocked_tell:
      return "blocked-tell";
    case Constraint::no_ties:
      return "no-ties";
    case Constraint::mistakes_tell:
      return "mistakes-tell";
  }
  return "";
}

Constraint Refusals::most() const {
  return static_cast<Constraint>(std::ranges::max_element(counts_) - counts_.begin());
}

std::optional<Problem> draw_numbers(const ExercisePlan& plan, Draws& draws, Refusals& refusals) {
  return NumberDrawer(plan, draws, refusals).draw();
}

}  // namespace qkv::generating
