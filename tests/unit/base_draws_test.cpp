// Draws: the engine of the standard, a mapping of our own.
#include <map>
#include <set>

#include "qkv/base/draws.hpp"
#include "support/catch.hpp"

using namespace qkv;

TEST_CASE("draws are those of the 64-bit Mersenne Twister, taken modulo the range") {
  // The standard fixes the 10000th number of the engine with its own seed: [rand.predef].
  std::mt19937_64 engine;
  engine.discard(9999);
  CHECK(engine() == 9981545732273789042U);
  std::mt19937_64 same(42);
  Draws draws(42);
  for (int i = 0; i < 100; ++i) CHECK(draws.between(-3, 4) == -3 + static_cast<int>(same() % 8));
}

TEST_CASE("all numbers of a range come up, equally often, and no other") {
  Draws draws(1);
  std::map<int, int> counts;
  constexpr int count = 60'000;
  for (int i = 0; i < count; ++i) ++counts[draws.between(-1, 4)];
  REQUIRE(counts.size() == 6);
  CHECK(counts.begin()->first == -1);
  CHECK(counts.rbegin()->first == 4);
  // Standard deviation of each: √(n·p·(1−p)) = 91.
  for (const auto& [number, times] : counts) CHECK(std::abs(times - count / 6) < 500);
  CHECK(Draws(7).between(5, 5) == 5);
}

TEST_CASE("names and seeds lead to seeds of their own") {
  std::set<std::uint64_t> seeds;
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 63U}) {
    for (const char* name : {"", "s1", "s2", "s10", "学号"}) seeds.insert(seed_of(seed, name));
  }
  CHECK(seeds.size() == 15);
  CHECK(seed_of(42, "s001") == seed_of(42, "s001"));
}
