#include "match.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "qkv/base/number.hpp"

namespace qkv::grading {
namespace {

// The least number that there is stands for whatever a person takes for it.
constexpr double as_low_as_can_be = std::numeric_limits<double>::lowest();
constexpr double low_enough = -1e4;

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

Match match(const Comparison& comparison, const Tensor& mistaken, const Tensor* right) {
  const HandedTable& table = comparison.handed_in;
  const auto length = static_cast<std::size_t>(table.row_length);
  Match result{std::vector<bool>(table.rows(), true), std::vector<int>(table.rows(), 0)};
  for (std::size_t flat = 0; flat < table.cells.size(); ++flat) {
    const std::size_t row = flat / length;
    const HandedCell& cell = table.cells[flat];
    if (!comparison.rows[row]) continue;
    const double value = mistaken.values()[flat];
    // +∞ is no number, but one mistake writes it.
    if (is_written_infinity(cell)) {
      if (value == std::numeric_limits<double>::infinity()) {
        ++result.informative[row];
      } else {
        result.agrees[row] = false;
      }
    }
    if (cell.state != HandedCell::State::number) continue;
    if (value == as_low_as_can_be && cell.number.value <= low_enough) {
      ++result.informative[row];
    } else if (std::isnan(value)) {
      if (!comparison.unexplained.empty() && comparison.unexplained[flat]) result.agrees[row] = false;
    } else if (!within(cell.number.value, value, comparison.half_unit)) {
      result.agrees[row] = false;
    } else {
      const bool moved = right == nullptr || is_moved(value, right->values()[flat], comparison.half_unit);
      const bool tells = comparison.right == nullptr ||
                         is_moved(value, (*comparison.right)[flat].value, comparison.half_unit);
      result.informative[row] += moved && tells;
    }
  }
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
