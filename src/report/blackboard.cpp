#include "blackboard.hpp"

#include "qkv/base/number.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

// Divisors are shown with two decimals more than the quotients have, and with as many more as it takes.
constexpr int extra_divisor_decimals = 2;
constexpr int most_divisor_decimals = 15;

// Whether every quotient comes out as shown when this divisor is used.
bool quotients_hold(const Blackboard& board, double divisor) {
  const std::vector<double>& scores = board.table(Step::scores).values();
  const std::vector<double>& scaled = board.table(Step::scaled).values();
  const int decimals = of_step(board.problem.decimals, Step::scaled);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (round_half_away(scores[i] / divisor, decimals) != round_half_away(scaled[i], decimals)) return false;
  }
  return true;
}

std::string divisor_digits(const Blackboard& board) {
  const double divisor = board.problem.scale.divisor;
  if (board.full_precision || shortest_decimals(divisor) <= extra_divisor_decimals) {
    return all_digits().show(divisor);
  }
  int decimals = of_step(board.problem.decimals, Step::scaled) + extra_divisor_decimals;
  while (decimals < most_divisor_decimals && !quotients_hold(board, round_half_away(divisor, decimals)))
    ++decimals;
  return Digits{.shortest = false, .decimals = decimals}.show(divisor);
}

std::vector<int> shown_queries(const Problem& problem, const WalkOptions& options) {
  if (!options.queries.empty()) return options.queries;
  std::vector<int> all;
  for (int i = 0; i < problem.query_count; ++i) all.push_back(i);
  return all;
}

}  // namespace

const Tensor& Blackboard::table(Step step) const {
  return table_of(problem, shown, step);
}

const std::string& Blackboard::query_name(int batch, int query) const {
  return problem.query_names[static_cast<std::size_t>(batch)][static_cast<std::size_t>(query)];
}

const std::string& Blackboard::key_name(int batch, int key) const {
  return problem.key_names[static_cast<std::size_t>(batch)][static_cast<std::size_t>(key)];
}

Blackboard make_blackboard(const Problem& problem, const Trace& shown, const Trace& exact,
                           const WalkOptions& options, const Catalogue& catalogue) {
  Blackboard board{problem, shown, exact, catalogue, options.exact, shown_queries(problem, options), {}, ""};
  for (const Step input : {Step::q, Step::k, Step::v}) {
    of_step(board.digits_of_step, input) = digits_of_inputs(board.table(input));
  }
  for (const StepTable& table : shown.tables) {
    of_step(board.digits_of_step, table.step) =
        options.exact ? all_digits() : digits_of_table(table.values, of_step(problem.decimals, table.step));
  }
  board.divisor = divisor_digits(board);
  return board;
}

}  // namespace qkv
