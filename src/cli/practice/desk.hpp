// A practice at work: lines in, words out, and what is typed put away at once.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "qkv/cli/command.hpp"
#include "qkv/render/text.hpp"
#include "qkv/report/practice.hpp"

namespace qkv {

class Desk {
 public:
  // file: null if nothing can be kept.
  Desk(Practice practice, std::shared_ptr<SessionFile> file, PracticeOptions options, TextOptions looks,
       const Session& world);

  // Until it is finished or left.
  // lines: where they come from, if somebody reads them already; null: standard input.
  void work(PracticeOpening opening, std::shared_ptr<TypedLines> lines = nullptr);
  // Whether it ended because no more lines came.
  bool is_out_of_lines() const { return out_of_lines_; }
  const Practice& practice() const { return practice_; }
  // Why the last numbers are in no file. Nothing: they are.
  const std::optional<Diagnostic>& unkept() const { return unkept_; }
  // Why nobody can read what is said, if it is so.
  const std::optional<Diagnostic>& unsaid() const { return unsaid_; }

 private:
  void say(Document document);
  void put_away();
  PracticeOptions options() const;

  Practice practice_;
  std::shared_ptr<SessionFile> file_;
  PracticeOptions options_;
  TextOptions looks_;
  const Session& world_;
  std::string kept_;  // what stands in the file
  std::optional<Diagnostic> unkept_;
  std::optional<Diagnostic> unsaid_;
  bool reader_gone_ = false;
  bool out_of_lines_ = false;
};

}  // namespace qkv
