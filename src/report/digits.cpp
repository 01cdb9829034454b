#include "digits.hpp"

#include <algorithm>
#include <cmath>

#include "qkv/base/number.hpp"

namespace qkv {
namespace {

// Rounding noise in the last digits of a double is nothing a reader should see in an input such as 1/3.
constexpr int most_input_decimals = 6;
constexpr std::size_t most_terms = 12;
constexpr std::size_t first_terms = 8;
constexpr std::size_t last_terms = 2;

std::string with_signs(std::string number) {
  if (number == "-inf") return "−∞";
  if (!number.empty() && number.front() == '-') number.replace(0, 1, "−");
  return number;
}

std::string enclosed(std::string_view before, std::string_view text, std::string_view after) {
  std::string result(before);
  result += text;
  result += after;
  return result;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) {
    if (!text.empty()) text += separator;
    text += part;
  }
  return text;
}

}  // namespace

std::string Digits::show(double value) const {
  if (std::isnan(value)) return "?";
  return with_signs(shortest ? format_shortest(value) : format_fixed(value, decimals));
}

std::string Digits::show_factor(double value) const {
  const std::string text = show(value);
  return value < 0.0 && text.front() != '0' ? enclosed("(", text, ")") : text;
}

Digits digits_of_inputs(const Tensor& values) {
  int decimals = 0;
  for (const double value : values.values()) decimals = std::max(decimals, shortest_decimals(value));
  // A number such as 1/3 is written in full, and the others beside it are not filled up with zeros.
  return {.shortest = decimals > most_input_decimals, .decimals = decimals};
}

Digits digits_of_table(const Tensor& shown, const Tensor& exact, int decimals) {
  const auto whole = [](double value) { return std::isinf(value) || value == std::round(value); };
  const bool all_whole =
      std::ranges::all_of(shown.values(), whole) && std::ranges::all_of(exact.values(), whole);
  return {.shortest = false, .decimals = all_whole ? 0 : decimals};
}

Digits all_digits() {
  return {.shortest = true, .decimals = 0};
}

std::string sum_text(const std::vector<std::string>& terms) {
  if (terms.size() <= most_terms) return join(terms, " + ");
  std::vector<std::string> shown(terms.begin(), terms.begin() + first_terms);
  shown.emplace_back("…");
  shown.insert(shown.end(), terms.end() - last_terms, terms.end());
  return join(shown, " + ");
}

std::string quoted(std::string_view name) {
  return enclosed("“", name, "”");
}

std::string vector_text(const std::vector<std::string>& numbers) {
  return enclosed("[", join(numbers, ", "), "]");
}

}  // namespace qkv
