// The words about a step: its name, its formula, and why it is there.
#include <algorithm>

#include "blackboard.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

std::string step_key(Step step, std::string_view part) {
  return "walk." + std::string(step_name(step)) + "." + std::string(part);
}

// The last two sizes of a table: what a page shows of it.
std::string page(const Problem& problem, Step step) {
  const Shape shape = shape_of(problem, step);
  if (step == Step::sum) return shape_text({shape.back()});
  return shape_text({shape[shape.size() - 2], shape.back()});
}

std::string page(const Tensor& tensor) {
  return shape_text({tensor.size(tensor.rank() - 2), tensor.size(tensor.rank() - 1)});
}

bool is_made_from_x(Step step) {
  return step == Step::q || step == Step::k || step == Step::v;
}

const Projection& projection_of(const Source& source, Step step) {
  return step == Step::q ? source.q : step == Step::k ? source.k : source.v;
}

// What is added to the scaled scores: "mask (0 or −∞) + bias".
std::string added(const Blackboard& board) {
  std::string text;
  if (has_mask_besides_bias(board.problem)) text = board.word("walk.masked.added.mask");
  if (!board.problem.masks.bias) return text;
  if (!text.empty()) text += " + ";
  return text + board.word("walk.masked.added.bias");
}

// The sizes of one page of everything a formula may name, and the names that vary.
std::vector<Argument> formula_parts(const Blackboard& board, Step step) {
  const Problem& problem = board.problem;
  const int t_q = problem.query_count;
  const int t_k = problem.key_count;
  const std::vector<Step> read = tables_read(problem, step);
  std::vector<Argument> arguments = {
      argument("q", shape_text({t_q, problem.d_k})),
      argument("k", shape_text({problem.d_k, t_k})),
      argument("s", shape_text({t_q, t_k})),
      argument("v", shape_text({t_k, problem.d_v})),
      argument("z", shape_text({t_q})),
      argument("divisor", divisor_symbol(problem)),
      argument("added", added(board)),
      argument("p", dropout_text(problem)),
      argument("weights", problem.dropout ? "A'" : "A"),
      argument("here", page(problem, step)),
      argument("here_shape", shape_text(shape_of(problem, step))),
      argument("from", read.empty() ? "" : page(problem, read.front())),
      argument("from_name", read.empty() ? "" : std::string(step_name(read.front()))),
      argument("from_shape", read.empty() ? "" : shape_text(shape_of(problem, read.front())))};
  if (is_made_from_x(step)) {
    const Source& source = *problem.source;
    const Projection& projection = projection_of(source, step);
    arguments.push_back(argument("x_name", step == Step::q || !source.cross ? "X" : "X_kv"));
    arguments.push_back(argument("x", page(step == Step::q ? source.x : source.x_kv)));
    arguments.push_back(argument("w", page(projection.w)));
    arguments.push_back(argument("bias", projection.b ? " + b_" + std::string(step_name(step)) : ""));
  }
  if (step == Step::projected) {
    arguments.push_back(argument("w_o", page(problem.w_o->w)));
    arguments.push_back(argument("b_o", problem.w_o->b ? " + b_O" : ""));
  }
  return arguments;
}

std::string why_key_of_masked(const Blackboard& board) {
  const std::string key = step_key(Step::masked, "why");
  if (!has_mask_besides_bias(board.problem)) return key + ".bias";
  return hides_something(board) ? key : key + ".nothing";
}

// Some steps have variants of the reason why they are there.
std::string why_key(const Blackboard& board, Step step) {
  const Problem& problem = board.problem;
  const std::string key = step_key(step, "why");
  if (is_made_from_x(step) && projection_of(*problem.source, step).b) return key + ".bias";
  if (step == Step::masked) return why_key_of_masked(board);
  if (step == Step::scaled) {
    switch (problem.scale.kind) {
      case Scale::Kind::sqrt_dk:
        break;
      case Scale::Kind::none:
        return key + ".none";
      case Scale::Kind::number:
        return key + (problem.d_k > 0 ? ".number" : ".number-alone");
    }
  }
  if (step == Step::exp) {
    if (problem.softmax == Softmax::row_sum) return key + ".row-sum";
    if (hides_something(board)) return key + ".masked";
  }
  if ((step == Step::k_heads || step == Step::v_heads) && is_grouped(problem)) return key + ".sets";
  if (step == Step::output && problem.dropout) return key + ".dropped";
  return key;
}

}  // namespace

std::string step_title(const Problem& problem, Step step, const Catalogue& catalogue) {
  std::string key = step_key(step, "name");
  if (step == Step::exp && problem.softmax == Softmax::row_sum) {
    key += ".row-sum";
  } else if (step == Step::scaled && problem.scale.kind == Scale::Kind::none) {
    key += ".none";
  } else if (step == Step::masked && !has_mask_besides_bias(problem)) {
    key += ".bias";
  }
  return std::string(catalogue.text(key));
}

std::string step_formula(const Blackboard& board, Step step) {
  std::string key = step_key(step, "formula");
  if (step == Step::exp && board.problem.softmax == Softmax::row_sum) key += ".row-sum";
  return board.catalogue.say(key, formula_parts(board, step));
}

std::string step_why(const Blackboard& board, Step step) {
  const Problem& problem = board.problem;
  return board.catalogue.say(
      why_key(board, step),
      {argument("d_k", problem.d_k), argument("d_v", problem.d_v),
       argument("divisor", divisor_symbol(problem)), argument("digits", board.divisor),
       argument("heads", problem.heads), argument("kv_heads", problem.kv_heads),
       argument("share", problem.heads / problem.kv_heads), argument("p", dropout_text(problem)),
       argument("per_head", step == Step::v_heads ? problem.d_v : problem.d_k)});
}

}  // namespace qkv
