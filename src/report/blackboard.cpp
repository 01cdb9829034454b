#include "blackboard.hpp"

#include <algorithm>
#include <numeric>

#include "qkv/base/number.hpp"
#include "qkv/trace/labels.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

// Divisors are shown with two decimals more than the quotients have, and with as many more as it takes.
constexpr int extra_divisor_decimals = 2;
constexpr int most_divisor_decimals = 15;

// Cells of the score table, over all batch members and heads, up to which every cell is worked out, and up to
// which the tables are shown whole.
constexpr long long worked_out_cells = 24;
constexpr long long shown_cells = 4096;

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
    return all_digits().show_factor(divisor);
  }
  int decimals = of_step(board.problem.decimals, Step::scaled) + extra_divisor_decimals;
  while (decimals < most_divisor_decimals && !quotients_hold(board, round_half_away(divisor, decimals)))
    ++decimals;
  return Digits{.shortest = false, .decimals = decimals}.show_factor(divisor);
}

// A divisor as written, with the sign of mathematics: "-2" becomes "(−2)".
std::string with_sign(const std::string& written) {
  if (written.empty() || written.front() != '-') return written;
  return "(−" + written.substr(1) + ")";
}

std::vector<int> first_numbers(int count) {
  std::vector<int> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

std::vector<int> chosen_queries(const WalkOptions& options, int batch) {
  std::vector<int> chosen;
  for (const QueryChoice& choice : options.queries) {
    if (choice.batch == -1 || choice.batch == batch) chosen.push_back(choice.query);
  }
  return chosen;
}

int last_real_query(const Problem& problem, int batch) {
  for (int i = problem.query_count - 1; i > 0; --i) {
    if (!problem.is_padded_query(batch, i)) return i;
  }
  return 0;
}

int last_real_key(const Problem& problem, int batch) {
  for (int j = problem.key_count - 1; j > 0; --j) {
    if (!problem.blocks(MaskKind::padding, batch, 0, 0, j)) return j;
  }
  return 0;
}

void choose_what_to_show(Blackboard& board, const WalkOptions& options) {
  const Problem& problem = board.problem;
  board.chosen = !options.queries.empty();
  board.batches = options.batches.empty() ? first_numbers(problem.batch) : options.batches;
  board.heads = options.heads.empty() ? first_numbers(problem.heads) : options.heads;
  long long rows = 0;
  for (const int b : board.batches) {
    rows += options.queries.empty() ? problem.query_count
                                    : static_cast<long long>(chosen_queries(options, b).size());
  }
  const long long cells = rows * static_cast<long long>(board.heads.size()) * problem.key_count;
  board.cut_down = !options.detail && cells > shown_cells;
  if (board.cut_down) {
    board.batches.resize(1);
    board.heads.resize(1);
  }
  board.detail = options.detail.value_or(cells <= worked_out_cells ? Detail::cells : Detail::rows);
  for (int b = 0; b < problem.batch; ++b) {
    const std::vector<int> chosen = chosen_queries(options, b);
    const std::vector<int> last = {last_real_query(problem, b)};
    board.focus.push_back(chosen.empty() ? last : chosen);
    if (!options.queries.empty()) {
      board.rows.push_back(chosen);
    } else {
      board.rows.push_back(board.cut_down ? last : first_numbers(problem.query_count));
    }
  }
}

bool has_head_axis(const Problem& problem, Step step) {
  const auto axes = axes_of(problem, step);
  return std::ranges::find(axes, Axis::head) != axes.end();
}

double value_in(const Tensor& table, Plane plane, int row, int column) {
  if (plane.step == Step::sum) return table.at({plane.batch, plane.head, row});
  return plane.head < 0 ? table.at({plane.batch, row, column})
                        : table.at({plane.batch, plane.head, row, column});
}

bool is_projection(Step step) {
  return step == Step::q || step == Step::k || step == Step::v || step == Step::projected;
}

}  // namespace

const Tensor& Blackboard::table(Step step) const {
  return table_of(problem, shown, step);
}

double Blackboard::value(Plane plane, int row, int column) const {
  return value_in(table(plane.step), plane, row, column);
}

double Blackboard::exact_value(Plane plane, int row, int column) const {
  return value_in(table_of(problem, exact, plane.step), plane, row, column);
}

Blackboard make_blackboard(const Problem& problem, const Trace& shown, const Trace& exact,
                           const WalkOptions& options, const Catalogue& catalogue) {
  Blackboard board{.problem = problem, .shown = shown, .exact = exact, .catalogue = catalogue};
  board.full_precision = options.exact;
  board.as_asked = options.decimals_as_asked;
  board.every_projected_cell = options.detail == Detail::cells;
  choose_what_to_show(board, options);
  for (const Step step : given_steps(problem)) {
    of_step(board.digits_of_step, step) = digits_of_inputs(board.table(step));
  }
  for (const StepTable& table : shown.tables) {
    of_step(board.digits_of_step, table.step) =
        options.exact
            ? all_digits()
            : digits_of_table(table.values, exact.at(table.step), of_step(problem.decimals, table.step));
  }
  board.divisor = divisor_digits(board);
  return board;
}

std::vector<Plane> planes_of(const Blackboard& board, Step step) {
  std::vector<Plane> planes;
  const bool by_kv_head = rows_are_keys(step);
  for (const int b : board.batches) {
    if (!has_head_axis(board.problem, step)) {
      planes.push_back({step, b, -1});
      continue;
    }
    for (const int h : board.heads) {
      const int head = by_kv_head ? board.problem.kv_head_of(h) : h;
      if (!planes.empty() && planes.back().batch == b && planes.back().head == head) continue;  // shared
      planes.push_back({step, b, head});
    }
  }
  return planes;
}

std::vector<int> shown_rows(const Blackboard& board, Plane plane) {
  if (rows_are_keys(plane.step)) return first_numbers(board.problem.key_count);
  return board.rows[static_cast<std::size_t>(plane.batch)];
}

bool is_worked_out(const Blackboard& board, Plane plane, int row, int column) {
  const std::vector<int>& focus = board.focus[static_cast<std::size_t>(plane.batch)];
  if (board.detail == Detail::tables || (focus.empty() && board.detail == Detail::rows)) return false;
  const bool keys = rows_are_keys(plane.step);
  const int last_key = last_real_key(board.problem, plane.batch);
  if (is_projection(plane.step) && !board.every_projected_cell) {
    const int one = keys ? last_key : focus.empty() ? 0 : focus.front();
    return row == one && column == 0;
  }
  if (board.detail == Detail::cells) return true;
  return keys ? row == last_key : std::ranges::find(focus, row) != focus.end();
}

bool shows_one_cell(const Blackboard& board, Step step) {
  if (!is_projection(step) || board.every_projected_cell || board.detail == Detail::tables) return false;
  const Shape& shape = board.table(step).shape();
  return shape[shape.size() - 2] * shape.back() > 1;
}

int column_count(const Blackboard& board, Step step) {
  return step == Step::sum ? 1 : board.table(step).shape().back();
}

std::string plane_name(const Blackboard& board, Plane plane) {
  const bool kv = rows_are_keys(plane.step);
  const bool several_heads = plane.head >= 0 && (kv ? board.problem.kv_heads : board.problem.heads) > 1;
  const bool several_batches = board.problem.batch > 1;
  std::vector<Argument> numbers = {argument("batch", plane.batch + 1), argument("head", plane.head + 1)};
  if (plane.head >= 0 && kv && is_grouped(board.problem)) {
    std::vector<std::string> users;
    for (int h = 0; h < board.problem.heads; ++h) {
      if (board.problem.kv_head_of(h) == plane.head) users.push_back(std::to_string(h + 1));
    }
    numbers.push_back(argument("heads", enumerated(board, users, "list.last-number.tail")));
    return board.catalogue.say(several_batches ? "walk.plane.both-set" : "walk.plane.set", numbers);
  }
  if (several_batches && several_heads) return board.catalogue.say("walk.plane.both", numbers);
  if (several_batches) return board.catalogue.say("walk.plane.batch", numbers);
  if (several_heads) return board.catalogue.say("walk.plane.head", numbers);
  return "";
}

std::string enumerated(const Blackboard& board, const std::vector<std::string>& items,
                       std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += board.catalogue.text(i + 1 == items.size() ? last : "list.separator");
    text += items[i];
  }
  return text;
}

bool is_grouped(const Problem& problem) {
  return problem.kv_heads < problem.heads;
}

bool has_mask_besides_bias(const Problem& problem) {
  return std::ranges::any_of(
      all_mask_kinds, [&](MaskKind kind) { return kind != MaskKind::bias && problem.masks.has(kind); });
}

bool hides_something(const Blackboard& board) {
  for (const int b : board.batches) {
    for (const int h : board.heads) {
      for (const int i : board.rows[static_cast<std::size_t>(b)]) {
        for (int j = 0; j < board.problem.key_count; ++j) {
          if (!board.problem.may_look(b, h, i, j)) return true;
        }
      }
    }
  }
  return false;
}

std::string dropout_text(const Problem& problem) {
  if (!problem.dropout) return "";
  const double p = problem.dropout->p;
  return digits_of_inputs(Tensor({1}, p)).show(p);
}

bool is_nothing(const Problem& problem, Plane plane, int row, int column) {
  const bool shares = plane.step == Step::exp || plane.step == Step::weights || plane.step == Step::dropped;
  if (!shares) return false;
  if (plane.step != Step::exp && problem.is_padded_query(plane.batch, row)) return true;
  if (plane.step == Step::dropped &&
      broadcast_at(problem.dropout->keep, plane.batch, plane.head, row, column) == 0.0)
    return true;
  return !problem.may_look(plane.batch, plane.head, row, column);
}

std::string cell_text(const Blackboard& board, Plane plane, int row, int column) {
  return is_nothing(board.problem, plane, row, column) ? "0" : board.show(plane, row, column);
}

std::string divisor_symbol(const Problem& problem) {
  switch (problem.scale.kind) {
    case Scale::Kind::sqrt_dk:
      return "√" + std::to_string(problem.d_k);
    case Scale::Kind::none:
      return "1";
    case Scale::Kind::number:
      return with_sign(problem.scale.written);
  }
  return "";
}

}  // namespace qkv
