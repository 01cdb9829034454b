#include "qkv/report/handout.hpp"

#include <utility>

#include "blackboard.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

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
  if (problem.computes(Step::masked)) append(section, mask_blocks(board));
  document.sections.push_back(std::move(section));
  return document;
}

}  // namespace qkv
