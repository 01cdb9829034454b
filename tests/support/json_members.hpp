// Looking members up in the JSON lines that tests keep.
#pragma once

#include <optional>
#include <string_view>

#include "qkv/json/value.hpp"

namespace qkv::test {

// The member of that name; nothing where it is missing or null.
inline std::optional<JsonValue> find(const JsonValue& object, std::string_view key) {
  for (const JsonValue::Member& member : object.members()) {
    if (member.key.string() != key) continue;
    if (member.value.is(JsonKind::null)) return std::nullopt;
    return member.value;
  }
  return std::nullopt;
}

// The same for a member that must be there.
inline JsonValue get(const JsonValue& object, std::string_view key) {
  return find(object, key).value();
}

}  // namespace qkv::test
