#include "match.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "qkv/base/number.hpp"

namespace qkv::grading {
namespace {

bool is_written_infinity(const HandedCell& cell) {
  constexpr char32_t infinity_sign = 0x221E;
  constexpr char32_t full_width_i = 0xFF49;
  const char32_t first = cell.unreadable.code_point;
  return cell.state == HandedCell::State::unreadable &&
         cell.unreadable.reason == Unreadable::Reason::not_finite &&
         (first == U'i' || first == U'I' || first == infinity_sign || first == full_width_i);
}

}  // namespace

bool Match::all_agree() const {
  return std::ranges::all_of(agrees, [](bool agreed) { return agreed; });
}

int Match::all_informative() const {
  return std::accumulate(informative.begin(), informative.end(), 0);
}

bool is_moved(double mistaken, double right, double half_unit) {
  return !within(mistaken, right, 2 * half_unit);
}

namespace {

// One cell against the table of the mistake.
struct Agreement {
  bool agrees = true;
  bool tells = false;
  bool right_too = false;
};
Agreement compare(const Comparison& comparison, std::size_t flat, double mistaken, const Tensor* right) {
  const HandedCell& cell = comparison.handed_in.cells[flat];
  // +∞ is no number, but one mistake writes it.
  if (is_written_infinity(cell)) {
    const bool same = mistaken == std::numeric_limits<double>::infinity();
    return {same, same};
  }
  if (cell.state != HandedCell::State::number) return {};
  if (is_taken_for(mistaken, cell.number.value)) return {true, true, std::isinf(cell.number.value)};
  if (std::isnan(mistaken)) {
    const std::vector<bool>* unexplained = comparison.unexplained;
    return {unexplained == nullptr || unexplained->empty() || !(*unexplained)[flat], false};
  }
  if (!within(cell.number.value, mistaken, comparison.half_unit)) return {false, false};
  const bool moved = right == nullptr || is_moved(mistaken, right->values()[flat], comparison.half_unit);
  const bool tells = comparison.right == nullptr ||
                     is_moved(mistaken, (*comparison.right)[flat].value, comparison.half_unit);
  return {true, moved && tells};
}

}  // namespace

void match(const Comparison& comparison, const Tensor& mistaken, const Tensor* right, Wanted wanted,
           Match& result) {
  const auto length = static_cast<std::size_t>(comparison.handed_in.row_length);
  const std::size_t rows = comparison.handed_in.rows();
  result.agrees.assign(rows, true);
  result.informative.assign(rows, 0);
  result.right_too.assign(rows, 0);
  const double* values = mistaken.values().data();
  for (std::size_t row = 0; row < rows; ++row) {
    if (!comparison.rows[row]) continue;
    for (std::size_t flat = row * length; flat < (row + 1) * length; ++flat) {
      const Agreement cell = compare(comparison, flat, values[flat], right);
      result.informative[row] += cell.tells;
      result.right_too[row] += cell.right_too;
      if (cell.agrees) continue;
      result.agrees[row] = false;
      if (wanted == Wanted::table) return;
      break;
    }
  }
}

Match match(const Comparison& comparison, const Tensor& mistaken, const Tensor* right, Wanted wanted) {
  Match result;
  match(comparison, mistaken, right, wanted, result);
  return result;
}

bool moves_anything(const Comparison& comparison, const Tensor& mistaken, const Tensor& right) {
  const auto length = static_cast<std::size_t>(comparison.handed_in.row_length);
  for (std::size_t flat = 0; flat < mistaken.values().size(); ++flat) {
    if (!comparison.rows[flat / length]) continue;
    if (is_moved(mistaken.values()[flat], right.values()[flat], comparison.half_unit)) return true;
  }
  return false;
}

}  // namespace qkv::grading
