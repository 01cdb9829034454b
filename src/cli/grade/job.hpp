// What `qkv grade` was told to do: the same for all threads, never changed while they work.
#pragma once

#include <optional>
#include <string>

#include "qkv/cli/command.hpp"
#include "qkv/format/formats.hpp"
#include "qkv/grade/feedback.hpp"
#include "qkv/grade/grade.hpp"
#include "qkv/render/text.hpp"
#include "qkv/report/check.hpp"

namespace qkv {

struct GradeJob {
  const Session& session;
  const NotesShelf& notes;
  std::string problem;             // of the command line; empty: the manifest says it
  const Problem* given = nullptr;  // the same, read
  std::string format;              // "text", "markdown", "json" or the name of `machine`
  const Format* machine = nullptr;
  Setting setting;
  TextOptions text;
  GradeOptions grading;
  Feedback feedback = Feedback::why;
  std::optional<int> decimals;  // in place of those that the problems ask for
  bool details = false;         // of each submission what `qkv check` prints
  bool exit_zero = false;
  int threads = 1;
};

}  // namespace qkv
