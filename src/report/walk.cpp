#include "qkv/report/walk.hpp"

#include <algorithm>

#include "blackboard.hpp"
#include "qkv/base/number.hpp"
#include "qkv/report/shapes.hpp"
#include "qkv/trace/labels.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

bool wanted(const WalkOptions& options, Step step) {
  return options.steps.empty() || std::ranges::find(options.steps, step) != options.steps.end();
}

std::string word(const Blackboard& board, std::string_view key) {
  return std::string(board.catalogue.text(key));
}

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

// The sizes of one page of everything a formula may name.
std::vector<Argument> sizes(const Blackboard& board, Step step) {
  const Problem& problem = board.problem;
  const int t_q = problem.query_count;
  const int t_k = problem.key_count;
  std::vector<Argument> arguments = {argument("q", shape_text({t_q, problem.d_k})),
                                     argument("k", shape_text({problem.d_k, t_k})),
                                     argument("s", shape_text({t_q, t_k})),
                                     argument("v", shape_text({t_k, problem.d_v})),
                                     argument("z", shape_text({t_q})),
                                     argument("divisor", divisor_symbol(problem)),
                                     argument("here", page(problem, step))};
  const std::vector<Step> read = tables_read(problem, step);
  arguments.push_back(argument("from", read.empty() ? "" : page(problem, read.front())));
  arguments.push_back(argument("from_name", read.empty() ? "" : std::string(step_name(read.front()))));
  arguments.push_back(
      argument("from_shape", read.empty() ? "" : shape_text(shape_of(problem, read.front()))));
  arguments.push_back(argument("here_shape", shape_text(shape_of(problem, step))));
  if (problem.source) {
    const Source& source = *problem.source;
    const Projection& w = step == Step::q ? source.q : step == Step::k ? source.k : source.v;
    arguments.push_back(argument("x_name", step == Step::q || !source.cross ? "X" : "X_kv"));
    arguments.push_back(argument("x", page(step == Step::q ? source.x : source.x_kv)));
    arguments.push_back(argument("w", page(w.w)));
    arguments.push_back(argument("bias", w.b ? " + b" : ""));
  }
  if (step == Step::projected) {
    arguments.push_back(argument("w_o", page(problem.w_o->w)));
    arguments.push_back(argument("b_o", problem.w_o->b ? " + b_O" : ""));
  }
  return arguments;
}

std::string formula(const Blackboard& board, Step step) {
  std::string key = step_key(step, "formula");
  if (step == Step::exp && board.problem.softmax == Softmax::row_sum) key += ".row-sum";
  return board.catalogue.say(key, sizes(board, step));
}

// Some steps have variants of the reason why they are there.
std::string why_key(const Problem& problem, Step step) {
  std::string key = step_key(step, "why");
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
    if (problem.masks.any()) return key + ".masked";
  }
  return key;
}

std::string why(const Blackboard& board, Step step) {
  const Problem& problem = board.problem;
  return board.catalogue.say(why_key(problem, step),
                             {argument("d_k", problem.d_k), argument("d_v", problem.d_v),
                              argument("divisor", divisor_symbol(problem)), argument("digits", board.divisor),
                              argument("heads", problem.heads), argument("kv_heads", problem.kv_heads),
                              argument("p", problem.dropout ? all_digits().show(problem.dropout->p) : ""),
                              argument("per_head", step == Step::v_heads ? problem.d_v : problem.d_k)});
}

Section introduction(const Blackboard& board) {
  const Problem& problem = board.problem;
  Section section;
  const std::string& note = problem.note.in(board.catalogue.language());
  if (!note.empty()) section.blocks.emplace_back(Paragraph{note});
  if (board.full_precision) {
    section.blocks.emplace_back(Paragraph{word(board, "walk.intro.exact")});
  } else {
    const int decimals = of_step(problem.decimals, problem.asked.front());
    const bool same = std::ranges::all_of(
        problem.asked, [&](Step step) { return of_step(problem.decimals, step) == decimals; });
    section.blocks.emplace_back(
        Paragraph{same ? board.catalogue.count("walk.intro", decimals) : word(board, "walk.intro.mixed")});
  }
  std::string road;
  for (const Step step : steps_of(problem)) {
    if (!road.empty()) road += " → ";
    road += step_name(step);
  }
  section.blocks.emplace_back(Formula{road});
  return section;
}

// What is left out, and how to see it.
void add_extent(const Blackboard& board, Section& section) {
  if (board.cut_down) {
    section.blocks.emplace_back(
        Note{NoteKind::warning,
             board.catalogue.say(
                 "walk.cut-down",
                 {argument("row",
                           row_name(board.problem, Step::scores, board.batches.front(),
                                    board.rows[static_cast<std::size_t>(board.batches.front())].back()))})});
  } else if (board.detail == Detail::rows) {
    section.blocks.emplace_back(Note{NoteKind::remark, word(board, "walk.detail-rows")});
  }
}

void add_projection_inputs(const Blackboard& board, const std::string& letter, const Projection& projection,
                           Section& section) {
  section.blocks.emplace_back(matrix_table(board, "W_" + letter, projection.w, 0, {}));
  if (projection.b) section.blocks.emplace_back(matrix_table(board, "b_" + letter, *projection.b, 0, {}));
}

void add_embeddings(const Blackboard& board, Section& section) {
  const Source& source = *board.problem.source;
  section.blocks.emplace_back(Paragraph{word(board, source.cross ? "walk.given.X-cross" : "walk.given.X")});
  for (const int b : board.batches) {
    const auto at = static_cast<std::size_t>(b);
    section.blocks.emplace_back(matrix_table(board, "X", source.x, b, board.problem.query_names[at]));
    if (source.cross) {
      section.blocks.emplace_back(matrix_table(board, "X_kv", source.x_kv, b, board.problem.key_names[at]));
    }
  }
  section.blocks.emplace_back(Paragraph{word(board, "walk.given.W")});
  add_projection_inputs(board, "Q", source.q, section);
  add_projection_inputs(board, "K", source.k, section);
  add_projection_inputs(board, "V", source.v, section);
}

Section inputs_section(const Blackboard& board, const WalkOptions& options) {
  Section section;
  section.blocks.emplace_back(Heading{2, word(board, "walk.inputs.title")});
  if (options.steps.empty()) section.blocks.emplace_back(Paragraph{word(board, "walk.inputs.shapes")});
  for (const Step step : given_steps(board.problem)) {
    if (!wanted(options, step)) continue;
    section.blocks.emplace_back(Paragraph{word(board, "walk.given." + std::string(step_name(step)))});
    for (const Plane plane : planes_of(board, step)) {
      const std::string name = plane_name(board, plane);
      if (!name.empty()) section.blocks.emplace_back(Heading{3, name});
      section.blocks.emplace_back(plane_table(board, plane));
    }
  }
  if (board.problem.source && options.steps.empty()) add_embeddings(board, section);
  if (board.problem.w_o && options.steps.empty())
    add_projection_inputs(board, "O", *board.problem.w_o, section);
  return section;
}

// With several heads the shapes are half of the story.
Section flow_section(const Blackboard& board) {
  Section section;
  section.blocks.emplace_back(Heading{2, word(board, "flow.title")});
  section.blocks.emplace_back(flow_table(flow_sizes(board.problem), board.catalogue));
  section.blocks.emplace_back(Paragraph{board.catalogue.say(
      "flow.never", {argument("heads", board.problem.heads), argument("t_q", board.problem.query_count),
                     argument("t_k", board.problem.key_count)})});
  return section;
}

void add_reading_of_rows(const Blackboard& board, Section& section) {
  const int batch = board.batches.front();
  const std::vector<int>& rows = board.rows[static_cast<std::size_t>(batch)];
  if (rows.empty()) return;
  section.blocks.emplace_back(Paragraph{
      board.catalogue.say(board.problem.query_count == 1 ? "walk.scores.rows.one" : "walk.scores.rows",
                          {argument("row", row_name(board.problem, Step::scores, batch, rows.back())),
                           argument("column", column_name(board.problem, Step::scores, batch, 0))})});
}

Section step_section(const Blackboard& board, Step step, int number) {
  Section section{.tag = {.step = std::string(step_name(step))}};
  section.blocks.emplace_back(Heading{
      2, board.catalogue.say("walk.step.heading",
                             {argument("number", number), argument("step", std::string(step_name(step))),
                              argument("name", word(board, step_key(step, "name")))})});
  section.blocks.emplace_back(Formula{formula(board, step)});
  section.blocks.emplace_back(Paragraph{why(board, step)});
  if (step == Step::scores) add_reading_of_rows(board, section);
  if (step == Step::masked) {
    for (Block& block : mask_blocks(board)) section.blocks.push_back(std::move(block));
  }
  return section;
}

Section plane_section(const Blackboard& board, Plane plane) {
  Section section{.tag = {std::string(step_name(plane.step)), plane.batch, plane.head}};
  const std::string name = plane_name(board, plane);
  if (!name.empty()) section.blocks.emplace_back(Heading{3, name});
  section.blocks.emplace_back(plane_table(board, plane));
  for (Note& note : remarks(board, plane)) section.blocks.emplace_back(std::move(note));
  return section;
}

// One query's result in words: whom it looks at most, and what it takes home.
std::string looks_at(const Blackboard& board, Plane plane, int row) {
  const Problem& problem = board.problem;
  // Decided on the unrounded weights: rounded ones may be equal, or all 0.
  double largest = 0.0;
  int visible = 0;
  for (int j = 0; j < problem.key_count; ++j) {
    largest = std::max(largest, snap(board.exact_value(plane, row, j)));
    visible += problem.may_look(plane.batch, plane.head, row, j) ? 1 : 0;
  }
  std::string names;
  std::string weight;
  int most = 0;
  for (int j = 0; j < problem.key_count; ++j) {
    if (visible == 0 || snap(board.exact_value(plane, row, j)) != largest) continue;
    if (most++ > 0) names += board.catalogue.text("list.separator");
    names += quoted(column_name(problem, plane.step, plane.batch, j));
    weight = board.show(plane, row, j);
  }
  std::string output;
  if (problem.has_values()) {
    std::vector<std::string> result;
    const Plane outputs = {Step::output, plane.batch, plane.head};
    for (int d = 0; d < problem.d_v; ++d) result.push_back(board.show(outputs, row, d));
    output = board.catalogue.say("walk.end.output.tail", {argument("output", vector_text(result))});
  }
  const std::string key = visible == 0                ? "walk.end.nobody"
                          : visible == 1              ? "walk.end.only"
                          : most == 1                 ? "walk.end.most"
                          : most == problem.key_count ? "walk.end.all"
                                                      : "walk.end.several";
  return board.catalogue.say(
      key, {argument("row", row_name(problem, plane.step, plane.batch, row)), argument("names", names),
            argument("weight", weight), argument("output", output)});
}

Section ending(const Blackboard& board, const WalkOptions& options) {
  Section section;
  section.blocks.emplace_back(Heading{2, word(board, "walk.end.title")});
  for (const Plane plane : planes_of(board, Step::weights)) {
    const std::string name = plane_name(board, plane);
    if (!name.empty()) section.blocks.emplace_back(Heading{3, name});
    List list;
    for (const int row : shown_rows(board, plane)) {
      if (!board.problem.is_padded_query(plane.batch, row)) list.items.push_back(looks_at(board, plane, row));
    }
    section.blocks.emplace_back(std::move(list));
  }
  section.blocks.emplace_back(Paragraph{word(board, "walk.end.boundary")});
  if (!options.decimals_as_asked) return section;
  section.blocks.emplace_back(Paragraph{board.catalogue.say(
      "walk.end.try", {argument("problem", options.problem_argument.empty() ? board.problem.id
                                                                            : options.problem_argument)})});
  return section;
}

std::string title(const Problem& problem, const Catalogue& catalogue) {
  const std::string& own = problem.title.in(catalogue.language());
  return own.empty() ? catalogue.say("walk.title", {argument("problem", problem.id)}) : own;
}

void add_sections(const Blackboard& board, const WalkOptions& options, Document& document) {
  const bool whole = options.steps.empty();
  if (whole) {
    document.sections.push_back(introduction(board));
    add_extent(board, document.sections.back());
  }
  const std::vector<Step> given = given_steps(board.problem);
  const bool some_given = std::ranges::any_of(given, [&](Step step) { return wanted(options, step); });
  if (some_given || (whole && board.problem.source))
    document.sections.push_back(inputs_section(board, options));
  if (whole && board.problem.heads > 1) document.sections.push_back(flow_section(board));
  int number = 0;
  for (const Step step : steps_of(board.problem)) {
    ++number;
    if (!wanted(options, step)) continue;
    document.sections.push_back(step_section(board, step, number));
    for (const Plane plane : planes_of(board, step)) document.sections.push_back(plane_section(board, plane));
  }
  if (whole) document.sections.push_back(ending(board, options));
}

}  // namespace

Document walk_document(const Problem& problem, const WalkOptions& options, const Catalogue& catalogue) {
  const Trace exact = compute(problem, right_recipe(), Carry::exact);
  const Trace by_hand = options.exact ? Trace{} : compute(problem, right_recipe(), Carry::by_hand);
  const Blackboard board =
      make_blackboard(problem, options.exact ? exact : by_hand, exact, options, catalogue);

  Document document;
  document.title = title(problem, catalogue);
  document.language = std::string(language_name(catalogue.language()));
  document.role_words[Role::masked] = std::string(catalogue.text("role.masked"));
  document.sections.push_back({.tag = {}, .blocks = {Heading{1, document.title}}});
  add_sections(board, options, document);
  return document;
}

}  // namespace qkv
