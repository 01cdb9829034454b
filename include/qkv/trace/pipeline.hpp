// The ordered table of steps: what each one is, when it is there, and which tables it reads.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "qkv/model/problem.hpp"
#include "qkv/model/step.hpp"
#include "qkv/trace/trace.hpp"

namespace qkv {

struct StepRow {
  Step step;
  std::string_view symbol;          // "S", "A": as in formulas
  bool (*present)(const Problem&);  // whether this problem has the step
  std::span<const Axis> axes;
  // The tables it reads, each as alternatives of which the first present one counts: the exponentials read
  // `masked` where there is a mask and `scaled` elsewhere.
  std::span<const std::span<const Step>> reads;
  StepFunction compute;
};

// In the order of the calculation.
std::span<const StepRow> pipeline();
const StepRow& step_row(Step step);

// The steps this problem has, in order; inputs are not among them.
std::vector<Step> steps_of(const Problem& problem);
// The tables, inputs included, that a step reads in this problem.
std::vector<Step> tables_read(const Problem& problem, Step step);

// The values of an input or of a computed step.
const Tensor& table_of(const Problem& problem, const Trace& trace, Step step);

}  // namespace qkv
