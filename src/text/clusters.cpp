#include "clusters.hpp"

#include <algorithm>

#include <utf8proc.h>

#include "qkv/base/utf8.hpp"

namespace qkv::detail {
namespace {

const utf8proc_property_t& property(char32_t c) {
  return *utf8proc_get_property(static_cast<utf8proc_int32_t>(c));
}

bool is_pictograph(char32_t c) {
  return property(c).boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
}

bool is_skin_tone(char32_t c) {
  return c >= 0x1F3FB && c <= 0x1F3FF;
}

// A vowel or final consonant that is drawn into the syllable before it.
bool is_medial_or_final_jamo(char32_t c) {
  const auto bound = property(c).boundclass;
  return bound == UTF8PROC_BOUNDCLASS_V || bound == UTF8PROC_BOUNDCLASS_T;
}

// Adds the columns of one code point after the other; what a sequence of emoji becomes is known at its end.
class ClusterWidth {
 public:
  void add(char32_t c) {
    if (empty_) {
      pictograph_ = is_pictograph(c);
      flag_ = property(c).boundclass == UTF8PROC_BOUNDCLASS_REGIONAL_INDICATOR;
    }
    // Emoji presentation, a keycap, a skin tone: the terminal draws one picture of two columns.
    if (pictograph_ && !empty_ && (c == 0xFE0F || is_skin_tone(c) || is_pictograph(c))) picture_ = true;
    if (c == 0x20E3 && selector_) picture_ = true;
    if (c == 0xFE0F) selector_ = true;
    if (empty_ || !is_medial_or_final_jamo(c)) sum_ += utf8proc_charwidth(static_cast<utf8proc_int32_t>(c));
    empty_ = false;
  }

  int columns() const { return picture_ ? 2 : flag_ ? std::min(sum_, 2) : sum_; }

 private:
  bool empty_ = true;
  bool pictograph_ = false;
  bool flag_ = false;
  bool selector_ = false;
  bool picture_ = false;
  int sum_ = 0;
};

}  // namespace

std::vector<Cluster> clusters_of(std::string_view text) {
  std::vector<Cluster> clusters;
  utf8proc_int32_t state = 0;
  utf8proc_int32_t previous = 0;
  ClusterWidth width;
  for (std::size_t offset = 0; offset < text.size();) {
    const CodePoint c = decode_utf8(text, offset);
    const auto current = static_cast<utf8proc_int32_t>(c.value);
    const bool joins = !clusters.empty() && clusters.back().valid && c.valid &&
                       !utf8proc_grapheme_break_stateful(previous, current, &state);
    if (!joins) {
      clusters.push_back({offset, 0, 0, c.value, c.valid});
      width = {};
      if (!c.valid || clusters.size() == 1 || !clusters[clusters.size() - 2].valid) state = 0;
    }
    Cluster& cluster = clusters.back();
    cluster.size += c.length;
    if (c.valid) width.add(c.value);
    // A byte that is no character takes one column: that of the mark that a terminal shows in its place.
    cluster.width = c.valid ? width.columns() : 1;
    previous = current;
    offset += c.length;
  }
  return clusters;
}

}  // namespace qkv::detail
