// What the parts of validate() share: collecting faults, and the sizes that everything is measured against.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/model/raw_problem.hpp"

namespace qkv {

using FaultList = std::vector<Diagnostic>;

void add_fault(FaultList& faults, const Place& place, std::string code, std::vector<Argument> arguments = {});

// Whether the reader has said something about this key already.
bool was_reported(const RawProblem& raw, std::string_view key);

// Which of the three ways a problem begins.
enum class InputKind { qkv, embeddings, scores };

// 0: unknown, because the input that would say it is wrong or missing.
struct InputSizes {
  InputKind kind = InputKind::qkv;
  int batch = 0;
  int heads = 0;
  int kv_heads = 0;
  int t_q = 0;
  int t_k = 0;
  int d_k = 0;       // 0 also in a problem that begins at scores without saying it
  int d_v = 0;       // 0 without values
  int channels = 0;  // of X; 0 without it
  int kv_channels = 0;
};

struct CheckedInputs {
  std::optional<InputKind> kind;  // empty: none of the three, or a mixture
  InputSizes sizes;               // what is known of them
  bool fit = false;               // nothing is wrong, all is known
};

// Empty if it begins in none of them, or in several at once; why is in `faults` (input_kind.cpp).
std::optional<InputKind> kind_of_input(FaultList& faults, const RawProblem& raw);
// Checks the inputs against one another (inputs.cpp). What does not depend on a wrong input is checked
// nevertheless, so that a person hears of every fault at once.
CheckedInputs check_inputs(FaultList& faults, const RawProblem& raw);
// Checks names, masks and dropout against those sizes that are known (mask_checks.cpp).
void check_names(FaultList& faults, const RawProblem& raw, const InputSizes& sizes);
void check_masks(FaultList& faults, const RawProblem& raw, const InputSizes& sizes);
// Whether some number on the way would be too large to write down.
void check_magnitudes(FaultList& faults, const RawProblem& raw, const Problem& problem);

// The parts of a problem, once everything has been checked (take_inputs.cpp, mask_checks.cpp).
void take_inputs(Problem& problem, const RawProblem& raw, const InputSizes& sizes);
Masks masks_of(const RawProblem& raw, const InputSizes& sizes);
std::optional<Dropout> dropout_of(const RawProblem& raw);
void name_positions(Problem& problem, const RawProblem& raw);

}  // namespace qkv
