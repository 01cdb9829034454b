#include "qkv/report/walk.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "blackboard.hpp"
#include "elide.hpp"
#include "qkv/base/number.hpp"
#include "qkv/report/shapes.hpp"
#include "qkv/trace/labels.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

bool wanted(const WalkOptions& options, Step step) {
  return options.steps.empty() || std::ranges::find(options.steps, step) != options.steps.end();
}

// Tables of one kind, "Q, K, V", then the steps that follow one another.
std::string road(const Problem& problem) {
  const auto kind = [](Step step) {
    if (step == Step::q || step == Step::k || step == Step::v) return Step::q;
    return step == Step::q_heads || step == Step::k_heads || step == Step::v_heads ? Step::q_heads : step;
  };
  std::string text;
  std::optional<Step> before;
  for (const Step step : steps_of(problem)) {
    if (before) text += kind(*before) == kind(step) ? ", " : " → ";
    text += step_name(step);
    before = step;
  }
  return text;
}

Section introduction(const Blackboard& board) {
  const Problem& problem = board.problem;
  Section section;
  const std::string& note = problem.note.in(board.catalogue.language());
  if (!note.empty()) section.blocks.emplace_back(Paragraph{note});
  if (board.full_precision) {
    section.blocks.emplace_back(Paragraph{board.word("walk.intro.exact")});
  } else {
    const int decimals = of_step(problem.decimals, problem.asked.front());
    const auto is_same = [&](Step step) { return of_step(problem.decimals, step) == decimals; };
    const bool same =
        std::ranges::all_of(problem.asked, is_same) && std::ranges::all_of(problem.given, is_same);
    section.blocks.emplace_back(
        Paragraph{same ? board.catalogue.count("walk.intro", decimals) : board.word("walk.intro.mixed")});
  }
  section.blocks.emplace_back(Formula{road(problem)});
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
    const bool padded = board.problem.masks.padding || board.problem.masks.query_padding;
    section.blocks.emplace_back(Note{NoteKind::remark, board.word(board.chosen ? "walk.detail-rows.chosen"
                                                                  : padded     ? "walk.detail-rows.padded"
                                                                               : "walk.detail-rows")});
  }
}

// With several heads the shapes are half of the story.
Section flow_section(const Blackboard& board) {
  Section section;
  section.blocks.emplace_back(Heading{2, board.word("flow.title")});
  for (Block& block : flow_blocks(flow_sizes(board.problem), board.catalogue)) {
    section.blocks.push_back(std::move(block));
  }
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
                              argument("name", step_title(board.problem, step, board.catalogue))})});
  if (board.problem.is_given(step))
    section.blocks.emplace_back(Note{NoteKind::remark, board.word("walk.step.given")});
  section.blocks.emplace_back(Formula{step_formula(board, step)});
  section.blocks.emplace_back(Paragraph{step_why(board, step)});
  if (step == Step::scores) add_reading_of_rows(board, section);
  if (step == Step::masked) {
    for (Block& block : mask_blocks(board)) section.blocks.push_back(std::move(block));
  }
  if (shows_one_cell(board, step)) {
    section.blocks.emplace_back(Paragraph{board.word("walk.projection.one-cell")});
  }
  return section;
}

// Which keys and values a query head uses where several heads share them.
void add_shared_set(const Blackboard& board, Plane plane, Section& section) {
  if (!is_grouped(board.problem) || (plane.step != Step::scores && plane.step != Step::output)) return;
  section.blocks.emplace_back(Paragraph{board.catalogue.say(
      plane.step == Step::scores ? "walk.scores.set" : "walk.output.set",
      {argument("head", plane.head + 1), argument("set", board.problem.kv_head_of(plane.head) + 1)})});
}

Section plane_section(const Blackboard& board, Plane plane) {
  Section section{.tag = {std::string(step_name(plane.step)), plane.batch, plane.head}};
  const std::string name = plane_name(board, plane);
  if (!name.empty()) section.blocks.emplace_back(Heading{3, name});
  add_shared_set(board, plane, section);
  for (Note& note : remarks_before(board, plane)) section.blocks.emplace_back(std::move(note));
  section.blocks.emplace_back(plane_table(board, plane));
  for (Note& note : remarks(board, plane)) section.blocks.emplace_back(std::move(note));
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
  std::vector<Step> given = given_steps(board.problem);
  std::erase_if(given, [&](Step step) { return !wanted(options, step); });
  if (whole || !given.empty())
    document.sections.push_back(inputs_section(board, given, whole ? Portion::whole : Portion::chosen));
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
  if (board.cut_down) elide_tables(document);
  return document;
}

}  // namespace qkv
