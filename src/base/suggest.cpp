#include "qkv/base/suggest.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "qkv/base/utf8.hpp"

namespace qkv {
namespace {

std::u32string lower_case(std::string_view text) {
  std::u32string letters;
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint c = decode_utf8(text, i);
    letters += c.value >= U'A' && c.value <= U'Z' ? c.value + (U'a' - U'A') : c.value;
    i += c.length;
  }
  return letters;
}

// Optimal string alignment: insertions, deletions, replacements and swaps of neighbours cost 1 each.
std::size_t edit_distance(const std::u32string& a, const std::u32string& b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replace, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

template <typename Text>
std::string nearest_of(std::string_view word, std::span<const Text> candidates) {
  const std::u32string wanted = lower_case(word);
  std::string best;
  std::size_t best_distance = 0;
  for (const Text& candidate : candidates) {
    const std::u32string known = lower_case(candidate);
    const auto [shorter, longer] = std::minmax({wanted.size(), known.size()});
    const std::size_t limit = std::max<std::size_t>(longer / 3, 1);
    if (longer - shorter > limit) continue;
    const std::size_t distance = edit_distance(wanted, known);
    if (distance > limit || distance >= longer) continue;
    if (best.empty() || distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace

std::string nearest(std::string_view word, std::span<const std::string_view> candidates) {
  return nearest_of(word, candidates);
}

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
  return nearest_of(word, candidates);
}

}  // namespace qkv
