// The rungs of the experiment `ladder`, and what has to be true of each.
#pragma once

#include <string>
#include <vector>

#include "qkv/base/tensor.hpp"
#include "qkv/lab/lab.hpp"

namespace qkv::ladder {

constexpr double noise = 1e-12;  // of sums in double precision

// What every rung is made of, of the first batch member.
struct Ground {
  std::vector<std::string> names;
  std::vector<int> looking;  // the queries whose rows are shown
  Tensor features;           // [T, …]: of the tokens themselves, before Q, K and V part
  Tensor q, k, v;            // [1, 1, T, d]
  int heads = 1;             // of the last rung; 1: the features cannot be split
  bool is_pronoun = false;   // the sentence that has words of its own
};

struct Rung {
  std::string id;
  Tensor weights;  // [1, H, T, T]
  Tensor output;   // [1, H, T, d_v]
};

// [1, 1, T, H·d] → [1, H, T, d]
Tensor split(const Tensor& table, int heads);

void claim_own(LabSection& section, const Rung& rung, const Ground& ground);
void claim_average(LabSection& section, const Rung& rung, const Ground& ground);
void claim_similarity(LabSection& section, const Rung& rung, const Ground& ground);
void claim_apart(LabSection& section, const Rung& rung, const Ground& ground);
void claim_scaled(LabSection& section, const Rung& rung, const Rung& unscaled, const Ground& ground);
void claim_causal(LabSection& section, const Rung& rung, const Ground& ground);
void claim_heads(LabSection& section, const Rung& rung, const Ground& ground);

}  // namespace qkv::ladder
