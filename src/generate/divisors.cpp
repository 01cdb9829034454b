#include "divisors.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>

#include "qkv/base/number.hpp"

namespace qkv::linting {
namespace {

struct Divisor {
  std::string_view id;
  double value;
};

std::vector<Divisor> wrong_divisors(const Problem& p) {
  return {{"scale-missing", 1.0},
          {"scale-by-dk", 1.0 * p.d_k},
          {"scale-by-sqrt-dmodel", std::sqrt(1.0 * p.heads * p.d_k)},
          {"scale-by-sqrt-seq", std::sqrt(p.key_count)},
          {"scale-by-seq", 1.0 * p.key_count},
          {"scale-by-half-dk", p.d_k / 2.0},
          {"scale-copied-8", 8.0},
          {"scale-fourth-root-once", std::sqrt(std::sqrt(p.d_k))},
          {"scale-by-sqrt-dv", std::sqrt(p.d_v)}};
}

bool same(double a, double b) {
  return std::fabs(a - b) <= 1e-9;
}

std::string shown(double value) {
  constexpr int decimals = 4;
  return value == std::round(value) ? format_shortest(value) : format_fixed(value, decimals);
}

template <typename T, typename Test>
std::vector<T> taken(std::vector<T>& list, const Test& test) {
  std::vector<T> result;
  std::ranges::copy_if(list, std::back_inserter(result), test);
  std::erase_if(list, test);
  return result;
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
