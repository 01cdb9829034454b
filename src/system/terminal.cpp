#include "qkv/system/terminal.hpp"

#include <charconv>
#include <sys/ioctl.h>
#include <unistd.h>

namespace qkv {
namespace {

constexpr int usual_width = 80;
constexpr int usual_height = 24;
constexpr int largest_width = 10000;  // beyond it a number is a slip, not a terminal

int width_in(const std::string& text) {
  int width = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), width);
  const bool usable = error == std::errc{} && end == text.data() + text.size();
  return usable && width > 0 && width <= largest_width ? width : 0;
}

}  // namespace

Terminal terminal_of(int descriptor, const std::optional<std::string>& columns) {
  if (isatty(descriptor) != 1) return {};
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) size = {};
  Terminal terminal{true, usual_width, usual_height};
  if (size.ws_col > 0) terminal.width = size.ws_col;
  if (size.ws_row > 0) terminal.height = size.ws_row;
  if (const int width = columns ? width_in(*columns) : 0; width > 0) terminal.width = width;
  return terminal;
}

}  // namespace qkv
