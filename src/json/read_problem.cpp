#include "qkv/json/read_problem.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "qkv/model/raw_problem.hpp"
#include "qkv/model/validate.hpp"
#include "read_settings.hpp"
#include "read_tensor.hpp"
#include "reading.hpp"

namespace qkv {
namespace {

using ReadKey = void (*)(Faults& faults, const Entry& entry, RawProblem& raw);

void nothing_more(Faults&, const Entry&, RawProblem&) {}

template <std::optional<Located<Tensor>> RawProblem::*member>
void read_input(Faults& faults, const Entry& entry, RawProblem& raw) {
  if (auto matrix = read_matrix(faults, entry))
    raw.*member = {std::move(*matrix), entry.value.place(entry.pointer)};
}

struct KeyRow {
  std::string_view name;
  ReadKey read;
};

// THE table of a problem file's keys.
constexpr std::array rows = {
    KeyRow{"qkv", nothing_more},  // read_version() has looked at it
    KeyRow{"id", read_id},
    KeyRow{"title", read_title},
    KeyRow{"tokens", read_tokens},
    KeyRow{"queries", read_queries},
    KeyRow{"Q", read_input<&RawProblem::q>},
    KeyRow{"K", read_input<&RawProblem::k>},
    KeyRow{"V", read_input<&RawProblem::v>},
    KeyRow{"scale", read_scale},
    KeyRow{"mask", read_mask},
    KeyRow{"decimals", read_decimals},
    KeyRow{"ask", read_ask},
};

// Keys of the format that this version does not calculate with. The first group stands in place of Q, K and
// V.
constexpr std::array<std::string_view, 13> later_inputs = {
    "X", "X_kv", "W_Q", "W_K", "W_V", "b_Q", "b_K", "b_V", "W_QKV", "b_QKV", "W_O", "b_O", "scores"};
constexpr std::array<std::string_view, 6> later_keys = {"heads",   "kv_heads", "d_k",
                                                        "softmax", "dropout",  "points"};

bool has_member(const JsonValue& object, std::string_view name) {
  return std::ranges::any_of(object.members(),
                             [&](const JsonValue::Member& member) { return member.key.string() == name; });
}

void read_member(Faults& faults, const Entry& root, const JsonValue::Member& member, RawProblem& raw) {
  const std::string& key = member.key.string();
  if (const auto row = std::ranges::find(rows, key, &KeyRow::name); row != rows.end()) {
    const std::size_t faults_before = faults.count();
    row->read(faults, member_entry(root, member), raw);
    if (faults.count() != faults_before) raw.reported.push_back(key);
    return;
  }
  const bool input = std::ranges::find(later_inputs, key) != later_inputs.end();
  if (input || std::ranges::find(later_keys, key) != later_keys.end()) {
    faults.add({member.key, pointer_join("", key), key}, "later.key");
    if (input) raw.reported.insert(raw.reported.end(), {"Q", "K", "V"});
    return;
  }
  std::array<std::string_view, rows.size()> known;
  std::ranges::transform(rows, known.begin(), &KeyRow::name);
  unknown_key(faults, root, member.key, known);
}

// Whether the file is a problem file of this version at all; else reported, and nothing else about it is.
bool is_problem(Faults& faults, const Entry& root) {
  if (!root.value.is(JsonKind::object)) {
    wrong_type(faults, root, "type.problem");
    return false;
  }
  if (has_member(root.value, "answers") && !has_member(root.value, "Q")) {
    faults.add(root, "problem.answer-file");
    return false;
  }
  return read_version(faults, root);
}

}  // namespace

Result<Problem> read_problem(std::string text, std::string file, std::string_view fallback_id) {
  const auto parsed = parse_json(std::move(text), std::move(file));
  if (!parsed) return parsed.faults();
  const JsonText& json = parsed.value();
  const Entry root = root_entry(json);
  Faults faults;
  for (const Diagnostic& duplicate : json.duplicate_keys()) faults.add(duplicate);
  if (!is_problem(faults, root)) return faults.take(json.file());
  RawProblem raw;
  raw.place = root.value.place("");
  for (const JsonValue::Member& member : root.value.members()) read_member(faults, root, member, raw);
  return validate(raw, fallback_id, faults.take(json.file()));
}

}  // namespace qkv
