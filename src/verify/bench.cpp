#include "bench.hpp"

#include <algorithm>
#include <cmath>

namespace qkv {
namespace {

constexpr double relative = 1e-4;
constexpr double absolute = 1e-6;

const Tensor& part_of(const AttentionAnswer& answer, std::string_view part) {
  return part == "weights" ? answer.weights : answer.output;
}

Shape expected_shape(const Problem& problem, std::string_view part) {
  if (part == "weights") return {problem.batch, problem.heads, problem.query_count, problem.key_count};
  if (problem.w_o) return {problem.batch, problem.query_count, problem.w_o->w.size(1)};
  return {problem.batch, problem.heads, problem.query_count, problem.d_v};
}

// Whether the masks leave no key to the row in which a number stands, of a layer in any head.
bool sees_nothing(const Problem& problem, const std::vector<int>& at) {
  const bool is_layer = problem.w_o && at.size() == 3;
  const auto sees = [&](int head) {
    for (int key = 0; key < problem.key_count; ++key) {
      if (problem.may_look(at[0], head, is_layer ? at[1] : at[2], key)) return true;
    }
    return false;
  };
  if (!is_layer) return !sees(at[1]);
  for (int head = 0; head < problem.heads; ++head) {
    if (sees(head)) return false;
  }
  return true;
}

}  // namespace

bool agrees(double seen, double expected) {
  if (std::isnan(expected)) return std::isnan(seen);
  if (seen == expected) return true;  // infinities too
  return std::fabs(seen - expected) <= relative * std::fabs(expected) + absolute;
}

bool is_fully_masked(const Problem& problem, int batch, int head, int query) {
  if (problem.is_padded_query(batch, query)) return false;
  for (int key = 0; key < problem.key_count; ++key) {
    if (problem.may_look(batch, head, query, key)) return false;
  }
  return true;
}

std::vector<Sizes> Bench::sizes() const {
  std::vector<Sizes> all = {{1, 1, 2, 2, 1, 1}, {1, 1, 3, 3, 2, 2}, {1, 1, 4, 4, 3, 2}};
  if (!lacks("heads")) all.push_back({1, 2, 4, 4, 2, 3});
  if (!lacks("batch")) all.push_back({2, lacks("heads") ? 1 : 3, 5, 5, 4, 6});
  return all;
}

AttentionRequest Bench::drawn(const Sizes& sizes) {
  const auto tensor = [&](int positions, int features) {
    Tensor values({sizes.batch, sizes.heads, positions, features});
    for (double& value : values.values()) value = draws_.between(-8, 8) / 4.0;
    return values;
  };
  Tensor q = tensor(sizes.queries, sizes.d_k);
  Tensor k = tensor(sizes.keys, sizes.d_k);
  Tensor v = tensor(sizes.keys, sizes.d_v);
  return {.id = {},
          .inputs = AttentionInputs{std::move(q), std::move(k), std::move(v)},
          .causal_offset = {},
          .padding_mask = {},
          .scale = {}};
}

AttentionRequest Bench::drawn_layer(int batch, int positions, int heads, int d_k) {
  const auto tensor = [&](Shape shape) {
    Tensor values(std::move(shape));
    for (double& value : values.values()) value = draws_.between(-4, 4) / 4.0;
    return values;
  };
  const int channels = heads * d_k;
  Tensor x = tensor({batch, positions, channels});
  Tensor w_qkv = tensor({channels, 3 * channels});
  Tensor w_o = tensor({channels, channels});
  return {.id = {},
          .inputs = LayerInputs{std::move(x), std::move(w_qkv), std::move(w_o), heads},
          .causal_offset = {},
          .padding_mask = {},
          .scale = {}};
}

void Bench::doing(std::string did, std::vector<Argument> arguments) {
  did_ = std::move(did);
  arguments_ = std::move(arguments);
  before_.reset();
}

void Bench::doing_after(const AttentionRequest& before, std::string did, std::vector<Argument> arguments) {
  doing(std::move(did), std::move(arguments));
  before_ = before;
}

void Bench::fail(FailedCase failure) {
  if (is_over()) return;
  failure.did = did_;
  failure.arguments = arguments_;
  failure.request = last_;
  failure.before = before_;
  failure_ = std::move(failure);
}

void Bench::fail_at(std::string_view part, const Tensor& seen, const std::vector<int>& at, double expected,
                    std::string note) {
  FailedCase failure{.kind = FailedCase::Kind::numbers, .part = std::string(part)};
  failure.at = at;
  failure.expected = expected;
  failure.seen = seen.at(at);
  failure.seen_part = seen;
  failure.note = std::move(note);
  if (failure.note.empty() && std::isnan(failure.seen) && sees_nothing(problem_of(last_), at))
    failure.note = "nan";
  if (!before_) {
    AttentionAnswer right = answer_of(last_, right_recipe());
    Tensor& wanted = part == "weights" ? right.weights : right.output;
    if (wanted.shape() == seen.shape() && agrees(wanted.at(at), expected)) failure.wanted = std::move(wanted);
  }
  fail(std::move(failure));
}

const AttentionAnswer* Bench::ask(AttentionRequest request) {
  if (is_over()) return nullptr;
  request.id = "c" + std::to_string(exchanges_.size() + 1);
  last_ = request;
  ++cases_;
  Asked asked = ask_(request);
  if (const Trouble* trouble = std::get_if<Trouble>(&asked)) {
    fail({.kind = FailedCase::Kind::trouble, .trouble = *trouble});
    return nullptr;
  }
  Reply& reply = std::get<Reply>(asked);
  exchanges_.push_back({request, reply});
  if (!reply.lacks.empty()) {
    lack_ = reply.lacks.front();
    return nullptr;
  }
  if (!reply.error.empty()) {
    fail({.kind = FailedCase::Kind::refused, .error = reply.error});
    return nullptr;
  }
  const Problem problem = problem_of(request);
  for (const std::string_view part : {"weights", "output"}) {
    if (part == "weights" && !sees_weights()) continue;
    const std::optional<Tensor>& seen = part == "weights" ? reply.weights : reply.output;
    const Shape shape = expected_shape(problem, part);
    if (!seen) {
      fail({.kind = FailedCase::Kind::missing, .part = std::string(part), .expected_shape = shape});
      return nullptr;
    }
    if (seen->shape() != shape) {
      fail({.kind = FailedCase::Kind::shape,
            .part = std::string(part),
            .expected_shape = shape,
            .seen_shape = seen->shape()});
      return nullptr;
    }
  }
  answers_.push_back({request.id, *reply.output, sees_weights() ? *reply.weights : Tensor()});
  return &answers_.back();
}

bool Bench::expect(std::string_view part, const Tensor& seen, const std::vector<int>& at, double expected) {
  const double found = seen.at(at);
  const bool right = part == "weights" && expected == 0.0 ? found == 0.0 : agrees(found, expected);
  if (!right) fail_at(part, seen, at, expected);
  return right;
}

bool Bench::expect_part(std::string_view part, const Tensor& seen, const Tensor& expected) {
  for (std::size_t i = 0; i < seen.values().size(); ++i) {
    if (expect(part, seen, index_at(seen.shape(), i), expected.values()[i])) continue;
    failure_->wanted = expected;
    return false;
  }
  return true;
}

bool Bench::expect_all(const AttentionAnswer& seen, const AttentionAnswer& expected) {
  for (const std::string_view part : {"weights", "output"}) {
    if (part == "weights" && !sees_weights()) continue;
    if (!expect_part(part, part_of(seen, part), part_of(expected, part))) return false;
  }
  return true;
}

CheckResult Bench::result(const VerifyCheck& check) const {
  CheckResult result{.check = &check, .cases = cases_, .failure = failure_};
  if (failure_) result.outcome = CheckResult::Outcome::failed;
  if (!failure_ && !lack_.empty()) {
    result.outcome = CheckResult::Outcome::skipped;
    result.lack = lack_;
  }
  return result;
}

}  // namespace qkv
