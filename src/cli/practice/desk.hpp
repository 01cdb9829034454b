// A practice at work: lines in, words out, and what is typed put away at once.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "keeping.hpp"
#include "qkv/cli/command.hpp"
#include "qkv/render/text.hpp"
#include "qkv/report/practice.hpp"

namespace qkv {

class Desk {
 public:
  Desk(Practice practice, SessionKeeper keeper, PracticeOptions options, TextOptions looks,
       const Session& world);

  // What a fault of keeping leads to, in place of what a practice says: a text that may name {command}, the
  // way to begin anew.
  void set_way_out(std::string_view key) { way_out_ = key; }

  // What there is to say when it is kept in another file from now on.
  void set_moved(std::function<PracticeOptions(const std::string& path)> moved) { moved_ = std::move(moved); }

  // Until it is finished or left.
  // lines: where they come from, if somebody reads them already; null: standard input.
  void work(PracticeOpening opening, std::shared_ptr<TypedLines> lines = nullptr);
  // Whether it ended because no more lines came.
  bool is_out_of_lines() const { return out_of_lines_; }
  const Practice& practice() const { return practice_; }
  // Whether the last numbers are in a file, and in which.
  const SessionKeeper& keeper() const { return keeper_; }
  // Why nobody can read what is said, if it is so.
  const std::optional<Diagnostic>& unsaid() const { return unsaid_; }

 private:
  void say(Document document);
  void say(NoteKind kind, std::string text);
  void put_away();
  void complain();
  bool saves_elsewhere(const std::string& line);
  void save_in(const std::string& path);
  PracticeOptions options() const;

  Practice practice_;
  SessionKeeper keeper_;
  PracticeOptions options_;
  TextOptions looks_;
  const Session& world_;
  std::string way_out_;
  std::function<PracticeOptions(const std::string& path)> moved_;
  std::string told_;  // the code of the fault that was told
  std::optional<Diagnostic> unsaid_;
  bool reader_gone_ = false;
  bool out_of_lines_ = false;
};

}  // namespace qkv
