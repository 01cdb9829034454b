// Causes in the tables that come out: masks, and rows of the softmax.
#include <algorithm>
#include <cmath>
#include <string>

#include "cause_checks.hpp"
#include "qkv/base/number.hpp"
#include "qkv/generate/topics.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv::linting {
namespace {

constexpr double close_weights = 0.05;
bool reaches(const Numbers& n, Step step) {
  return n.problem.computes(step) && step <= n.problem.asked.back();
}

// What a query may look at, in one table.
struct VisibleRow {
  int batch = 0;
  int query = 0;
  std::vector<int> keys;
  std::vector<double> values;  // of those keys
};

// Of real queries, with something to see.
std::vector<VisibleRow> visible_rows(const Problem& problem, const Tensor& table) {
  std::vector<VisibleRow> rows;
  for (int b = 0; b < problem.batch; ++b) {
    for (int h = 0; h < problem.heads; ++h) {
      for (int i = 0; i < problem.query_count; ++i) {
        VisibleRow row{b, i, {}, {}};
        for (int j = 0; j < problem.key_count; ++j) {
          if (!problem.may_look(b, h, i, j)) continue;
          row.keys.push_back(j);
          row.values.push_back(table.at({b, h, i, j}));
        }
        if (!problem.is_padded_query(b, i) && !row.keys.empty()) rows.push_back(std::move(row));
      }
    }
  }
  return rows;
}

const std::string& name_of(const Problem& problem, const VisibleRow& row) {
  return problem.query_names[static_cast<std::size_t>(row.batch)][static_cast<std::size_t>(row.query)];
}

std::vector<VisibleRow> rows_of_weights(const Numbers& n) {
  if (!reaches(n, Step::weights)) return {};
  return visible_rows(n.problem, n.exact.at(Step::weights));
}

// The first row that has something to choose from and holds it.
template <typename Holds>
Details first_row(const Problem& problem, const std::vector<VisibleRow>& rows, const Holds& holds) {
  for (const VisibleRow& row : rows) {
    if (row.keys.size() < 2) continue;
    if (const std::optional<double> value = holds(row.values)) {
      return std::vector{argument("row", name_of(problem, row)), argument("number", format_fixed(*value, 3))};
    }
  }
  return std::nullopt;
}

bool is_only_mask(const Numbers& n, MaskKind kind) {
  return std::ranges::all_of(all_mask_kinds,
                             [&](MaskKind each) { return n.problem.masks.has(each) == (each == kind); });
}

}  // namespace

Details symmetric_scores(const Numbers& n) {
  const Problem& p = n.problem;
  if (!p.computes(Step::scores) || p.query_count != p.key_count || p.query_count < 2) return std::nullopt;
  if (q_k_equal(n) || q_k_v_equal(n)) return std::nullopt;
  const Tensor& scores = n.exact.at(Step::scores);
  for (std::size_t flat = 0; flat < scores.values().size(); ++flat) {
    std::vector<int> at = index_at(scores.shape(), flat);
    std::swap(at[2], at[3]);
    if (std::fabs(scores.values()[flat] - scores.at(at)) > 1e-9) return std::nullopt;
  }
  return std::vector<Argument>{};
}

// ---- masks

Details causal_alone(const Numbers& n) {
  return yes_if(is_only_mask(n, MaskKind::causal));
}

Details padding_alone(const Numbers& n) {
  return yes_if(is_only_mask(n, MaskKind::padding));
}

Details padding_behind_causal(const Numbers& n) {
  const Problem& p = n.problem;
  if (!p.masks.padding || !p.masks.causal) return std::nullopt;
  bool pads = false;
  for (int b = 0; b < p.batch; ++b) {
    for (int i = 0; i < p.query_count; ++i) {
      if (p.is_padded_query(b, i)) continue;
      for (int j = 0; j < p.key_count; ++j) {
        if (!p.blocks(MaskKind::padding, b, 0, i, j)) continue;
        pads = true;
        if (!p.blocks(MaskKind::causal, b, 0, i, j)) return std::nullopt;
      }
    }
  }
  return yes_if(pads);
}

namespace {

// Whether some real query is kept by these masks, all at once, from a key.
bool blocks_together(const Problem& p, std::initializer_list<MaskKind> kinds) {
  for (int b = 0; b < p.batch; ++b) {
    for (int h = 0; h < p.heads; ++h) {
      for (int i = 0; i < p.query_count; ++i) {
        for (int j = 0; j < p.key_count; ++j) {
          const bool all =
              std::ranges::all_of(kinds, [&](MaskKind kind) { return p.blocks(kind, b, h, i, j); });
          if (all && !p.is_padded_query(b, i)) return true;
        }
      }
    }
  }
  return false;
}

}  // namespace

Details nothing_blocked(const Numbers& n) {
  return yes_if(n.problem.masks.any() && std::ranges::none_of(all_mask_kinds, [&](MaskKind kind) {
                  return blocks_together(n.problem, {kind});
                }));
}

Details masks_apart(const Numbers& n) {
  const Masks& masks = n.problem.masks;
  return yes_if(masks.causal && masks.padding &&
                !blocks_together(n.problem, {MaskKind::causal, MaskKind::padding}));
}

Details padded_rows(const Numbers& n) {
  const auto& padding = n.problem.masks.query_padding;
  return yes_if(padding && std::ranges::find(padding->values(), 0.0) != padding->values().end());
}

Details blocked_scores_are_0(const Numbers& n) {
  const Problem& p = n.problem;
  if (!p.masks.any() || !p.computes(Step::scaled)) return std::nullopt;
  const Tensor& scaled = n.exact.at(Step::scaled);
  bool blocks = false;
  for (std::size_t flat = 0; flat < scaled.values().size(); ++flat) {
    const CellIndex at(scaled.shape(), flat);
    if (p.may_look(at[0], at[1], at[2], at[3]) || p.is_padded_query(at[0], at[2])) continue;
    blocks = true;
    if (scaled.values()[flat] != 0.0) return std::nullopt;
  }
  return yes_if(blocks);
}

Details masked_not_asked(const Numbers& n) {
  return yes_if(reaches(n, Step::masked) && !n.problem.is_asked(Step::masked) &&
                !n.problem.is_given(Step::masked));
}

// ---- rows of the softmax

Details one_query(const Numbers& n) {
  return yes_if(n.problem.query_count == 1 && reaches(n, Step::weights));
}

Details one_visible_key(const Numbers& n) {
  const std::vector<VisibleRow> rows = rows_of_weights(n);
  return yes_if(!rows.empty() &&
                std::ranges::all_of(rows, [](const VisibleRow& row) { return row.keys.size() == 1; }));
}

Details own_is_largest(const Numbers& n) {
  const std::vector<VisibleRow> rows = rows_of_weights(n);
  if (rows.empty() || n.problem.query_count != n.problem.key_count) return std::nullopt;
  return yes_if(std::ranges::all_of(rows, [](const VisibleRow& row) {
    const auto most = std::ranges::max_element(row.values) - row.values.begin();
    return row.keys[static_cast<std::size_t>(most)] == row.query;
  }));
}

Details tied_largest(const Numbers& n) {
  return first_row(
      n.problem, rows_of_weights(n), [](const std::vector<double>& weights) -> std::optional<double> {
        const double most = std::ranges::max(weights);
        const auto ties =
            std::ranges::count_if(weights, [most](double weight) { return most - weight <= 1e-12; });
        if (ties < 2) return std::nullopt;
        return most;
      });
}

Details weights_alike(const Numbers& n) {
  const std::vector<VisibleRow> rows = rows_of_weights(n);
  bool choice = false;
  for (const VisibleRow& row : rows) {
    if (row.keys.size() < 2) continue;
    choice = true;
    if (std::ranges::max(row.values) - std::ranges::min(row.values) > close_weights) return std::nullopt;
  }
  return yes_if(choice);
}

Details heavy_weight(const Numbers& n) {
  return first_row(n.problem, rows_of_weights(n),
                   [](const std::vector<double>& weights) -> std::optional<double> {
                     const double most = std::ranges::max(weights);
                     if (most <= heaviest_weight) return std::nullopt;
                     return most;
                   });
}

Details light_weight(const Numbers& n) {
  if (heavy_weight(n)) return std::nullopt;
  return first_row(n.problem, rows_of_weights(n),
                   [](const std::vector<double>& weights) -> std::optional<double> {
                     const double least = std::ranges::min(weights);
                     if (least >= lightest_weight) return std::nullopt;
                     return least;
                   });
}

}  // namespace qkv::linting
