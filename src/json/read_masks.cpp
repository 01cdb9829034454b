// The masks and the dropout of a problem file.
#include <algorithm>
#include <array>
#include <utility>

#include "read_settings.hpp"
#include "read_tensor.hpp"

namespace qkv {
namespace {

constexpr TensorForm keep_form = {1, 2, Element::flag, "type.padding"};
constexpr TensorForm allow_form = {2, 4, Element::flag, "type.allow"};
constexpr TensorForm bias_form = {2, 4, Element::number_or_blocked, "type.bias"};

std::optional<Located<long long>> read_offset(Faults& faults, const Entry& causal) {
  constexpr std::array<std::string_view, 1> known = {"offset"};
  std::optional<Located<long long>> offset;
  const std::size_t faults_before = faults.count();
  for (const JsonValue::Member& member : causal.value.members()) {
    if (member.key.string() != known[0]) {
      unknown_key(faults, causal, member.key, known);
      continue;
    }
    const Entry entry = member_entry(causal, member);
    if (const auto value = read_whole_number(faults, entry)) offset = {*value, place_of(entry)};
  }
  if (!offset && faults.count() == faults_before) faults.add(causal, "mask.offset-missing");
  return offset;
}

void read_causal(Faults& faults, const Entry& entry, RawMask& mask) {
  if (entry.value.is(JsonKind::boolean)) {
    mask.causal = {{entry.value.boolean(), std::nullopt}, place_of(entry)};
  } else if (entry.value.is(JsonKind::object)) {
    if (auto offset = read_offset(faults, entry)) mask.causal = {{true, std::move(offset)}, place_of(entry)};
  } else {
    wrong_type(faults, entry, "type.causal");
  }
}

std::optional<Located<Tensor>> read_located(Faults& faults, const Entry& entry, const TensorForm& form) {
  auto tensor = read_tensor(faults, entry, form);
  if (!tensor) return std::nullopt;
  return Located<Tensor>{std::move(*tensor), place_of(entry)};
}

void read_window(Faults& faults, const Entry& entry, RawMask& mask) {
  if (const auto value = read_whole_number(faults, entry)) mask.window = {*value, place_of(entry)};
}

void read_padding(Faults& faults, const Entry& entry, RawMask& mask) {
  mask.padding = read_located(faults, entry, keep_form);
}

void read_query_padding(Faults& faults, const Entry& entry, RawMask& mask) {
  if (entry.value.is(JsonKind::string) && entry.value.string() == "none") {
    mask.query_padding = {{true, {}}, place_of(entry)};
  } else if (!entry.value.is(JsonKind::array)) {
    wrong_type(faults, entry, "type.query-padding");
  } else if (auto keep = read_located(faults, entry, keep_form)) {
    mask.query_padding = {{false, std::move(keep->value)}, keep->place};
  }
}

void read_allow(Faults& faults, const Entry& entry, RawMask& mask) {
  mask.allow = read_located(faults, entry, allow_form);
}

void read_bias(Faults& faults, const Entry& entry, RawMask& mask) {
  mask.bias = read_located(faults, entry, bias_form);
}

struct MaskRow {
  std::string_view name;
  void (*read)(Faults& faults, const Entry& entry, RawMask& mask);
};

// THE table of mask keys.
constexpr std::array mask_rows = {
    MaskRow{"causal", read_causal},   MaskRow{"window", read_window},
    MaskRow{"padding", read_padding}, MaskRow{"query_padding", read_query_padding},
    MaskRow{"allow", read_allow},     MaskRow{"bias", read_bias},
};

std::optional<double> read_probability(Faults& faults, const Entry& entry) {
  const auto p = read_finite_number(faults, entry);
  if (!p || (*p >= 0.0 && *p < 1.0)) return p;
  faults.add(entry, "dropout.range", {argument("text", entry.value.excerpt())});
  return std::nullopt;
}

}  // namespace

bool is_mask_key(std::string_view key) {
  return std::ranges::find(mask_rows, key, &MaskRow::name) != mask_rows.end();
}

void read_mask(Faults& faults, const Entry& entry, RawProblem& raw) {
  if (!expect(faults, entry, JsonKind::object, "type.mask")) return;
  RawMask mask;
  std::array<std::string_view, mask_rows.size()> known;
  std::ranges::transform(mask_rows, known.begin(), &MaskRow::name);
  for (const JsonValue::Member& member : entry.value.members()) {
    const auto row = std::ranges::find(mask_rows, member.key.string(), &MaskRow::name);
    if (row == mask_rows.end()) {
      unknown_key(faults, entry, member.key, known);
    } else {
      row->read(faults, member_entry(entry, member), mask);
    }
  }
  raw.mask = {std::move(mask), place_of(entry)};
}

void read_dropout(Faults& faults, const Entry& entry, RawProblem& raw) {
  constexpr std::array<std::string_view, 2> known = {"p", "keep"};
  if (!expect(faults, entry, JsonKind::object, "type.dropout")) return;
  const std::size_t faults_before = faults.count();
  std::optional<double> p;
  std::optional<Located<Tensor>> keep;
  for (const JsonValue::Member& member : entry.value.members()) {
    const Entry named = member_entry(entry, member);
    if (member.key.string() == known[0]) {
      p = read_probability(faults, named);
    } else if (member.key.string() == known[1]) {
      keep = read_located(faults, named, allow_form);
    } else {
      unknown_key(faults, entry, member.key, known);
    }
  }
  if (p && keep) {
    raw.dropout = {{*p, std::move(*keep)}, place_of(entry)};
  } else if (faults.count() == faults_before) {
    faults.add(entry, "dropout.incomplete");
  }
}

}  // namespace qkv
