// Everything in a problem file but the numbers: names, scale, mask, what is asked.
#pragma once

#include "qkv/model/raw_problem.hpp"
#include "reading.hpp"

namespace qkv {

void read_id(Faults& faults, const Entry& entry, RawProblem& raw);
void read_title(Faults& faults, const Entry& entry, RawProblem& raw);
void read_tokens(Faults& faults, const Entry& entry, RawProblem& raw);
void read_queries(Faults& faults, const Entry& entry, RawProblem& raw);
void read_scale(Faults& faults, const Entry& entry, RawProblem& raw);
void read_mask(Faults& faults, const Entry& entry, RawProblem& raw);
void read_decimals(Faults& faults, const Entry& entry, RawProblem& raw);
void read_ask(Faults& faults, const Entry& entry, RawProblem& raw);

}  // namespace qkv
