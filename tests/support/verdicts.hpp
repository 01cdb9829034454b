// Questions to a report.
#pragma once

#include <initializer_list>
#include <string>

#include "qkv/grade/grade.hpp"
#include "support/answers.hpp"
#include "support/problems.hpp"

namespace qkv::test {

inline const TableReport& table_in(const Report& report, Step step) {
  for (const TableReport& table : report.tables) {
    if (table.step == step) return table;
  }
  FAIL("no table " << step_name(step));
  return report.tables.front();
}

// Points lost by the number itself: not blank, not unreadable, and not for want of decimals.
inline bool is_wrong(const CellReport& cell) {
  const bool wrong =
      cell.verdict == Verdict::wrong || cell.verdict == Verdict::slip || cell.verdict == Verdict::mistake;
  return wrong && cell.points == 0;
}

// A problem with a single number to find, `value`: a score that is given, divided by the root of 1.
inline Problem one_number(double value, int decimals) {
  RawProblem raw;
  raw.scores = located(matrix({{value}}));
  raw.d_k = Located<long long>{1, {}};
  set_decimals(raw, decimals);
  raw.ask = Located<std::vector<Located<std::string>>>{{{"scaled", {}}}, {}};
  return valid(raw);
}

// What is said of `written` where `value` is right.
inline CellReport judged(double value, int decimals, const std::string& written,
                         const ReadOptions& reading = {}) {
  const Report report =
      grade(one_number(value, decimals), answers({{Step::scaled, {{written}}}}), {.reading = reading});
  return table_in(report, Step::scaled).cells.at(0);
}

inline void check_accepted(double value, int decimals, std::initializer_list<std::string> texts,
                           const ReadOptions& reading = {}) {
  for (const std::string& written : texts) {
    INFO(written << " for " << value);
    const CellReport cell = judged(value, decimals, written, reading);
    CHECK(cell.verdict == Verdict::correct);
    CHECK(cell.points == 1);
    CHECK(cell.written == written);
  }
}

inline void check_refused(double value, int decimals, std::initializer_list<std::string> texts) {
  for (const std::string& written : texts) {
    INFO(written << " for " << value);
    CHECK(is_wrong(judged(value, decimals, written)));
  }
}

inline void check_no_number(const std::string& written, Unreadable::Reason reason,
                            const ReadOptions& reading = {}) {
  INFO(written);
  const CellReport cell = judged(0.5, 2, written, reading);
  CHECK(cell.verdict == Verdict::unreadable);
  CHECK(cell.unreadable.reason == reason);
  CHECK(cell.points == 0);
}

}  // namespace qkv::test
