#include "qkv/json/read_problem.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "problem_entry.hpp"
#include "qkv/model/raw_problem.hpp"
#include "qkv/model/validate.hpp"
#include "qkv/trace/softmax.hpp"
#include "read_settings.hpp"
#include "read_tensor.hpp"
#include "reading.hpp"

namespace qkv {
namespace {

using ReadKey = void (*)(Faults& faults, const Entry& entry, RawProblem& raw);

void nothing_more(Faults&, const Entry&, RawProblem&) {}

constexpr TensorForm rows_form = {2, 4, Element::number, "type.rows", true};
constexpr TensorForm embedding_form = {2, 3, Element::number, "type.rows", true};
constexpr TensorForm matrix_form = {2, 2, Element::number, "type.matrix"};
constexpr TensorForm vector_form = {1, 1, Element::number, "type.row"};

template <std::optional<Located<Tensor>> RawProblem::*member, const TensorForm& form>
void read_input(Faults& faults, const Entry& entry, RawProblem& raw) {
  if (auto tensor = read_tensor(faults, entry, form)) raw.*member = {std::move(*tensor), place_of(entry)};
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
    KeyRow{"note", read_note},
    KeyRow{"tokens", read_tokens},
    KeyRow{"queries", read_queries},
    KeyRow{"Q", read_input<&RawProblem::q, rows_form>},
    KeyRow{"K", read_input<&RawProblem::k, rows_form>},
    KeyRow{"V", read_input<&RawProblem::v, rows_form>},
    KeyRow{"X", read_input<&RawProblem::x, embedding_form>},
    KeyRow{"X_kv", read_input<&RawProblem::x_kv, embedding_form>},
    KeyRow{"W_Q", read_input<&RawProblem::w_q, matrix_form>},
    KeyRow{"W_K", read_input<&RawProblem::w_k, matrix_form>},
    KeyRow{"W_V", read_input<&RawProblem::w_v, matrix_form>},
    KeyRow{"b_Q", read_input<&RawProblem::b_q, vector_form>},
    KeyRow{"b_K", read_input<&RawProblem::b_k, vector_form>},
    KeyRow{"b_V", read_input<&RawProblem::b_v, vector_form>},
    KeyRow{"W_QKV", read_input<&RawProblem::w_qkv, matrix_form>},
    KeyRow{"b_QKV", read_input<&RawProblem::b_qkv, vector_form>},
    KeyRow{"W_O", read_input<&RawProblem::w_o, matrix_form>},
    KeyRow{"b_O", read_input<&RawProblem::b_o, vector_form>},
    KeyRow{"scores", read_input<&RawProblem::scores, rows_form>},
    KeyRow{"heads", read_count<&RawProblem::heads>},
    KeyRow{"kv_heads", read_count<&RawProblem::kv_heads>},
    KeyRow{"d_k", read_count<&RawProblem::d_k>},
    KeyRow{"scale", read_scale},
    KeyRow{"mask", read_mask},
    KeyRow{"softmax", read_softmax},
    KeyRow{"dropout", read_dropout},
    KeyRow{"decimals", read_decimals},
    KeyRow{"points", read_points},
    KeyRow{"ask", read_steps<&RawProblem::ask>},
    KeyRow{"given", read_steps<&RawProblem::given>},
    KeyRow{"exercise", read_exercise},
};

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
  if (is_mask_key(key)) {
    faults.add({member.key, pointer_join(root.pointer, key), key}, "unknown-key.mask");
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
  if (has_member(root.value, "answers")) {
    faults.add(root, "problem.answer-file");
    return false;
  }
  return read_version(faults, root);
}

Result<Problem> read_root(const JsonText& json, const Entry& root, Faults faults,
                          std::string_view fallback_id) {
  if (!is_problem(faults, root)) return faults.take(json.file());
  RawProblem raw;
  raw.place = root.value.place(root.pointer);
  for (const JsonValue::Member& member : root.value.members()) read_member(faults, root, member, raw);
  Result<Problem> problem = validate(raw, fallback_id, faults.take(json.file()));
  if (!problem) return problem;
  auto sums = check_row_sums(problem.value(), raw.softmax ? raw.softmax->place : raw.place);
  if (!sums.empty()) return sums;
  return problem;
}

}  // namespace

Result<Problem> read_problem(std::string text, std::string file, std::string_view fallback_id) {
  const auto parsed = parse_json(std::move(text), std::move(file));
  if (!parsed) return parsed.faults();
  Faults faults;
  for (const Diagnostic& duplicate : parsed.value().duplicate_keys()) faults.add(duplicate);
  return read_root(parsed.value(), root_entry(parsed.value()), std::move(faults), fallback_id);
}

Result<Problem> read_problem_at(const JsonText& json, const Entry& root, std::string_view fallback_id) {
  return read_root(json, root, Faults(), fallback_id);
}

}  // namespace qkv
