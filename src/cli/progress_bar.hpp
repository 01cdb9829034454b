// How far it is, on a terminal, for work that takes longer than a moment.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "qkv/cli/command.hpp"

namespace qkv {

// Draws on standard error, where that is a terminal and nothing else shows that something happens. One line,
// drawn again at most ten times a second and taken away at the end.
class ProgressBar {
 public:
  // Whether the result appears on the screen as it is made.
  enum class Result { on_screen, elsewhere };

  // key: the text that says how many are done; its variant ".of" says of how many. total: if it is known.
  ProgressBar(const Session& session, std::string_view key, std::optional<std::size_t> total, Result result);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(std::size_t done);

 private:
  const Session& session_;
  std::string key_;
  std::optional<std::size_t> total_;
  int width_ = 0;  // 0: nothing is drawn
  double next_ = 0.0;
  bool drawn_ = false;
};

}  // namespace qkv
