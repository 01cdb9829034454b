#include "statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace qkv {

double Normals::uniform() {
  constexpr int highest = 2'147'483'646;
  return (draws_.between(0, highest) + 0.5) / (highest + 1.0);
}

// Box and Muller 1958: two from two.
double Normals::next() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  const double radius = std::sqrt(-2.0 * std::log(uniform()));
  const double angle = 2.0 * std::numbers::pi * uniform();
  spare_ = radius * std::sin(angle);
  has_spare_ = true;
  return radius * std::cos(angle);
}

std::vector<double> Normals::next(int count) {
  std::vector<double> numbers;
  numbers.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) numbers.push_back(next());
  return numbers;
}

Average average_of(const std::vector<double>& numbers) {
  const auto count = static_cast<double>(numbers.size());
  const double mean = sum_of(numbers) / count;
  double squares = 0.0;
  for (const double number : numbers) squares += (number - mean) * (number - mean);
  return {.mean = mean, .error = std::sqrt(squares / (count - 1) / count)};
}

std::vector<double> softmax_of(const std::vector<double>& scores) {
  const double largest = largest_of(scores);
  std::vector<double> weights;
  weights.reserve(scores.size());
  for (const double score : scores) weights.push_back(std::exp(score - largest));
  const double sum = sum_of(weights);
  for (double& weight : weights) weight /= sum;
  return weights;
}

double entropy_of(const std::vector<double>& weights) {
  double entropy = 0.0;
  for (const double weight : weights) {
    if (weight > 0) entropy -= weight * std::log(weight);
  }
  return entropy;
}

double largest_of(const std::vector<double>& numbers) {
  return *std::ranges::max_element(numbers);
}

double sum_of(const std::vector<double>& numbers) {
  double sum = 0.0;
  for (const double number : numbers) sum += number;
  return sum;
}

}  // namespace qkv
