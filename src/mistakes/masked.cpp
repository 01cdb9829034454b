#include <cmath>
#include <limits>

#include "rows.hpp"
#include "wrong_steps.hpp"

namespace qkv::wrong {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The bias where a number can be added; a bias of −∞ is a mask.
double finite_bias(const Problem& problem, const RowAt& at, int j) {
  const double bias = problem.bias_at(at.b, at.h, at.i, j);
  return std::isinf(bias) ? 0.0 : bias;
}

// The scaled scores plus the bias, changed by change(at, j, cell).
template <typename Change>
Tensor make(const Problem& problem, const Trace& earlier, Change change) {
  Tensor masked = earlier.at(Step::scaled);
  each_cell(problem, masked, [&](const RowAt& at, int j, double& cell) {
    cell += finite_bias(problem, at, j);
    change(at, j, cell);
  });
  return masked;
}

Tensor filled(const Problem& problem, const Trace& earlier, double fill) {
  return make(problem, earlier, [&](const RowAt& at, int j, double& cell) {
    if (!sees(problem, at, j)) cell = fill;
  });
}

// −∞ where not keep(at, j).
template <typename Keep>
Tensor kept(const Problem& problem, const Trace& earlier, Keep keep) {
  return make(problem, earlier, [&](const RowAt& at, int j, double& cell) {
    if (!keep(at, j)) cell = -infinity;
  });
}

bool others_allow(const Problem& problem, const RowAt& at, int j, MaskKind kind) {
  for (const MaskKind other : all_mask_kinds) {
    if (other != kind && problem.blocks(other, at.b, at.h, at.i, j)) return false;
  }
  return true;
}

// One kind of mask replaced by keep(at, j), the others as they are.
template <typename Keep>
Tensor replaced(const Problem& problem, const Trace& earlier, MaskKind kind, Keep keep) {
  return kept(problem, earlier,
              [&](const RowAt& at, int j) { return others_allow(problem, at, j, kind) && keep(at, j); });
}

int offset(const Problem& problem) {
  return problem.masks.causal ? problem.masks.causal->offset : 0;
}

bool is_real(const Problem& problem, int b, int position) {
  return problem.masks.padding->at({b, position}) != 0.0;
}

Tensor with_window(const Problem& problem, const Trace& earlier, int window) {
  return replaced(problem, earlier, MaskKind::window,
                  [&](const RowAt& at, int j) { return j > at.i + offset(problem) - window; });
}

}  // namespace

Tensor masked_not(const Problem& problem, Earlier earlier) {
  return kept(problem, earlier, [](const RowAt&, int) { return true; });
}
Tensor masked_copied(const Problem&, Earlier earlier) {
  return earlier.at(Step::scaled);
}

Tensor masked_zero(const Problem& problem, Earlier earlier) {
  return filled(problem, earlier, 0.0);
}
Tensor masked_minus_1(const Problem& problem, Earlier earlier) {
  return filled(problem, earlier, -1.0);
}
template <int fill>
Tensor masked_filled(const Problem& problem, Earlier earlier) {
  return filled(problem, earlier, fill);
}
template Tensor masked_filled<-5>(const Problem&, Earlier);
template Tensor masked_filled<-10>(const Problem&, Earlier);
template Tensor masked_filled<-20>(const Problem&, Earlier);
template Tensor masked_filled<-50>(const Problem&, Earlier);
template Tensor masked_filled<-99>(const Problem&, Earlier);
template Tensor masked_filled<-100>(const Problem&, Earlier);
template Tensor masked_filled<-999>(const Problem&, Earlier);
template Tensor masked_filled<-1'000>(const Problem&, Earlier);
template Tensor masked_filled<-9'999>(const Problem&, Earlier);
template Tensor masked_filled<-10'000>(const Problem&, Earlier);
template Tensor masked_filled<-65'504>(const Problem&, Earlier);
template Tensor masked_filled<-100'000>(const Problem&, Earlier);
template Tensor masked_filled<-1'000'000>(const Problem&, Earlier);
template Tensor masked_filled<-1'000'000'000>(const Problem&, Earlier);

Tensor masked_lowest(const Problem& problem, Earlier earlier) {
  return filled(problem, earlier, std::numeric_limits<double>::lowest());
}

template <int added>
Tensor masked_added(const Problem& problem, Earlier earlier) {
  return make(problem, earlier, [&](const RowAt& at, int j, double& cell) {
    if (!sees(problem, at, j)) cell += added;
  });
}
template Tensor masked_added<-10>(const Problem&, Earlier);
template Tensor masked_added<-100>(const Problem&, Earlier);
template Tensor masked_added<-10'000>(const Problem&, Earlier);

Tensor masked_plus_infinity(const Problem& problem, Earlier earlier) {
  return filled(problem, earlier, infinity);
}

Tensor masked_keep_added(const Problem& problem, Earlier earlier) {
  return make(problem, earlier, [&](const RowAt& at, int j, double& cell) {
    if (sees(problem, at, j)) cell += 1.0;
  });
}
Tensor masked_drop_added(const Problem& problem, Earlier earlier) {
  return make(problem, earlier, [&](const RowAt& at, int j, double& cell) {
    if (!sees(problem, at, j)) cell += 1.0;
  });
}
Tensor masked_inverted(const Problem& problem, Earlier earlier) {
  return kept(problem, earlier, [&](const RowAt& at, int j) { return !sees(problem, at, j); });
}

Tensor masked_diagonal(const Problem& problem, Earlier earlier) {
  return replaced(problem, earlier, MaskKind::causal,
                  [&](const RowAt& at, int j) { return j < at.i + offset(problem); });
}
Tensor masked_one_ahead(const Problem& problem, Earlier earlier) {
  return replaced(problem, earlier, MaskKind::causal,
                  [&](const RowAt& at, int j) { return j <= at.i + offset(problem) + 1; });
}
Tensor masked_triangle_swapped(const Problem& problem, Earlier earlier) {
  return replaced(problem, earlier, MaskKind::causal,
                  [&](const RowAt& at, int j) { return j >= at.i + offset(problem); });
}
Tensor masked_without_causal(const Problem& problem, Earlier earlier) {
  return replaced(problem, earlier, MaskKind::causal, [](const RowAt&, int) { return true; });
}
Tensor masked_upper_left(const Problem& problem, Earlier earlier) {
  return replaced(problem, earlier, MaskKind::causal, [](const RowAt& at, int j) { return j <= at.i; });
}

Tensor masked_window_short(const Problem& problem, Earlier earlier) {
  return with_window(problem, earlier, *problem.masks.window - 1);
}
Tensor masked_window_long(const Problem& problem, Earlier earlier) {
  return with_window(problem, earlier, *problem.masks.window + 1);
}

Tensor masked_without_padding(const Problem& problem, Earlier earlier) {
  return replaced(problem, earlier, MaskKind::padding, [](const RowAt&, int) { return true; });
}
Tensor masked_padded_rows(const Problem& problem, Earlier earlier) {
  return replaced(problem, earlier, MaskKind::padding,
                  [&](const RowAt& at, int) { return is_real(problem, at.b, at.i); });
}
Tensor masked_padding_or_causal(const Problem& problem, Earlier earlier) {
  return kept(problem, earlier, [&](const RowAt& at, int j) {
    const bool either = !problem.blocks(MaskKind::causal, at.b, at.h, at.i, j) ||
                        !problem.blocks(MaskKind::padding, at.b, at.h, at.i, j);
    return either && !problem.blocks(MaskKind::window, at.b, at.h, at.i, j) &&
           !problem.blocks(MaskKind::allow, at.b, at.h, at.i, j) &&
           !problem.blocks(MaskKind::bias, at.b, at.h, at.i, j);
  });
}
Tensor masked_equal_padding(const Problem& problem, Earlier earlier) {
  return replaced(problem, earlier, MaskKind::padding, [&](const RowAt& at, int j) {
    return is_real(problem, at.b, at.i) == is_real(problem, at.b, j);
  });
}

Tensor masked_bias_scaled(const Problem& problem, Earlier earlier) {
  Tensor masked = earlier.at(Step::scaled);
  each_cell(problem, masked, [&](const RowAt& at, int j, double& cell) {
    cell = sees(problem, at, j) ? cell + finite_bias(problem, at, j) / problem.scale.divisor : -infinity;
  });
  return masked;
}

}  // namespace qkv::wrong
