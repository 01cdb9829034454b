#include "qkv/verify/suite.hpp"

#include <algorithm>

#include "checks.hpp"
#include "naming.hpp"

namespace qkv {
namespace {

using Names = std::span<const std::string_view>;

constexpr std::string_view in_shape[] = {"shape"};
constexpr std::string_view in_leak[] = {"leak"};
constexpr std::string_view in_padding[] = {"padding"};
constexpr std::string_view in_softmax[] = {"softmax"};
constexpr std::string_view in_scale[] = {"softmax", "scale"};
constexpr std::string_view in_numbers[] = {"numbers"};
constexpr std::string_view in_heads[] = {"heads"};
constexpr std::string_view in_layer[] = {"layer", "heads"};
constexpr std::string_view in_layer_leak[] = {"layer", "leak"};
constexpr std::string_view in_masked[] = {"padding", "leak"};

constexpr std::string_view need_causal[] = {"causal"};
constexpr std::string_view need_offset[] = {"causal", "offset", "lengths"};
constexpr std::string_view need_padding[] = {"padding"};
constexpr std::string_view need_scale[] = {"scale"};
constexpr std::string_view need_batch[] = {"batch"};
constexpr std::string_view need_heads[] = {"heads"};
constexpr std::string_view need_layer[] = {"layer"};
constexpr std::string_view need_causal_layer[] = {"layer", "causal"};
constexpr std::string_view need_weights[] = {"weights"};
constexpr std::string_view need_causal_weights[] = {"causal", "weights"};
constexpr std::string_view need_padding_weights[] = {"padding", "weights"};
constexpr Names need_nothing = {};

// THE table. What is simple comes first: what fails there explains what fails later.
constexpr VerifyCheck rows[] = {
    {"shape", in_shape, need_nothing, checks::shape},
    {"rows-sum", in_softmax, need_weights, checks::rows_sum},
    {"equal-keys", in_softmax, need_nothing, checks::equal_keys},
    {"known-odds", in_scale, need_nothing, checks::known_odds},
    {"duplicated-features", in_scale, need_nothing, checks::duplicated_features},
    {"given-scale", in_scale, need_scale, checks::given_scale},
    {"large-scores", in_softmax, need_nothing, checks::large_scores},
    {"key-order", in_softmax, need_nothing, checks::key_order},
    {"first-row", in_leak, need_causal, checks::first_row},
    {"future-zero", in_leak, need_causal_weights, checks::future_zero},
    {"future-unseen", in_leak, need_causal, checks::future_unseen},
    {"contrast", in_leak, need_nothing, checks::contrast},
    {"last-query", in_leak, need_offset, checks::last_query},
    {"pad-zero", in_padding, need_padding_weights, checks::pad_zero},
    {"pad-content", in_padding, need_padding, checks::pad_content},
    {"pad-queries", in_padding, need_padding, checks::pad_queries},
    {"blocked-key", in_padding, need_padding_weights, checks::blocked_key},
    {"left-padding", in_padding, need_padding, checks::left_padding},
    {"fully-masked", in_masked, need_nothing, checks::fully_masked},
    {"batch-apart", in_heads, need_batch, checks::batch_apart},
    {"heads-apart", in_heads, need_heads, checks::heads_apart},
    {"numbers", in_numbers, need_nothing, checks::numbers},
    {"layer-numbers", in_layer, need_layer, checks::layer_numbers},
    {"future-unseen-layer", in_layer_leak, need_causal_layer, checks::future_unseen_layer},
};

bool belongs(const VerifyCheck& check, std::span<const std::string> suites) {
  return std::ranges::any_of(suites, [&](const std::string& suite) {
    return suite == verify_suites[0] || std::ranges::find(check.suites, suite) != check.suites.end();
  });
}

CheckResult run(const VerifyCheck& check, const SuiteSetting& setting, const Ask& ask,
                std::vector<Exchange>& exchanges) {
  for (const std::string_view need : check.needs) {
    if (setting.lacks.contains(need))
      return {.check = &check, .outcome = CheckResult::Outcome::skipped, .lack = std::string(need)};
  }
  Bench bench(check.id, setting, ask, exchanges);
  check.run(bench);
  CheckResult result = bench.result(check);
  // Nothing of it could be asked.
  if (result.cases == 0 && result.outcome == CheckResult::Outcome::passed) {
    result.outcome = CheckResult::Outcome::skipped;
    result.lack = setting.lacks.contains("offset") ? "offset" : "padding";
  }
  return result;
}

// How many numbers somebody has to look at who wants to follow a case.
std::size_t size_of(const FailedCase& failure) {
  const auto numbers_in = [](const AttentionRequest& request) {
    if (const auto* layer = std::get_if<LayerInputs>(&request.inputs))
      return layer->x.values().size() + layer->w_qkv.values().size() + layer->w_o.values().size();
    const auto& inputs = std::get<AttentionInputs>(request.inputs);
    return inputs.q.values().size() + inputs.k.values().size() + inputs.v.values().size();
  };
  return numbers_in(failure.request) + (failure.before ? numbers_in(*failure.before) : 0);
}

}  // namespace

std::span<const VerifyCheck> verify_checks() {
  return rows;
}

std::string_view fully_masked_name(FullyMasked policy) {
  switch (policy) {
    case FullyMasked::zero:
      return "zero";
    case FullyMasked::uniform:
      return "uniform";
    case FullyMasked::nan:
      return "nan";
    case FullyMasked::any:
      return "any";
  }
  return {};
}

std::optional<FullyMasked> fully_masked_from_name(std::string_view name) {
  for (const FullyMasked policy :
       {FullyMasked::zero, FullyMasked::uniform, FullyMasked::nan, FullyMasked::any}) {
    if (fully_masked_name(policy) == name) return policy;
  }
  return std::nullopt;
}

int SuiteReport::count(CheckResult::Outcome outcome) const {
  return static_cast<int>(std::ranges::count(checks, outcome, &CheckResult::outcome));
}

const CheckResult* SuiteReport::most_telling() const {
  const auto has_failed = [](const CheckResult& result) {
    return result.outcome == CheckResult::Outcome::failed;
  };
  const auto first = std::ranges::find_if(checks, has_failed);
  if (first == checks.end()) return nullptr;
  const CheckResult* telling = &*first;
  // Where it cannot be asked at all, the first time says why.
  if (first->failure->kind != FailedCase::Kind::numbers) return telling;
  for (const CheckResult& result : checks) {
    const bool is_akin = has_failed(result) && result.failure->kind == FailedCase::Kind::numbers &&
                         result.check->suites.front() == first->check->suites.front();
    if (is_akin && size_of(*result.failure) < size_of(*telling->failure)) telling = &result;
  }
  // 0 ÷ 0 is about the rows that see nothing, wherever it turns up first.
  const auto masked = std::ranges::find(
      checks, "fully-masked", [](const CheckResult& result) { return std::string_view(result.check->id); });
  const bool is_about_it = telling->failure->note == "nan" && masked != checks.end() && has_failed(*masked);
  return is_about_it ? &*masked : telling;
}

bool SuiteReport::passed() const {
  return count(CheckResult::Outcome::failed) == 0 && count(CheckResult::Outcome::passed) > 0;
}

SuiteReport verify(std::span<const std::string> suites, const SuiteSetting& setting, const Ask& ask,
                   const SuiteProgress& progress) {
  std::vector<const VerifyCheck*> wanted;
  for (const VerifyCheck& check : rows) {
    if (belongs(check, suites)) wanted.push_back(&check);
  }
  SuiteReport report;
  std::vector<Exchange> exchanges;
  for (const VerifyCheck* check : wanted) {
    report.checks.push_back(run(*check, setting, ask, exchanges));
    report.asked += report.checks.back().cases;
    if (progress) progress(report.checks.size(), wanted.size());
  }
  if (report.count(CheckResult::Outcome::failed) == 0) return report;
  report.reproduced = reproduced(setting, exchanges);
  // Of questions without an answer nobody knows what is wrong.
  const bool has_answers = std::ranges::none_of(report.checks, [](const CheckResult& result) {
    return result.failure && result.failure->kind != FailedCase::Kind::numbers;
  });
  report.is_coarse = has_answers && report.reproduced.empty() && are_coarse(exchanges);
  return report;
}

}  // namespace qkv
