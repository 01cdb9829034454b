// The wrong step functions against numbers from outside (README.md).
#include <cmath>
#include <fstream>
#include <string>

#include "qkv/json/value.hpp"
#include "qkv/mistakes/mistakes.hpp"
#include "support/catch.hpp"
#include "support/json_members.hpp"
#include "support/problems.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

constexpr double tolerance = 0.5e-4 + 1e-9;

// Ids that stand for another here: two rules with the same numbers share one, and where nothing is masked all
// values are allowed.
std::string_view known_as(std::string_view id, const std::string& name) {
  if (id == "scale-twice") return "scale-by-dk";
  if (id == "mask-tiny-positive-fill") return "mask-zero-before-softmax";
  const bool unmasked = name.find("/none") != std::string::npos;
  if (id == "values-averaged-over-allowed" && unmasked) return "values-averaged";
  return id;
}

Problem example(const std::string& name, std::string_view id) {
  const bool first = name.rfind("A_given", 0) == 0;
  RawProblem raw = first ? raw_problem(matrix({{1, 0}, {0, 1}, {1, 1}}), contract_k(), contract_v())
                         : raw_problem(matrix({{0, 1, 0}, {1, 1, 1}, {1, 1, 2}, {0, 1, 1}}),
                                       matrix({{1, 2, 2}, {0, 2, 0}, {2, 1, 0}, {1, 0, 1}}),
                                       matrix({{0, 2}, {0, 1}, {1, 0}, {1, 1}}));
  const bool causal = name.find("/causal") != std::string::npos;
  if (causal) set_causal(raw);
  // A window of 3, made one too narrow.
  if (causal && id == "window-one-short") mask_of(raw).window = Located<long long>{3, {}};
  return valid(raw);
}

// Whether the table is the printed one; rows without a number are not compared.
bool is_printed(const Tensor* table, const JsonValue& rows) {
  if (table == nullptr) return false;
  std::size_t flat = 0;
  for (const JsonValue& row : rows.elements()) {
    for (const JsonValue& cell : row.elements()) {
      const double ours = table->values()[flat++];
      if (cell.is(JsonKind::null)) continue;
      const double printed = std::strtod(std::string(cell.number_text()).c_str(), nullptr);
      if (!(std::fabs(ours - printed) <= tolerance)) return false;
    }
  }
  return true;
}

bool is_printed(const Trace& trace, const JsonValue& line) {
  return is_printed(trace.find(Step::weights), get(line, "weights")) &&
         (get(line, "output").size() == 0 || is_printed(trace.find(Step::output), get(line, "output")));
}

}  // namespace

TEST_CASE("every mistake gives the numbers that others found for it") {
  std::ifstream file(QKV_SOURCE_DIR "/tests/mistakes/vectors.jsonl");
  std::string text;
  int compared = 0;
  int unmade = 0;
  while (std::getline(file, text)) {
    const auto document = parse_json(text, "vectors.jsonl");
    REQUIRE(document);
    const JsonValue line = document.value().root();
    const std::string id = get(line, "id").string();
    const std::string name = get(line, "example").string();
    INFO(id << " on " << name);
    const Problem problem = example(name, id);
    // A form that is equal to the right one is no mistake.
    const Mistake* mistake = find_mistake(known_as(id, name));
    if (mistake == nullptr) CHECK(id == "mask-after-softmax-renorm");
    ++compared;
    if (mistake == nullptr || !mistake->applies(problem)) {
      ++unmade;
      CHECK(is_printed(compute(problem, right_recipe(), Carry::exact), line));
      continue;
    }
    bool found = false;
    for (const Way& way : mistake->ways) {
      found |= is_printed(compute(problem, recipe_of(way), Carry::exact), line);
    }
    CHECK(found);
  }
  CHECK(compared == 200);
  CHECK(unmade < compared / 4);
}
