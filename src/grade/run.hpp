// Calculations in which some steps may be wrong.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "qkv/mistakes/mistakes.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/trace/trace.hpp"

namespace qkv::grading {

// The accepted ways to write exponentials.
enum class ExpForm { usual, plain, shifted };

// How the tables between are carried.
struct Manner {
  Carry carry = Carry::exact;
  ExpForm form = ExpForm::usual;

  StepFunction exponentials() const;
  friend bool operator==(const Manner&, const Manner&) = default;
};

// One value per manner.
template <typename T>
using PerManner = std::array<T, 6>;
template <typename T>
T& of_manner(PerManner<T>& values, const Manner& manner) {
  return values[static_cast<std::size_t>(manner.carry) * 3 + static_cast<std::size_t>(manner.form)];
}

// Null where the way leaves that step right.
const Replacement* replacement_of(const Way& way, Step step);

// The steps from the first that may come out differently to the last.
struct Run {
  const Problem& problem;
  const std::vector<Step>& steps;  // of the problem
  const Way& way;
  const Manner& manner;
  Step first;
  Step last;
};

// The last table, not rounded. Nothing where a table before it has another shape.
//
// right: every table without a mistake; comes back as it was. taken: tables after the first, the last aside,
// that are these rather than calculated.
std::optional<Tensor> last_table(const Run& run, Trace& right, const PerStep<bool>& taken);

// Whether the form of the exponentials matters for what comes out at the end: they are calculated rightly on
// the way.
bool passes_exponentials(const Run& run, const PerStep<bool>& taken);

}  // namespace qkv::grading
