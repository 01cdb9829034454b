#include "twins.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "qkv/generate/mistaken.hpp"
#include "qkv/grade/answers.hpp"
#include "qkv/grade/bounds.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv::generating {
namespace {

// A little more than the tolerance, for the noise of floating point.
bool same_number(double a, double b, double tolerance) {
  constexpr double noise = 1e-9;
  return a == b || std::fabs(a - b) <= tolerance + noise || (std::isnan(a) && std::isnan(b));
}

bool same_table(const Tensor& a, const Tensor& b, double tolerance) {
  return a.shape() == b.shape() &&
         std::ranges::equal(a.values(), b.values(),
                            [tolerance](double x, double y) { return same_number(x, y, tolerance); });
}

}  // namespace

MistakenTables::MistakenTables(const Problem& problem) : problem_(problem) {}

bool MistakenTables::are_twins(const Twins& twins) {
  const double half_units = twins.one == nobody ? 2.0 : 1.0;
  const Asked& one = asked(twins.one);
  const Asked& other = asked(twins.other);
  for (std::size_t i = 0; i < problem_.asked.size(); ++i) {
    const double unit = half_unit(of_step(problem_.decimals, problem_.asked[i]));
    if (!same_table(one[i], other[i], half_units * unit)) return false;
  }
  return true;
}

std::vector<Twins> MistakenTables::all_twins(const std::vector<PossibleMistake>& mistakes) {
  std::vector<Suspect> suspects = {nobody};
  for (const PossibleMistake& possible : mistakes) {
    for (const Way* way : possible.ways) suspects.push_back({possible.mistake, way});
  }
  std::vector<Twins> twins;
  for (std::size_t i = 0; i < suspects.size(); ++i) {
    for (std::size_t j = i + 1; j < suspects.size(); ++j) {
      const Twins pair = {suspects[i], suspects[j]};
      if (pair.one.mistake != pair.other.mistake && are_twins(pair)) twins.push_back(pair);
    }
  }
  return twins;
}

const MistakenTables::Asked& MistakenTables::asked(const Suspect& suspect) {
  const auto found = asked_.find(suspect);
  if (found != asked_.end()) return found->second;
  static const Way right;
  const Trace tables = mistaken_tables(problem_, suspect.way == nullptr ? right : *suspect.way, Carry::exact);
  Asked parts;
  for (const Step step : problem_.asked) parts.push_back(asked_part(tables.find(step), step));
  return asked_.emplace(suspect, std::move(parts)).first->second;
}

Tensor MistakenTables::asked_part(const Tensor* table, Step step) const {
  if (table == nullptr) return {};
  Tensor part = *table;
  if (part.shape() != shape_of(problem_, step)) return part;
  for (std::size_t flat = 0; flat < part.values().size(); ++flat) {
    if (is_asked_cell(problem_, step, index_at(part.shape(), flat))) continue;
    part.values()[flat] = std::numeric_limits<double>::quiet_NaN();
  }
  return part;
}

}  // namespace qkv::generating
