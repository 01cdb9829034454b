// What the readers of problem and answer files share.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/base/fault_list.hpp"
#include "qkv/base/result.hpp"
#include "qkv/json/value.hpp"
#include "qkv/text/name.hpp"

namespace qkv {

// A value under the name that messages call it by.
struct Entry {
  JsonValue value;
  std::string pointer;
  std::string name;  // "mask.causal"; the elements of a list carry the list's name
};

Entry root_entry(const JsonText& text);
Entry member_entry(const Entry& object, const JsonValue::Member& member);
Place place_of(const Entry& entry);
Entry element_entry(const Entry& list, const JsonValue& element, std::size_t index);

// A key as messages show it: cut when it is very long.
std::string shown_key(std::string_view key);

// The faults of a JSON file.
class Faults : public FaultList {
 public:
  using FaultList::add;
  // Every fault has the argument {name}.
  void add(const Entry& entry, std::string code, std::vector<Argument> arguments = {},
           std::string suggestion = {});
};

// Reports {name}, {expected} and {found}. `expected` is a catalogue key such as "type.number".
void wrong_type(Faults& faults, const Entry& entry, std::string expected);
// Whether it is of the kind; reported if not.
bool expect(Faults& faults, const Entry& entry, JsonKind kind, std::string expected);
// At the key of a member, with a suggestion from the known ones.
void unknown_key(Faults& faults, const Entry& object, const JsonValue& key,
                 std::span<const std::string_view> known);

// A JSON number without a fraction.
std::optional<long long> read_whole_number(Faults& faults, const Entry& entry);
// What most numbers are: a short JSON number within the limits. Nothing for all others, about which
// read_finite_number() has more to say; it takes twenty times as long.
std::optional<double> read_plain_number(const JsonValue& value);
// A JSON number or a string that holds an expression; finite and at most Limits::largest_number.
std::optional<double> read_finite_number(Faults& faults, const Entry& entry);
// "qkv": 1, at the object that must have it. False if the file is of another version.
bool read_version(Faults& faults, const Entry& object);

// A string that is not blank and at most that many terminal columns wide.
std::optional<std::string> read_name(Faults& faults, const Entry& entry, int columns);
inline constexpr int note_columns = 2000;

}  // namespace qkv
