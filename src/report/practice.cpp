// What is asked, and how to answer.
#include "qkv/report/practice.hpp"

#include <algorithm>

#include "practice_sheet.hpp"
#include "qkv/trace/labels.hpp"

namespace qkv {
namespace {

std::vector<Block>& blocks_of(Document& page) {
  return page.sections.front().blocks;
}

std::string title_of(const Problem& problem, const Catalogue& catalogue) {
  const std::string& own = problem.title.in(catalogue.language());
  return own.empty() ? catalogue.say("walk.title", {argument("problem", problem.id)}) : own;
}

bool is_same_plane(const Prompt& a, const Prompt& b) {
  return a.spot.step == b.spot.step && a.spot.batch == b.spot.batch && a.spot.head == b.spot.head;
}

std::string column_names_of(const PracticeBoard& board, const Prompt& prompt) {
  std::vector<std::string> names;
  for (int i = 0; i < prompt.count; ++i) {
    const int column = prompt.spot.column >= 0 ? prompt.spot.column : i;
    names.push_back(column_name(board.practice().problem(), prompt.spot.step, prompt.spot.batch, column));
  }
  return enumerated(board.board(), names, "list.separator");
}

// The table that begins, with what its numbers come from.
void add_heading(const PracticeBoard& board, const Prompt& prompt, std::vector<Block>& blocks) {
  const Problem& problem = board.practice().problem();
  const auto at = std::ranges::find(problem.asked, prompt.spot.step);
  blocks.emplace_back(Heading{
      2, board.catalogue().say(
             "practice.table",
             {argument("number", (at - problem.asked.begin()) + 1),
              argument("count", static_cast<long long>(problem.asked.size())),
              argument("step", std::string(step_name(prompt.spot.step))),
              argument("name", step_title(board.board().problem, prompt.spot.step, board.catalogue()))})});
  const std::string plane = plane_name(board.board(), plane_of(prompt.spot));
  if (!plane.empty()) blocks.emplace_back(Paragraph{plane});
  for (Block& block : sources_blocks(board, prompt.spot)) blocks.push_back(std::move(block));
  blocks.emplace_back(
      Paragraph{board.catalogue().count("practice.decimals", of_step(problem.decimals, prompt.spot.step),
                                        {argument("step", std::string(step_name(prompt.spot.step)))})});
}

void add_question(const PracticeBoard& board, const Prompt& prompt, std::vector<Block>& blocks) {
  const Catalogue& catalogue = board.catalogue();
  std::vector<Argument> arguments = {argument("row", row_name(board.practice().problem(), prompt.spot.step,
                                                              prompt.spot.batch, prompt.spot.row)),
                                     argument("step", std::string(step_name(prompt.spot.step))),
                                     argument("names", column_names_of(board, prompt))};
  std::string text;
  if (prompt.spot.step == Step::sum) {
    text = catalogue.say("practice.ask.sum", arguments);
  } else if (prompt.spot.column >= 0) {
    text = catalogue.say("practice.ask.cell", arguments);
  } else {
    const bool keys = columns_are_keys(prompt.spot.step);
    text = catalogue.count(keys ? "practice.ask.row" : "practice.ask.features", prompt.count, arguments);
  }
  blocks.emplace_back(Paragraph{std::move(text)});
}

// What stands there already, from an earlier try.
void add_standing(const PracticeBoard& board, const Prompt& prompt, std::vector<Block>& blocks) {
  const PracticeSession& session = board.practice().session();
  const auto table = std::ranges::find(session.answers, prompt.spot.step, &AnswerTable::step);
  std::string text;
  for (int i = 0; i < prompt.count; ++i) {
    const std::string& written = table->cells[prompt.first + static_cast<std::size_t>(i)].written;
    if (written.empty()) return;
    text += (i == 0 ? "" : "  ") + shown_text(written);
  }
  blocks.emplace_back(Paragraph{board.catalogue().say("practice.standing", {argument("numbers", text)})});
}

}  // namespace

Document practice_opening(const Practice& practice, PracticeOpening opening, const PracticeOptions& options,
                          const Catalogue& catalogue) {
  Document page = practice_page(catalogue);
  page.title = title_of(practice.problem(), catalogue);
  blocks_of(page).emplace_back(Heading{1, page.title});
  if (opening == PracticeOpening::goes_on) {
    const std::size_t all = practice.prompts().size();
    blocks_of(page).emplace_back(Paragraph{
        catalogue.say("practice.goes-on",
                      {argument("done", static_cast<long long>(all - practice.open())),
                       argument("all", static_cast<long long>(all)), argument("command", options.anew)})});
    if (practice.session().decimal_comma)
      blocks_of(page).emplace_back(
          Note{NoteKind::remark, std::string(catalogue.text("practice.decimal-comma"))});
    return page;
  }
  const PracticeSession& session = practice.session();
  const std::string how = catalogue.say(
      "practice.begins.how." + std::string(practice_by_name(session.by)),
      {argument_key("separator", session.decimal_comma ? "practice.separator.comma" : "practice.separator")});
  blocks_of(page).emplace_back(Paragraph{catalogue.count(
      "practice.begins", static_cast<long long>(practice.problem().asked.size()), {argument("how", how)})});
  return page;
}

Document practice_prompt(const Practice& practice, const Prompt* before, const Catalogue& catalogue) {
  Document page = practice_page(catalogue);
  const PracticeBoard board(practice, catalogue);
  const Prompt& prompt = *practice.prompt();
  if (before == nullptr || !is_same_plane(*before, prompt)) add_heading(board, prompt, blocks_of(page));
  add_question(board, prompt, blocks_of(page));
  const bool again = before == nullptr || !(before->spot == prompt.spot);
  if (again) add_standing(board, prompt, blocks_of(page));
  return page;
}

std::string practice_line(const Practice& practice) {
  return std::string(step_name(practice.prompt()->spot.step)) + "> ";
}

}  // namespace qkv
