#include "qkv/verify/suite.hpp"

#include <algorithm>
#include <cmath>

#include "checks.hpp"
#include "qkv/verify/served.hpp"

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

// ---- which mistake it is

class Naming {
 public:
  Naming(const SuiteSetting& setting, const std::vector<Exchange>& exchanges) : setting_(setting) {
    for (const Exchange& exchange : exchanges) {
      if (!exchange.reply.lacks.empty()) continue;
      const bool right = same(exchange, answer_of(exchange.request, right_recipe()));
      (right ? right_ : wrong_).push_back(&exchange);
    }
  }

  std::vector<Reproduced> reproduced() const {
    std::vector<Reproduced> found;
    if (wrong_.empty()) return found;
    for (const Mistake& mistake : mistakes()) {
      std::optional<Reproduced> best;
      for (const Way& way : mistake.ways) {
        const Reproduced each = held_against(mistake, way);
        if (!best || rank(each) > rank(*best)) best = each;
      }
      if (best && 2 * best->agreeing >= best->wrong && best->agreeing > 0) found.push_back(*best);
    }
    std::ranges::stable_sort(found,
                             [](const Reproduced& a, const Reproduced& b) { return rank(a) > rank(b); });
    // Whoever explains everything leaves nothing to those who explain less; else the best are named.
    std::erase_if(found, [first = found.empty() ? 0 : rank(found.front())](const Reproduced& each) {
      return rank(each) < first;
    });
    return found;
  }

 private:
  static int rank(const Reproduced& each) { return 2 * each.agreeing + (each.all ? 1 : 0); }

  Reproduced held_against(const Mistake& mistake, const Way& way) const {
    Reproduced result{
        .mistake = &mistake, .agreeing = 0, .wrong = static_cast<int>(wrong_.size()), .all = false};
    for (const Exchange* exchange : wrong_) {
      if (same(*exchange, mistaken_answer(exchange->request, mistake, way))) ++result.agreeing;
    }
    result.all =
        result.agreeing == result.wrong && std::ranges::all_of(right_, [&](const Exchange* exchange) {
          return same(*exchange, mistaken_answer(exchange->request, mistake, way));
        });
    return result;
  }

  bool same(const Exchange& exchange, const AttentionAnswer& answer) const {
    if (!exchange.reply.error.empty()) return answer.output.shape().empty() && answer.weights.shape().empty();
    const Problem problem = problem_of(exchange.request);
    const bool weights = setting_.lacks.contains("weights") || !exchange.reply.weights ||
                         same_part(problem, *exchange.reply.weights, answer.weights);
    return weights && (!exchange.reply.output || same_part(problem, *exchange.reply.output, answer.output));
  }

  bool same_part(const Problem& problem, const Tensor& seen, const Tensor& expected) const {
    if (seen.shape() != expected.shape()) return false;
    for (std::size_t i = 0; i < seen.values().size(); ++i) {
      if (agrees(seen.values()[i], expected.values()[i])) continue;
      const std::vector<int> at = index_at(seen.shape(), i);
      const bool is_free = setting_.fully_masked != FullyMasked::zero && at.size() == 4 &&
                           at[1] < problem.heads && at[2] < problem.query_count &&
                           nothing_to_see(problem, at[0], at[1], at[2]);
      if (!is_free) return false;
    }
    return true;
  }

  static bool nothing_to_see(const Problem& problem, int batch, int head, int query) {
    for (int key = 0; key < problem.key_count; ++key) {
      if (problem.may_look(batch, head, query, key)) return false;
    }
    return true;
  }

  const SuiteSetting& setting_;
  std::vector<const Exchange*> right_;  // answers that are the right ones
  std::vector<const Exchange*> wrong_;
};

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
  if (report.count(CheckResult::Outcome::failed) > 0)
    report.reproduced = Naming(setting, exchanges).reproduced();
  return report;
}

}  // namespace qkv
