#include "qkv/verify/judge.hpp"

#include <algorithm>

namespace qkv {
namespace {

using L = LookAt;

constexpr Mutant leak[] = {
    {"causal-missing", L::future},
    {"mask-zero-before-softmax", L::future},
    {"mask-minus-one-fill", L::future},
    {"mask-additive-keep-ones", L::future},
    {"mask-polarity-inverted", L::future},
    {"mask-after-softmax-no-renorm", L::future},
    {"causal-one-ahead", L::neighbours},
    {"key-index-off-by-one", L::neighbours},
    {"mask-finite-too-small", L::small_change},
    {"weights-transposed", L::outputs},
    {"values-averaged", L::outputs},
};
constexpr Mutant padding[] = {
    {"pad-missing", L::pad_content},
    {"pad-on-query-axis", L::pad_content},
    {"mask-zero-before-softmax", L::pad_content},
    {"pad-or-causal", L::pad_causal},
    {"pad-query-not-cleared", L::pad_rows},
    {"mask-after-softmax-no-renorm", L::row_sums},
};
constexpr Mutant softmax[] = {
    {"softmax-columns", L::row_sums},
    {"softmax-global", L::row_sums},
    {"softmax-missing", L::row_sums},
    {"exp-not-normalised", L::row_sums},
    {"sigmoid-instead-of-softmax", L::row_sums},
    {"normalise-raw-scores", L::numbers},
    {"softmax-twice", L::numbers},
    {"softmax-negated", L::numbers},
    {"exp-base-2", L::numbers},
    {"scale-missing", L::numbers},
    {"scale-by-dk", L::numbers},
    {"scale-multiplied", L::numbers},
};
constexpr Mutant heads[] = {
    {"first-head-weights-for-all", L::heads_apart},
    {"head-weights-averaged", L::heads_apart},
    {"head-split-no-transpose", L::layer_numbers},
    {"head-merge-no-transpose", L::layer_numbers},
    {"head-split-and-merge-no-transpose", L::layer_numbers},
    {"head-split-interleaved", L::layer_numbers},
    {"head-merge-interleaved", L::layer_numbers},
    {"head-order-reversed", L::layer_numbers},
    {"single-head-instead-of-split", L::layer_numbers},
    {"output-projection-missing", L::layer_numbers},
    {"output-projection-transposed", L::layer_numbers},
};

std::vector<Mutant> each_once() {
  std::vector<Mutant> all;
  for (const std::span<const Mutant> topic :
       {std::span<const Mutant>(leak), std::span<const Mutant>(padding), std::span<const Mutant>(softmax),
        std::span<const Mutant>(heads)}) {
    for (const Mutant& mutant : topic) {
      if (std::ranges::find(all, mutant.mistake, &Mutant::mistake) == all.end()) all.push_back(mutant);
    }
  }
  return all;
}

}  // namespace

std::string_view look_name(LookAt look) {
  switch (look) {
    case L::future:
      return "future";
    case L::neighbours:
      return "neighbours";
    case L::small_change:
      return "small-change";
    case L::outputs:
      return "outputs";
    case L::pad_content:
      return "pad-content";
    case L::pad_rows:
      return "pad-rows";
    case L::pad_causal:
      return "pad-causal";
    case L::row_sums:
      return "row-sums";
    case L::numbers:
      return "numbers";
    case L::heads_apart:
      return "heads-apart";
    case L::layer_numbers:
      return "layer-numbers";
  }
  return {};
}

std::span<const JudgeTopic> judge_topics() {
  static const std::vector<Mutant> all = each_once();
  static const JudgeTopic topics[] = {
      {"leak", leak}, {"padding", padding}, {"softmax", softmax}, {"heads", heads}, {"all", all}};
  return topics;
}

const JudgeTopic* find_judge_topic(std::string_view id) {
  const auto topics = judge_topics();
  const auto found = std::ranges::find(topics, id, &JudgeTopic::id);
  return found == topics.end() ? nullptr : &*found;
}

std::size_t TestJudgement::caught() const {
  return static_cast<std::size_t>(std::ranges::count_if(mutants, &JudgedMutant::caught));
}

bool TestJudgement::good() const {
  return passes_right() && !wavers() && caught() == mutants.size();
}

TestJudgement judge(const JudgeTopic& topic, std::span<const Mutant> mutants, const RunTest& run,
                    const JudgeProgress& progress) {
  const std::size_t runs = mutants.size() + 2;
  const auto report = [&](std::size_t done) {
    if (progress) progress(done, runs);
  };
  TestJudgement judgement{.topic = topic.id, .right = run({}), .mutants = {}, .again = {}, .on_none = {}};
  report(1);
  if (!judgement.passes_right()) {
    // Whether it always fails; a time limit is not waited for twice.
    const TestRun::Kind kind = judgement.right.kind;
    if (kind == TestRun::Kind::failed || kind == TestRun::Kind::killed) judgement.again = run({});
    return judgement;
  }
  for (const Mutant& mutant : mutants) {
    judgement.mutants.push_back({mutant, run({Tested::Kind::mistaken, mutant.mistake})});
    report(judgement.mutants.size() + 1);
  }
  judgement.again = run({});
  if (judgement.caught() == 0) judgement.on_none = run({Tested::Kind::none, {}});
  report(runs);
  return judgement;
}

}  // namespace qkv
