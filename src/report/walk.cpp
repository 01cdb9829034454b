#include "qkv/report/walk.hpp"

#include <algorithm>

#include "blackboard.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

constexpr std::array inputs = {Step::q, Step::k, Step::v};

bool wanted(const WalkOptions& options, Step step) {
  return options.steps.empty() || std::ranges::find(options.steps, step) != options.steps.end();
}

std::string step_key(Step step, std::string_view part) {
  return "walk." + std::string(step_name(step)) + "." + std::string(part);
}

std::string sizes(int rows, int columns) {
  return shape_text({rows, columns});
}

// The formula of a step with this problem's sizes: "S = QKᵀ    [1, 2] × [2, 3] → [1, 3]".
std::string formula(const Blackboard& board, Step step) {
  const Problem& problem = board.problem;
  const int queries = problem.query_count;
  const int keys = problem.key_count;
  return board.catalogue.say(
      step_key(step, "formula"),
      {argument("q", sizes(queries, problem.d_k)), argument("k", sizes(problem.d_k, keys)),
       argument("s", sizes(queries, keys)), argument("v", sizes(keys, problem.d_v)),
       argument("o", sizes(queries, problem.d_v)), argument("z", shape_text({queries})),
       argument("divisor", divisor_symbol(problem)),
       argument("scores", std::string(step_name(tables_read(problem, Step::exp).front())))});
}

// Why the step is there. Some steps have a variant of the reason.
std::string why(const Blackboard& board, Step step) {
  const Problem& problem = board.problem;
  std::string key = step_key(step, "why");
  if (step == Step::scaled) {
    switch (problem.scale.kind) {
      case Scale::Kind::sqrt_dk:
        break;
      case Scale::Kind::none:
        key += ".none";
        break;
      case Scale::Kind::number:
        key += ".number";
        break;
    }
  }
  if (step == Step::masked && problem.masks.causal->offset != 0) key += ".offset";
  if (step == Step::exp && problem.masks.any()) key += ".masked";
  return board.catalogue.say(key,
                             {argument("d_k", problem.d_k), argument("divisor", divisor_symbol(problem)),
                              argument("digits", board.divisor),
                              argument("offset", problem.masks.causal ? problem.masks.causal->offset : 0),
                              argument("first", board.query_name(0, 0)),
                              argument("last", board.query_name(0, problem.query_count - 1))});
}

Section introduction(const Blackboard& board) {
  const Problem& problem = board.problem;
  Section section;
  if (board.full_precision) {
    section.blocks.emplace_back(Paragraph{std::string(board.catalogue.text("walk.intro.exact"))});
  } else {
    const bool same = std::ranges::all_of(problem.asked, [&](Step step) {
      return of_step(problem.decimals, step) == of_step(problem.decimals, problem.asked.front());
    });
    section.blocks.emplace_back(
        Paragraph{same ? board.catalogue.count("walk.intro", of_step(problem.decimals, problem.asked.front()))
                       : std::string(board.catalogue.text("walk.intro.mixed"))});
  }
  std::string road;
  for (const Step step : steps_of(problem)) {
    if (!road.empty()) road += " → ";
    road += step_name(step);
  }
  section.blocks.emplace_back(Formula{road});
  return section;
}

Section inputs_section(const Blackboard& board, const WalkOptions& options, Block2D block) {
  Section section{.tag = {"", block.batch, block.head}, .blocks = {}};
  section.blocks.emplace_back(Heading{2, std::string(board.catalogue.text("walk.inputs.title"))});
  for (const Step step : inputs) {
    if (!wanted(options, step)) continue;
    section.blocks.emplace_back(Paragraph{std::string(board.catalogue.text(step_key(step, "why")))});
    section.blocks.emplace_back(step_table(board, step, block));
  }
  return section;
}

void add_reading_of_rows(const Blackboard& board, Section& section) {
  const Problem& problem = board.problem;
  const std::string last = board.query_name(0, board.queries.back());
  section.blocks.emplace_back(
      Paragraph{board.catalogue.say(problem.query_count == 1 ? "walk.scores.rows.one" : "walk.scores.rows",
                                    {argument("row", last), argument("column", board.key_name(0, 0))})});
}

Section step_section(const Blackboard& board, Step step, int number, Block2D block) {
  Section section{.tag = {std::string(step_name(step)), block.batch, block.head}, .blocks = {}};
  section.blocks.emplace_back(Heading{
      2, board.catalogue.say("walk.step.heading",
                             {argument("number", number), argument("step", std::string(step_name(step))),
                              argument("name", std::string(board.catalogue.text(step_key(step, "name"))))})});
  section.blocks.emplace_back(Formula{formula(board, step)});
  section.blocks.emplace_back(Paragraph{why(board, step)});
  if (step == Step::scores) add_reading_of_rows(board, section);
  if (step == Step::masked) {
    section.blocks.emplace_back(mask_table(board, block));
    section.blocks.emplace_back(Paragraph{std::string(board.catalogue.text("walk.masked.after-picture"))});
  }
  section.blocks.emplace_back(step_table(board, step, block));
  for (Note& note : remarks(board, step, block)) section.blocks.emplace_back(std::move(note));
  return section;
}

// One query's result in words: whom it looks at most, and what it takes home.
std::string looks_at(const Blackboard& board, Block2D at, int row) {
  const Tensor& weights = board.table(Step::weights);
  const Tensor& output = board.table(Step::output);
  double largest = 0.0;
  for (int j = 0; j < board.problem.key_count; ++j) {
    largest = std::max(largest, weights.at({at.batch, at.head, row, j}));
  }
  std::string names;
  int most = 0;
  for (int j = 0; j < board.problem.key_count; ++j) {
    if (weights.at({at.batch, at.head, row, j}) != largest) continue;
    if (most++ > 0) names += board.catalogue.text("list.separator");
    names += quoted(board.key_name(at.batch, j));
  }
  std::vector<std::string> result;
  for (int d = 0; d < board.problem.d_v; ++d) {
    result.push_back(board.digits(Step::output).show(output.at({at.batch, at.head, row, d})));
  }
  const std::string key = largest == 0.0                    ? "walk.end.nobody"
                          : most == 1                       ? "walk.end.most"
                          : most == board.problem.key_count ? "walk.end.all"
                                                            : "walk.end.several";
  return board.catalogue.say(key, {argument("row", board.query_name(at.batch, row)), argument("names", names),
                                   argument("weight", board.digits(Step::weights).show(largest)),
                                   argument("output", vector_text(result))});
}

Section ending(const Blackboard& board, const WalkOptions& options, Block2D block) {
  Section section{.tag = {"", block.batch, block.head}, .blocks = {}};
  section.blocks.emplace_back(Heading{2, std::string(board.catalogue.text("walk.end.title"))});
  List list;
  for (const int row : board.queries) list.items.push_back(looks_at(board, block, row));
  section.blocks.emplace_back(std::move(list));
  section.blocks.emplace_back(Paragraph{std::string(board.catalogue.text("walk.end.boundary"))});
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
  const Block2D block;
  if (options.steps.empty()) document.sections.push_back(introduction(board));
  if (std::ranges::any_of(inputs, [&](Step step) { return wanted(options, step); })) {
    document.sections.push_back(inputs_section(board, options, block));
  }
  int number = 0;
  for (const Step step : steps_of(board.problem)) {
    ++number;
    if (wanted(options, step)) document.sections.push_back(step_section(board, step, number, block));
  }
  if (options.steps.empty()) document.sections.push_back(ending(board, options, block));
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
