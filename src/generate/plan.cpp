// What all exercises of a kind have in common, from topic, level and sizes.
#include <algorithm>
#include <cassert>
#include <span>
#include <utility>

#include "qkv/generate/exercise.hpp"
#include "qkv/model/validate.hpp"
#include "qkv/text/catalogue.hpp"
#include "study.hpp"

namespace qkv {
namespace {

using Faults = std::vector<Diagnostic>;

struct Sizes {
  int queries = 0;
  int keys = 0;
  int d_k = 0;
  int d_v = 0;
  int heads = 1;
  int kv_heads = 1;
  int channels = 0;
  bool embeddings = false;
  bool w_o = false;
};

constexpr int heads_by_default = 2;
constexpr int heads_in_groups = 4;
constexpr int fewest_cross_keys = 3;

bool begins_at_embeddings(const ExerciseRequest& request) {
  return request.topic->begin == Begin::embeddings || level_row(request.level).embeddings;
}

bool has_heads(const ExerciseRequest& request) {
  return request.topic->heads || level_row(request.level).embeddings;
}

bool ends_at_output(const TopicRow& topic) {
  return topic.asks.back() >= Step::output;
}

Sizes sizes_of(const ExerciseRequest& request) {
  const TopicRow& topic = *request.topic;
  const LevelRow& level = level_row(request.level);
  Sizes sizes;
  sizes.keys = request.tokens.value_or(topic.cross ? std::max(level.tokens, fewest_cross_keys)
                                                   : level.tokens + (topic.padding ? 1 : 0));
  sizes.queries = topic.cross ? sizes.keys - 1 : sizes.keys;
  sizes.d_k = request.d_k.value_or(level.d_k);
  sizes.d_v = request.d_v.value_or(level.d_v);
  sizes.embeddings = begins_at_embeddings(request);
  sizes.channels = level.channels;
  sizes.w_o = topic.w_o || (level.embeddings && ends_at_output(topic));
  if (has_heads(request)) {
    const bool small = request.level < 3;
    sizes.heads = request.heads.value_or(topic.groups && !small ? heads_in_groups : heads_by_default);
    sizes.kv_heads = topic.groups ? std::max(1, sizes.heads / 2) : sizes.heads;
  }
  return sizes;
}

// ---- what cannot be
// --------------------------------------------------------------------------------------------

void check_range(Faults& faults, const char* option, std::optional<int> value, int low, int high,
                 const TopicRow& topic) {
  if (!value || (*value >= low && *value <= high)) return;
  faults.push_back({"generate.size",
                    {},
                    {argument("option", option), argument("found", *value), argument("low", low),
                     argument("high", high), argument("topic", std::string(topic.id))},
                    {}});
}

constexpr int most_tokens = 8;
constexpr int most_features = 8;
constexpr int most_heads = 8;

void check_sizes(Faults& faults, const ExerciseRequest& request) {
  const TopicRow& topic = *request.topic;
  const int fewest_tokens = topic.padding || topic.cross ? 3 : 2;
  check_range(faults, "--tokens", request.tokens, fewest_tokens, most_tokens, topic);
  check_range(faults, "--d-k", request.d_k, 1, most_features, topic);
  const bool without_values = topic.begin == Begin::scores && !begins_at_embeddings(request);
  if (without_values && request.d_v) {
    faults.push_back({"generate.no-values", {}, {argument("topic", std::string(topic.id))}, {}});
  }
  check_range(faults, "--d-v", request.d_v, 1, most_features, topic);
  if (request.heads && !has_heads(request)) {
    faults.push_back({"generate.one-head", {}, {argument("topic", std::string(topic.id))}, {}});
  } else {
    check_range(faults, "--heads", request.heads, 2, most_heads, topic);
    if (request.heads && topic.groups && *request.heads % 2 != 0) {
      faults.push_back({"generate.odd-heads", {}, {argument("found", *request.heads)}, {}});
    }
  }
}

// ---- the outline
// -----------------------------------------------------------------------------------------------

Located<Tensor> zeros(Shape shape) {
  return {Tensor(std::move(shape)), {}};
}

void add_inputs(RawProblem& raw, const TopicRow& topic, const Sizes& sizes) {
  const int q_width = sizes.heads * sizes.d_k;
  const int k_width = sizes.kv_heads * sizes.d_k;
  const int v_width = sizes.kv_heads * sizes.d_v;
  if (sizes.embeddings) {
    raw.x = zeros({sizes.queries, sizes.channels});
    if (topic.cross) raw.x_kv = zeros({sizes.keys, sizes.channels});
    raw.w_q = zeros({sizes.channels, q_width});
    raw.w_k = zeros({sizes.channels, k_width});
    raw.w_v = zeros({sizes.channels, v_width});
  } else if (topic.begin == Begin::scores) {
    raw.scores = zeros({sizes.queries, sizes.keys});
    raw.d_k = Located<long long>{sizes.d_k, {}};
  } else {
    raw.q = zeros({sizes.queries, q_width});
    raw.k = zeros({sizes.keys, k_width});
    raw.v = zeros({sizes.keys, v_width});
  }
  if (sizes.w_o) raw.w_o = zeros({sizes.heads * sizes.d_v, sizes.channels});
  if (sizes.heads > 1) raw.heads = Located<long long>{sizes.heads, {}};
  if (sizes.kv_heads != sizes.heads) raw.kv_heads = Located<long long>{sizes.kv_heads, {}};
}

Tensor padding_of(const TopicRow& topic, int positions) {
  Tensor real({positions}, 1.0);
  (topic.causal ? real.values().front() : real.values().back()) = 0.0;
  return real;
}

void add_masks(RawProblem& raw, const TopicRow& topic, const Sizes& sizes) {
  if (!topic.causal && !topic.padding) return;
  RawMask mask;
  if (topic.causal) mask.causal = Located<RawCausal>{RawCausal{}, {}};
  if (topic.padding) mask.padding = Located<Tensor>{padding_of(topic, sizes.keys), {}};
  raw.mask = Located<RawMask>{std::move(mask), {}};
}

// From the embeddings on everything is asked; else what the topic asks.
std::vector<Step> asks_of(const TopicRow& topic, const Sizes& sizes) {
  std::vector<Step> asks(topic.asks.begin(), topic.asks.end());
  const auto add = [&asks](Step step) {
    if (std::ranges::find(asks, step) == asks.end()) asks.push_back(step);
  };
  if (sizes.embeddings) {
    for (const Step step : {Step::q, Step::k, Step::scores}) add(step);
    if (topic.begin == Begin::scores) add(Step::scaled);
    if (ends_at_output(topic)) add(Step::v);
  }
  if (sizes.heads > 1 && ends_at_output(topic)) add(Step::merged);
  if (sizes.w_o) add(Step::projected);
  std::ranges::sort(asks);
  return asks;
}

// ---- worked-example fading
// -----------------------------------------------------------------------------------

// Tables left to calculate, and those given before the last of them.
struct Fading {
  std::vector<Step> ask, given;
};

// In others numbers only find another place.
bool is_calculated(Step step) {
  return step != Step::q_heads && step != Step::k_heads && step != Step::v_heads && step != Step::merged;
}

int count_calculated(std::span<const Step> tables) {
  return static_cast<int>(std::ranges::count_if(tables, is_calculated));
}

Fading fading_of(const ExerciseRequest& request, const std::vector<Step>& tables) {
  const auto is_left = [&](Step step) {
    if (!request.ask.empty()) return std::ranges::find(request.ask, step) != request.ask.end();
    if (!request.blank) return true;
    const auto from = std::ranges::find(tables, step);
    return count_calculated({from, tables.end()}) <= *request.blank;
  };
  Fading fading;
  for (const Step step : tables) (is_left(step) ? fading.ask : fading.given).push_back(step);
  std::erase_if(fading.given, [&](Step step) { return !fading.ask.empty() && step > fading.ask.back(); });
  return fading;
}

void check_fading(Faults& faults, const ExerciseRequest& request, const std::vector<Step>& tables) {
  const TopicRow& topic = *request.topic;
  check_range(faults, "--fade", request.blank, 1, count_calculated(tables), topic);
  for (const Step step : request.ask) {
    if (std::ranges::find(tables, step) != tables.end()) continue;
    std::string names;
    for (const Step table : tables) names += (names.empty() ? "" : ", ") + std::string(step_name(table));
    faults.push_back({"generate.not-asked",
                      {},
                      {argument("table", std::string(step_name(step))),
                       argument("topic", std::string(topic.id)), argument("tables", names)},
                      {}});
  }
}

Located<std::vector<Located<std::string>>> names_of(const std::vector<Step>& steps) {
  std::vector<Located<std::string>> names;
  for (const Step step : steps) names.push_back({std::string(step_name(step)), {}});
  return {std::move(names), {}};
}

LocalizedText title_of(const ExerciseRequest& request) {
  const auto in = [&](Language language) {
    return Catalogue(language).say(
        "exercise.title",
        {argument_key("topic", "topic." + std::string(request.topic->id)), argument("level", request.level)});
  };
  return {in(Language::zh), in(Language::en)};
}

}  // namespace

Result<ExercisePlan> plan_without_proof(const ExerciseRequest& request) {
  assert(request.topic != nullptr);
  Faults faults;
  check_sizes(faults, request);
  if (!faults.empty()) return faults;
  const Sizes sizes = sizes_of(request);
  const std::vector<Step> tables = asks_of(*request.topic, sizes);
  check_fading(faults, request, tables);
  if (!faults.empty()) return faults;
  RawProblem raw;
  add_inputs(raw, *request.topic, sizes);
  add_masks(raw, *request.topic, sizes);
  if (request.topic->cross) {
    raw.queries = Located<RawNames>{
        RawNames{{std::vector<std::string>(static_cast<std::size_t>(sizes.queries), "q")}, false}, {}};
  }
  if (request.decimals) raw.decimals = {{{"", {}}, {*request.decimals, {}}}};
  const Fading fading = fading_of(request, tables);
  raw.ask = names_of(fading.ask);
  raw.given = names_of(fading.given);
  raw.title = {title_of(request), {}};
  Result<Problem> outline = validate(raw, request.topic->id, {});
  if (!outline) return outline.faults();
  return ExercisePlan{request, std::move(outline.value()), {}, {}};
}

Result<ExercisePlan> plan_exercises(const ExerciseRequest& request) {
  Result<ExercisePlan> planned = plan_without_proof(request);
  if (!planned) return planned;
  ExercisePlan& plan = planned.value();
  plan.mistakes = possible_mistakes(plan.outline);
  Result<Unavoidable> unavoidable = generating::find_unavoidable(plan);
  if (!unavoidable) return unavoidable.faults();
  plan.unavoidable = std::move(unavoidable.value());
  return planned;
}

}  // namespace qkv
