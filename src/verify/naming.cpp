#include "naming.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "finite_fill.hpp"
#include "qkv/verify/served.hpp"

namespace qkv {
namespace {

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
      std::optional<Candidate> best;
      const auto try_out = [&](const Answering& answering) {
        const Candidate each = held_against(mistake, answering);
        if (!best || rank(each) > rank(*best)) best = each;
      };
      for (const Way& way : mistake.ways) {
        try_out([&](const AttentionRequest& request) { return mistaken_answer(request, mistake, way); });
      }
      if (mistake.id == "pad-missing") try_out(unaware_of_padding);
      if (best && 2 * best->agreeing >= best->wrong && best->tells) found.push_back(*best);
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

  // A mistake that explains some of what is wrong.
  struct Candidate : Reproduced {
    // Not just errors, which have many causes, nor just NaN, unless all else fits as well.
    bool tells = false;
  };

  bool has_wrong_number(const Exchange& exchange) const {
    const AttentionAnswer right = answer_of(exchange.request, right_recipe());
    const auto differs = [](const std::optional<Tensor>& seen, const Tensor& expected) {
      if (!seen) return false;
      if (seen->shape() != expected.shape()) return true;
      for (std::size_t i = 0; i < expected.values().size(); ++i) {
        const double value = seen->values()[i];
        if (std::isfinite(value) && !agrees(value, expected.values()[i])) return true;
      }
      return false;
    };
    return differs(exchange.reply.weights, right.weights) || differs(exchange.reply.output, right.output);
  }

  using Answering = std::function<AttentionAnswer(const AttentionRequest& request)>;

  // The mask was not left out of the scores alone: padded queries are answered like any other.
  static AttentionAnswer unaware_of_padding(const AttentionRequest& request) {
    AttentionRequest without = request;
    without.padding_mask.reset();
    return answer_of(without, right_recipe());
  }

  Candidate held_against(const Mistake& mistake, const Answering& answering) const {
    Candidate result;
    bool has_table = false;
    result.mistake = &mistake;
    result.wrong = static_cast<int>(wrong_.size());
    for (const Exchange* exchange : wrong_) {
      if (!same(*exchange, answering(exchange->request))) continue;
      ++result.agreeing;
      result.tells = result.tells || has_wrong_number(*exchange);
      has_table = has_table || exchange->reply.weights || exchange->reply.output;
    }
    result.all =
        result.agreeing == result.wrong && std::ranges::all_of(right_, [&](const Exchange* exchange) {
          return same(*exchange, answering(exchange->request));
        });
    result.tells = result.tells || (result.all && has_table);
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

enum class Zeros { near, exact };

bool is_near(const Tensor& seen, const Tensor& expected, Zeros zeros) {
  if (seen.shape() != expected.shape()) return false;
  double largest = 0.0;
  for (const double value : expected.values()) largest = std::max(largest, std::fabs(value));
  for (std::size_t i = 0; i < seen.values().size(); ++i) {
    const double difference = std::fabs(seen.values()[i] - expected.values()[i]);
    if (!(difference <= half_precision * largest)) return false;
    // A mask is no matter of precision.
    if (zeros == Zeros::exact && expected.values()[i] == 0.0 && seen.values()[i] != 0.0) return false;
  }
  return true;
}

}  // namespace

std::vector<Reproduced> reproduced(const SuiteSetting& setting, const std::vector<Exchange>& exchanges) {
  std::vector<Reproduced> found = Naming(setting, exchanges).reproduced();
  if (!found.empty() && found.front().all) return found;
  if (const auto filled = finite_fill(exchanges)) {
    found = {{.mistake = find_mistake("mask-finite-too-small"),
              .agreeing = filled->answers,
              .wrong = filled->answers,
              .all = true,
              .fill = filled->fill}};
  }
  return found;
}

bool are_coarse(const std::vector<Exchange>& exchanges) {
  return std::ranges::all_of(exchanges, [](const Exchange& exchange) {
    const Reply& reply = exchange.reply;
    if (!reply.lacks.empty()) return true;
    const AttentionAnswer right = answer_of(exchange.request, right_recipe());
    return reply.output && is_near(*reply.output, right.output, Zeros::near) &&
           (!reply.weights || is_near(*reply.weights, right.weights, Zeros::exact));
  });
}
}  // namespace qkv
