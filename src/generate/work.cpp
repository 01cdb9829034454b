#include "qkv/generate/work.hpp"

#include <algorithm>

#include "qkv/trace/heads.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

// Of one table after the other.
class Counting {
 public:
  explicit Counting(const Problem& problem)
      : problem_(problem), tables_(compute(problem, right_recipe(), Carry::exact)) {}

  Effort of(Step step) const {
    switch (step) {
      case Step::q:
        return projection(step, problem_.source->x, problem_.source->q);
      case Step::k:
        return projection(step, problem_.source->x_kv, problem_.source->k);
      case Step::v:
        return projection(step, problem_.source->x_kv, problem_.source->v);
      case Step::q_heads:
      case Step::k_heads:
      case Step::v_heads:
        return copied(step);
      case Step::scores:
        return scores();
      case Step::scaled:
        return scaled();
      case Step::masked:
        return each_cell(step, problem_.masks.bias.has_value(), [](std::size_t, Effort&) {});
      case Step::exp:
        return exponentials();
      case Step::sum:
        return sums();
      case Step::weights:
        return each_cell(step, true, [this](std::size_t flat, Effort& effort) {
          effort.divisions += tables_.at(Step::exp).values()[flat] != 0.0;
        });
      case Step::dropped:
        return dropped();
      case Step::output:
        return output();
      case Step::merged:
        return copied(step);
      case Step::projected:
        return projected();
    }
    return {};
  }

 private:
  bool is_padding(Step step, int batch, int query) const {
    const bool nobody_needs_it = step >= Step::weights || !problem_.is_asked(step);
    return nobody_needs_it && problem_.is_padded_query(batch, query);
  }

  // Every cell [b, h, i, j] of a table of scores or weights that is calculated; nothing at all where it is a
  // mere copy of the table before it that nobody asks for.
  template <typename Count>
  Effort each_cell(Step step, bool changes, const Count& count) const {
    Effort effort;
    const bool asked = problem_.is_asked(step);
    if (!asked && !changes) return effort;
    std::size_t flat = 0;
    for (int b = 0; b < problem_.batch; ++b) {
      for (int h = 0; h < problem_.heads; ++h) {
        for (int i = 0; i < problem_.query_count; ++i) {
          for (int j = 0; j < problem_.key_count; ++j, ++flat) {
            if (is_padding(step, b, i) || (!asked && !problem_.may_look(b, h, i, j))) continue;
            ++effort.numbers;
            count(flat, effort);
          }
        }
      }
    }
    return effort;
  }

  Effort copied(Step step) const {
    Effort effort;
    if (!problem_.is_asked(step)) return effort;
    const Tensor& table = tables_.at(step);
    for (std::size_t flat = 0; flat < table.values().size(); ++flat) {
      const std::vector<int> at = index_at(table.shape(), flat);
      effort.numbers += !is_padding(step, at[0], at[at.size() - 2]);
    }
    return effort;
  }

  // rows [B, T, C] times w [C, N]
  static long long products(const double* row, const Tensor& w, int column) {
    long long count = 0;
    for (int c = 0; c < w.size(0); ++c) count += row[c] != 0.0 && w.at({c, column}) != 0.0;
    return count;
  }

  Effort projection(Step step, const Tensor& x, const Projection& projection) const {
    Effort effort;
    effort.numbers = static_cast<long long>(tables_.at(step).values().size());
    const auto channels = static_cast<std::size_t>(x.size(2));
    for (std::size_t row = 0; row < x.values().size() / channels; ++row) {
      for (int n = 0; n < projection.w.size(1); ++n) {
        effort.multiplications += products(&x.values()[row * channels], projection.w, n);
      }
    }
    return effort;
  }

  Effort scores() const {
    const HeadRows queries = query_rows(problem_, tables_);
    const HeadRows keys = key_rows(problem_, tables_);
    const Shape& shape = tables_.at(Step::scores).shape();
    return each_cell(Step::scores, true, [&](std::size_t flat, Effort& effort) {
      const CellIndex at(shape, flat);
      const double* q = queries.row(at[0], at[1], at[2]);
      const double* k = keys.row(at[0], problem_.kv_head_of(at[1]), at[3]);
      for (int d = 0; d < problem_.d_k; ++d) effort.multiplications += q[d] != 0.0 && k[d] != 0.0;
    });
  }

  Effort scaled() const {
    const bool divides = problem_.scale.divisor != 1.0;
    const Tensor& given = problem_.given_scores ? *problem_.given_scores : tables_.at(Step::scores);
    return each_cell(Step::scaled, divides, [&](std::size_t flat, Effort& effort) {
      effort.divisions += divides && given.values()[flat] != 0.0;
    });
  }

  Effort exponentials() const {
    const bool exponential = problem_.softmax == Softmax::exp;
    const Shape& shape = tables_.at(Step::exp).shape();
    return each_cell(Step::exp, exponential, [&](std::size_t flat, Effort& effort) {
      const CellIndex at(shape, flat);
      effort.exponentials += exponential && problem_.may_look(at[0], at[1], at[2], at[3]);
    });
  }

  Effort sums() const {
    Effort effort;
    const Tensor& table = tables_.at(Step::sum);  // [B, H, T_q]
    for (std::size_t flat = 0; flat < table.values().size(); ++flat) {
      const std::vector<int> at = index_at(table.shape(), flat);
      effort.numbers += !is_padding(Step::sum, at[0], at[2]);
    }
    return effort;
  }

  Effort dropped() const {
    const bool divides = problem_.dropout->p > 0.0;
    return each_cell(Step::dropped, true, [&](std::size_t flat, Effort& effort) {
      effort.divisions += divides && tables_.at(Step::dropped).values()[flat] != 0.0;
    });
  }

  Effort output() const {
    Effort effort;
    const HeadRows values = value_rows(problem_, tables_);
    const Tensor& weights = tables_.at(problem_.dropout ? Step::dropped : Step::weights);
    for (std::size_t flat = 0; flat < weights.values().size(); ++flat) {
      const CellIndex at(weights.shape(), flat);
      if (is_padding(Step::output, at[0], at[2])) continue;
      if (at[3] == 0) effort.numbers += problem_.d_v;
      if (weights.values()[flat] == 0.0) continue;
      const double* v = values.row(at[0], problem_.kv_head_of(at[1]), at[3]);
      effort.multiplications += problem_.d_v - std::count(v, v + problem_.d_v, 0.0);
    }
    return effort;
  }

  Effort projected() const {
    Effort effort;
    const Tensor* merged = tables_.find(Step::merged);  // with one head the output has the same numbers
    const std::vector<double>& rows = (merged != nullptr ? *merged : tables_.at(Step::output)).values();
    const Tensor& w = problem_.w_o->w;
    const double* row = rows.data();
    for (int b = 0; b < problem_.batch; ++b) {
      for (int i = 0; i < problem_.query_count; ++i, row += w.size(0)) {
        if (problem_.is_padded_query(b, i)) continue;
        effort.numbers += w.size(1);
        for (int n = 0; n < w.size(1); ++n) effort.multiplications += products(row, w, n);
      }
    }
    return effort;
  }

  const Problem& problem_;
  const Trace tables_;
};

long long minutes_of(const Effort& effort) {
  const long long seconds = effort.multiplications * seconds_a_multiplication +
                            effort.exponentials * seconds_an_exponential +
                            effort.divisions * seconds_a_division + effort.numbers * seconds_a_number;
  return std::max(1LL, (seconds + 59) / 60);
}

}  // namespace

Effort& Effort::operator+=(const Effort& more) {
  multiplications += more.multiplications;
  exponentials += more.exponentials;
  divisions += more.divisions;
  numbers += more.numbers;
  return *this;
}

Work work_of(const Problem& problem) {
  const Counting counting(problem);
  Work work;
  for (const Step step : steps_to_calculate(problem)) {
    work.tables.push_back({step, counting.of(step)});
    work.total += work.tables.back().effort;
  }
  work.minutes = minutes_of(work.total);
  return work;
}

}  // namespace qkv
