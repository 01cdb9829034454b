#include "qkv/json/writer.hpp"

#include <cassert>
#include <charconv>
#include <cmath>
#include <cstdio>

#include <nlohmann/json.hpp>

#include "qkv/base/utf8.hpp"
#include "qkv/text/unicode.hpp"

namespace qkv {

namespace {

bool acts_on_terminals(char32_t c) {
  const bool control = c >= 0x7F && c <= 0x9F;
  const bool separator = c == 0x2028 || c == 0x2029;
  const bool bidi = c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
                    (c >= 0x2066 && c <= 0x2069);
  return control || separator || bidi;
}

// A line with ##[command] anywhere in it is a command to the runners of GitHub Actions and Azure Pipelines.
bool opens_command(const std::string& quoted, std::size_t at) {
  return quoted[at] == '[' && at >= 2 && quoted.compare(at - 2, 2, "##") == 0;
}

// Whether a text may stand between quotation marks as it is. A quick look: false says nothing.
bool needs_no_escape(std::string_view text) {
  bool special = false;
  for (const char c : text) special |= c == '"' || c == '\\' || c == '#';
  return !special && is_plainly_visible(text);
}

// JSON allows DEL, C1 controls, bidi marks and commands as they are; a terminal or a runner that gets to see
// it would act upon them.
std::string harmless(const std::string& quoted) {
  std::string text;
  for (std::size_t at = 0; at < quoted.size();) {
    const CodePoint c = decode_utf8(quoted, at);
    if (c.valid && (acts_on_terminals(c.value) || opens_command(quoted, at))) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c.value));
      text += escape;
    } else {
      text.append(quoted, at, c.length);
    }
    at += c.length;
  }
  return text;
}

}  // namespace

void JsonWriter::separate() {
  if (comma_) out_ += ',';
  comma_ = true;
}

void JsonWriter::open(char bracket) {
  separate();
  out_ += bracket;
  comma_ = false;
}

void JsonWriter::close(char bracket) {
  out_ += bracket;
  comma_ = true;
}

void JsonWriter::key(std::string_view name) {
  text(name);
  out_ += ':';
  comma_ = false;
}

void JsonWriter::text(std::string_view value) {
  separate();
  if (needs_no_escape(value)) {
    out_ += '"';
    out_ += value;
    out_ += '"';
    return;
  }
  const std::string quoted =
      nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  out_ += harmless(quoted);
}

void JsonWriter::number(double value) {
  assert(!std::isnan(value) && value != HUGE_VAL);
  if (value == -HUGE_VAL) return text("-inf");
  if (!std::isfinite(value)) return null();
  separate();
  char digits[32];
  const double without_negative_zero = value == 0.0 ? 0.0 : value;
  const auto end = std::to_chars(digits, digits + sizeof digits, without_negative_zero);
  out_.append(digits, end.ptr);
}

void JsonWriter::loose_number(double value) {
  if (std::isfinite(value)) return number(value);
  separate();
  out_ += std::isnan(value) ? "NaN" : value > 0.0 ? "Infinity" : "-Infinity";
}

void JsonWriter::unsigned_whole(std::uint64_t value) {
  separate();
  char digits[24];
  out_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

void JsonWriter::whole(long long value) {
  separate();
  char digits[24];
  out_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

void JsonWriter::boolean(bool value) {
  separate();
  out_ += value ? "true" : "false";
}

void JsonWriter::null() {
  separate();
  out_ += "null";
}

void JsonWriter::tensor(const Tensor& values) {
  std::size_t next = 0;
  axis(values, 0, next, &JsonWriter::number);
}

void JsonWriter::loose_tensor(const Tensor& values) {
  std::size_t next = 0;
  axis(values, 0, next, &JsonWriter::loose_number);
}

void JsonWriter::flags(const Tensor& values) {
  std::size_t next = 0;
  axis(values, 0, next, &JsonWriter::flag);
}

void JsonWriter::axis(const Tensor& values, std::size_t axis_index, std::size_t& next, WriteElement write) {
  if (axis_index == values.shape().size()) return (this->*write)(values.values()[next++]);
  begin_array();
  for (int i = 0; i < values.shape()[axis_index]; ++i) axis(values, axis_index + 1, next, write);
  end_array();
}

void JsonWriter::whole_numbers(const std::vector<int>& values) {
  begin_array();
  for (int value : values) whole(value);
  end_array();
}

void JsonWriter::texts(const std::vector<std::string>& values) {
  begin_array();
  for (const std::string& value : values) text(value);
  end_array();
}

std::string JsonWriter::take() {
  out_ += '\n';
  return std::move(out_);
}

}  // namespace qkv
