#include "judge.hpp"

#include <cmath>

namespace qkv::grading {
namespace {

// Right when rounded to the decimals that were written, which are too few.
bool is_imprecise(const WrittenNumber& number, const CellContext& context) {
  if (number.exact_form || number.decimals >= context.decimals) return false;
  const double half = half_unit(number.decimals);
  // A number that may be off by more than a quarter of itself says nothing: 1 for 0.71, or 0 for any small
  // number.
  if (half > std::fabs(number.value) / 4) return false;
  return within(number.value, context.truth.value, half) || within(number.value, context.own.value, half);
}

}  // namespace

Judgement judge(const WrittenNumber& number, const CellContext& context) {
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
