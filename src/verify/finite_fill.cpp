#include "finite_fill.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

// Fills nearer to 0 are mistakes of their own: 0, −1.
constexpr double nearest_fill = -2.0;
// Of logarithms: a twentieth is more than single precision loses, and nothing by which two fills differ.
constexpr double close_enough = 0.05;
// The smallest number that single precision has with all its digits; below, it may well be 0.
constexpr double smallest_single = 1e-37;
constexpr double step_of_single = 1.5e-45;
// How much has to fit: cells, answers, and by how much the weights differ although the fill does not.
constexpr std::size_t enough_cells = 6;
constexpr int enough_answers = 2;
constexpr double enough_spread = 0.5;

enum class Which { both, causal, padding };  // of the masks, is filled so; the other one is right
struct Form {
  Which which;
  bool adds;    // to the score, in place of taking its place
  bool before;  // the scaling
};
constexpr Form forms[] = {
    {Which::both, false, false},   {Which::both, true, false},    {Which::both, false, true},
    {Which::both, true, true},     {Which::causal, false, false}, {Which::causal, true, false},
    {Which::causal, false, true},  {Which::causal, true, true},   {Which::padding, false, false},
    {Which::padding, true, false}, {Which::padding, false, true}, {Which::padding, true, true},
};

bool is_filled(const AttentionRequest& request, Which which, int b, int i, int j) {
  const bool future = request.causal_offset && j > i + *request.causal_offset;
  const bool padding = request.padding_mask && request.padding_mask->at({b, j}) == 0.0;
  switch (which) {
    case Which::both:
      return future || padding;
    case Which::causal:
      return future && !padding;
    case Which::padding:
      return padding && !future;
  }
  return false;
}

struct Answered {
  const Exchange* exchange;
  Problem problem;
  Trace right;
};

// A row that is shared out among keys that may be seen.
bool is_open_row(const Problem& problem, int b, int h, int i) {
  if (problem.is_padded_query(b, i)) return false;
  for (int j = 0; j < problem.key_count; ++j) {
    if (problem.may_look(b, h, i, j)) return true;
  }
  return false;
}

double filled_cell(const Problem& problem, const Form& form, double fill, double score) {
  const double shown = form.before ? fill / problem.scale.divisor : fill;
  return form.adds ? score + shown : shown;
}

// One masked weight: its logarithm, and where the fill would have to lie for it.
struct Cell {
  double weight;
  double fill;
  double divisor;  // of a difference of fills, to compare logarithms
};

class Fill {
 public:
  Fill(const std::vector<Answered>& answered, const Form& form) : answered_(answered), form_(form) {}

  std::optional<FiniteFill> found() {
    for (const Answered& each : answered_) {
      if (!add_cells(each)) return std::nullopt;
    }
    if (cells_.size() < enough_cells || answers_ < enough_answers) return std::nullopt;
    const auto middle = cells_.begin() + static_cast<std::ptrdiff_t>(cells_.size() / 2);
    std::ranges::nth_element(cells_, middle, {}, &Cell::fill);
    const double fill = middle->fill;
    const bool fits =
        fill <= nearest_fill && weights_differ() &&
        std::ranges::all_of(cells_, [&](const Cell& cell) { return agrees_on(fill, cell); }) &&
        std::ranges::all_of(zeros_, [&](const Cell& cell) { return may_vanish(fill, cell); }) &&
        std::ranges::all_of(answered_, [&](const Answered& each) { return answers_so(each, fill); });
    return fits ? std::optional(FiniteFill{fill, answers_}) : std::nullopt;
  }

 private:
  // False: these weights come from no fill.
  bool add_cells(const Answered& answered) {
    const Problem& problem = answered.problem;
    const Tensor& weights = *answered.exchange->reply.weights;
    const Tensor& scores = answered.right.at(Step::scaled);
    const std::size_t before = cells_.size();
    for (int b = 0; b < problem.batch; ++b) {
      for (int h = 0; h < problem.heads; ++h) {
        for (int i = 0; i < problem.query_count; ++i) {
          if (is_open_row(problem, b, h, i) && !add_row(answered, weights, scores, {b, h, i})) return false;
        }
      }
    }
    if (cells_.size() > before) ++answers_;
    return true;
  }

  bool add_row(const Answered& answered, const Tensor& weights, const Tensor& scores, std::vector<int> at) {
    const Problem& problem = answered.problem;
    const auto in_row = [&](const Tensor& table, int j) { return table.at({at[0], at[1], at[2], j}); };
    int open = -1;
    for (int j = 0; j < problem.key_count; ++j) {
      if (problem.may_look(at[0], at[1], at[2], j) &&
          (open < 0 || in_row(weights, j) > in_row(weights, open)))
        open = j;
    }
    if (!(in_row(weights, open) > 0.0)) return false;
    for (int j = 0; j < problem.key_count; ++j) {
      if (problem.may_look(at[0], at[1], at[2], j)) continue;
      const double weight = in_row(weights, j);
      if (!is_filled(answered.exchange->request, form_.which, at[0], at[2], j)) {
        if (weight != 0.0) return false;
        continue;
      }
      // What the logarithm of the weight would be with the fill 0.
      const double score = form_.adds ? in_row(scores, j) : 0.0;
      const double with_0 = std::log(in_row(weights, open)) - in_row(scores, open) + score;
      const double divisor = form_.before ? problem.scale.divisor : 1.0;
      if (divisor <= 0.0) return false;
      if (weight > 0.0) {
        cells_.push_back({weight, (std::log(weight) - with_0) * divisor, divisor});
      } else if (weight == 0.0) {
        zeros_.push_back({0.0, with_0, divisor});
      } else {
        return false;
      }
    }
    return true;
  }

  // A weight that was the same everywhere would come from something else.
  bool weights_differ() const {
    const auto [least, most] = std::ranges::minmax(cells_, {}, &Cell::weight);
    return std::log(most.weight) - std::log(least.weight) >= enough_spread;
  }

  static bool agrees_on(double fill, const Cell& cell) {
    const double lost = cell.weight < smallest_single ? step_of_single / cell.weight : 0.0;
    return std::fabs(fill - cell.fill) / cell.divisor <= close_enough + lost;
  }

  static bool may_vanish(double fill, const Cell& zero) {
    return zero.fill + fill / zero.divisor <= std::log(smallest_single);
  }

  // Whether all of the answer is what the calculation gives with this fill.
  bool answers_so(const Answered& answered, double fill) const {
    const Problem& problem = answered.problem;
    Trace trace;
    for (const StepRow& row : pipeline()) {
      if (!problem.computes(row.step)) continue;
      Tensor table = row.compute(problem, trace);
      if (row.step == Step::masked) fill_in(answered, fill, table);
      trace.tables.push_back({row.step, std::move(table), {}});
    }
    const Reply& reply = answered.exchange->reply;
    return same(problem, *reply.weights, trace.at(Step::weights)) &&
           same(problem, *reply.output, trace.at(problem.asked.back()));
  }

  void fill_in(const Answered& answered, double fill, Tensor& masked) const {
    const Tensor& scores = answered.right.at(Step::scaled);
    for (std::size_t at = 0; at < masked.values().size(); ++at) {
      const std::vector<int> place = index_at(masked.shape(), at);
      if (is_filled(answered.exchange->request, form_.which, place[0], place[2], place[3]))
        masked.values()[at] = filled_cell(answered.problem, form_, fill, scores.values()[at]);
    }
  }

  // Rows that see nothing may have been cleared.
  static bool same(const Problem& problem, const Tensor& seen, const Tensor& expected) {
    for (std::size_t i = 0; i < seen.values().size(); ++i) {
      if (agrees(seen.values()[i], expected.values()[i])) continue;
      const std::vector<int> at = index_at(seen.shape(), i);
      const bool is_cleared =
          at.size() == 4 && seen.values()[i] == 0.0 && is_fully_masked(problem, at[0], at[1], at[2]);
      if (!is_cleared) return false;
    }
    return true;
  }

  const std::vector<Answered>& answered_;
  const Form& form_;
  std::vector<Cell> cells_;
  std::vector<Cell> zeros_;  // `fill`: the logarithm of the weight with the fill 0
  int answers_ = 0;
};

}  // namespace

std::optional<FiniteFill> finite_fill(const std::vector<Exchange>& exchanges) {
  std::vector<Answered> answered;
  for (const Exchange& exchange : exchanges) {
    const Reply& reply = exchange.reply;
    if (!reply.lacks.empty()) continue;
    Problem problem = problem_of(exchange.request);
    const Shape weights = {problem.batch, problem.heads, problem.query_count, problem.key_count};
    Trace right = compute(problem, right_recipe(), Carry::exact);
    const bool is_whole = reply.weights && reply.output && reply.weights->shape() == weights &&
                          reply.output->shape() == right.at(problem.asked.back()).shape();
    if (!is_whole) return std::nullopt;
    answered.push_back({&exchange, std::move(problem), std::move(right)});
  }
  for (const Form& form : forms) {
    if (const auto fill = Fill(answered, form).found()) return fill;
  }
  return std::nullopt;
}

}  // namespace qkv
