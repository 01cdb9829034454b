// Writes JSON from left to right: who writes a value gets the commas right for free.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/base/tensor.hpp"

namespace qkv {

class JsonWriter {
 public:
  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }
  void key(std::string_view name);

  void text(std::string_view value);  // bytes that are not UTF-8 become U+FFFD
  void number(double value);  // shortest digits; "-inf" for minus infinity, null for what must not occur
  void whole(long long value);
  void unsigned_whole(std::uint64_t value);
  void boolean(bool value);
  void null();
  // Not finite: NaN, Infinity, -Infinity, which JSON has no words for, as Python writes them.
  void loose_number(double value);
  // Nested arrays, one level an axis.
  void tensor(const Tensor& values);
  void loose_tensor(const Tensor& values);
  void flags(const Tensor& values);  // true where it is not 0
  void whole_numbers(const std::vector<int>& values);
  void texts(const std::vector<std::string>& values);

  // The finished text, with a line break at its end.
  std::string take();

 private:
  void open(char bracket);
  void close(char bracket);
  void separate();
  using WriteElement = void (JsonWriter::*)(double value);
  void flag(double value) { boolean(value != 0.0); }
  void axis(const Tensor& values, std::size_t axis, std::size_t& next, WriteElement write);

  std::string out_;
  bool comma_ = false;  // whether a value stands before, in the innermost bracket
};

}  // namespace qkv
