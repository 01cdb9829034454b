#include "trivial.hpp"

#include <algorithm>
#include <cmath>

#include "qkv/trace/pipeline.hpp"

namespace qkv::grading {
namespace {

bool is_zero_row(const std::vector<double>& row) {
  return std::ranges::all_of(row, [](double value) { return value == 0.0; });
}

bool is_one_hot(const std::vector<double>& row) {
  return row.size() > 1 && std::ranges::count_if(row, [](double value) { return value != 0.0; }) == 1;
}

// −∞ aside.
bool is_flat(const std::vector<double>& row) {
  std::vector<double> visible;
  std::ranges::copy_if(row, std::back_inserter(visible), [](double value) { return std::isfinite(value); });
  return visible.size() > 1 && std::ranges::adjacent_find(visible, std::not_equal_to<>()) == visible.end();
}

bool is_trivial(Step table, const std::vector<double>& row) {
  if (is_zero_row(row)) return true;
  const bool scores = table >= Step::scores && table <= Step::exp;
  const bool weights = table == Step::weights || table == Step::dropped;
  return (scores && is_flat(row)) || (weights && is_one_hot(row));
}

// The row of a table that belongs to the same query.
std::vector<double> query_row_of(const Problem& problem, const Tensor& table, Step step, int batch, int head,
                                 int query) {
  const bool by_position = table.rank() == 3 && step != Step::sum;
  const auto length = static_cast<std::ptrdiff_t>(step == Step::sum ? 1 : table.shape().back());
  const int row = by_position ? batch * problem.query_count + query
                              : (batch * problem.heads + head) * problem.query_count + query;
  const auto start = table.values().begin() + row * length;
  return {start, start + length};
}

// The handed-in tables behind a step: those it reads, and what the ones left blank read in turn.
void collect(const Problem& problem, const HandedIn& handed_in, Step step, std::vector<Step>& sources) {
  for (const Step read : tables_read(problem, step)) {
    if (of_step(handed_in, read)) {
      sources.push_back(read);
    } else if (problem.computes(read)) {
      collect(problem, handed_in, read, sources);
    }
  }
}

}  // namespace

bool made_trivial(const Problem& problem, const HandedIn& handed_in, const Trace& truth, const Trace& own,
                  Step step, const CellIndex& at) {
  std::vector<Step> sources;
  collect(problem, handed_in, step, sources);
  const bool by_position = step == Step::merged || step == Step::projected;
  for (const Step source : sources) {
    // Keys and values have no row of this query.
    const bool of_queries = source >= Step::scores || source == Step::q || source == Step::q_heads;
    if (!of_queries || step < Step::scores || source == Step::sum) continue;
    const bool same_heads = source == Step::merged || !by_position;
    const int heads = same_heads ? 1 : problem.heads;
    for (int h = 0; h < heads; ++h) {
      const int head = by_position ? h : at[1];
      const int query = by_position ? at[1] : at[2];
      const auto wrong = query_row_of(problem, own.at(source), source, at[0], head, query);
      const auto right = query_row_of(problem, truth.at(source), source, at[0], head, query);
      if (is_trivial(source, wrong) && !is_trivial(source, right)) return true;
    }
  }
  return false;
}

}  // namespace qkv::grading
