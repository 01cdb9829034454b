#include "divisors.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "qkv/base/number.hpp"
#include "qkv/mistakes/mistakes.hpp"

namespace qkv::linting {
namespace {

struct Divisor {
  std::string_view id;
  double value;
};

std::vector<Divisor> wrong_divisors(const Problem& problem) {
  std::vector<Divisor> divisors;
  for (const Mistake& mistake : mistakes()) {
    if (mistake.divisor != nullptr) divisors.push_back({mistake.id, mistake.divisor(problem)});
  }
  return divisors;
}

bool same(double a, double b) {
  return std::fabs(a - b) <= 1e-9;
}

std::string shown(double value) {
  constexpr int decimals = 4;
  return value == std::round(value) ? format_shortest(value) : format_fixed(value, decimals);
}

}  // namespace

std::vector<Cause> causes_in_divisors(const Problem& problem, Untold& untold) {
  std::vector<Cause> causes;
  if (problem.scale.kind == Scale::Kind::none) return causes;
  const std::vector<Divisor> divisors = wrong_divisors(problem);
  for (const Divisor& divisor : divisors) {
    const auto is_one = [&](std::string_view id) {
      const auto found = std::ranges::find(divisors, id, &Divisor::id);
      return found != divisors.end() && same(found->value, divisor.value);
    };
    Cause cause{.id = "divisors-alike",
                .details = {argument("number", shown(divisor.value))},
                .pairs = taken(untold.pairs, [&](const ConfusedPair& pair) {
                  return is_one(pair.one) && is_one(pair.other);
                })};
    if (same(divisor.value, problem.scale.divisor)) cause.hidden = taken(untold.hidden, is_one);
    if (!cause.hidden.empty() || !cause.pairs.empty()) causes.push_back(std::move(cause));
  }
  return causes;
}

}  // namespace qkv::linting
