// What is given: Q, K and V, or the scores, or the embeddings with their matrices, and the dropout.
#include <algorithm>

#include "blackboard.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

// "q1", "q2", …
std::vector<std::string> numbered(const std::string& letter, int count) {
  std::vector<std::string> names;
  for (int i = 1; i <= count; ++i) names.push_back(letter + std::to_string(i));
  return names;
}

MatrixNames weight_names(const Blackboard& board) {
  return {board.word("axis.input-feature"), board.word("axis.output-feature"), {}, {}};
}

MatrixNames bias_names(const Blackboard& board) {
  return {"", board.word("axis.output-feature"), {}, {}};
}

void add_projection(const Blackboard& board, const std::string& letter, const Projection& projection,
                    Section& section) {
  section.blocks.emplace_back(matrix_table("W_" + letter, projection.w, 0, weight_names(board)));
  if (projection.b)
    section.blocks.emplace_back(matrix_table("b_" + letter, *projection.b, 0, bias_names(board)));
}

// Row vectors or matrices of equally many rows as one.
Tensor side_by_side(const std::vector<const Tensor*>& parts) {
  const int rows = parts.front()->rank() == 1 ? 1 : parts.front()->size(0);
  int columns = 0;
  for (const Tensor* part : parts) columns += part->shape().back();
  std::vector<double> values;
  for (int row = 0; row < rows; ++row) {
    for (const Tensor* part : parts) {
      const auto width = static_cast<std::ptrdiff_t>(part->shape().back());
      const auto begin = part->values().begin() + row * width;
      values.insert(values.end(), begin, begin + width);
    }
  }
  return {parts.front()->rank() == 1 ? Shape{columns} : Shape{rows, columns}, std::move(values)};
}

void add_fused_projection(const Blackboard& board, const Source& source, Section& section) {
  MatrixNames names = weight_names(board);
  for (const auto& [letter, part] :
       {std::pair("q", &source.q), std::pair("k", &source.k), std::pair("v", &source.v)}) {
    const auto more = numbered(letter, part->w.size(1));
    names.columns.insert(names.columns.end(), more.begin(), more.end());
  }
  section.blocks.emplace_back(
      matrix_table("W_QKV", side_by_side({&source.q.w, &source.k.w, &source.v.w}), 0, names));
  if (!source.q.b) return;
  names.row_axis.clear();
  section.blocks.emplace_back(
      matrix_table("b_QKV", side_by_side({&*source.q.b, &*source.k.b, &*source.v.b}), 0, names));
}

void add_embeddings(const Blackboard& board, Section& section) {
  const Source& source = *board.problem.source;
  section.blocks.emplace_back(Paragraph{board.word(source.cross ? "walk.given.X-cross" : "walk.given.X")});
  for (const int b : board.batches) {
    const auto at = static_cast<std::size_t>(b);
    const std::string name = plane_name(board, {Step::q, b, -1});
    if (!name.empty()) section.blocks.emplace_back(Heading{3, name});
    MatrixNames names = {
        board.word("axis.position"), board.word("axis.feature"), board.problem.query_names[at], {}};
    section.blocks.emplace_back(matrix_table("X", source.x, b, names));
    if (!source.cross) continue;
    names.rows = board.problem.key_names[at];
    section.blocks.emplace_back(matrix_table("X_kv", source.x_kv, b, names));
  }
  section.blocks.emplace_back(Paragraph{board.word(source.cross ? "walk.given.W-cross" : "walk.given.W")});
  if (source.fused) {
    section.blocks.emplace_back(Paragraph{board.catalogue.say(
        "walk.given.W-fused", {argument("q", source.q.w.size(1)), argument("k", source.k.w.size(1)),
                               argument("v", source.v.w.size(1))})});
    add_fused_projection(board, source, section);
    return;
  }
  add_projection(board, "Q", source.q, section);
  add_projection(board, "K", source.k, section);
  add_projection(board, "V", source.v, section);
}

void add_table(const Blackboard& board, Step step, Section& section) {
  section.blocks.emplace_back(Paragraph{board.word("walk.given." + std::string(step_name(step)))});
  for (const Plane plane : planes_of(board, step)) {
    const std::string name = plane_name(board, plane);
    if (!name.empty()) section.blocks.emplace_back(Heading{3, name});
    section.blocks.emplace_back(plane_table(board, plane));
  }
}

}  // namespace

Section inputs_section(const Blackboard& board, const std::vector<Step>& steps, Portion portion) {
  const Problem& problem = board.problem;
  Section section;
  section.blocks.emplace_back(Heading{2, board.word("walk.inputs.title")});
  if (portion == Portion::whole) section.blocks.emplace_back(Paragraph{board.word("walk.inputs.shapes")});
  for (const Step step : steps) add_table(board, step, section);
  if (portion != Portion::whole) return section;
  if (problem.source) add_embeddings(board, section);
  if (problem.w_o) add_projection(board, "O", *problem.w_o, section);
  for (Block& block : dropout_blocks(board)) section.blocks.push_back(std::move(block));
  return section;
}

}  // namespace qkv
