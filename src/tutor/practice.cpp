// Where the practice stands, and where it goes next.
#include "qkv/tutor/practice.hpp"

#include <algorithm>
#include <utility>

namespace qkv {
namespace {

bool is_same_place(const Spot& a, const Spot& b) {
  return a.step == b.step && a.batch == b.batch && a.head == b.head && a.row == b.row;
}

// The prompt at that spot, or the first one in its row where the practice went by something else before.
std::optional<std::size_t> prompt_at(const std::vector<Prompt>& prompts, const Spot& spot) {
  std::optional<std::size_t> in_the_row;
  for (std::size_t i = 0; i < prompts.size(); ++i) {
    if (prompts[i].spot == spot) return i;
    if (!in_the_row && is_same_place(prompts[i].spot, spot)) in_the_row = i;
  }
  return in_the_row;
}

bool is_blank(const PracticeSession& session) {
  return std::ranges::all_of(session.answers, [](const AnswerTable& table) {
    return std::ranges::all_of(table.cells, [](const AnswerCell& cell) { return cell.written.empty(); });
  });
}

}  // namespace

Practice::Practice(const Problem& problem, PracticeSession session)
    : problem_(problem),
      session_(std::move(session)),
      prompts_(prompts_of(problem, session_.by)),
      grader_(problem, {.reading = {.decimal_comma = session_.decimal_comma}}) {
  grade_all();
  Reaction spoken_of_before;
  spoken_of_before.table_complete = true;
  name_mistakes(spoken_of_before, false);
  if (prompts_.empty()) {
    session_.finished = true;
    return;
  }
  // Who comes back to it wants to go on with what is open.
  if (session_.finished && next_open(0)) {
    session_.finished = false;
    go_to(*next_open(0));
    return;
  }
  const bool begins = is_blank(session_) && session_.tries.empty() && session_.shown.empty();
  go_to(begins ? 0 : prompt_at(prompts_, session_.place).value_or(next_open(0).value_or(0)));
}

const Prompt* Practice::prompt() const {
  return session_.finished || prompts_.empty() ? nullptr : &prompts_[at_];
}

bool Practice::is_filled(const Prompt& prompt) const {
  const auto table = std::ranges::find(session_.answers, prompt.spot.step, &AnswerTable::step);
  const auto begin = table->cells.begin() + static_cast<std::ptrdiff_t>(prompt.first);
  return std::none_of(begin, begin + prompt.count,
                      [](const AnswerCell& cell) { return cell.written.empty(); });
}

bool Practice::is_settled(const Prompt& prompt) const {
  if (is_shown(session_, prompt.spot.step)) return true;
  const TableReport* table = table_report(report_, prompt.spot.step);
  for (int i = 0; i < prompt.count; ++i) {
    const CellReport* cell = cell_report(*table, prompt.first + static_cast<std::size_t>(i));
    if (cell != nullptr && !counts(*cell)) return false;
  }
  return true;
}

std::size_t Practice::open() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(prompts_, [&](const Prompt& prompt) { return !is_settled(prompt); }));
}

std::vector<bool> Practice::settled() const {
  std::vector<bool> result;
  for (const Prompt& prompt : prompts_) result.push_back(is_settled(prompt));
  return result;
}

std::optional<std::size_t> Practice::next_open(std::size_t from) const {
  for (std::size_t i = from; i < prompts_.size(); ++i) {
    if (!is_settled(prompts_[i])) return i;
  }
  return std::nullopt;
}

void Practice::go_to(std::size_t index) {
  at_ = index;
  session_.place = prompts_[index].spot;
}

// In the first round what is open is asked for in order, and then once more.
void Practice::move_on(Reaction& reaction) {
  if (const auto next = next_open(at_ + 1)) return go_to(*next);
  const auto first = next_open(0);
  if (!first || session_.second_round) {
    session_.finished = true;
    return;
  }
  session_.second_round = true;
  reaction.second_round = true;
  go_to(*first);
}

std::vector<Prompt> Practice::plane_of(const Prompt& prompt) const {
  std::vector<Prompt> plane;
  std::ranges::copy_if(prompts_, std::back_inserter(plane), [&](const Prompt& other) {
    return other.spot.step == prompt.spot.step && other.spot.batch == prompt.spot.batch &&
           other.spot.head == prompt.spot.head;
  });
  return plane;
}

Tries& Practice::tries(const Prompt& prompt) {
  const auto found = std::ranges::find(session_.tries, prompt.spot, &Tries::spot);
  if (found != session_.tries.end()) return *found;
  session_.tries.push_back({.spot = prompt.spot});
  return session_.tries.back();
}

AnswerTable& Practice::table(Step step) {
  return *std::ranges::find(session_.answers, step, &AnswerTable::step);
}

void Practice::write(const Prompt& prompt, const std::vector<std::string>& cells) {
  AnswerTable& into = table(prompt.spot.step);
  for (std::size_t i = 0; i < cells.size(); ++i) into.cells[prompt.first + i].written = cells[i];
}

void Practice::grade_all() {
  report_ = grader_.grade(answers_of(problem_, session_));
}

const TableReport* table_report(const Report& report, Step step) {
  const auto found = std::ranges::find(report.tables, step, &TableReport::step);
  return found == report.tables.end() ? nullptr : &*found;
}

const CellReport* cell_report(const TableReport& table, std::size_t flat) {
  const auto found = std::ranges::lower_bound(
      table.cells, flat, {}, [&](const CellReport& cell) { return flat_index(table.shape, cell.at); });
  if (found == table.cells.end() || flat_index(table.shape, found->at) != flat) return nullptr;
  return &*found;
}

}  // namespace qkv
