#include "qkv/tutor/session.hpp"

#include <algorithm>
#include <utility>

#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

Diagnostic about(const PracticeSession& session, const Problem& problem, std::string code) {
  return {std::move(code), {}, {argument("expected", problem.id), argument("found", session.problem)}, {}};
}

Shape without_leading_ones(const Shape& shape) {
  const auto first = std::ranges::find_if(shape, [](int size) { return size != 1; });
  return {first, shape.end()};
}

// Leading axes of size 1 may be left out.
bool is_same_shape(const Shape& written, const Shape& whole) {
  return written.size() <= whole.size() && without_leading_ones(written) == without_leading_ones(whole);
}

}  // namespace

std::string_view practice_by_name(PracticeBy by) {
  return practice_by_names[static_cast<std::size_t>(by)];
}

std::optional<PracticeBy> practice_by_from_name(std::string_view name) {
  const auto found = std::ranges::find(practice_by_names, name);
  if (found == practice_by_names.end()) return std::nullopt;
  return static_cast<PracticeBy>(found - practice_by_names.begin());
}

PracticeSession new_session(const Problem& problem, std::string source, PracticeBy by) {
  PracticeSession session;
  session.problem = problem.id;
  session.source = std::move(source);
  session.fingerprint = fingerprint_of(problem);
  session.by = by;
  session.answers = blank_answers(problem).tables;
  return session;
}

Result<PracticeSession> fitted(const Problem& problem, PracticeSession session) {
  if (session.problem != problem.id) return about(session, problem, "session.other-problem");
  if (session.fingerprint != fingerprint_of(problem)) return about(session, problem, "session.other-numbers");
  std::vector<AnswerTable> tables = blank_answers(problem).tables;
  for (AnswerTable& written : session.answers) {
    const auto table = std::ranges::find(tables, written.step, &AnswerTable::step);
    if (table == tables.end() || !is_same_shape(written.shape, table->shape))
      return about(session, problem, "session.other-shape");
    table->cells = std::move(written.cells);
  }
  session.answers = std::move(tables);
  std::erase_if(session.shown, [&](Step step) { return !problem.is_asked(step); });
  return session;
}

Answers answers_of(const Problem& problem, const PracticeSession& session) {
  Answers answers;
  answers.problem = problem.id;
  answers.tables = session.answers;
  for (AnswerTable& table : answers.tables) {
    if (!is_shown(session, table.step)) continue;
    for (AnswerCell& cell : table.cells) cell.written.clear();
  }
  return answers;
}

bool is_shown(const PracticeSession& session, Step step) {
  return std::ranges::find(session.shown, step) != session.shown.end();
}

}  // namespace qkv
