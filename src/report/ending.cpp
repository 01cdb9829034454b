// What came out, in words.
#include <algorithm>
#include <utility>

#include "blackboard.hpp"
#include "qkv/base/number.hpp"
#include "qkv/trace/labels.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

// The keys with the largest weight: as printed, and where that leaves several, by the unrounded weights.
// None if all weights are 0.
std::vector<int> looked_at_most(const Blackboard& board, Plane plane, int row) {
  std::pair<double, double> largest = {0.0, 0.0};
  std::vector<int> keys;
  for (int j = 0; j < board.problem.key_count; ++j) {
    const std::pair weight = {board.value(plane, row, j), snap(board.exact_value(plane, row, j))};
    if (weight < largest || weight == std::pair(0.0, 0.0)) continue;
    if (weight > largest) keys.clear();
    largest = weight;
    keys.push_back(j);
  }
  return keys;
}

int visible_keys(const Problem& problem, Plane plane, int row) {
  int visible = 0;
  for (int j = 0; j < problem.key_count; ++j) {
    if (problem.may_look(plane.batch, plane.head, row, j)) ++visible;
  }
  return visible;
}

// A token that looks at its own position is not named twice.
std::string names_of(const Blackboard& board, Plane plane, int row, const std::vector<int>& keys) {
  const Problem& problem = board.problem;
  const bool cross = problem.source && problem.source->cross;
  const std::string& own = row_name(problem, plane.step, plane.batch, row);
  std::vector<std::string> names;
  for (const int j : keys) {
    const std::string name = column_name(problem, plane.step, plane.batch, j);
    names.push_back(!cross && name == own ? board.word("walk.end.itself") : quoted(name));
  }
  return enumerated(board, names, "list.last.tail");
}

std::string output_tail(const Blackboard& board, Plane plane, int row) {
  if (!board.problem.has_values()) return "";
  std::vector<std::string> result;
  for (int d = 0; d < board.problem.d_v; ++d) {
    result.push_back(board.show({Step::output, plane.batch, plane.head}, row, d));
  }
  return board.catalogue.say("walk.end.output.tail", {argument("output", vector_text(result))});
}

std::string result_key(const Problem& problem, int visible, std::size_t most) {
  if (visible == 0) return "walk.end.nobody";
  if (most == 0) return "walk.end.dropped";
  if (visible == 1) return "walk.end.only";
  if (most == 1) return "walk.end.most";
  return most == static_cast<std::size_t>(problem.key_count) ? "walk.end.all" : "walk.end.several";
}

// One query's result in words: whom it looks at most, and what it takes home.
std::string looks_at(const Blackboard& board, Plane plane, int row) {
  const Problem& problem = board.problem;
  const std::vector<int> keys = looked_at_most(board, plane, row);
  const std::string weight = keys.empty() ? "" : cell_text(board, plane, row, keys.front());
  const std::string dropout = plane.step == Step::dropped ? board.word("walk.end.dropout.tail") : "";
  return board.catalogue.say(
      result_key(problem, visible_keys(problem, plane, row), keys.size()),
      {argument("row", row_name(problem, plane.step, plane.batch, row)),
       argument("names", names_of(board, plane, row, keys)), argument("weight", weight),
       argument("dropout", dropout), argument("output", output_tail(board, plane, row))});
}

}  // namespace

Section ending(const Blackboard& board, const WalkOptions& options) {
  const Problem& problem = board.problem;
  Section section;
  section.blocks.emplace_back(Heading{2, board.word("walk.end.title")});
  for (const Plane plane : planes_of(board, problem.dropout ? Step::dropped : Step::weights)) {
    const std::string name = plane_name(board, plane);
    if (!name.empty()) section.blocks.emplace_back(Heading{3, name});
    List list;
    for (const int row : shown_rows(board, plane)) {
      if (!problem.is_padded_query(plane.batch, row)) list.items.push_back(looks_at(board, plane, row));
    }
    section.blocks.emplace_back(std::move(list));
  }
  section.blocks.emplace_back(Paragraph{board.word("walk.end.boundary")});
  if (!options.decimals_as_asked) return section;
  section.blocks.emplace_back(Paragraph{board.catalogue.say(
      "walk.end.try",
      {argument("problem", options.problem_argument.empty() ? problem.id : options.problem_argument)})});
  return section;
}

}  // namespace qkv
