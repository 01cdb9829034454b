// Texts that are made once and looked at until the end.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <vector>

#include "qkv/text/catalogue.hpp"

namespace qkv {

// Keeps copies of texts, one behind the other in large blocks, so that many small ones cost next to nothing.
// They stay where they are as long as the store does.
class TextStore {
 public:
  std::string_view keep(std::string_view text);
  // What the wording says with these values.
  std::string_view keep(const Wording& wording, std::initializer_list<std::string_view> values);

 private:
  char* room_for(std::size_t size);

  std::vector<std::unique_ptr<char[]>> blocks_;
  char* next_ = nullptr;
  std::size_t room_ = 0;  // behind next_
};

}  // namespace qkv
