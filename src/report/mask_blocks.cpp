// The masks one by one, what they add together, and which of them blocks what; the keep mask of a dropout.
#include <algorithm>
#include <cmath>

#include "blackboard.hpp"
#include "qkv/trace/labels.hpp"

namespace qkv {
namespace {

std::string mask_key(MaskKind kind) {
  return "mask." + std::string(mask_name(kind));
}

// The shape in which a mask spreads over the scores [B, H, T_q, T_k].
Shape broadcast_shape(const Problem& problem, MaskKind kind) {
  switch (kind) {
    case MaskKind::causal:
    case MaskKind::window:
      return {1, 1, problem.query_count, problem.key_count};
    case MaskKind::padding:
      return {problem.batch, 1, 1, problem.key_count};
    case MaskKind::allow:
      return problem.masks.allow->shape();
    case MaskKind::bias:
      return problem.masks.bias->shape();
  }
  return {};
}

template <typename CellAt>
Table query_by_key(const Blackboard& board, Plane plane, std::string caption, CellAt cell_at) {
  Table table;
  table.caption = std::move(caption);
  table.row_axis = board.word("axis.query");
  table.column_axis = board.word("axis.key");
  for (int j = 0; j < board.problem.key_count; ++j) {
    table.column_names.push_back(column_name(board.problem, Step::masked, plane.batch, j));
  }
  for (const int i : board.rows[static_cast<std::size_t>(plane.batch)]) {
    Row row;
    row.name = row_name(board.problem, Step::masked, plane.batch, i);
    for (int j = 0; j < board.problem.key_count; ++j) row.cells.push_back(cell_at(i, j));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Cell flag_cell(bool open) {
  return {.text = open ? "1" : "0", .value = open ? 1.0 : 0.0, .role = open ? Role::computed : Role::masked};
}

// Which queries are real, one column for each batch member.
Table query_padding_table(const Blackboard& board, const std::string& caption) {
  Table table;
  table.caption = caption;
  table.row_axis = board.word("axis.query");
  const bool several = board.batches.size() > 1;
  if (several) table.column_axis = board.word("axis.batch");
  for (const int b : board.batches) table.column_names.push_back(several ? std::to_string(b + 1) : "");
  for (int i = 0; i < board.problem.query_count; ++i) {
    Row row;
    row.name =
        several ? std::to_string(i + 1) : row_name(board.problem, Step::masked, board.batches.front(), i);
    for (const int b : board.batches) row.cells.push_back(flag_cell(!board.problem.is_padded_query(b, i)));
    table.rows.push_back(std::move(row));
  }
  return table;
}

// A padding mask is one row for all queries of a batch member.
Table padding_table(const Blackboard& board, const std::string& caption) {
  Table table;
  table.caption = caption;
  table.column_axis = board.word("axis.key");
  const bool several = board.problem.batch > 1;
  if (several) table.row_axis = board.word("axis.batch");
  for (int j = 0; j < board.problem.key_count; ++j) table.column_names.push_back(std::to_string(j + 1));
  for (const int b : board.batches) {
    Row row;
    row.name = several ? std::to_string(b + 1) : "";
    for (int j = 0; j < board.problem.key_count; ++j) {
      row.cells.push_back(flag_cell(!board.problem.blocks(MaskKind::padding, b, 0, 0, j)));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

// Batch members and heads in which a mask differs: the first of each axis along which it is broadcast.
std::vector<Plane> planes_of_mask(const Blackboard& board, const Shape& shape) {
  std::vector<Plane> planes;
  for (const int b : board.batches) {
    if (shape[0] == 1 && b != board.batches.front()) continue;
    for (const int h : board.heads) {
      if (shape[1] == 1 && h != board.heads.front()) continue;
      planes.push_back({Step::masked, b, h});
    }
  }
  return planes;
}

Cell bias_cell(const Problem& problem, const Digits& digits, Plane plane, int i, int j) {
  const double bias = problem.bias_at(plane.batch, plane.head, i, j);
  return {.text = digits.show(bias), .value = bias, .role = std::isinf(bias) ? Role::masked : Role::given};
}

bool blocks_by_bias(const Problem& problem) {
  return problem.masks.bias &&
         std::ranges::any_of(problem.masks.bias->values(), [](double bias) { return std::isinf(bias); });
}

// The last key that query i may look at: "i", "i + 2", "i − 1".
std::string causal_limit(const Problem& problem) {
  const int offset = problem.masks.causal ? problem.masks.causal->offset : 0;
  if (offset == 0) return "i";
  return offset > 0 ? "i + " + std::to_string(offset) : "i − " + std::to_string(-offset);
}

std::string why_causal(const Blackboard& board) {
  const Problem& problem = board.problem;
  const int position = 1 + problem.masks.causal->offset;
  if (problem.query_count == 1 && position >= 1) return board.catalogue.count("mask.causal.single", position);
  return board.catalogue.say("mask.causal.why", {argument("limit", causal_limit(problem))});
}

// The window closes the past alone: without a causal mask the later keys stay open.
std::string why_window(const Blackboard& board) {
  const std::string text = board.catalogue.count("mask.window.why", *board.problem.masks.window);
  return board.problem.masks.causal ? text : text + board.word("mask.window.open.tail");
}

std::string why_mask(const Blackboard& board, MaskKind kind) {
  switch (kind) {
    case MaskKind::causal:
      return why_causal(board);
    case MaskKind::window:
      return why_window(board);
    case MaskKind::padding:
      return board.word("mask.padding.why");
    case MaskKind::allow:
      return board.word("mask.allow.why");
    case MaskKind::bias:
      return board.word(blocks_by_bias(board.problem) ? "mask.bias.why-blocks" : "mask.bias.why");
  }
  return "";
}

void add_mask(const Blackboard& board, MaskKind kind, std::vector<Block>& blocks) {
  const Problem& problem = board.problem;
  const Shape shape = broadcast_shape(problem, kind);
  const std::string caption = board.catalogue.say(
      "mask.caption", {argument("name", board.word(mask_key(kind))), argument("shape", shape_text(shape))});
  blocks.emplace_back(Paragraph{why_mask(board, kind)});
  if (kind == MaskKind::padding) {
    blocks.emplace_back(padding_table(board, caption));
    return;
  }
  for (const Plane plane : planes_of_mask(board, shape)) {
    blocks.emplace_back(query_by_key(board, plane, caption, [&](int i, int j) {
      if (kind == MaskKind::bias)
        return bias_cell(problem, digits_of_inputs(*problem.masks.bias), plane, i, j);
      return flag_cell(!problem.blocks(kind, plane.batch, plane.head, i, j));
    }));
  }
}

// What is added to the scaled scores: 0 or the bias, −∞ where anything blocks.
Table added_table(const Blackboard& board, Plane plane) {
  const Problem& problem = board.problem;
  const Digits digits = problem.masks.bias ? digits_of_inputs(*problem.masks.bias) : Digits{};
  return query_by_key(board, plane, board.word("mask.added"), [&](int i, int j) {
    if (!problem.may_look(plane.batch, plane.head, i, j)) return Cell{.text = "−∞", .role = Role::masked};
    const double bias = problem.bias_at(plane.batch, plane.head, i, j);
    return Cell{.text = digits.show(bias), .value = bias, .role = Role::computed};
  });
}

Table blockers_table(const Blackboard& board, Plane plane) {
  return query_by_key(board, plane, board.word("mask.blockers"), [&](int i, int j) {
    std::string names;
    for (const MaskKind kind : all_mask_kinds) {
      if (!board.problem.blocks(kind, plane.batch, plane.head, i, j)) continue;
      if (!names.empty()) names += "+";
      names += board.word(mask_key(kind) + ".short");
    }
    const bool open = names.empty();
    return Cell{.text = open ? board.word("mask.open") : names, .role = open ? Role::computed : Role::masked};
  });
}

// Planes between which the combined mask differs.
std::vector<Plane> planes_of_all(const Blackboard& board) {
  bool by_batch = false;
  bool by_head = false;
  for (const MaskKind kind : all_mask_kinds) {
    if (!board.problem.masks.has(kind)) continue;
    by_batch = by_batch || broadcast_shape(board.problem, kind)[0] > 1;
    by_head = by_head || broadcast_shape(board.problem, kind)[1] > 1;
  }
  std::vector<Plane> planes;
  for (const int b : board.batches) {
    if (!by_batch && b != board.batches.front()) continue;
    for (const int h : board.heads) {
      if (by_head || h == board.heads.front()) planes.push_back({Step::masked, b, h});
    }
  }
  return planes;
}

}  // namespace

std::vector<Block> mask_blocks(const Blackboard& board) {
  const Problem& problem = board.problem;
  std::vector<Block> blocks;
  int blocking_kinds = blocks_by_bias(problem) ? 1 : 0;
  for (const MaskKind kind : all_mask_kinds) {
    if (kind == MaskKind::bias || !problem.masks.has(kind)) continue;
    add_mask(board, kind, blocks);
    ++blocking_kinds;
  }
  if (problem.masks.query_padding) {
    const std::string shape = shape_text({problem.batch, 1, problem.query_count, 1});
    blocks.emplace_back(Paragraph{board.catalogue.say("mask.query-padding", {argument("shape", shape)})});
    blocks.emplace_back(query_padding_table(
        board, board.catalogue.say("mask.caption", {argument("name", board.word("mask.query-padding.name")),
                                                    argument("shape", shape)})));
  }
  if (has_mask_besides_bias(problem) && hides_something(board)) {
    blocks.emplace_back(Paragraph{board.word("walk.masked.after-picture")});
  }
  if (problem.masks.bias) add_mask(board, MaskKind::bias, blocks);
  if (!has_mask_besides_bias(problem)) return blocks;  // the bias is all that is added
  const std::vector<Plane> planes = planes_of_all(board);
  for (const Plane plane : planes) {
    const std::string name = plane_name(board, plane);
    if (!name.empty() && planes.size() > 1) blocks.emplace_back(Heading{3, name});
    if (blocking_kinds > 1) blocks.emplace_back(blockers_table(board, plane));
    blocks.emplace_back(added_table(board, plane));
  }
  return blocks;
}

std::vector<Block> dropout_blocks(const Blackboard& board) {
  const Problem& problem = board.problem;
  if (!problem.dropout) return {};
  const Tensor& keep = problem.dropout->keep;
  std::vector<Block> blocks = {
      Paragraph{board.catalogue.say("walk.given.dropout", {argument("p", dropout_text(problem))})}};
  for (const Plane plane : planes_of_mask(board, keep.shape())) {
    const std::string name = plane_name(board, plane);
    if (!name.empty() && keep.size(0) * keep.size(1) > 1) blocks.emplace_back(Heading{3, name});
    const std::string caption = board.catalogue.say(
        "mask.caption", {argument("name", "keep"), argument("shape", shape_text(keep.shape()))});
    blocks.emplace_back(query_by_key(board, plane, caption, [&](int i, int j) {
      const bool kept = broadcast_at(keep, plane.batch, plane.head, i, j) != 0.0;
      return Cell{.text = kept ? "1" : "0", .value = kept ? 1.0 : 0.0, .role = Role::given};
    }));
  }
  return blocks;
}

}  // namespace qkv
