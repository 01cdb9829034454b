#include "simulate/learner.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "simulate/tables.hpp"

namespace qkv::test {
namespace {

constexpr double blocked = -std::numeric_limits<double>::infinity();

class Learner {
 public:
  // `exact` are the tables without any rounding, null while those themselves are calculated.
  Learner(const Problem& problem, const Policy& policy, Random& random, const Tables* exact,
          const Answers& given)
      : problem_(problem), policy_(policy), random_(random), exact_(exact), given_(given) {
    choose_tables();
  }

  void calculate() {
    if (problem_.source) make_projections();
    if (problem_.computes(Step::q_heads)) make_split();
    if (!problem_.given_scores) make_scores();
    make_scaled();
    if (problem_.computes(Step::masked)) make_masked();
    make_softmax();
    if (problem_.dropout) make_dropped();
    if (!problem_.has_values()) return;
    make_output();
    if (problem_.computes(Step::merged)) make_merged();
    if (problem_.w_o) make_projected();
  }

  // Half of a sum must be left, or the weights have nothing to do with the true ones.
  bool is_sensible() const {
    if (problem_.softmax != Softmax::row_sum) return true;
    const auto& sums = table(Step::sum).values();
    const auto& true_sums = of_step(*exact_, Step::sum).values();
    for (std::size_t i = 0; i < sums.size(); ++i) {
      if (std::fabs(sums[i] - true_sums[i]) > std::fabs(true_sums[i]) / 2.0) return false;
    }
    return true;
  }

  const Tables& tables() const { return tables_; }

  Answers answers() const {
    Answers answers;
    answers.problem = problem_.id;
    for (const Step step : problem_.asked) {
      if (!of_step(handed_in_, step)) continue;
      const Shape shape = table_shape(problem_, step);
      AnswerTable answer{step, shape, of_step(cells_, step), {}};
      // Nobody nests a plain table into lists of one.
      while (drops_leading_ones_ && answer.shape.size() > 2 && answer.shape.front() == 1) {
        answer.shape.erase(answer.shape.begin());
      }
      answers.tables.push_back(std::move(answer));
    }
    return answers;
  }

 private:
  // ---- what is written

  void choose_tables() {
    drops_leading_ones_ = random_.chance(50);
    handed_in_.fill(false);
    for (const Step step : problem_.asked) {
      of_step(handed_in_, step) = !random_.chance(policy_.tables_left_out);
    }
    const bool none = std::ranges::none_of(handed_in_, [](bool handed_in) { return handed_in; });
    if (none) {
      const int last = static_cast<int>(problem_.asked.size()) - 1;
      of_step(handed_in_, problem_.asked[static_cast<std::size_t>(random_.between(0, last))]) = true;
    }
  }

  const Tensor& table(Step step) const { return table_or_given(problem_, tables_, step); }

  int asked_decimals(Step step) const { return of_step(problem_.decimals, step); }

  int extra(const Habit& habit) { return random_.between(habit.fewest_extra, habit.most_extra); }

  // Rounded to the asked decimals of this step or more, or left alone.
  double by_habit(double value, const Habit& habit, Step step) {
    if (habit.percent == 0 || !random_.chance(habit.percent)) return value;
    return rounded(value, asked_decimals(step) + extra(habit), policy_.ties);
  }

  // A cell is finished: it is written, unless it is left blank, and carried on.
  void settle(Step step, const std::vector<int>& at, double value) {
    if (const AnswerTable* table = given_.find(step)) {
      cell_of(of_step(tables_, step), at) = given_cell(*table, at);
      return;
    }
    const int asked = asked_decimals(step);
    const Habit& carries = of_step(policy_.carried, step);
    const bool is_written = of_step(handed_in_, step) && !random_.chance(policy_.cells_left_out);
    const int shown = asked + extra(of_step(policy_.written, step));
    const bool is_rounded = carries.percent > 0 && random_.chance(carries.percent);
    const int fewest = is_written && !policy_.carries_fewer ? shown : asked;
    const double carried = is_rounded ? rounded(value, fewest + extra(carries), policy_.ties) : value;
    const double source = policy_.transcribes ? carried : value;
    cell_of(of_step(tables_, step), at) = carried;
    const double final_value = rounded(source, shown, policy_.ties);
    of_step(cells_, step)
        .push_back({.written = is_written ? written(final_value, shown, policy_.pen) : "", .place = {}});
  }

  // Padded queries: nobody asks, some write the zeros all the same.
  void settle_padded(Step step) {
    const bool writes = random_.chance(50);
    of_step(cells_, step).push_back({.written = writes ? "0" : "", .place = {}});
  }

  static std::size_t flat_of(const Shape& shape, const std::vector<int>& at) {
    std::size_t flat = 0;
    for (std::size_t axis = 0; axis < at.size(); ++axis) {
      flat = flat * static_cast<std::size_t>(shape[axis]) + static_cast<std::size_t>(at[axis]);
    }
    return flat;
  }

  static double& cell_of(Tensor& tensor, const std::vector<int>& at) {
    return tensor.values()[flat_of(tensor.shape(), at)];
  }

  static double given_cell(const AnswerTable& table, const std::vector<int>& at) {
    const std::string& text = table.cells[flat_of(table.shape, at)].written;
    return text == "-inf" ? blocked : std::stod(text);
  }

  template <typename Value>
  void make(Step step, Value value_at) {
    const Shape shape = table_shape(problem_, step);
    of_step(tables_, step) = Tensor(shape);
    for_each_index(shape, [&](const std::vector<int>& at) {
      if (is_padded_cell(problem_, step, at)) {
        settle_padded(step);
      } else {
        settle(step, at, value_at(at));
      }
    });
  }

  // ---- sums of products

  // Adds terms one after the other and rounds on the way; what comes out is not rounded yet.
  class Total {
   public:
    Total(Learner& learner, Step step) : learner_(learner), step_(step) {}
    void add_product(double a, double b) {
      add(learner_.by_habit(a * b, of_step(learner_.policy_.products, step_), step_));
    }
    void add(double term) {
      if (terms_ > 1) sum_ = learner_.by_habit(sum_, of_step(learner_.policy_.partial_sums, step_), step_);
      sum_ = terms_ == 0 ? term : plus(sum_, term);
      ++terms_;
    }
    double value() const { return sum_; }

   private:
    Learner& learner_;
    Step step_;
    double sum_ = 0.0;
    int terms_ = 0;
  };

  // One cell of x W + b.
  template <typename Row>
  double projected_cell(Step step, Row x, const Projection& projection, int column) {
    Total total(*this, step);
    for (int i = 0; i < projection.w.size(0); ++i) total.add_product(x(i), projection.w.at({i, column}));
    if (projection.b) total.add(projection.b->at({column}));
    return total.value();
  }

  // ---- the steps

  void make_projection(Step step, const Tensor& x, const Projection& projection) {
    make(step, [&](const std::vector<int>& at) {
      const auto row = [&](int i) { return x.at({at[0], at[1], i}); };
      return projected_cell(step, row, projection, at[2]);
    });
  }

  void make_projections() {
    make_projection(Step::q, problem_.source->x, problem_.source->q);
    make_projection(Step::k, problem_.source->x_kv, problem_.source->k);
    make_projection(Step::v, problem_.source->x_kv, problem_.source->v);
  }

  void make_split() {
    constexpr std::array<std::array<Step, 2>, 3> splits = {
        {{Step::q, Step::q_heads}, {Step::k, Step::k_heads}, {Step::v, Step::v_heads}}};
    for (const auto& [whole, split] : splits) {
      const int heads = split == Step::q_heads ? problem_.heads : problem_.kv_heads;
      const Tensor& from = table(whole);
      make(split, [&, heads](const std::vector<int>& at) {
        return head_cell(from, heads, at[0], at[1], at[2], at[3]);
      });
    }
  }

  void make_scores() {
    make(Step::scores, [&](const std::vector<int>& at) {
      Total total(*this, Step::scores);
      for (int d = 0; d < problem_.d_k; ++d) {
        total.add_product(q_cell(problem_, tables_, at[0], at[1], at[2], d),
                          k_cell(problem_, tables_, at[0], at[1], at[3], d));
      }
      return total.value();
    });
  }

  void make_scaled() {
    const Tensor& scores = table(Step::scores);
    const double exact = problem_.scale.divisor;
    const int decimals = asked_decimals(Step::scaled) + extra(policy_.divisor_digits);
    const double root = rounded(exact, decimals, policy_.ties);
    const double reciprocal = rounded(1.0 / exact, decimals, policy_.ties);
    make(Step::scaled, [&](const std::vector<int>& at) {
      const double score = scores.at(at);
      if (problem_.scale.kind == Scale::Kind::none) return score;
      Divisor divisor = policy_.divisor;
      if (divisor == Divisor::cell_by_cell) divisor = static_cast<Divisor>(random_.between(0, 2));
      if (divisor == Divisor::root && root != 0.0) return score / root;
      if (divisor == Divisor::reciprocal && reciprocal != 0.0) return score * reciprocal;
      return score / exact;
    });
  }

  void make_masked() {
    make(Step::masked, [&](const std::vector<int>& at) {
      if (!problem_.may_look(at[0], at[1], at[2], at[3])) return blocked;
      return plus(table(Step::scaled).at(at), problem_.bias_at(at[0], at[1], at[2], at[3]));
    });
  }

  Step softmax_input() const { return problem_.computes(Step::masked) ? Step::masked : Step::scaled; }

  double row_maximum(const Tensor& scores, const std::vector<int>& row) const {
    double largest = blocked;
    for (int j = 0; j < problem_.key_count; ++j) {
      largest = std::max(largest, scores.at({row[0], row[1], row[2], j}));
    }
    return largest;
  }

  // Below 20 half units of the last decimal a plain exponential says too little, above e^15 it has too many
  // digits for a calculator. Both the true row and the learner's must allow it.
  bool may_be_plain(const std::vector<int>& row, double largest) const {
    if (exact_ == nullptr) return false;
    const int decimals = std::min(asked_decimals(Step::exp), asked_decimals(Step::sum));
    const double enough = 10.0 * std::pow(10.0, -decimals);
    const double truly = row_maximum(of_step(*exact_, softmax_input()), row);
    return std::exp(std::min(largest, truly)) >= enough && std::max(largest, truly) <= 15.0;
  }

  double shift(const std::vector<int>& row) {
    const double largest = row_maximum(table(softmax_input()), row);
    if (largest == blocked) return 0.0;
    if (const AnswerTable* sums = given_.find(Step::sum)) {
      // Numerators that are not given have to go with sums that are.
      double plain = 0.0;
      for (int j = 0; j < problem_.key_count; ++j)
        plain += std::exp(table(softmax_input()).at({row[0], row[1], row[2], j}));
      const double sum = given_cell(*sums, {row[0], row[1], row[2]});
      return std::fabs(plain - sum) <= std::fabs(plain / std::exp(largest) - sum) ? 0.0 : largest;
    }
    const bool wants_plain = policy_.exponentials == Exponentials::plain ||
                             (policy_.exponentials == Exponentials::row_by_row && random_.chance(50));
    return wants_plain && may_be_plain(row, largest) ? 0.0 : largest;
  }

  void make_softmax() {
    double shifted_by = 0.0;
    make(Step::exp, [&](const std::vector<int>& at) {
      const double score = table(softmax_input()).at(at);
      if (problem_.softmax == Softmax::row_sum) return score == blocked ? 0.0 : score;
      if (at[3] == 0) shifted_by = shift(at);
      return score == blocked ? 0.0 : std::exp(plus(score, -shifted_by));
    });
    make(Step::sum, [&](const std::vector<int>& row) {
      Total total(*this, Step::sum);
      for (int j = 0; j < problem_.key_count; ++j) {
        total.add(table(Step::exp).at({row[0], row[1], row[2], j}));
      }
      return total.value();
    });
    make(Step::weights, [&](const std::vector<int>& at) {
      const double sum = table(Step::sum).at({at[0], at[1], at[2]});
      return sum == 0.0 ? 0.0 : table(Step::exp).at(at) / sum;
    });
  }

  void make_dropped() {
    make(Step::dropped, [&](const std::vector<int>& at) {
      const bool keeps = broadcast_at(problem_.dropout->keep, at[0], at[1], at[2], at[3]) != 0.0;
      return keeps ? table(Step::weights).at(at) / plus(1.0, -problem_.dropout->p) : 0.0;
    });
  }

  void make_output() {
    const Tensor& weights = table(problem_.dropout ? Step::dropped : Step::weights);
    make(Step::output, [&](const std::vector<int>& at) {
      Total total(*this, Step::output);
      for (int j = 0; j < problem_.key_count; ++j) {
        total.add_product(weights.at({at[0], at[1], at[2], j}),
                          v_cell(problem_, tables_, at[0], at[1], j, at[3]));
      }
      return total.value();
    });
  }

  double merged_cell(int batch, int query, int feature) const {
    const int head = feature / problem_.d_v;
    return table(Step::output).at({batch, head, query, feature % problem_.d_v});
  }

  void make_merged() {
    make(Step::merged, [&](const std::vector<int>& at) { return merged_cell(at[0], at[1], at[2]); });
  }

  void make_projected() {
    const bool is_merged = problem_.computes(Step::merged);
    make(Step::projected, [&](const std::vector<int>& at) {
      const auto row = [&](int i) {
        return is_merged ? table(Step::merged).at({at[0], at[1], i}) : merged_cell(at[0], at[1], i);
      };
      return projected_cell(Step::projected, row, *problem_.w_o, at[2]);
    });
  }

  const Problem& problem_;
  const Policy& policy_;
  Random& random_;
  const Tables* exact_;
  const Answers& given_;
  Tables tables_;  // as carried
  PerStep<std::vector<AnswerCell>> cells_;
  PerStep<bool> handed_in_{};
  bool drops_leading_ones_ = false;
};

}  // namespace

std::optional<Answers> calculate(const Problem& problem, const Policy& policy, Random& random,
                                 const Answers& given) {
  const Policy nothing_rounded = exact_policy(0);
  const Answers nothing_given;
  Learner exact(problem, nothing_rounded, random, nullptr, nothing_given);
  exact.calculate();
  Learner learner(problem, policy, random, &exact.tables(), given);
  learner.calculate();
  if (!learner.is_sensible()) return std::nullopt;
  return learner.answers();
}

}  // namespace qkv::test
