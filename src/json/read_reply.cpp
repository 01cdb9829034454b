// A reply of the line protocol: tolerant, since what is in it is judged by others.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <variant>

#include "qkv/base/number.hpp"
#include "qkv/json/protocol.hpp"
#include "qkv/text/encoding.hpp"
#include "reading.hpp"

namespace qkv {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// What languages print for numbers that are not finite, in any letter case, with or without a sign.
std::optional<double> not_finite(std::string_view word) {
  bool negative = false;
  if (!word.empty() && (word.front() == '-' || word.front() == '+')) {
    negative = word.front() == '-';
    word.remove_prefix(1);
  }
  const auto is = [word](std::string_view name) {
    if (word.size() != name.size()) return false;
    for (std::size_t i = 0; i < name.size(); ++i) {
      if ((static_cast<unsigned char>(word[i]) | 0x20U) != static_cast<unsigned char>(name[i])) return false;
    }
    return true;
  };
  if (is("nan")) return not_a_number;
  if (is("inf") || is("infinity")) return negative ? -infinity : infinity;
  return std::nullopt;
}

constexpr std::array<std::string_view, 5> read_keys = {"/id", "/output", "/weights", "/error", "/lacks"};

// "\\ud800" at a place, by its third digits.
bool is_surrogate(std::string_view text, std::size_t at, std::string_view third_digits) {
  return at + 6 <= text.size() && text[at] == '\\' && text[at + 1] == 'u' &&
         (text[at + 2] == 'd' || text[at + 2] == 'D') &&
         third_digits.find(text[at + 3]) != std::string_view::npos;
}

// Half a character, which languages do write, becomes U+FFFD: it is no reason to lose an answer.
std::string with_halves_replaced(std::string_view string) {
  std::string whole;
  whole.reserve(string.size());
  for (std::size_t at = 0; at < string.size();) {
    const bool is_first = is_surrogate(string, at, "89abAB");
    const bool is_pair = is_first && is_surrogate(string, at + 6, "cdefCDEF");
    const bool is_half = !is_pair && (is_first || is_surrogate(string, at, "cdefCDEF"));
    const std::size_t size = is_pair ? 12 : is_half ? 6 : string[at] == '\\' ? 2 : 1;
    whole += is_half ? std::string_view("\\ufffd") : string.substr(at, size);
    at += size;
  }
  return whole;
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

// The same line as JSON: null for NaN, and a number beyond all doubles for an infinity.
std::string as_json(std::string_view line) {
  std::string json;
  json.reserve(line.size());
  for (std::size_t at = 0; at < line.size();) {
    std::size_t end = at;
    if (line[at] == '"') {
      end = end_of_string(line, at);
    } else {
      if (line[end] == '-' || line[end] == '+') ++end;
      while (end < line.size() && is_word(line[end])) ++end;
    }
    if (end == at) ++end;
    const std::string_view part = line.substr(at, end - at);
    const std::optional<double> value = not_finite(part);
    if (line[at] == '"') {
      json += with_halves_replaced(part);
    } else if (!value) {
      json += part;
    } else {
      json += std::isnan(*value) ? "null" : *value > 0.0 ? "1e999" : "-1e999";
    }
    at = end;
  }
  return json;
}

// Nothing: it is no number, in whatever spelling.
std::optional<double> number_in(const JsonValue& value) {
  if (value.is(JsonKind::null)) return not_a_number;
  if (value.is(JsonKind::string)) return not_finite(value.string());
  if (!value.is(JsonKind::number)) return std::nullopt;
  if (const auto plain = read_plain_number(value)) return plain;
  const std::string_view text = value.number_text();
  const auto number = read_number(text);
  if (const auto* written = std::get_if<WrittenNumber>(&number)) return written->value;
  if (std::get<Unreadable>(number).reason != Unreadable::Reason::not_finite) return std::nullopt;
  return text.front() == '-' ? -infinity : infinity;
}

Shape shape_of(JsonValue value) {
  Shape shape;
  while (value.is(JsonKind::array)) {
    shape.push_back(static_cast<int>(value.size()));
    if (value.size() == 0) break;
    value = *value.each_element().begin();
  }
  return shape;
}

class TableReader {
 public:
  TableReader(Faults& faults, const Entry& root)
      : faults_(faults), root_(root), shape_(shape_of(root.value)) {}

  std::optional<Tensor> read() {
    if (shape_.empty()) return stop("reply.no-table");
    if (!read_list(root_, 0)) return std::nullopt;
    return Tensor(shape_, std::move(values_));
  }

 private:
  std::nullopt_t stop(const char* code) {
    faults_.add(root_, code);
    return std::nullopt;
  }

  // False as soon as something is wrong.
  bool read_list(const Entry& list, std::size_t level) {
    const auto wanted = static_cast<std::size_t>(shape_[level]);
    if (!list.value.is(JsonKind::array) || list.value.size() != wanted) return fail("reply.ragged", list);
    std::size_t index = 0;
    for (const JsonValue& element : list.value.each_element()) {
      if (level + 1 < shape_.size()) {
        if (!read_list(element_entry(list, element, index++), level + 1)) return false;
      } else if (element.is(JsonKind::array)) {
        return fail("reply.ragged", element_entry(list, element, index));
      } else if (const auto number = number_in(element)) {
        values_.push_back(*number);
        ++index;
      } else {
        const Entry entry = element_entry(list, element, index);
        faults_.add(entry, "reply.not-a-number", {argument("text", element.excerpt())});
        return false;
      }
    }
    return true;
  }

  bool fail(const char* code, const Entry& entry) {
    faults_.add(entry, code, {argument("pointer", entry.pointer)});
    return false;
  }

  Faults& faults_;
  const Entry& root_;
  Shape shape_;  // as the first element at each depth has it: the others are measured against it
  std::vector<double> values_;
};

std::string text_of(const JsonValue& value) {
  return value.is(JsonKind::string) ? value.string() : value.excerpt();
}

std::vector<std::string> read_lacks(const JsonValue& value) {
  if (!value.is(JsonKind::array)) return {text_of(value)};
  std::vector<std::string> lacks;
  for (const JsonValue& element : value.each_element()) lacks.push_back(text_of(element));
  return lacks;
}

// Which of two that are to be the answer is meant, nobody can tell. What is passed over may be there twice.
void report_duplicates(Faults& faults, const JsonText& json) {
  for (const Diagnostic& duplicate : json.duplicate_keys()) {
    const bool is_read = std::ranges::find(read_keys, duplicate.place.pointer) != read_keys.end();
    if (is_read) faults.add({"reply.twice", duplicate.place, duplicate.arguments, {}});
  }
}

Reply read_members(Faults& faults, const Entry& root, bool& has_id) {
  Reply reply;
  for (const JsonValue::Member& member : root.value.each_member()) {
    const std::string& key = member.key.string();
    const Entry entry = member_entry(root, member);
    if (key == "id") {
      has_id = true;
      reply.id = member.value.is(JsonKind::null) ? "" : text_of(member.value);
    } else if (member.value.is(JsonKind::null)) {
      continue;
    } else if (key == "output") {
      reply.output = TableReader(faults, entry).read();
    } else if (key == "weights") {
      reply.weights = TableReader(faults, entry).read();
    } else if (key == "error") {
      reply.error = text_of(member.value);
      if (reply.error.empty()) reply.error = "?";
    } else if (key == "lacks") {
      reply.lacks = read_lacks(member.value);
    }
  }
  return reply;
}

}  // namespace

Result<Reply> read_reply(std::string_view line) {
  const auto parsed = parse_json(as_json(with_bad_bytes_replaced(line)), {});
  if (!parsed) return parsed.faults();
  const Entry root = root_entry(parsed.value());
  Faults faults;
  if (!root.value.is(JsonKind::object)) {
    faults.add(root, "reply.not-an-object");
    return faults.take({});
  }
  report_duplicates(faults, parsed.value());
  bool has_id = false;
  Reply reply = read_members(faults, root, has_id);
  const bool says_something = reply.output || reply.weights || !reply.error.empty() || !reply.lacks.empty();
  if (!has_id) faults.add(root, "reply.no-id");
  if (faults.count() == 0 && !says_something) faults.add(root, "reply.empty");
  if (faults.count() > 0) return faults.take({});
  return reply;
}

}  // namespace qkv
