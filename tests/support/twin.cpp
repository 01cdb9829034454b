#include "support/twin.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace qkv::test {
namespace {

using Index = std::vector<int>;
using Allowed = std::map<Index, bool>;  // [b, h, i, j]

constexpr double blocked = -std::numeric_limits<double>::infinity();

// Every index of a table of that shape, the first axis slowest.
void for_each(const std::vector<int>& shape, const std::function<void(const Index&)>& visit) {
  Index index;
  const std::function<void()> go = [&] {
    if (index.size() == shape.size()) return visit(index);
    for (int i = 0; i < shape[index.size()]; ++i) {
      index.push_back(i);
      go();
      index.pop_back();
    }
  };
  go();
}

// What a tensor with fewer or shorter axes says about a cell of the scores.
double spread(const Tensor& tensor, Index cell) {
  cell.erase(cell.begin(), cell.end() - tensor.rank());
  for (int axis = 0; axis < tensor.rank(); ++axis) {
    if (tensor.size(axis) == 1) cell[static_cast<std::size_t>(axis)] = 0;
  }
  return tensor.at(cell);
}

// A list for everybody, or one for each batch member.
bool kept(const Tensor& keep, int batch, int position) {
  return (keep.rank() == 1 ? keep.at({position}) : keep.at({batch, position})) == 1.0;
}

class Twin {
 public:
  explicit Twin(const RawProblem& raw) : raw_(raw) { find_sizes(); }

  std::map<Step, Cells> run() {
    make_projections();
    make_heads();
    make_scores();
    make_softmax();
    make_output();
    return std::move(tables_);
  }

  TwinRows rows() {
    TwinRows result;
    const Allowed allowed = all_masks();
    for_each({batch_, heads_, t_q_}, [&](const Index& at) {
      bool any = false;
      for (int j = 0; j < t_k_; ++j) any = any || allowed.at({at[0], at[1], at[2], j});
      if (!any) result.nothing_visible.push_back(at);
    });
    for_each({batch_, t_q_}, [&](const Index& at) {
      if (is_padded(at[0], at[1])) result.padded.push_back(at);
    });
    return result;
  }

 private:
  // ---- sizes

  static int from_end(const Tensor& tensor, int axis) { return tensor.size(tensor.rank() - axis); }

  void find_sizes() {
    const Tensor& first = raw_.q ? raw_.q->value : raw_.x ? raw_.x->value : raw_.scores->value;
    batch_ = first.rank() == 2 ? 1 : first.size(0);
    t_q_ = from_end(first, 2);
    by_head_ = first.rank() == 4;
    heads_ = by_head_ ? first.size(1) : raw_.heads ? static_cast<int>(raw_.heads->value) : 1;
    kv_heads_ = raw_.kv_heads ? static_cast<int>(raw_.kv_heads->value) : heads_;
    if (by_head_ && raw_.k) kv_heads_ = raw_.k->value.size(1);
    if (by_head_ && raw_.scores && raw_.v) kv_heads_ = raw_.v->value.size(1);
    if (raw_.scores) {
      t_k_ = from_end(raw_.scores->value, 1);
      d_k_ = raw_.d_k ? static_cast<int>(raw_.d_k->value) : 0;
    } else if (raw_.q) {
      t_k_ = from_end(raw_.k->value, 2);
      d_k_ = from_end(raw_.q->value, 1) / (by_head_ ? 1 : heads_);
    } else {
      t_k_ = from_end(raw_.x_kv ? raw_.x_kv->value : raw_.x->value, 2);
      const int fused_width = raw_.w_qkv ? raw_.w_qkv->value.size(1) / (heads_ + 2 * kv_heads_) : 0;
      d_k_ = raw_.w_qkv ? fused_width : raw_.w_q->value.size(1) / heads_;
      d_v_ = raw_.w_qkv ? fused_width : raw_.w_v->value.size(1) / kv_heads_;
    }
    if (raw_.v) d_v_ = from_end(raw_.v->value, 1) / (by_head_ ? 1 : kv_heads_);
  }

  bool has_values() const { return d_v_ > 0; }

  // ---- where Q, K and V come from

  // y = x W + b, feature by feature of x; the columns from `first` on belong to this projection.
  Cells project(const Tensor& x, const Tensor& w, const std::optional<Located<Tensor>>& b, int first,
                int width) {
    Cells y;
    const int positions = from_end(x, 2);
    for_each({batch_, positions, width},
             [&](const Index& at) { y[at] = b ? b->value.at({first + at[2]}) : 0.0; });
    for (int c = 0; c < from_end(x, 1); ++c) {
      for (auto& [at, sum] : y) {
        const double feature = x.rank() == 2 ? x.at({at[1], c}) : x.at({at[0], at[1], c});
        sum += feature * w.at({c, first + at[2]});
      }
    }
    return y;
  }

  void make_projections() {
    if (!raw_.x) return;
    const Tensor& x = raw_.x->value;
    const Tensor& other = raw_.x_kv ? raw_.x_kv->value : x;
    const int q = heads_ * d_k_;
    const int k = kv_heads_ * d_k_;
    const int v = kv_heads_ * d_v_;
    if (raw_.w_qkv) {
      tables_[Step::q] = project(x, raw_.w_qkv->value, raw_.b_qkv, 0, q);
      tables_[Step::k] = project(x, raw_.w_qkv->value, raw_.b_qkv, q, k);
      tables_[Step::v] = project(x, raw_.w_qkv->value, raw_.b_qkv, q + k, v);
    } else {
      tables_[Step::q] = project(x, raw_.w_q->value, raw_.b_q, 0, q);
      tables_[Step::k] = project(other, raw_.w_k->value, raw_.b_k, 0, k);
      tables_[Step::v] = project(other, raw_.w_v->value, raw_.b_v, 0, v);
    }
  }

  // The rows of one head, wherever they stand: [b, h, t, d].
  Cells head_rows(Step whole, const std::optional<Located<Tensor>>& given, int heads, int positions,
                  int features) {
    Cells rows;
    for_each({batch_, heads, positions, features}, [&](const Index& at) {
      const int feature = at[1] * features + at[3];
      if (!given) {
        rows[at] = tables_.at(whole).at({at[0], at[2], feature});
      } else if (by_head_) {
        rows[at] = given->value.at(at);
      } else {
        rows[at] = given->value.rank() == 2 ? given->value.at({at[2], feature})
                                            : given->value.at({at[0], at[2], feature});
      }
    });
    return rows;
  }

  void make_heads() {
    if (!raw_.scores) {
      q_ = head_rows(Step::q, raw_.q, heads_, t_q_, d_k_);
      k_ = head_rows(Step::k, raw_.k, kv_heads_, t_k_, d_k_);
    }
    if (has_values()) v_ = head_rows(Step::v, raw_.v, kv_heads_, t_k_, d_v_);
    if (heads_ == 1 || by_head_) return;
    tables_[Step::q_heads] = q_;
    tables_[Step::k_heads] = k_;
    tables_[Step::v_heads] = v_;
  }

  // Consecutive query heads share one key/value head.
  int shared(int head) const { return head / (heads_ / kv_heads_); }

  // ---- scores and masks

  double divisor() const {
    if (!raw_.scale || raw_.scale->value.kind == RawScale::Kind::sqrt_dk) return std::sqrt(d_k_);
    return raw_.scale->value.kind == RawScale::Kind::none ? 1.0 : raw_.scale->value.divisor;
  }

  Allowed allowed_where(const std::function<bool(const Index&)>& rule) const {
    Allowed allowed;
    for_each({batch_, heads_, t_q_, t_k_}, [&](const Index& at) { allowed[at] = rule(at); });
    return allowed;
  }

  std::vector<Allowed> every_mask() const {
    std::vector<Allowed> masks;
    if (!raw_.mask) return masks;
    const RawMask& mask = raw_.mask->value;
    const bool causal = mask.causal && mask.causal->value.on;
    const int n =
        causal && mask.causal->value.offset ? static_cast<int>(mask.causal->value.offset->value) : 0;
    if (causal) masks.push_back(allowed_where([&](const Index& at) { return at[3] <= at[2] + n; }));
    if (mask.window) {
      const auto w = static_cast<int>(mask.window->value);
      masks.push_back(allowed_where([&](const Index& at) { return at[3] > at[2] + n - w; }));
    }
    if (mask.padding) {
      masks.push_back(
          allowed_where([&](const Index& at) { return kept(mask.padding->value, at[0], at[3]); }));
    }
    if (mask.allow) {
      masks.push_back(allowed_where([&](const Index& at) { return spread(mask.allow->value, at) == 1.0; }));
    }
    if (mask.bias) {
      masks.push_back(
          allowed_where([&](const Index& at) { return spread(mask.bias->value, at) != blocked; }));
    }
    return masks;
  }

  Allowed all_masks() const {
    Allowed together = allowed_where([](const Index&) { return true; });
    for (const Allowed& mask : every_mask()) {
      for (auto& [at, visible] : together) visible = visible && mask.at(at);
    }
    return together;
  }

  bool is_padded(int batch, int query) const {
    if (!raw_.mask) return false;
    const RawMask& mask = raw_.mask->value;
    if (mask.query_padding) {
      return !mask.query_padding->value.none && !kept(mask.query_padding->value.keep, batch, query);
    }
    const bool one_sequence = !raw_.x_kv && !raw_.queries && t_q_ == t_k_;
    return mask.padding && one_sequence && !kept(mask.padding->value, batch, query);
  }

  double given_score(const Index& at) const {
    const Tensor& given = raw_.scores->value;
    if (given.rank() == 4) return given.at(at);
    return given.rank() == 3 ? given.at({at[0], at[2], at[3]}) : given.at({at[2], at[3]});
  }

  void make_scores() {
    Cells scores;
    for_each({batch_, heads_, t_q_, t_k_},
             [&](const Index& at) { scores[at] = raw_.scores ? given_score(at) : 0.0; });
    if (!raw_.scores) {
      for (int d = 0; d < d_k_; ++d) {
        for (auto& [at, score] : scores) {
          score += q_.at({at[0], at[1], at[2], d}) * k_.at({at[0], shared(at[1]), at[3], d});
        }
      }
      tables_[Step::scores] = scores;
    }
    for (auto& [at, score] : scores) score /= divisor();
    tables_[Step::scaled] = scores;
    if (every_mask().empty()) return;
    const Allowed allowed = all_masks();
    for (auto& [at, score] : scores) {
      if (raw_.mask->value.bias) score += spread(raw_.mask->value.bias->value, at);
      if (!allowed.at(at)) score = blocked;
    }
    tables_[Step::masked] = scores;
  }

  // ---- softmax

  bool by_row_sum() const { return raw_.softmax && raw_.softmax->value == Softmax::row_sum; }

  void make_softmax() {
    const Allowed allowed = all_masks();
    const Cells& scores = tables_.count(Step::masked) ? tables_.at(Step::masked) : tables_.at(Step::scaled);
    for_each({batch_, heads_, t_q_}, [&](const Index& row) {
      Cells visible;  // the scores of this row, blocked ones left out
      for (int j = 0; j < t_k_; ++j) {
        const Index at = {row[0], row[1], row[2], j};
        if (allowed.at(at)) visible[at] = scores.at(at);
      }
      make_row(row, visible);
    });
  }

  void make_row(const Index& row, const Cells& visible) {
    double largest = blocked;
    for (const auto& [at, score] : visible) largest = std::max(largest, score);
    // The numerators as they are shown: plain in rows whose largest score lies in [0, 10].
    const double factor = largest >= 0.0 && largest <= 10.0 ? std::exp(largest) : 1.0;
    double sum = 0.0;
    Cells numerators;
    for (const auto& [at, score] : visible) {
      numerators[at] = by_row_sum() ? score : std::exp(score - largest);
      sum += numerators[at];
    }
    const double shown = by_row_sum() ? 1.0 : factor;
    tables_[Step::sum][row] = sum * shown;
    for (int j = 0; j < t_k_; ++j) {
      const Index at = {row[0], row[1], row[2], j};
      const bool is_visible = numerators.count(at) == 1;
      tables_[Step::exp][at] = is_visible ? numerators.at(at) * shown : 0.0;
      const bool has_weight = is_visible && !is_padded(row[0], row[2]);
      const double weight = has_weight ? numerators.at(at) / sum : 0.0;
      tables_[Step::weights][at] = weight;
      if (!raw_.dropout) continue;
      const RawDropout& dropout = raw_.dropout->value;
      tables_[Step::dropped][at] = spread(dropout.keep.value, at) == 1.0 ? weight / (1.0 - dropout.p) : 0.0;
    }
  }

  // ---- output

  void make_output() {
    if (!has_values()) return;
    Cells output;
    for_each({batch_, heads_, t_q_, d_v_}, [&](const Index& at) { output[at] = 0.0; });
    const Cells& weights = tables_.at(raw_.dropout ? Step::dropped : Step::weights);
    for (const auto& [at, weight] : weights) {
      for (int d = 0; d < d_v_; ++d) {
        output[{at[0], at[1], at[2], d}] += weight * v_.at({at[0], shared(at[1]), at[3], d});
      }
    }
    tables_[Step::output] = output;
    Cells merged;
    for (const auto& [at, value] : output) merged[{at[0], at[2], at[1] * d_v_ + at[3]}] = value;
    if (heads_ > 1) tables_[Step::merged] = merged;
    if (raw_.w_o) make_projected(merged);
  }

  void make_projected(const Cells& merged) {
    const Tensor& w = raw_.w_o->value;
    Cells projected;
    for_each({batch_, t_q_, w.size(1)},
             [&](const Index& at) { projected[at] = raw_.b_o ? raw_.b_o->value.at({at[2]}) : 0.0; });
    for (const auto& [at, value] : merged) {
      for (int c = 0; c < w.size(1); ++c) projected[{at[0], at[1], c}] += value * w.at({at[2], c});
    }
    for (auto& [at, value] : projected) {
      if (is_padded(at[0], at[1])) value = 0.0;
    }
    tables_[Step::projected] = projected;
  }

  const RawProblem& raw_;
  int batch_ = 1, heads_ = 1, kv_heads_ = 1, t_q_ = 0, t_k_ = 0, d_k_ = 0, d_v_ = 0;
  bool by_head_ = false;  // Q, K, V or the scores were given per head
  Cells q_, k_, v_;       // [b, h, t, d]
  std::map<Step, Cells> tables_;
};

}  // namespace

std::map<Step, Cells> twin(const RawProblem& raw) {
  return Twin(raw).run();
}

TwinRows twin_rows(const RawProblem& raw) {
  return Twin(raw).rows();
}

}  // namespace qkv::test
