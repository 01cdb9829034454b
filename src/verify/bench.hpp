// Where a check works: it asks, looks at the answer, and says what is wrong with it.
#pragma once

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "qkv/base/draws.hpp"
#include "qkv/verify/suite.hpp"

namespace qkv {

// B, H, T_q, T_k, D, D_v.
struct Sizes {
  int batch = 1;
  int heads = 1;
  int queries = 2;
  int keys = 2;
  int d_k = 2;
  int d_v = 2;
};

struct Exchange {
  AttentionRequest request;
  Reply reply;
};

class Bench {
 public:
  Bench(std::string_view check, const SuiteSetting& setting, const Ask& ask, std::vector<Exchange>& exchanges)
      : setting_(setting), ask_(ask), exchanges_(exchanges), draws_(seed_of(setting.seed, check)) {}

  const SuiteSetting& setting() const { return setting_; }
  bool lacks(std::string_view what) const { return setting_.lacks.contains(what); }

  // ---- what is asked

  // From small to large; without what it lacks (several members or heads).
  std::vector<Sizes> sizes() const;
  // Quarters from −2 to 2, new ones for each case: numbers that can be calculated with.
  AttentionRequest drawn(const Sizes& sizes);
  AttentionRequest drawn_layer(int batch, int positions, int heads, int d_k);

  // What is being done, for what is said where it fails: text verify.did.<did>.
  void doing(std::string did, std::vector<Argument> arguments = {});
  // The same, for an answer that is held against an earlier one.
  void doing_after(const AttentionRequest& before, std::string did, std::vector<Argument> arguments = {});
  // The answer, with the shapes that it has to have. Null: it failed, or it lacks what was asked for.
  const AttentionAnswer* ask(AttentionRequest request);

  // ---- what is said

  // Whether the weights can be looked at.
  bool sees_weights() const { return !lacks("weights"); }
  // Fails where the number is not the expected one; 0 is to be 0 exactly. False: it failed.
  bool expect(std::string_view part, const Tensor& seen, const std::vector<int>& at, double expected);
  // The same for all numbers but those of rows that may be what they like.
  bool expect_all(const AttentionAnswer& seen, const AttentionAnswer& expected);
  bool expect_part(std::string_view part, const Tensor& seen, const Tensor& expected);
  void fail(FailedCase failure);
  // A number that is wrong whatever it should have been.
  void fail_at(std::string_view part, const Tensor& seen, const std::vector<int>& at, double expected,
               std::string note = {});

  bool is_over() const { return failure_.has_value() || !lack_.empty(); }
  CheckResult result(const VerifyCheck& check) const;

 private:
  const SuiteSetting& setting_;
  const Ask& ask_;
  std::vector<Exchange>& exchanges_;
  Draws draws_;
  int cases_ = 0;
  std::string did_;
  std::vector<Argument> arguments_;
  AttentionRequest last_;
  std::optional<AttentionRequest> before_;
  std::deque<AttentionAnswer> answers_;  // they stay where they are
  std::optional<FailedCase> failure_;
  std::string lack_;
};

// What half precision loses, beside the largest number: of three digits the last one (bfloat16 has hardly
// more than two).
inline constexpr double half_precision = 1e-2;

// Equal up to what float32 arithmetic may change: a part in 10⁴, or a millionth. NaN equals NaN.
bool agrees(double seen, double expected);
// Whether query i of the problem may look at nothing and is no padding: the policy decides about its row.
bool is_fully_masked(const Problem& problem, int batch, int head, int query);

}  // namespace qkv
