#include "qkv/json/value.hpp"

#include <cassert>
#include <utility>

namespace qkv {
namespace {

constexpr std::size_t excerpt_code_points = 40;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

}  // namespace

JsonValue JsonText::root() const {
  assert(!nodes_.empty());
  return {this, 0};
}

bool JsonValue::boolean() const {
  assert(is(JsonKind::boolean));
  return node().boolean;
}

std::vector<JsonValue> JsonValue::elements() const {
  std::vector<JsonValue> values;
  values.reserve(size());
  for (const JsonValue& element : each_element()) values.push_back(element);
  return values;
}

std::vector<JsonValue::Member> JsonValue::members() const {
  std::vector<Member> members;
  members.reserve(size());
  for (const Member& member : each_member()) members.push_back(member);
  return members;
}

Place JsonValue::place(std::string pointer) const {
  return text_->map_.place(text_->text_, node().offset, text_->file_, std::move(pointer));
}

std::string JsonValue::excerpt() const {
  const std::string_view text = text_->text_;
  std::string shown;
  std::size_t code_points = 0;
  for (std::size_t i = node().offset; i < node().end;) {
    if (code_points++ == excerpt_code_points) return shown + "…";
    if (is_blank(text[i])) {
      shown += ' ';
      while (i < node().end && is_blank(text[i])) ++i;
      continue;
    }
    do {
      shown += text[i++];
    } while (i < node().end && (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80);
  }
  return shown;
}

std::string pointer_join(std::string_view pointer, std::string_view key) {
  std::string joined(pointer);
  joined += '/';
  for (char c : key) {
    if (c == '~') {
      joined += "~0";
    } else if (c == '/') {
      joined += "~1";
    } else {
      joined += c;
    }
  }
  return joined;
}

std::string pointer_join(std::string_view pointer, std::size_t index) {
  return std::string(pointer) + "/" + std::to_string(index);
}

}  // namespace qkv
