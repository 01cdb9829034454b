// What a line leads to.
#include <algorithm>
#include <iterator>
#include <utility>

#include "qkv/tutor/practice.hpp"
#include "row_length.hpp"

namespace qkv {
namespace {

// The rows of a plane from this one on, typed in one line.
std::size_t cells_from(const std::vector<Prompt>& plane, const Prompt& prompt) {
  std::size_t count = 0;
  for (const Prompt& each : plane) {
    if (each.first >= prompt.first) count += static_cast<std::size_t>(each.count);
  }
  return count;
}

std::vector<NoNumber> no_numbers_in(const std::vector<std::string>& cells, const ReadOptions& reading) {
  std::vector<NoNumber> found;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto read = read_number(cells[i], reading);
    if (const Unreadable* why = std::get_if<Unreadable>(&read)) found.push_back({i, cells[i], *why});
  }
  return found;
}

// Words, not numbers gone wrong.
bool are_words(std::string_view line, const std::vector<NoNumber>& no_numbers) {
  const bool infinite = std::ranges::any_of(
      no_numbers, [](const NoNumber& each) { return each.why.reason == Unreadable::Reason::not_finite; });
  return !infinite && std::ranges::none_of(line, [](char c) { return c >= '0' && c <= '9'; });
}

bool is_about(const Diagnosis& diagnosis, const TableReport& table, const std::vector<std::size_t>& cells) {
  if (diagnosis.whole_table || diagnosis.rows.empty()) return true;
  return std::ranges::any_of(cells, [&](std::size_t flat) {
    std::vector<int> row = index_at(table.shape, flat);
    if (table.step != Step::sum) row.pop_back();
    return std::ranges::find(diagnosis.rows, row) != diagnosis.rows.end();
  });
}

std::string name_of(Step step, const Diagnosis& diagnosis) {
  std::string name(step_name(step));
  for (const std::string_view id : diagnosis.mistakes) name += " " + std::string(id);
  return name;
}

bool is_accepted(const CellReport& cell) {
  return counts(cell) || cell.verdict == Verdict::follow_through;
}

}  // namespace

Reaction Practice::react(std::string_view line) {
  const Prompt* now = prompt();
  if (now == nullptr) return {};
  if (const auto command = practice_command(line)) return obey(*command);
  return take(line);
}

Reaction Practice::obey(PracticeCommand command) {
  Reaction reaction{.kind = ReactionKind::command, .command = command, .prompt = prompts_[at_]};
  switch (command) {
    case PracticeCommand::hint: {
      Tries& tried = tries(reaction.prompt);
      reaction.done = tried.hint < hint_stages;
      tried.hint = std::min(tried.hint + 1, hint_stages);
      reaction.hint = tried.hint;
      reaction.misses = tried.misses;
      reaction.offer = !reaction.done;
      break;
    }
    case PracticeCommand::back:
      reaction.done = false;
      for (std::size_t i = at_; i-- > 0 && !reaction.done;) {
        if (is_shown(session_, prompts_[i].spot.step)) continue;
        go_to(i);
        reaction.done = true;
      }
      break;
    case PracticeCommand::skip:
      move_on(reaction);
      break;
    case PracticeCommand::show:
      session_.shown.push_back(reaction.prompt.spot.step);
      grade_all();
      move_on(reaction);
      break;
    case PracticeCommand::inputs:
    case PracticeCommand::table:
    case PracticeCommand::save:
    case PracticeCommand::quit:
    case PracticeCommand::help:
      break;
  }
  return reaction;
}

Reaction Practice::take(std::string_view line) {
  const ReadOptions reading{.decimal_comma = session_.decimal_comma};
  Reaction reaction{.prompt = prompts_[at_]};
  std::vector<std::string> cells = split_row(line, reading);
  // A separator at the end begins no further cell.
  if (cells.size() > 1 && cells.back().empty()) cells.pop_back();
  if (cells.empty()) return reaction;
  reaction.found = cells.size();
  reaction.expected = static_cast<std::size_t>(reaction.prompt.count);
  reaction.no_numbers = no_numbers_in(cells, reading);
  if (reaction.no_numbers.size() == cells.size() && are_words(line, reaction.no_numbers)) {
    reaction.kind = ReactionKind::word;
    reaction.suggestion = practice_word_near(line);
    return reaction;
  }
  reaction.keep = std::string(line);
  const std::vector<Prompt> plane = plane_of(reaction.prompt);
  const bool whole = session_.by == PracticeBy::table && cells.size() == cells_from(plane, reaction.prompt);
  // A place between two separators, or before the first, says more than the count.
  const bool has_gap = std::ranges::any_of(cells, &std::string::empty);
  if (cells.size() != reaction.expected && !whole && !has_gap) {
    reaction.kind = ReactionKind::count;
    if (reaction.no_numbers.empty()) {
      reaction.of_length =
          mistake_of_length(problem_, grader_, answers_of(problem_, session_), reaction.prompt, cells);
    }
    return reaction;
  }
  if (!reaction.no_numbers.empty()) {
    reaction.kind = ReactionKind::format;
    return reaction;
  }
  reaction.keep.clear();
  if (whole) {
    // Rows that nobody is asked for may stand between.
    auto next = cells.begin();
    for (const Prompt& row : plane) {
      if (row.first < reaction.prompt.first) continue;
      write(row, {next, next + row.count});
      next += row.count;
    }
  } else {
    write(reaction.prompt, cells);
  }
  judge(reaction);
  return reaction;
}

// Those of the cells at issue each time they are wrong, any other once.
void Practice::name_mistakes(Reaction& reaction, bool wrong) {
  for (const TableReport& table : report_.tables) {
    const bool current = table.step == reaction.prompt.spot.step;
    for (std::size_t i = 0; i < table.diagnosis.size(); ++i) {
      const Diagnosis& diagnosis = table.diagnosis[i];
      if (current && diagnosis.may_be_rounding && !reaction.table_complete) continue;
      const std::string name = name_of(table.step, diagnosis);
      const bool is_new = std::ranges::find(told_, name) == told_.end();
      if (is_new) told_.push_back(name);
      if (is_new || (current && wrong && is_about(diagnosis, table, reaction.cells)))
        reaction.diagnoses.push_back({table.step, i});
    }
  }
}

void Practice::judge(Reaction& reaction) {
  const Step step = reaction.prompt.spot.step;
  std::vector<Prompt> at_issue = {reaction.prompt};
  if (session_.by == PracticeBy::table) {
    at_issue = plane_of(reaction.prompt);
    const auto blank = std::ranges::find_if_not(at_issue, [&](const Prompt& row) { return is_filled(row); });
    if (blank != at_issue.end()) {
      reaction.kind = ReactionKind::taken;
      grade_all();
      go_to(static_cast<std::size_t>(std::ranges::find(prompts_, blank->spot, &Prompt::spot) -
                                     prompts_.begin()));
      return;
    }
  }
  const std::vector<bool> before = settled();
  grade_all();
  const TableReport& table = *table_report(report_, step);
  reaction.report = report_;
  const Prompt* first_wrong = nullptr;
  bool short_only = true;
  for (const Prompt& each : at_issue) {
    for (int i = 0; i < each.count; ++i) {
      reaction.cells.push_back(each.first + static_cast<std::size_t>(i));
      const CellReport* cell = cell_report(table, reaction.cells.back());
      if (cell == nullptr || is_accepted(*cell)) continue;
      short_only &= cell->verdict == Verdict::imprecise;
      if (first_wrong == nullptr) first_wrong = &each;
    }
  }
  reaction.table_complete = std::ranges::none_of(
      table.cells, [](const CellReport& cell) { return cell.verdict == Verdict::blank; });
  name_mistakes(reaction, first_wrong != nullptr);
  for (std::size_t i = 0; i < prompts_.size(); ++i) {
    if (before[i] && !is_settled(prompts_[i]) && is_filled(prompts_[i]) && prompts_[i].spot.step != step)
      reaction.reopened.push_back(prompts_[i]);
  }
  if (first_wrong == nullptr) {
    reaction.kind = ReactionKind::right;
    move_on(reaction);
    return;
  }
  const Prompt wrong = *first_wrong;
  go_to(static_cast<std::size_t>(std::ranges::find(prompts_, wrong.spot, &Prompt::spot) - prompts_.begin()));
  reaction.prompt = wrong;
  reaction.kind = short_only ? ReactionKind::imprecise : ReactionKind::miss;
  if (short_only) return;
  Tries& tried = tries(wrong);
  reaction.misses = ++tried.misses;
  const bool explained =
      !reaction.diagnoses.empty() || std::ranges::any_of(reaction.cells, [&](std::size_t flat) {
        const CellReport* cell = cell_report(table, flat);
        return cell != nullptr && cell->slip.has_value();
      });
  // What was said about the mistake is the first hint.
  if (!explained || tried.misses > 1) {
    tried.hint = std::min(tried.hint + 1, hint_stages);
    reaction.hint = tried.hint;
  }
  reaction.offer = tried.misses >= misses_before_offer;
}

}  // namespace qkv
