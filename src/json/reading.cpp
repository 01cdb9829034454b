#include "reading.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "qkv/base/number.hpp"
#include "qkv/base/suggest.hpp"
#include "qkv/base/utf8.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/text/unicode.hpp"

namespace qkv {
namespace {

constexpr int format_version = 1;
constexpr int longest_number = 200;  // characters that read_number() looks at

std::string type_key(JsonKind kind) {
  switch (kind) {
    case JsonKind::null:
      return "type.null";
    case JsonKind::boolean:
      return "type.boolean";
    case JsonKind::number:
      return "type.number";
    case JsonKind::string:
      return "type.string";
    case JsonKind::array:
      return "type.array";
    case JsonKind::object:
      return "type.object";
  }
  return {};
}

// The character at that place of the number, counted in code points from 1.
std::string character_at(std::string_view text, int position) {
  std::size_t offset = 0;
  for (int i = 1; i < position && offset < text.size(); ++i) offset += decode_utf8(text, offset).length;
  return offset < text.size() ? std::string(text.substr(offset, decode_utf8(text, offset).length))
                              : std::string();
}

std::string_view number_source(const JsonValue& value) {
  return value.is(JsonKind::number) ? value.number_text() : std::string_view(value.string());
}

void too_large(Faults& faults, const Entry& entry) {
  static_assert(Limits::largest_number == 1e300);
  faults.add(entry, "number.too-large",
             {argument("text", entry.value.excerpt()), argument("limit", "10^300")});
}

void unreadable_number(Faults& faults, const Entry& entry, const Unreadable& unreadable) {
  const std::string_view text = number_source(entry.value);
  // "inf" is no number; 1e999 is one, beyond what a double holds.
  const bool has_digits = text.find_first_of("0123456789") != std::string_view::npos;
  if (unreadable.reason == Unreadable::Reason::not_finite && has_digits) return too_large(faults, entry);
  faults.add(
      entry, "number." + std::string(reason_name(unreadable.reason)),
      {argument("text", entry.value.excerpt()), argument("position", unreadable.position),
       argument("character", character_at(text, unreadable.position)), argument("limit", longest_number)});
}

}  // namespace

Entry root_entry(const JsonText& text) {
  return {text.root(), "", ""};
}

Entry member_entry(const Entry& object, const JsonValue::Member& member) {
  const std::string& key = member.key.string();
  return {member.value, pointer_join(object.pointer, key),
          object.name.empty() ? key : object.name + "." + key};
}

Place place_of(const Entry& entry) {
  return entry.value.place(entry.pointer);
}

Entry element_entry(const Entry& list, const JsonValue& element, std::size_t index) {
  return {element, pointer_join(list.pointer, index), list.name};
}

void Faults::add(const Entry& entry, std::string code, std::vector<Argument> arguments,
                 std::string suggestion) {
  if (!has_room()) return add(Diagnostic{});  // it only counts
  arguments.push_back(argument("name", shown_key(entry.name)));
  add({std::move(code), entry.value.place(entry.pointer), std::move(arguments), std::move(suggestion)});
}

std::string shown_key(std::string_view key) {
  constexpr int columns = 40;
  return elide(visible(key), columns);
}

void wrong_type(Faults& faults, const Entry& entry, std::string expected) {
  faults.add(
      entry, entry.name.empty() ? "wrong-type.file" : "wrong-type",
      {argument_key("expected", std::move(expected)), argument_key("found", type_key(entry.value.kind()))});
}

bool expect(Faults& faults, const Entry& entry, JsonKind kind, std::string expected) {
  if (entry.value.is(kind)) return true;
  wrong_type(faults, entry, std::move(expected));
  return false;
}

void unknown_key(Faults& faults, const Entry& object, const JsonValue& key,
                 std::span<const std::string_view> known) {
  const Entry at_key = {key, pointer_join(object.pointer, key.string()), key.string()};
  if (object.name.empty()) {
    faults.add(at_key, "unknown-key", {}, nearest(key.string(), known));
  } else {
    faults.add(at_key, "unknown-key-in", {argument("object", shown_key(object.name))},
               nearest(key.string(), known));
  }
}

std::optional<long long> read_whole_number(Faults& faults, const Entry& entry) {
  constexpr double far_beyond_any_use = 1e15;
  if (!expect(faults, entry, JsonKind::number, "type.whole-number")) return std::nullopt;
  const auto number = read_number(entry.value.number_text());
  const auto* written = std::get_if<WrittenNumber>(&number);
  if (written == nullptr || std::trunc(written->value) != written->value ||
      std::fabs(written->value) > far_beyond_any_use) {
    faults.add(entry, "not-whole", {argument("text", entry.value.excerpt())});
    return std::nullopt;
  }
  return static_cast<long long>(written->value);
}

std::optional<double> read_plain_number(const JsonValue& value) {
  constexpr std::size_t short_enough = 40;
  if (!value.is(JsonKind::number)) return std::nullopt;
  const std::string_view text = value.number_text();
  if (text.size() > short_enough) return std::nullopt;
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || std::fabs(number) > Limits::largest_number) return std::nullopt;
  return number == 0.0 ? 0.0 : number;  // −0 is 0
}

std::optional<double> read_finite_number(Faults& faults, const Entry& entry) {
  if (!entry.value.is(JsonKind::number) && !entry.value.is(JsonKind::string)) {
    wrong_type(faults, entry, "type.number-or-expression");
    return std::nullopt;
  }
  const auto number = read_number(number_source(entry.value));
  if (const auto* unreadable = std::get_if<Unreadable>(&number)) {
    unreadable_number(faults, entry, *unreadable);
    return std::nullopt;
  }
  const double value = std::get<WrittenNumber>(number).value;
  if (std::isinf(value)) {
    faults.add(entry, "number.not-finite", {argument("text", entry.value.excerpt())});
    return std::nullopt;
  }
  if (std::fabs(value) > Limits::largest_number) {
    too_large(faults, entry);
    return std::nullopt;
  }
  return value;
}

bool read_version(Faults& faults, const Entry& object) {
  for (const JsonValue::Member& member : object.value.each_member()) {
    if (member.key.string() != "qkv") continue;
    const Entry entry = member_entry(object, member);
    const std::optional<long long> version = read_whole_number(faults, entry);
    if (!version || *version == format_version) return true;
    faults.add(entry, "version.other", {argument("found", *version), argument("known", format_version)});
    return false;
  }
  faults.add(object, "version.missing", {argument("known", format_version)});
  return true;
}

std::optional<std::string> read_name(Faults& faults, const Entry& entry, int columns) {
  if (!expect(faults, entry, JsonKind::string, "type.string")) return std::nullopt;
  const std::string& name = entry.value.string();
  if (std::optional<Diagnostic> fault = name_fault(name, columns)) {
    faults.add(entry, std::move(fault->code), std::move(fault->arguments));
    return std::nullopt;
  }
  return name;
}

}  // namespace qkv
