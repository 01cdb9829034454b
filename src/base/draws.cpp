#include "qkv/base/draws.hpp"

#include <limits>

namespace qkv {

// The last numbers of the engine, which would make the first of the range more likely, are drawn again.
int Draws::between(int low, int high) {
  const auto range = static_cast<std::uint64_t>(static_cast<std::int64_t>(high) - low) + 1;
  constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t limit = largest - largest % range;
  std::uint64_t drawn = engine_();
  while (drawn >= limit) drawn = engine_();
  return static_cast<int>(low + static_cast<std::int64_t>(drawn % range));
}

std::uint64_t seed_of(std::uint64_t seed, std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  const auto add = [&hash](std::uint64_t byte) { hash = (hash ^ byte) * 0x100000001b3U; };
  for (int shift = 0; shift < 64; shift += 8) add((seed >> static_cast<unsigned>(shift)) & 0xffU);
  for (const char character : name) add(static_cast<unsigned char>(character));
  hash = (hash ^ (hash >> 30U)) * 0xbf58476d1ce4e5b9U;
  hash = (hash ^ (hash >> 27U)) * 0x94d049bb133111ebU;
  return hash ^ (hash >> 31U);
}

}  // namespace qkv
