// The line of arithmetic behind each cell.
#include <cmath>

#include "blackboard.hpp"
#include "qkv/trace/heads.hpp"
#include "qkv/trace/labels.hpp"
#include "qkv/trace/pipeline.hpp"
#include "qkv/trace/softmax.hpp"

namespace qkv {
namespace {

Plane same_plane(Plane plane, Step step) {
  plane.step = step;
  return plane;
}

// The table that stands in an alternative of what a step reads: the first is queries, keys, weights …
Step read_by(const Blackboard& board, Step step, std::size_t which) {
  return tables_read(board.problem, step)[which];
}

// "1×3 + 2×(−1)", from a row of one table and a column of another.
std::string products(const Digits& left_digits, const Digits& right_digits, int count, auto left,
                     auto right) {
  std::vector<std::string> terms;
  for (int i = 0; i < count; ++i) {
    terms.push_back(left_digits.show_factor(left(i)) + "×" + right_digits.show_factor(right(i)));
  }
  return sum_text(terms);
}

std::string projection_line(const Blackboard& board, Plane plane, const Digits& x_digits, auto x,
                            const Projection& projection, int row, int column) {
  const Digits w_digits = digits_of_inputs(projection.w);
  std::string line = products(x_digits, w_digits, projection.w.size(0), x, [&](int i) {
    return projection.w.at({i, column});
  });
  if (projection.b) line += " + " + digits_of_inputs(*projection.b).show_factor(projection.b->at({column}));
  return line + " = " + board.show(plane, row, column);
}

std::string made_from_x(const Blackboard& board, Plane plane, int row, int column) {
  const Source& source = *board.problem.source;
  const Tensor& x = plane.step == Step::q ? source.x : source.x_kv;
  const Projection& projection = plane.step == Step::q   ? source.q
                                 : plane.step == Step::k ? source.k
                                                         : source.v;
  return projection_line(
      board, plane, digits_of_inputs(x),
      [&](int i) {
        return x.at({plane.batch, row, i});
      },
      projection, row, column);
}

std::string projected_line(const Blackboard& board, Plane plane, int row, int column) {
  if (board.problem.is_padded_query(plane.batch, row)) return "";
  const Step from = read_by(board, Step::projected, 0);
  const Plane side_by_side = {from, plane.batch, from == Step::merged ? -1 : 0};
  return projection_line(
      board, plane, board.digits(from), [&](int i) { return board.value(side_by_side, row, i); },
      *board.problem.w_o, row, column);
}

std::string scores_line(const Blackboard& board, Plane plane, int row, int column) {
  const double* q = query_rows(board.problem, board.shown).row(plane.batch, plane.head, row);
  const double* k =
      key_rows(board.problem, board.shown).row(plane.batch, board.problem.kv_head_of(plane.head), column);
  return row_name(board.problem, plane.step, plane.batch, row) + "·" +
         column_name(board.problem, plane.step, plane.batch, column) + " = " +
         products(
             board.digits(read_by(board, Step::scores, 0)), board.digits(read_by(board, Step::scores, 1)),
             board.problem.d_k, [&](int i) { return q[i]; }, [&](int i) { return k[i]; }) +
         " = " + board.show(plane, row, column);
}

std::string scaled_line(const Blackboard& board, Plane plane, int row, int column) {
  const std::string score = board.show(same_plane(plane, Step::scores), row, column);
  const std::string symbol = divisor_symbol(board.problem);
  std::string line = score + " ÷ " + symbol;
  if (board.divisor != symbol && all_digits().show_factor(board.problem.scale.divisor) != symbol)
    line += " = " + score + " ÷ " + board.divisor;
  return line + " = " + board.show(plane, row, column);
}

std::string masked_line(const Blackboard& board, Plane plane, int row, int column) {
  const std::string before = board.show(same_plane(plane, Step::scaled), row, column);
  if (!board.problem.may_look(plane.batch, plane.head, row, column)) return before + " + (−∞) = −∞";
  const double bias = board.problem.bias_at(plane.batch, plane.head, row, column);
  const std::string added =
      board.problem.masks.bias ? digits_of_inputs(*board.problem.masks.bias).show_factor(bias) : "0";
  return before + " + " + added + " = " + board.show(plane, row, column);
}

std::string exp_line(const Blackboard& board, Plane plane, int row, int column) {
  if (board.problem.softmax == Softmax::row_sum) return "";  // the score itself
  const Step input = read_by(board, Step::exp, 0);
  const double score = board.value(same_plane(plane, input), row, column);
  const double shift = exp_shift(board.problem, board.shown, plane.batch, plane.head, row);
  const Digits& digits = board.digits(input);
  std::string line;
  if (shift != 0.0 && !std::isinf(score)) {
    line = "e^(" + digits.show(score) + " − " + digits.show_factor(shift) + ") = ";
  }
  return line + "e^" + digits.show_factor(score - shift) + " = " + cell_text(board, plane, row, column);
}

std::string sum_line(const Blackboard& board, Plane plane, int row) {
  std::vector<std::string> terms;
  for (int j = 0; j < board.problem.key_count; ++j) {
    terms.push_back(cell_text(board, same_plane(plane, Step::exp), row, j));
  }
  return sum_text(terms) + " = " + board.show(plane, row, 0);
}

std::string weights_line(const Blackboard& board, Plane plane, int row, int column) {
  const Plane sums = same_plane(plane, Step::sum);
  if (board.problem.is_padded_query(plane.batch, row) || board.value(sums, row, 0) == 0.0) return "";
  return cell_text(board, same_plane(plane, Step::exp), row, column) + " ÷ " + board.show(sums, row, 0) +
         " = " + cell_text(board, plane, row, column);
}

std::string dropped_line(const Blackboard& board, Plane plane, int row, int column) {
  const Dropout& dropout = *board.problem.dropout;
  const bool kept = broadcast_at(dropout.keep, plane.batch, plane.head, row, column) != 0.0;
  const std::string weight = cell_text(board, same_plane(plane, Step::weights), row, column);
  if (!kept) return weight + " × 0 = 0";
  return weight + " ÷ (1 − " + dropout_text(board.problem) + ") = " + cell_text(board, plane, row, column);
}

std::string output_line(const Blackboard& board, Plane plane, int row, int column) {
  const HeadRows values = value_rows(board.problem, board.shown);
  const int kv = board.problem.kv_head_of(plane.head);
  const Plane weights = same_plane(plane, read_by(board, Step::output, 0));
  const Digits& v = board.digits(read_by(board, Step::output, 1));
  std::vector<std::string> terms;
  for (int j = 0; j < board.problem.key_count; ++j) {
    terms.push_back(cell_text(board, weights, row, j) + "×" +
                    v.show_factor(values.row(plane.batch, kv, j)[column]));
  }
  return sum_text(terms) + " = " + board.show(plane, row, column);
}

std::string row_vector(const Digits& digits, const double* numbers, int count) {
  std::vector<std::string> shown;
  for (int i = 0; i < count; ++i) shown.push_back(digits.show(numbers[i]));
  return vector_text(shown);
}

std::string plane_row(const Blackboard& board, Plane plane, int row) {
  std::vector<std::string> shown;
  for (int i = 0; i < column_count(board, plane.step); ++i) shown.push_back(board.show(plane, row, i));
  return vector_text(shown);
}

std::string output_row(const Blackboard& board, Plane plane, int row) {
  const HeadRows values = value_rows(board.problem, board.shown);
  const int kv = board.problem.kv_head_of(plane.head);
  const Plane weights = same_plane(plane, read_by(board, Step::output, 0));
  const Digits& v = board.digits(read_by(board, Step::output, 1));
  std::vector<std::string> terms;
  for (int j = 0; j < board.problem.key_count; ++j) {
    terms.push_back(cell_text(board, weights, row, j) + "×" +
                    row_vector(v, values.row(plane.batch, kv, j), board.problem.d_v));
  }
  return sum_text(terms) + " = " + plane_row(board, plane, row);
}

// A row of all heads and the part of it that this head takes.
std::string split_row(const Blackboard& board, Plane plane, int row) {
  const Step whole = read_by(board, plane.step, 0);
  return plane_row(board, {whole, plane.batch, -1}, row) + " → " + plane_row(board, plane, row);
}

std::string merged_row(const Blackboard& board, Plane plane, int row) {
  std::string line;
  for (int h = 0; h < board.problem.heads; ++h) {
    if (h > 0) line += ", ";
    line += plane_row(board, {Step::output, plane.batch, h}, row);
  }
  return line + " → " + plane_row(board, plane, row);
}

}  // namespace

std::string worked_cell(const Blackboard& board, Plane plane, int row, int column) {
  if (given_table(board.problem, plane.step) != nullptr) return "";
  switch (plane.step) {
    case Step::q:
    case Step::k:
    case Step::v:
      return made_from_x(board, plane, row, column);
    case Step::q_heads:
    case Step::k_heads:
    case Step::v_heads:
    case Step::merged:
      return "";  // nothing is calculated, see worked_row()
    case Step::scores:
      return scores_line(board, plane, row, column);
    case Step::scaled:
      return scaled_line(board, plane, row, column);
    case Step::masked:
      return masked_line(board, plane, row, column);
    case Step::exp:
      return exp_line(board, plane, row, column);
    case Step::sum:
      return sum_line(board, plane, row);
    case Step::weights:
      return weights_line(board, plane, row, column);
    case Step::dropped:
      return dropped_line(board, plane, row, column);
    case Step::output:
      return output_line(board, plane, row, column);
    case Step::projected:
      return projected_line(board, plane, row, column);
  }
  return "";
}

std::string worked_row(const Blackboard& board, Plane plane, int row) {
  switch (plane.step) {
    case Step::q_heads:
    case Step::k_heads:
    case Step::v_heads:
      return split_row(board, plane, row);
    case Step::output:
      return output_row(board, plane, row);
    case Step::merged:
      return merged_row(board, plane, row);
    case Step::q:
    case Step::k:
    case Step::v:
    case Step::scores:
    case Step::scaled:
    case Step::masked:
    case Step::exp:
    case Step::sum:
    case Step::weights:
    case Step::dropped:
    case Step::projected:
      break;
  }
  return "";
}

}  // namespace qkv
