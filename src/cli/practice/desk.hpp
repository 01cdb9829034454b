// A practice at work: lines in, words out, and what is typed put away at once.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "../tutor/pager.hpp"
#include "keeping.hpp"
#include "qkv/cli/command.hpp"
#include "qkv/report/practice.hpp"

namespace qkv {

class Desk {
 public:
  // The pager says what there is to say, and reads what is typed.
  Desk(Practice practice, SessionKeeper keeper, PracticeOptions options, Pager& pager, const Session& world);

  // What a fault of keeping leads to, in place of what a practice says: a text that may name {command}, the
  // way to begin anew.
  void set_way_out(std::string_view key) { way_out_ = key; }

  // What there is to say when it is kept in another file from now on.
  void set_moved(std::function<PracticeOptions(const std::string& path)> moved) { moved_ = std::move(moved); }

  // Until it is finished or left.
  void work(PracticeOpening opening);
  const Practice& practice() const { return practice_; }
  // Whether the last numbers are in a file, and in which.
  const SessionKeeper& keeper() const { return keeper_; }

 private:
  void work_on();
  bool goes_on() const;
  void say(NoteKind kind, std::string text);
  void put_away();
  void complain();
  bool saves_elsewhere(const std::string& line);
  void save_in(const std::string& path);
  PracticeOptions options() const;

  Practice practice_;
  SessionKeeper keeper_;
  PracticeOptions options_;
  Pager& pager_;
  const Session& world_;
  std::string way_out_;
  std::function<PracticeOptions(const std::string& path)> moved_;
  std::string told_;  // the code of the fault that was told
};

}  // namespace qkv
