// What the readers of lessons and questions share.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/tutor/lesson.hpp"
#include "reading.hpp"

namespace qkv {

// The member of that key; nothing if there is none.
std::optional<Entry> find_member(const Entry& object, std::string_view key);
// The same, reported if there is none.
std::optional<Entry> required_member(Faults& faults, const Entry& object, std::string_view key);
// Reports every key that is not among the known ones.
void check_keys(Faults& faults, const Entry& object, std::span<const std::string_view> known);

// A text in both languages; one that is missing is reported.
std::optional<LocatedText> read_said(Faults& faults, const Entry& entry);
std::optional<LocatedText> read_said_member(Faults& faults, const Entry& object, std::string_view key);
std::vector<LocatedText> read_said_list(Faults& faults, const Entry& entry);
std::string read_id_member(Faults& faults, const Entry& object, std::string_view key);
// The object's own "id", which learners type and files keep: nothing in it that cannot be seen, no blanks.
std::string read_own_id(Faults& faults, const Entry& object);
std::vector<std::string> read_id_list(Faults& faults, const Entry& entry);
// Ids of points of the course and of known mistakes, under the key "points".
std::vector<std::string> read_points(Faults& faults, const Entry& object);
std::optional<bool> read_truth(Faults& faults, const Entry& entry);
std::optional<Step> read_step(Faults& faults, const Entry& entry);
std::vector<Step> read_step_list(Faults& faults, const Entry& entry);

}  // namespace qkv
