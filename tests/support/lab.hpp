// Experiments for tests: run by name, and what is in their results.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "qkv/lab/lab.hpp"
#include "support/builtin.hpp"
#include "support/catch.hpp"

namespace qkv::test {

inline Result<LabResult> run_lab_on(std::string_view id, std::string_view problem, std::uint64_t seed) {
  const Lab* lab = find_lab(id);
  REQUIRE(lab != nullptr);
  if (problem.empty()) return lab->run({.seed = seed, .problem = nullptr, .progress = {}});
  const Problem given = builtin(std::string(problem));
  return lab->run({.seed = seed, .problem = &given, .progress = {}});
}

// On its own problem, where it looks at one.
inline LabResult run_lab(std::string_view id, std::uint64_t seed = 1) {
  const Lab* lab = find_lab(id);
  REQUIRE(lab != nullptr);
  const Result<LabResult> result = run_lab_on(id, lab->default_problem, seed);
  REQUIRE(result);
  return result.value();
}

template <typename T>
std::vector<const T*> blocks_of(const LabResult& result) {
  std::vector<const T*> all;
  for (const LabSection& section : result.sections) {
    for (const LabSection::Block& block : section.blocks) {
      if (const T* each = std::get_if<T>(&block)) all.push_back(each);
    }
  }
  return all;
}

inline const LabTable& table_in(const LabResult& result, std::string_view id) {
  for (const LabTable* table : blocks_of<LabTable>(result)) {
    if (table->id == id) return *table;
  }
  FAIL("no table " << id);
  throw 0;  // not reached
}

inline const LabClaim& claim_in(const LabResult& result, std::string_view id) {
  for (const LabClaim* claim : result.claims()) {
    if (claim->id == id) return *claim;
  }
  FAIL("no claim " << id);
  throw 0;  // not reached
}

inline double number_at(const LabTable& table, std::size_t row, std::size_t column) {
  REQUIRE(row < table.rows.size());
  REQUIRE(column < table.rows[row].cells.size());
  return std::get<LabNumber>(table.rows[row].cells[column]).value;
}

}  // namespace qkv::test
