// Every table of a calculation, in order, as plain data: the centre of the program.
#pragma once

#include <vector>

#include "qkv/base/tensor.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/model/step.hpp"

namespace qkv {

enum class Axis { batch, head, query, key, position, feature };
std::string_view axis_name(Axis axis);  // "batch": as in the JSON formats

struct StepTable {
  Step step;
  Tensor values;
  std::vector<Axis> axes;  // one per axis of values
};

struct Trace {
  std::vector<StepTable> tables;

  // The table of a step, or null if this problem has no such step.
  const Tensor* find(Step step) const;
  // The same for a step that must be there.
  const Tensor& at(Step step) const;
};

// A step function sees the problem and all earlier tables. A wrong one may yield NaN or another shape.
using StepFunction = Tensor (*)(const Problem& problem, const Trace& earlier);

// Which function computes each step; entries of steps that a problem lacks are not used.
using Recipe = PerStep<StepFunction>;
const Recipe& right_recipe();

enum class Carry {
  exact,   // float64 throughout
  by_hand  // every table rounded half away from zero to its asked decimals before the next step reads it
};

// Every step the problem computes. A wrong function that yields another shape ends the trace with its table.
Trace compute(const Problem& problem, const Recipe& recipe, Carry carry);

}  // namespace qkv
