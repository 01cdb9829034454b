// Random whole numbers that are the same on every platform, with every compiler and library.
//
// The engine is fixed by the C++ standard, to the bit (std::mt19937_64); the distributions of the standard
// are not, so the mapping to a range is ours.
#pragma once

#include <cstdint>
#include <random>
#include <string_view>

namespace qkv {

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : engine_(seed) {}

  // Any of them with the same probability; low ≤ high.
  int between(int low, int high);

 private:
  std::mt19937_64 engine_;
};

// A seed of its own for everything that has a name: what is drawn for one does not depend on the others.
// FNV-1a over the bytes, then the finalizer of SplitMix64 (Steele, Lea and Flood 2014).
std::uint64_t seed_of(std::uint64_t seed, std::string_view name);

}  // namespace qkv
