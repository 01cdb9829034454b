#include "progress_bar.hpp"

#include <algorithm>
#include <string>

#include "qkv/text/unicode.hpp"

namespace qkv {
namespace {

constexpr double patience = 1.0;  // seconds before anything is drawn
constexpr double pause = 0.1;     // between two drawings
constexpr int longest_bar = 40;

std::string bar(std::size_t done, std::size_t total, int length) {
  const auto filled =
      static_cast<std::size_t>(length) * std::min(done, total) / std::max<std::size_t>(total, 1);
  return "[" + std::string(filled, '#') + std::string(static_cast<std::size_t>(length) - filled, '.') + "] ";
}

}  // namespace

ProgressBar::ProgressBar(const Session& session, std::string_view key, std::optional<std::size_t> total,
                         Result result)
    : session_(session), key_(key), total_(total), next_(session.system.seconds() + patience) {
  const Terminal terminal = session.system.error_terminal();
  const bool can_draw = session.system.environment("TERM").value_or("dumb") != "dumb";
  if (terminal.is_terminal && result == Result::elsewhere && can_draw) width_ = terminal.width;
}

ProgressBar::~ProgressBar() {
  if (drawn_) session_.system.write_error("\r\x1b[K");
}

void ProgressBar::show(std::size_t done) {
  if (width_ == 0 || session_.system.seconds() < next_) return;
  next_ = session_.system.seconds() + pause;
  const std::string count =
      total_ ? session_.catalogue.say(key_ + ".of", {argument("count", static_cast<long long>(done)),
                                                     argument("of", static_cast<long long>(*total_))})
             : session_.catalogue.say(key_, {argument("count", static_cast<long long>(done))});
  const int room = std::min(width_ - display_width(count) - 4, longest_bar);
  const std::string drawing = total_ && room >= 5 ? bar(done, *total_, room) : "";
  if (display_width(count) >= width_) return;
  session_.system.write_error("\r\x1b[K" + drawing + count);
  drawn_ = true;
}

}  // namespace qkv
