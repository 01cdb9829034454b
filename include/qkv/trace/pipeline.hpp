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
  std::string_view symbol;  // "S", "A": as in formulas
  std::span<const Axis> axes;
  // The tables it reads, each as alternatives of which the first present one counts: the exponentials read
  // `masked` where there is a mask and `scaled` elsewhere.
  std::span<const std::span<const Step>> reads;
  StepFunction compute;
};

// In the order of the calculation.
std::span<const StepRow> pipeline();
const StepRow& step_row(Step step);

// The steps this problem computes, in order.
std::vector<Step> steps_of(const Problem& problem);
// The tables it begins with instead: Q, K and V, or the scores and V; none with embeddings.
std::vector<Step> given_steps(const Problem& problem);
// Such a table, or null.
const Tensor* given_table(const Problem& problem, Step step);
// The tables, inputs included, that a step reads in this problem.
std::vector<Step> tables_read(const Problem& problem, Step step);

// The steps that have to be calculated for what is asked: not those after it, nor those before a table that
// the problem gives.
std::vector<Step> steps_to_calculate(const Problem& problem);

// The axes and the shape of a step's table, whether given or computed.
std::vector<Axis> axes_of(const Problem& problem, Step step);
Shape shape_of(const Problem& problem, Step step);

// The values of an input or of a computed step.
const Tensor& table_of(const Problem& problem, const Trace& trace, Step step);

}  // namespace qkv
