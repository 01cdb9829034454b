// "exercise" in a problem file: where a generated problem comes from.
#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <limits>
#include <utility>

#include "read_settings.hpp"

namespace qkv {
namespace {

constexpr int id_columns = 200;  // of topics, students and mistakes

std::optional<std::uint64_t> read_seed(Faults& faults, const Entry& entry) {
  if (!expect(faults, entry, JsonKind::number, "type.seed")) return std::nullopt;
  const std::string_view text = entry.value.number_text();
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error == std::errc{} && end == text.data() + text.size()) return seed;
  wrong_type(faults, entry, "type.seed");
  return std::nullopt;
}

void read_small(Faults& faults, const Entry& entry, int& number) {
  const auto value = read_whole_number(faults, entry);
  if (!value) return;
  if (*value < 0 || *value > std::numeric_limits<int>::max()) {
    wrong_type(faults, entry, "type.whole-number");
  } else {
    number = static_cast<int>(*value);
  }
}

void read_word(Faults& faults, const Entry& entry, std::string& word) {
  if (auto name = read_name(faults, entry, id_columns)) word = std::move(*name);
}

// type: what is expected, if it is no list.
std::vector<std::string> read_words(Faults& faults, const Entry& entry, std::string_view type) {
  std::vector<std::string> words;
  if (!expect(faults, entry, JsonKind::array, std::string(type))) return words;
  const std::vector<JsonValue> elements = entry.value.elements();
  for (std::size_t i = 0; i < elements.size(); ++i) {
    std::string word;
    read_word(faults, element_entry(entry, elements[i], i), word);
    if (!word.empty()) words.push_back(std::move(word));
  }
  return words;
}

void read_pairs(Faults& faults, const Entry& entry, std::vector<MistakePair>& pairs) {
  if (!expect(faults, entry, JsonKind::array, "type.mistake-pairs")) return;
  const std::vector<JsonValue> elements = entry.value.elements();
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Entry element = element_entry(entry, elements[i], i);
    const std::size_t faults_before = faults.count();
    std::vector<std::string> pair = read_words(faults, element, "type.mistake-pairs");
    if (faults.count() != faults_before) continue;
    if (pair.size() == 2) {
      pairs.push_back({std::move(pair[0]), std::move(pair[1])});
    } else {
      wrong_type(faults, element, "type.mistake-pairs");
    }
  }
}

using ReadPart = std::function<void(Faults& faults, const Entry& entry, Exercise& exercise)>;
struct PartRow {
  std::string_view name;
  ReadPart read;
};

const std::array<PartRow, 9>& parts() {
  static const std::array<PartRow, 9> rows = {
      PartRow{"topic", [](Faults& f, const Entry& e, Exercise& to) { read_word(f, e, to.topic); }},
      PartRow{"level", [](Faults& f, const Entry& e, Exercise& to) { read_small(f, e, to.level); }},
      PartRow{"seed", [](Faults& f, const Entry& e, Exercise& to) { to.seed = read_seed(f, e).value_or(0); }},
      PartRow{"student", [](Faults& f, const Entry& e, Exercise& to) { read_word(f, e, to.student); }},
      PartRow{"number", [](Faults& f, const Entry& e, Exercise& to) { read_small(f, e, to.number); }},
      PartRow{"rules", [](Faults& f, const Entry& e, Exercise& to) { read_small(f, e, to.rules); }},
      PartRow{"mistakes", [](Faults& f, const Entry& e, Exercise& to) { read_small(f, e, to.mistakes); }},
      PartRow{"hidden", [](Faults& f, const Entry& e,
                           Exercise& to) { to.unavoidable.hidden = read_words(f, e, "type.mistake-ids"); }},
      PartRow{"pairs",
              [](Faults& f, const Entry& e, Exercise& to) { read_pairs(f, e, to.unavoidable.pairs); }}};
  return rows;
}

}  // namespace

void read_exercise(Faults& faults, const Entry& entry, RawProblem& raw) {
  if (!expect(faults, entry, JsonKind::object, "type.exercise")) return;
  Exercise exercise;
  for (const JsonValue::Member& member : entry.value.members()) {
    const auto row = std::ranges::find(parts(), member.key.string(), &PartRow::name);
    if (row != parts().end()) {
      row->read(faults, member_entry(entry, member), exercise);
      continue;
    }
    std::array<std::string_view, 9> known;
    std::ranges::transform(parts(), known.begin(), &PartRow::name);
    unknown_key(faults, entry, member.key, known);
  }
  raw.exercise = std::move(exercise);
}

}  // namespace qkv
