#include "qkv/verify/served.hpp"

#include <algorithm>
#include <array>

#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

constexpr std::array unserved = {
    UnservedMistake{"window-one-short", Unserved::no_window},
    UnservedMistake{"pad-equality-instead-of-and", Unserved::padded_queries},
    UnservedMistake{"bias-scaled-with-scores", Unserved::no_bias},
    UnservedMistake{"kv-head-shifted", Unserved::no_groups},
    UnservedMistake{"causal-padding-confused", Unserved::concept_only},
    UnservedMistake{"weights-as-explanation", Unserved::concept_only},
    UnservedMistake{"future-changes-past", Unserved::concept_only},
    UnservedMistake{"scores-shape-bthh", Unserved::concept_only},
};

// The first way of a mistake is the plainest one. Not so where it stops at a table of another shape.
const Way& served_way(const Mistake& mistake) {
  return mistake.id == "softmax-columns" ? mistake.ways[1] : mistake.ways[0];
}

// Whether everything that a step reads is there in its right shape.
bool can_be_computed(const Problem& problem, const Trace& trace, Step step) {
  return std::ranges::all_of(tables_read(problem, step), [&](Step read) {
    if (given_table(problem, read) != nullptr) return true;
    const Tensor* table = trace.find(read);
    return table != nullptr && table->shape() == shape_of(problem, read);
  });
}

// Wrong steps read what they like among the earlier tables, as right ones do that begin at the embeddings.
bool all_fit(const Problem& problem, const Trace& trace) {
  return std::ranges::all_of(trace.tables, [&](const StepTable& table) {
    return table.values.shape() == shape_of(problem, table.step);
  });
}

Trace mistaken_trace(const Problem& problem, const Way& way) {
  Trace trace;
  for (const StepRow& row : pipeline()) {
    if (!problem.computes(row.step)) continue;
    const auto wrong = std::ranges::find(way, row.step, &Replacement::step);
    const bool is_wrong = wrong != way.end();
    const bool possible =
        is_wrong ? wrong->any_shape || all_fit(problem, trace) : can_be_computed(problem, trace, row.step);
    if (!possible) continue;
    trace.tables.push_back({row.step, (is_wrong ? wrong->compute : row.compute)(problem, trace), {}});
  }
  return trace;
}

// The table that stands where the output should: of a layer the last one there is.
const Tensor* output_in(const Problem& problem, const Trace& trace) {
  if (!problem.w_o) return trace.find(Step::output);
  for (const Step step : {Step::projected, Step::merged, Step::output}) {
    if (const Tensor* table = trace.find(step)) return table;
  }
  return nullptr;
}

}  // namespace

const std::vector<ServedMistake>& served_mistakes() {
  static const std::vector<ServedMistake> served = [] {
    std::vector<ServedMistake> rows;
    for (const Mistake& mistake : mistakes()) {
      const bool is_served = std::ranges::find(unserved, mistake.id, &UnservedMistake::id) == unserved.end();
      if (is_served) rows.push_back({&mistake, &served_way(mistake)});
    }
    return rows;
  }();
  return served;
}

const ServedMistake* find_served(std::string_view id) {
  const auto& rows = served_mistakes();
  const auto found =
      std::ranges::find_if(rows, [id](const ServedMistake& row) { return row.mistake->id == id; });
  return found == rows.end() ? nullptr : &*found;
}

std::string_view unserved_name(Unserved why) {
  switch (why) {
    case Unserved::concept_only:
      return "concept-only";
    case Unserved::no_window:
      return "no-window";
    case Unserved::no_bias:
      return "no-bias";
    case Unserved::no_groups:
      return "no-groups";
    case Unserved::padded_queries:
      return "padded-queries";
  }
  return "";
}

std::span<const UnservedMistake> unserved_mistakes() {
  return unserved;
}

AttentionAnswer mistaken_answer(const AttentionRequest& request, const Mistake& mistake, const Way& way) {
  const Problem problem = problem_of(request);
  if (!mistake.applies(problem)) return answer_of(request, right_recipe());
  const Trace trace = mistaken_trace(problem, way);
  AttentionAnswer answer{.id = request.id, .output = {}, .weights = {}};
  if (const Tensor* weights = trace.find(Step::weights)) answer.weights = *weights;
  if (const Tensor* output = output_in(problem, trace)) answer.output = *output;
  return answer;
}

}  // namespace qkv
