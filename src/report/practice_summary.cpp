// How it went.
#include <algorithm>

#include "practice_sheet.hpp"
#include "qkv/generate/topics.hpp"
#include "qkv/text/command_calls.hpp"

namespace qkv {
namespace {

struct TableTally {
  Step step;
  int points = 0;
  int max_points = 0;
  int misses = 0;
  int hints = 0;
  bool shown = false;
};

std::vector<TableTally> tallies_of(const Practice& practice) {
  std::vector<TableTally> tallies;
  for (const TableReport& table : practice.report().tables) {
    TableTally tally{table.step, table.points, table.max_points};
    tally.shown = is_shown(practice.session(), table.step);
    for (const Tries& tries : practice.session().tries) {
      if (tries.spot.step != table.step) continue;
      tally.misses += tries.misses;
      tally.hints += tries.hint;
    }
    tallies.push_back(tally);
  }
  return tallies;
}

Table points_table(const std::vector<TableTally>& tallies, const Catalogue& catalogue) {
  const auto word = [&](std::string_view key) { return std::string(catalogue.text(key)); };
  Table table;
  table.row_axis = word("practice.summary.table");
  table.column_names = {word("practice.summary.points"), word("practice.summary.of"),
                        word("practice.summary.misses"), word("practice.summary.hints")};
  for (const TableTally& tally : tallies) {
    const auto number = [](int value) { return Cell{.text = std::to_string(value), .value = value}; };
    std::string name(step_name(tally.step));
    if (tally.shown) name += word("practice.summary.shown.tail");
    table.rows.push_back({.name = name,
                          .cells = {number(tally.points), number(tally.max_points), number(tally.misses),
                                    number(tally.hints)}});
  }
  return table;
}

// The table that took the most: what was shown, then what is not all right, then what was missed most often.
const TableTally* weakest(const std::vector<TableTally>& tallies) {
  const auto weight = [](const TableTally& tally) {
    return (tally.shown ? 1000 : 0) + (tally.points < tally.max_points ? 100 : 0) + 2 * tally.misses +
           tally.hints;
  };
  const auto found = std::ranges::max_element(tallies, {}, weight);
  return found == tallies.end() || weight(*found) == 0 ? nullptr : &*found;
}

// What exercises of that table are called.
std::string_view topic_of(const Problem& problem, Step step) {
  switch (step) {
    case Step::q:
    case Step::k:
    case Step::v:
      return problem.source && problem.source->cross ? "cross" : "projections";
    case Step::q_heads:
    case Step::k_heads:
    case Step::v_heads:
    case Step::merged:
    case Step::projected:
      return problem.kv_heads < problem.heads ? "grouped" : "multi-head";
    case Step::scores:
      return "dot-products";
    case Step::scaled:
      return "scaling";
    case Step::masked:
      return problem.masks.has(MaskKind::padding)
                 ? (problem.masks.has(MaskKind::causal) ? "padding-causal" : "padding")
                 : "causal";
    case Step::exp:
    case Step::sum:
    case Step::weights:
    case Step::dropped:
      return "softmax";
    case Step::output:
      return "single-head";
  }
  return "single-head";
}

// Of a problem that went well: the next larger thing.
std::string_view next_topic(const Problem& problem) {
  if (problem.heads > 1) return "full";
  if (problem.source) return "multi-head";
  return problem.masks.any() ? "projections" : "causal";
}

// What to practise next, with the commands for it.
std::vector<Block> advice(const Practice& practice, const std::vector<TableTally>& tallies,
                          const Catalogue& catalogue) {
  const Problem& problem = practice.problem();
  const TableTally* weak = weakest(tallies);
  const std::string topic(weak != nullptr ? topic_of(problem, weak->step) : next_topic(problem));
  std::vector<Argument> arguments = {argument_key("name", "topic." + topic)};
  std::vector<Block> blocks;
  if (weak != nullptr) {
    arguments.push_back(argument("step", std::string(step_name(weak->step))));
    blocks.emplace_back(Paragraph{catalogue.say("practice.next.weak", arguments)});
    blocks.emplace_back(Formula{"qkv explain " + std::string(step_name(weak->step))});
  } else {
    blocks.emplace_back(Paragraph{catalogue.say("practice.next.strong", arguments)});
  }
  blocks.emplace_back(Formula{"qkv generate --topic " + topic + " -o next.json"});
  blocks.emplace_back(Formula{"qkv practice next.json"});
  return blocks;
}

void add_commands(std::vector<Block>& blocks, std::string_view key, const std::vector<std::string>& commands,
                  const Catalogue& catalogue) {
  blocks.emplace_back(Paragraph{std::string(catalogue.text(key))});
  for (const std::string& command : commands) blocks.emplace_back(Formula{command});
}

}  // namespace

Document practice_summary(const Practice& practice, const PracticeOptions& options,
                          const Catalogue& catalogue) {
  Document page = practice_page(catalogue);
  std::vector<Block>& blocks = page.sections.front().blocks;
  const Report& report = practice.report();
  const bool finished = practice.session().finished;
  const std::vector<TableTally> tallies = tallies_of(practice);
  blocks.emplace_back(
      Heading{2, catalogue.say(finished ? "practice.summary.title" : "practice.summary.so-far",
                               {argument("problem", practice.problem().id), argument("points", report.points),
                                argument("max_points", report.max_points)})});
  if (report.passed) blocks.emplace_back(Note{NoteKind::good, std::string(catalogue.text("check.passed"))});
  blocks.emplace_back(points_table(tallies, catalogue));
  if (options.unkept)
    blocks.emplace_back(Note{NoteKind::warning, std::string(catalogue.text("practice.unkept.end"))});
  if (!finished) {
    if (options.session_file.empty()) return page;
    blocks.emplace_back(Paragraph{catalogue.say("practice.saved", {argument("file", options.session_file)})});
    add_commands(blocks, "practice.left", {options.command}, catalogue);
    return page;
  }
  if (std::ranges::any_of(tallies, &TableTally::shown))
    blocks.emplace_back(Note{NoteKind::remark, std::string(catalogue.text("practice.summary.shown"))});
  // A lesson speaks for itself.
  if (options.in_lesson) return page;
  // What there is to see in it, now that nothing is given away any more.
  const std::string& note = practice.problem().note.in(catalogue.language());
  if (!note.empty()) blocks.emplace_back(Paragraph{note});
  for (Block& block : advice(practice, tallies, catalogue)) blocks.push_back(std::move(block));
  if (options.session_file.empty()) return page;
  const std::string check = "qkv check " + file_word(options.problem_argument) + " ";
  if (options.output.empty()) {
    add_commands(blocks, "practice.hand-in", {options.command + " -o answers.json", check + "answers.json"},
                 catalogue);
  } else {
    add_commands(blocks, "practice.written-out", {check + file_word(options.output)}, catalogue);
  }
  add_commands(blocks, "practice.anew", {options.anew}, catalogue);
  return page;
}

}  // namespace qkv
