#include "text_store.hpp"

#include <algorithm>

namespace qkv {

std::string_view TextStore::keep(std::string_view text) {
  constexpr std::size_t block = 8192;
  if (text.empty()) return {};
  if (text.size() > room_) {
    room_ = std::max(block, text.size());
    next_ = blocks_.emplace_back(std::make_unique_for_overwrite<char[]>(room_)).get();
  }
  const std::string_view kept(next_, text.size());
  next_ = std::copy(text.begin(), text.end(), next_);
  room_ -= text.size();
  return kept;
}

}  // namespace qkv
