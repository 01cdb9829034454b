// Everything in a problem file but the numbers: names, scale, mask, what is asked.
#pragma once

#include "qkv/model/raw_problem.hpp"
#include "reading.hpp"

namespace qkv {

void read_id(Faults& faults, const Entry& entry, RawProblem& raw);
void read_title(Faults& faults, const Entry& entry, RawProblem& raw);
void read_note(Faults& faults, const Entry& entry, RawProblem& raw);
void read_tokens(Faults& faults, const Entry& entry, RawProblem& raw);
void read_queries(Faults& faults, const Entry& entry, RawProblem& raw);
// heads, kv_heads, d_k
template <std::optional<Located<long long>> RawProblem::*member>
void read_count(Faults& faults, const Entry& entry, RawProblem& raw);
void read_scale(Faults& faults, const Entry& entry, RawProblem& raw);
void read_softmax(Faults& faults, const Entry& entry, RawProblem& raw);
void read_decimals(Faults& faults, const Entry& entry, RawProblem& raw);
void read_points(Faults& faults, const Entry& entry, RawProblem& raw);
// ask, given
template <std::optional<Located<std::vector<Located<std::string>>>> RawProblem::*member>
void read_steps(Faults& faults, const Entry& entry, RawProblem& raw);

// In read_exercise.cpp.
void read_exercise(Faults& faults, const Entry& entry, RawProblem& raw);

// In read_masks.cpp.
void read_mask(Faults& faults, const Entry& entry, RawProblem& raw);
// Whether this is a key of the mask, for those who write it beside the mask.
bool is_mask_key(std::string_view key);
void read_dropout(Faults& faults, const Entry& entry, RawProblem& raw);

}  // namespace qkv
