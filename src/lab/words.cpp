#include "qkv/lab/words.hpp"

#include <cmath>

#include "qkv/base/number.hpp"

namespace qkv {
namespace {

// From here on, and below its inverse, a number is shown with its power of ten.
constexpr int most_places = 6;

int power_of(double value) {
  return static_cast<int>(std::floor(std::log10(std::fabs(value))));
}

std::string three_digits(double value) {
  if (value == 0) return "0";
  int power = power_of(value);
  if (power > -most_places && power < most_places)
    return format_shortest(round_half_away(value, std::max(0, 2 - power)));
  // Two steps, since 10^-power alone would overflow for the smallest numbers.
  double mantissa = value / std::pow(10.0, power / 2) / std::pow(10.0, power - power / 2);
  mantissa = round_half_away(mantissa, 2);
  if (std::fabs(mantissa) >= 10) {
    mantissa = round_half_away(mantissa / 10, 2);
    ++power;
  }
  return format_shortest(mantissa) + "e" + std::to_string(power);
}

std::vector<Argument> with_numbers(const LabClaim& claim) {
  std::vector<Argument> arguments = claim.arguments;
  arguments.push_back(argument("found", lab_number(claim.found, claim.decimals)));
  arguments.push_back(argument("bound", lab_number(claim.bound, claim.decimals)));
  arguments.push_back(argument("tolerance", lab_number(claim.tolerance, claim.decimals)));
  return arguments;
}

}  // namespace

std::string lab_words(const LabText& text, const Catalogue& catalogue) {
  return text.key.empty() ? text.literal : catalogue.say(text.key, text.arguments);
}

std::string lab_number(double value, int decimals) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
  std::string text = decimals == significant ? three_digits(value) : format_fixed(value, decimals);
  if (text.front() == '-') text.replace(0, 1, "−");
  return text;
}

std::string claim_words(const LabClaim& claim, const Catalogue& catalogue) {
  return catalogue.say(claim.key, with_numbers(claim));
}

std::string claim_numbers(const LabClaim& claim, const Catalogue& catalogue) {
  const bool is_exact = claim.relation == LabClaim::Relation::equal && claim.tolerance == 0;
  const std::string name = is_exact ? "exactly" : std::string(relation_name(claim.relation));
  return catalogue.say("lab.claim." + name, with_numbers(claim));
}

std::string_view relation_name(LabClaim::Relation relation) {
  switch (relation) {
    case LabClaim::Relation::less:
      return "less";
    case LabClaim::Relation::at_most:
      return "at-most";
    case LabClaim::Relation::equal:
      return "equal";
    case LabClaim::Relation::at_least:
      return "at-least";
    case LabClaim::Relation::greater:
      return "greater";
  }
  return {};
}

}  // namespace qkv
