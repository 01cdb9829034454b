#include "refusal.hpp"

#include <algorithm>
#include <cmath>

#include "qkv/base/number.hpp"

namespace qkv::grading {

Refusal::Refusal(const Case& of, double half_unit) : half_unit_(half_unit) {
  const HandedTable& handed = *of.handed_in;
  probes_.reserve(handed.cells.size());
  for (std::size_t row = 0; row < handed.rows(); ++row) {
    if (!of.asked[row] || !of.unexplained[row]) continue;
    add_row(of, row);
    row_ends_.push_back(probes_.size());
  }
  for (std::size_t row = 0; row < handed.rows(); ++row) {
    if (of.asked[row] && !of.unexplained[row]) add_row(of, row);
  }
}

// Cells that are right agree with most mistakes: the others come first.
void Refusal::add_row(const Case& of, std::size_t row) {
  const auto length = static_cast<std::size_t>(of.handed_in->row_length);
  const auto add = [&](bool wrong) {
    for (std::size_t flat = row * length; flat < (row + 1) * length; ++flat) {
      const HandedCell& cell = of.handed_in->cells[flat];
      const bool is_wrong = !of.unexplained_cells.empty() && of.unexplained_cells[flat];
      if (cell.state == HandedCell::State::number && is_wrong == wrong)
        probes_.push_back({flat, cell.number.value});
    }
  };
  add(true);
  add(false);
}

bool Refusal::is_apart(const Probe& probe, const Tensor& mistaken) const {
  const double a = probe.number;
  const double b = mistaken.values()[probe.flat];
  if (is_taken_for(b, a)) return false;
  // As within() decides it where no digits are needed.
  const double doubt = 2e-11 * (std::fabs(a) + std::fabs(b) + half_unit_);
  if (std::fabs(a - b) > half_unit_ + doubt) return true;
  return std::isinf(a) != std::isinf(b) && !std::isnan(b);
}

bool Refusal::is_sure(const Tensor& mistaken, Wanted wanted) const {
  const auto apart = [&](const Probe& probe) { return is_apart(probe, mistaken); };
  if (wanted == Wanted::table) return std::ranges::any_of(probes_, apart);
  if (row_ends_.empty()) return false;
  auto begin = probes_.begin();
  for (const std::size_t row_end : row_ends_) {
    const auto end = probes_.begin() + static_cast<std::ptrdiff_t>(row_end);
    if (std::none_of(begin, end, apart)) return false;
    begin = end;
  }
  return true;
}

}  // namespace qkv::grading
