// What a single result says, by the level of feedback.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "check_notes.hpp"
#include "qkv/report/results.hpp"
#include "text_store.hpp"

namespace qkv {

// "1 of 2 points", and what keeps the table from being graded.
std::string table_message(const Sheet& sheet, const TableReport& table);

// The words that the cells of all submissions share.
class CellWords {
 public:
  explicit CellWords(const Sheet& sheet);

 private:
  friend class CellMessages;
  static constexpr std::size_t verdict_count = static_cast<std::size_t>(Verdict::unreadable) + 1;

  Wording cell_;      // what was written, and its verdict
  Wording expected_;  // what it should be
  Wording both_;      // one sentence after another
  std::array<std::string_view, verdict_count> verdicts_;
  std::string_view blank_;
  std::string_view trivial_;
  std::string_view followed_;
  PerStep<std::string> imprecise_;  // of the asked tables
};

// Says what the cells of one table say. What is said of several cells is made once.
class CellMessages {
 public:
  // Keeps what it says in `texts`.
  CellMessages(const Sheet& sheet, const CellWords& words, const TableReport& table, TextStore& texts);

  // Sets what was written, the saying (that and its verdict), the hint (from `why` on what it looks like, at
  // `full` what it should be) and the message, which is both.
  void say(const CellReport& cell, ResultLine& line);

 private:
  std::string_view saying(const CellReport& cell, std::string_view written);
  std::string_view hint(const CellReport& cell);
  std::string_view looks(const CellReport& cell);
  std::string_view looks_wrong(const CellReport& cell);
  std::string_view followed_by(std::string_view text, std::string_view next);

  const Sheet& sheet_;
  const CellWords& words_;
  const TableReport& table_;
  TextStore& texts_;
  std::string text_;                         // being made
  std::vector<std::string_view> diagnosis_;  // the hint of each; empty: not made yet
  std::vector<std::string_view> signs_;      // the same
  std::string_view misshapen_;               // the same: why the table was not graded
};

}  // namespace qkv
