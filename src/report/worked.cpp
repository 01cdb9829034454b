// The line of arithmetic behind each cell.
#include <cmath>

#include "blackboard.hpp"
#include "qkv/trace/softmax.hpp"

namespace qkv {
namespace {

std::string scores_line(const Blackboard& board, Block2D at, int row, int column) {
  const Problem& problem = board.problem;
  const int kv = problem.kv_head_of(at.head);
  const Digits& q = board.digits(Step::q);
  const Digits& k = board.digits(Step::k);
  std::vector<std::string> terms;
  for (int d = 0; d < problem.d_k; ++d) {
    terms.push_back(q.show_factor(problem.q.at({at.batch, at.head, row, d})) + "×" +
                    k.show_factor(problem.k.at({at.batch, kv, column, d})));
  }
  return board.query_name(at.batch, row) + "·" + board.key_name(at.batch, column) + " = " + sum_text(terms) +
         " = " +
         board.digits(Step::scores).show(board.table(Step::scores).at({at.batch, at.head, row, column}));
}

std::string scaled_line(const Blackboard& board, Block2D at, int row, int column) {
  const std::string score =
      board.digits(Step::scores).show(board.table(Step::scores).at({at.batch, at.head, row, column}));
  const std::string result =
      board.digits(Step::scaled).show(board.table(Step::scaled).at({at.batch, at.head, row, column}));
  const std::string symbol = divisor_symbol(board.problem);
  std::string line = score + " ÷ " + symbol;
  if (board.divisor != symbol) line += " = " + score + " ÷ " + board.divisor;
  return line + " = " + result;
}

std::string masked_line(const Blackboard& board, Block2D at, int row, int column) {
  const Digits& digits = board.digits(Step::scaled);
  const std::string before = digits.show(board.table(Step::scaled).at({at.batch, at.head, row, column}));
  if (board.problem.may_look(at.batch, at.head, row, column)) return before + " + 0 = " + before;
  return before + " + (−∞) = −∞";
}

// A number of exp or weights as it stands in its table: exactly 0 where the query may not look.
std::string share(const Blackboard& board, Step step, Block2D at, int row, int column) {
  if (!board.problem.may_look(at.batch, at.head, row, column)) return "0";
  return board.digits(step).show(board.table(step).at({at.batch, at.head, row, column}));
}

std::string exp_line(const Blackboard& board, Block2D at, int row, int column) {
  const double score = softmax_input(board.shown).at({at.batch, at.head, row, column});
  const double shift = exp_shift(board.problem, board.shown, at.batch, at.head, row);
  const Digits& digits =
      board.digits(board.shown.find(Step::masked) != nullptr ? Step::masked : Step::scaled);
  const std::string result = share(board, Step::exp, at, row, column);
  std::string line;
  if (shift != 0.0 && !std::isinf(score)) {
    line = "e^(" + digits.show(score) + " − " + digits.show_factor(shift) + ") = ";
  }
  return line + "e^" + digits.show_factor(score - shift) + " = " + result;
}

std::string sum_line(const Blackboard& board, Block2D at, int row) {
  std::vector<std::string> terms;
  for (int j = 0; j < board.problem.key_count; ++j) terms.push_back(share(board, Step::exp, at, row, j));
  return sum_text(terms) + " = " +
         board.digits(Step::sum).show(board.table(Step::sum).at({at.batch, at.head, row}));
}

std::string weights_line(const Blackboard& board, Block2D at, int row, int column) {
  const double sum = board.table(Step::sum).at({at.batch, at.head, row});
  const std::string result = share(board, Step::weights, at, row, column);
  if (sum == 0.0) return result;
  return share(board, Step::exp, at, row, column) + " ÷ " + board.digits(Step::sum).show(sum) + " = " +
         result;
}

std::string output_line(const Blackboard& board, Block2D at, int row, int column) {
  const Problem& problem = board.problem;
  const int kv = problem.kv_head_of(at.head);
  std::vector<std::string> terms;
  for (int j = 0; j < problem.key_count; ++j) {
    terms.push_back(share(board, Step::weights, at, row, j) + "×" +
                    board.digits(Step::v).show_factor(problem.v.at({at.batch, kv, j, column})));
  }
  return sum_text(terms) + " = " +
         board.digits(Step::output).show(board.table(Step::output).at({at.batch, at.head, row, column}));
}

std::string output_row_line(const Blackboard& board, Block2D at, int row) {
  const Problem& problem = board.problem;
  const int kv = problem.kv_head_of(at.head);
  std::vector<std::string> terms;
  for (int j = 0; j < problem.key_count; ++j) {
    std::vector<std::string> value;
    for (int d = 0; d < problem.d_v; ++d) {
      value.push_back(board.digits(Step::v).show(problem.v.at({at.batch, kv, j, d})));
    }
    terms.push_back(share(board, Step::weights, at, row, j) + "×" + vector_text(value));
  }
  std::vector<std::string> result;
  for (int d = 0; d < problem.d_v; ++d) {
    result.push_back(
        board.digits(Step::output).show(board.table(Step::output).at({at.batch, at.head, row, d})));
  }
  return sum_text(terms) + " = " + vector_text(result);
}

}  // namespace

std::string divisor_symbol(const Problem& problem) {
  switch (problem.scale.kind) {
    case Scale::Kind::sqrt_dk:
      return "√" + std::to_string(problem.d_k);
    case Scale::Kind::none:
      return "1";
    case Scale::Kind::number:
      return problem.scale.written;
  }
  return "";
}

std::string worked_cell(const Blackboard& board, Step step, Block2D block, int row, int column) {
  switch (step) {
    case Step::q:
    case Step::k:
    case Step::v:
      return "";  // given
    case Step::scores:
      return scores_line(board, block, row, column);
    case Step::scaled:
      return scaled_line(board, block, row, column);
    case Step::masked:
      return masked_line(board, block, row, column);
    case Step::exp:
      return exp_line(board, block, row, column);
    case Step::sum:
      return sum_line(board, block, row);
    case Step::weights:
      return weights_line(board, block, row, column);
    case Step::output:
      return output_line(board, block, row, column);
  }
  return "";
}

std::string worked_row(const Blackboard& board, Step step, Block2D block, int row) {
  return step == Step::output ? output_row_line(board, block, row) : "";
}

}  // namespace qkv
