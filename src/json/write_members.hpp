// Members of an object that is being written.
#pragma once

#include <string_view>

#include "qkv/json/writer.hpp"

namespace qkv {

inline void write_text(JsonWriter& json, std::string_view key, std::string_view value) {
  json.key(key);
  json.text(value);
}

inline void write_count(JsonWriter& json, std::string_view key, long long value) {
  json.key(key);
  json.whole(value);
}

}  // namespace qkv
