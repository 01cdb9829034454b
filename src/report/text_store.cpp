#include "text_store.hpp"

#include <algorithm>

namespace qkv {

char* TextStore::room_for(std::size_t size) {
  constexpr std::size_t block = 8192;
  if (size > room_) {
    room_ = std::max(block, size);
    next_ = blocks_.emplace_back(std::make_unique_for_overwrite<char[]>(room_)).get();
  }
  char* const begin = next_;
  next_ += size;
  room_ -= size;
  return begin;
}

std::string_view TextStore::keep(std::string_view text) {
  char* const begin = room_for(text.size());
  std::copy(text.begin(), text.end(), begin);
  return {begin, text.size()};
}

std::string_view TextStore::keep(const Wording& wording, std::initializer_list<std::string_view> values) {
  const std::size_t size = wording.size(values);
  char* const begin = room_for(size);
  wording.write(begin, values);
  return {begin, size};
}

}  // namespace qkv
