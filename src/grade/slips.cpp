#include "slips.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "qkv/trace/heads.hpp"
#include "qkv/trace/pipeline.hpp"
#include "qkv/trace/softmax.hpp"

namespace qkv::grading {
namespace {

std::vector<double> projection_terms(const Projection& projection, const double* x, int column) {
  std::vector<double> terms;
  for (int i = 0; i < projection.w.size(0); ++i) terms.push_back(x[i] * projection.w.at({i, column}));
  if (projection.b) terms.push_back(projection.b->values()[static_cast<std::size_t>(column)]);
  return terms;
}

const double* row_at(const Tensor& table, int batch, int position) {
  const auto row = static_cast<std::size_t>(batch) * static_cast<std::size_t>(table.size(1)) +
                   static_cast<std::size_t>(position);
  return table.values().data() + row * static_cast<std::size_t>(table.size(2));
}

std::vector<double> score_terms(const Problem& problem, const Trace& tables, const CellIndex& at) {
  const double* q = query_rows(problem, tables).row(at[0], at[1], at[2]);
  const double* k = key_rows(problem, tables).row(at[0], problem.kv_head_of(at[1]), at[3]);
  std::vector<double> terms;
  for (int d = 0; d < problem.d_k; ++d) terms.push_back(q[d] * k[d]);
  return terms;
}

std::vector<double> output_terms(const Problem& problem, const Trace& tables, const CellIndex& at) {
  const HeadRows values = value_rows(problem, tables);
  const Tensor& weights = final_weights(tables);
  std::vector<double> terms;
  for (int j = 0; j < problem.key_count; ++j) {
    terms.push_back(weights.at({at[0], at[1], at[2], j}) *
                    values.row(at[0], problem.kv_head_of(at[1]), j)[at[3]]);
  }
  return terms;
}

std::vector<double> projected_terms(const Problem& problem, const Trace& tables, const CellIndex& at) {
  const Tensor* merged = tables.find(Step::merged);
  if (merged != nullptr) return projection_terms(*problem.w_o, row_at(*merged, at[0], at[1]), at[2]);
  const Tensor& output = tables.at(Step::output);  // one head: [B, 1, T_q, d_v]
  const auto row = static_cast<std::size_t>(at[0]) * static_cast<std::size_t>(problem.query_count) +
                   static_cast<std::size_t>(at[1]);
  return projection_terms(*problem.w_o, output.values().data() + row * static_cast<std::size_t>(problem.d_v),
                          at[2]);
}

// What stands in a cell moves by `change`: whether that is what was written.
bool fits(double written, double change, const Expectation& cell, double half_unit) {
  if (!std::isfinite(cell.value) || std::fabs(change) <= 2 * half_unit) return false;
  return contains({cell.written.low + change, cell.written.high + change}, written);
}

std::optional<Slip> term_slip(double written, const std::vector<double>& terms, const Expectation& cell,
                              double half_unit) {
  // A sum of a single term has nothing to be left out of.
  if (terms.size() < 2) return std::nullopt;
  constexpr std::array kinds = {std::pair{Slip::Kind::term_dropped, -1.0},
                                std::pair{Slip::Kind::sign_lost, -2.0},
                                std::pair{Slip::Kind::term_doubled, 1.0}};
  for (const auto& [kind, factor] : kinds) {
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (fits(written, factor * terms[i], cell, half_unit)) return Slip{kind, static_cast<int>(i)};
    }
  }
  return std::nullopt;
}

std::optional<Slip> point_slip(double written, const Expectation& cell, double half_unit) {
  if (written == 0.0 || !std::isfinite(cell.value)) return std::nullopt;
  for (const int places : {1, -1, 2, -2}) {
    const double factor = std::pow(10.0, places);
    if (std::fabs(cell.value * factor - cell.value) <= 2 * half_unit) continue;
    // The digits are those of the cell: half a unit of them moves with the point.
    const double reach = std::max(half_unit, half_unit * factor);
    if (within(written, cell.value * factor, reach)) return Slip{Slip::Kind::decimal_point, places};
  }
  return std::nullopt;
}

class Finder {
 public:
  Finder(const HandedTable& handed_in, const std::vector<Expectation>& truth,
         const std::vector<Expectation>& own, TableReport& report, int decimals)
      : handed_in_(handed_in), truth_(truth), own_(own), report_(report), half_unit_(half_unit(decimals)) {
    for (std::size_t i = 0; i < report.cells.size(); ++i) {
      if (report.cells[i].verdict == Verdict::wrong) wrong_.push_back(i);
    }
  }

  void find(const Problem& problem, const Base& truth, const Base& own) {
    if (look(problem, truth, own)) return;
    // What shows in several cells at once shows in one of two wrong rows as well.
    const std::vector<std::vector<std::size_t>> rows = wrong_by_row();
    if (rows.size() != 2) return;
    for (const std::vector<std::size_t>& row : rows) {
      wrong_ = row;
      if (row.size() > 1) look(problem, truth, own);
    }
  }

 private:
  // Whether what is wrong has turned out to be a slip.
  bool look(const Problem& problem, const Base& truth, const Base& own) {
    if (wrong_.empty()) return true;
    if (wrong_.size() == 1) {
      one_cell(problem, truth, own);
    } else if (wrong_.size() != 2 || !swapped()) {
      row_copied();
    }
    return report_.cells[wrong_.front()].slip.has_value();
  }

  std::vector<std::vector<std::size_t>> wrong_by_row() const {
    std::vector<std::vector<std::size_t>> rows;
    const auto length = static_cast<std::size_t>(handed_in_.row_length);
    for (const std::size_t i : wrong_) {
      const bool starts = rows.empty() || flat(report_.cells[rows.back().front()]) / length !=
                                              flat(report_.cells[i]) / length;
      if (starts) rows.emplace_back();
      rows.back().push_back(i);
    }
    return rows;
  }

  std::size_t flat(const CellReport& cell) const { return flat_index(report_.shape, cell.at); }
  double number(std::size_t flat) const { return handed_in_.cells[flat].number.value; }
  bool is_number(std::size_t flat) const { return handed_in_.cells[flat].state == HandedCell::State::number; }
  void set(std::size_t i, const Slip& slip) {
    report_.cells[i].verdict = Verdict::slip;
    report_.cells[i].slip = slip;
  }

  void one_cell(const Problem& problem, const Base& truth, const Base& own) {
    const std::size_t i = wrong_.front();
    const CellReport& cell = report_.cells[i];
    const std::size_t at = flat(cell);
    const std::array bases = {std::pair{&truth, &truth_}, std::pair{&own, &own_}};
    for (const auto& [base, cells] : bases) {
      const auto terms = terms_of(problem, base->middle(), report_.step, cell.at);
      if (const auto slip = term_slip(number(at), terms, (*cells)[at], half_unit_)) return set(i, *slip);
    }
    for (const auto& [base, cells] : bases) {
      if (const auto slip = point_slip(number(at), (*cells)[at], half_unit_)) return set(i, *slip);
    }
  }

  // Neighbours along one axis that hold each other's numbers.
  bool swapped() {
    const CellReport& first = report_.cells[wrong_[0]];
    const CellReport& second = report_.cells[wrong_[1]];
    int apart = 0;
    for (std::size_t axis = 0; axis < first.at.size(); ++axis)
      apart += std::abs(first.at[axis] - second.at[axis]);
    if (apart != 1) return false;
    const std::size_t a = flat(first);
    const std::size_t b = flat(second);
    for (const auto* cells : {&truth_, &own_}) {
      const bool far = std::fabs((*cells)[a].value - (*cells)[b].value) > 2 * half_unit_;
      if (!far || !contains((*cells)[a].written, number(b)) || !contains((*cells)[b].written, number(a)))
        continue;
      set(wrong_[0], {Slip::Kind::swapped, 0});
      set(wrong_[1], {Slip::Kind::swapped, 0});
      return true;
    }
    return false;
  }

  void row_copied() {
    const auto length = static_cast<std::size_t>(handed_in_.row_length);
    if (length < 2) return;
    const std::size_t row = flat(report_.cells[wrong_.front()]) / length;
    for (const std::size_t i : wrong_) {
      if (flat(report_.cells[i]) / length != row) return;
    }
    // Rows of the same batch member and head: the axis before the last.
    const auto positions = static_cast<std::size_t>(report_.shape[report_.shape.size() - 2]);
    const std::size_t first = row - row % positions;
    for (std::size_t other = first; other < first + positions; ++other) {
      if (other == row || !holds(row, other, length)) continue;
      for (const std::size_t i : wrong_) set(i, {Slip::Kind::row_copied, static_cast<int>(other - first)});
      return;
    }
  }
  bool holds(std::size_t row, std::size_t other, std::size_t length) const {
    for (std::size_t j = 0; j < length; ++j) {
      if (!is_number(row * length + j)) return false;
      if (!contains(truth_[other * length + j].written, number(row * length + j))) return false;
    }
    return true;
  }

  const HandedTable& handed_in_;
  const std::vector<Expectation>& truth_;
  const std::vector<Expectation>& own_;
  TableReport& report_;
  double half_unit_;
  std::vector<std::size_t> wrong_;  // indices into report_.cells
};

}  // namespace

std::vector<double> terms_of(const Problem& problem, const Trace& tables, Step step, const CellIndex& at) {
  switch (step) {
    case Step::q:
      return projection_terms(problem.source->q, row_at(problem.source->x, at[0], at[1]), at[2]);
    case Step::k:
      return projection_terms(problem.source->k, row_at(problem.source->x_kv, at[0], at[1]), at[2]);
    case Step::v:
      return projection_terms(problem.source->v, row_at(problem.source->x_kv, at[0], at[1]), at[2]);
    case Step::scores:
      return score_terms(problem, tables, at);
    case Step::sum: {
      std::vector<double> terms;
      for (int j = 0; j < problem.key_count; ++j)
        terms.push_back(tables.at(Step::exp).at({at[0], at[1], at[2], j}));
      return terms;
    }
    case Step::output:
      return output_terms(problem, tables, at);
    case Step::projected:
      return projected_terms(problem, tables, at);
    default:
      return {};
  }
}

void find_slips(const Problem& problem, const Base& truth, const Base& own, const HandedTable& handed_in,
                const std::vector<Expectation>& truth_cells, const std::vector<Expectation>& own_cells,
                TableReport& report) {
  Finder(handed_in, truth_cells, own_cells, report, of_step(problem.decimals, report.step))
      .find(problem, truth, own);
}

}  // namespace qkv::grading
