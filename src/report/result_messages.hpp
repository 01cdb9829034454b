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

// A text that is kept, and whether it is plainly visible.
struct Said {
  std::string_view text = {};
  bool plain = true;
};

// The words that the cells of all submissions share.
class CellWords {
 public:
  explicit CellWords(const Sheet& sheet);

 private:
  friend class CellMessages;
  static constexpr std::size_t verdict_count = static_cast<std::size_t>(Verdict::unreadable) + 1;

  bool are_plain() const;

  Wording cell_;      // what was written, and its verdict
  Wording expected_;  // what it should be
  Wording both_;      // one sentence after another
  std::array<std::string_view, verdict_count> verdicts_;
  std::string_view blank_;
  std::string_view trivial_;
  std::string_view followed_;
  PerStep<std::string> imprecise_;  // of the asked tables
  bool plain_ = false;              // all of the above
};

// Says what the cells of one table say. What is said of several cells is made once.
class CellMessages {
 public:
  // Keeps what it says in `texts`.
  CellMessages(const Sheet& sheet, const CellWords& words, const TableReport& table, TextStore& texts);

  // Sets what was written, the saying (that and its verdict), the hint (from `why` on what it looks like, at
  // `full` what it should be) and the message, which is both; and `plain`, as far as these go.
  void say(const CellReport& cell, ResultLine& line);

 private:
  Said kept(const std::string& text);
  Said written(const CellReport& cell);
  Said saying(const CellReport& cell, const Said& written);
  Said hint(const CellReport& cell);  // of a cell that is not right
  Said looks(const CellReport& cell);
  Said looks_wrong(const CellReport& cell);
  std::string_view followed_by(std::string_view text, std::string_view next);

  const Sheet& sheet_;
  const CellWords& words_;
  const TableReport& table_;
  TextStore& texts_;
  std::vector<Said> diagnosis_;  // the hint of each; empty: not made yet
  std::vector<Said> signs_;      // the same
  Said misshapen_;               // the same: why the table was not graded
};

}  // namespace qkv
