// What several experiments draw and measure.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "qkv/base/draws.hpp"

namespace qkv {

// Numbers from the standard normal distribution, the same for a seed and a name on every platform but for the
// last digits of logarithm and cosine.
class Normals {
 public:
  Normals(std::uint64_t seed, std::string_view name) : draws_(seed_of(seed, name)) {}
  double next();
  std::vector<double> next(int count);

 private:
  double uniform();  // in (0, 1)

  Draws draws_;
  bool has_spare_ = false;
  double spare_ = 0.0;
};

// Of several measurements; the error is that of their mean.
struct Average {
  double mean = 0.0;
  double error = 0.0;  // √(variance / count)
};
Average average_of(const std::vector<double>& numbers);

// e^(s − largest) / Σ e^(s − largest). Scores of −∞ get 0; where there is nothing else, NaN as by machine.
std::vector<double> softmax_of(const std::vector<double>& scores);

// −Σ p ln p, in nats: 0 for a single 1, ln n for n equal weights.
double entropy_of(const std::vector<double>& weights);

double largest_of(const std::vector<double>& numbers);  // of at least one
double sum_of(const std::vector<double>& numbers);

}  // namespace qkv
