#include "judge.hpp"

#include <cmath>

#include "qkv/base/number.hpp"

namespace qkv::grading {
namespace {

// Right when rounded to the decimals that were written, which are too few.
bool is_imprecise(const WrittenNumber& number, const CellContext& context) {
  if (number.exact_form || number.decimals >= context.decimals) return false;
  const double half = half_unit(number.decimals);
  // A number that may be off by more than a quarter of itself says nothing: 1 for 0.71, or 0 for any small
  // number.
  if (half > std::fabs(number.value) / 4) return false;
  // Also when the number with enough decimals was rounded once more: 0.248 → 0.25 → 0.3.
  const auto comes_from = [&](double value) {
    return within(number.value, value, half) ||
           within(number.value, round_half_away(value, context.decimals), half);
  };
  return comes_from(context.truth.value) || comes_from(context.own.value);
}

}  // namespace

CellJudgement judge(const WrittenNumber& number, const CellContext& context) {
  const double half = half_unit(context.decimals);
  if (within(number.value, context.truth.value, half)) return {Verdict::correct, false};
  const bool near_own = within(number.value, context.own.value, half);
  if (context.reads_right && near_own) return {Verdict::correct, true};
  if (contains(context.truth.written, number.value)) return {Verdict::rounding, false};
  const bool in_own = near_own || contains(context.own.written, number.value);
  if (in_own) return {context.reads_right ? Verdict::rounding : Verdict::follow_through, true};
  return {is_imprecise(number, context) ? Verdict::imprecise : Verdict::wrong, false};
}

}  // namespace qkv::grading
