#include "qkv/report/handout.hpp"

#include <utility>

#include "handout_parts.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

// Q and K would show it.
std::vector<Block> divisor_blocks(const Blackboard& board) {
  const Problem& problem = board.problem;
  if (!problem.given_scores) return {};
  return {Paragraph{board.catalogue.say("handout.d_k", {argument("d_k", problem.d_k)})}};
}

}  // namespace

// A divisor of its own, or none.
std::vector<Block> scale_blocks(const Blackboard& board) {
  const Scale& scale = board.problem.scale;
  if (scale.kind == Scale::Kind::sqrt_dk) return divisor_blocks(board);
  if (scale.kind == Scale::Kind::none) return {Paragraph{board.word("handout.no-scale")}};
  return {Paragraph{
      board.catalogue.say("handout.divisor", {argument("divisor", divisor_symbol(board.problem))})}};
}

std::vector<Block> heads_blocks(const Blackboard& board) {
  const Problem& problem = board.problem;
  if (problem.heads == 1) return {};
  std::vector<Block> blocks;
  blocks.emplace_back(Paragraph{board.catalogue.say(
      "handout.heads", {argument("heads", problem.heads), argument("d_k", problem.d_k)})});
  if (is_grouped(problem)) {
    blocks.emplace_back(Paragraph{board.catalogue.say(
        "handout.groups", {argument("heads", problem.heads), argument("sets", problem.kv_heads),
                           argument("each", problem.heads / problem.kv_heads)})});
  }
  return blocks;
}

// Whether padded keys are the padded queries: then one sentence says both.
bool pads_both(const Masks& masks) {
  return masks.padding ? masks.query_padding == masks.padding : !masks.query_padding;
}

// The rule alone: how a mask is put into numbers is for the learner to know.
std::vector<Block> mask_rules(const Blackboard& board) {
  const Problem& problem = board.problem;
  const Masks& masks = problem.masks;
  const bool simple = pads_both(masks) && !masks.window && !masks.allow && !masks.bias &&
                      problem.batch == 1 && (!masks.causal || masks.causal->offset == 0);
  if (!simple) return mask_blocks(board);
  std::vector<Block> blocks;
  if (masks.causal) blocks.emplace_back(Paragraph{board.word("handout.causal")});
  if (masks.padding) {
    std::vector<std::string> padded;
    for (int key = 0; key < problem.key_count; ++key) {
      if (masks.padding->at({0, key}) != 0.0) continue;
      padded.push_back(problem.key_names.front()[static_cast<std::size_t>(key)]);
    }
    blocks.emplace_back(Paragraph{board.catalogue.say(
        "handout.padding", {argument("tokens", enumerated(board, padded, "list.last.tail"))})});
  }
  return blocks;
}

namespace {

void append(Section& section, std::vector<Block> blocks) {
  for (Block& block : blocks) section.blocks.push_back(std::move(block));
}

}  // namespace

Document handout_document(const Problem& problem, const Catalogue& catalogue) {
  const Trace exact = compute(problem, right_recipe(), Carry::exact);
  const Blackboard board = make_blackboard(problem, exact, exact, {}, catalogue);
  Document document;
  document.language = std::string(language_name(catalogue.language()));
  Section section = inputs_section(board, given_steps(problem), Portion::whole);
  append(section, heads_blocks(board));
  append(section, scale_blocks(board));
  if (problem.softmax == Softmax::row_sum) append(section, {Paragraph{board.word("handout.row-sum")}});
  if (problem.computes(Step::masked)) append(section, mask_rules(board));
  document.sections.push_back(std::move(section));
  return document;
}

PerStep<std::string> sheet_titles(const Problem& problem, const Catalogue& catalogue) {
  PerStep<std::string> titles;
  for (const Step step : steps_of(problem)) of_step(titles, step) = step_title(problem, step, catalogue);
  return titles;
}

}  // namespace qkv
