#include "ask.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "qkv/base/number.hpp"
#include "qkv/json/protocol.hpp"
#include "qkv/text/unicode.hpp"

namespace qkv {
namespace {

constexpr int most_troubles = 4;               // one after the other
constexpr std::size_t most_number_bytes = 40;  // of one number in an answer, with its comma
constexpr std::size_t spare_bytes = 1U << 16;  // for the rest of the line: an error may be told at length
constexpr double time_to_end = 3.0;            // seconds from the end of its input to its own
constexpr int error_width = 400;               // columns of what it says is wrong
constexpr int excerpt_width = 200;             // columns
constexpr std::size_t excerpt_bytes = 4 * excerpt_width;
constexpr int name_width = 40;

// The beginning of a line, which may be of any length.
std::string excerpt_of(std::string_view text) {
  return elide(visible(text.substr(0, excerpt_bytes)), excerpt_width);
}

// The last lines of what was complained about, which is where most languages say what was wrong.
std::string end_of(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t before = text.rfind('\n');
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const std::string line = excerpt_of(text.substr(begin));
    text = text.substr(0, begin == 0 ? 0 : begin - 1);
    if (!shows_something(line)) continue;
    if (!shown.empty() && display_width(line) + display_width(shown) > excerpt_width) return "… / " + shown;
    shown = shown.empty() ? line : line + " / " + shown;
  }
  return shown;
}

std::size_t longest_answer(const AttentionRequest& request) {
  const Problem problem = problem_of(request);
  const auto cells = [](int a, int b, int c, int d) {
    return static_cast<std::size_t>(a) * static_cast<std::size_t>(b) * static_cast<std::size_t>(c) *
           static_cast<std::size_t>(d);
  };
  // A wrong implementation may swap axes or forget to take rows out: some room for that.
  const int widest = std::max({problem.d_v, problem.d_k, problem.key_count, problem.query_count});
  const int longest = std::max(problem.query_count, problem.key_count);
  return spare_bytes + 4 * most_number_bytes * cells(problem.batch, problem.heads, longest, widest);
}

// Its own words go into reports of all kinds.
void clean(Reply& reply) {
  reply.error = elide(visible(reply.error), error_width);
  for (std::string& lack : reply.lacks) lack = elide(visible(lack), name_width);
}

// Whole ones, where it is more than one: what is left of the time for all is no round number.
std::string seconds_text(double seconds) {
  return format_shortest(seconds < 1 ? seconds : std::ceil(seconds));
}

}  // namespace

Trouble Asker::give_up(Trouble trouble) {
  ++troubles_;
  end();
  return trouble;
}

Trouble Asker::trouble(Came came, double seconds, const std::string& text) {
  using Kind = Trouble::Kind;
  switch (came) {
    case Came::end: {
      const ProcessEnd end = process_->end();
      const std::string complaints = end_of(process_->complaints());
      const std::string excerpt = complaints.empty() ? excerpt_of(text) : complaints;
      if (end.kind == ProcessEnd::Kind::killed) return {Kind::killed, {argument("code", end.code)}, excerpt};
      if (end.kind == ProcessEnd::Kind::exited) return {Kind::ended, {argument("code", end.code)}, excerpt};
      return {Kind::closed, {}, excerpt};
    }
    case Came::too_long:
      return {Kind::too_long, {}, excerpt_of(text)};
    case Came::much_memory:
      return {Kind::out_of_memory, {argument("limit", limits_.memory >> 20)}, {}};
    case Came::many_processes:
      return {Kind::many_processes, {argument("limit", limits_.processes)}, {}};
    case Came::interruption:
      interrupted_ = true;
      return {Kind::not_asked, {}, {}};
    case Came::line:
    case Came::nothing:
      break;
  }
  return {Kind::timed_out, {argument("seconds", seconds_text(seconds))}, end_of(process_->complaints())};
}

// What is wrong with a line, in one.
std::string Asker::words_of(const std::vector<Diagnostic>& faults) const {
  Diagnostic fault = faults.front();
  fault.place = {};  // it is one line, and shown
  const std::string words = fault_text(session_.catalogue, fault);
  return excerpt_of(words.substr(0, words.find('\n')));
}

Asked Asker::asked(const AttentionRequest& request, const std::string& line, double seconds) {
  using Kind = Trouble::Kind;
  std::string text;
  const Came came = process_->ask(line, seconds, longest_answer(request), text);
  if (came != Came::line) return give_up(trouble(came, seconds, text));
  Result<Reply> reply = read_reply(text);
  if (!reply) return give_up({Kind::garbage, {argument("why", words_of(reply.faults()))}, excerpt_of(text)});
  if (reply.value().id != request.id) {
    const std::string found = elide(visible(reply.value().id), name_width);
    return give_up(
        {Kind::wrong_id, {argument("id", request.id), argument("found", found)}, excerpt_of(text)});
  }
  clean(reply.value());
  answered_ = true;
  troubles_ = 0;
  return std::move(reply.value());
}

std::optional<BadEnd> Asker::finish() {
  if (!process_ || interrupted_) return std::nullopt;
  const ProcessEnd end = process_->finish(time_to_end);
  switch (end.kind) {
    case ProcessEnd::Kind::exited:
      if (end.code == 0) return std::nullopt;
      return BadEnd{BadEnd::Kind::exited, end.code};
    case ProcessEnd::Kind::killed:
      return BadEnd{BadEnd::Kind::killed, end.code};
    case ProcessEnd::Kind::ended:
      break;
  }
  interrupted_ = session_.system.interrupted();
  return BadEnd{BadEnd::Kind::stayed, 0};
}

std::string Asker::end() {
  if (process_) {
    process_->end();
    complaints_ = process_->complaints();
    process_.reset();
  }
  return complaints_;
}

Asked Asker::ask(const AttentionRequest& request) {
  const double now = session_.system.seconds();
  if (begun_ < 0) begun_ = now;
  const double left = limits_.total_seconds - (now - begun_);
  if (interrupted_ || session_.system.interrupted() || left <= 0 || troubles_ == most_troubles) {
    interrupted_ = interrupted_ || session_.system.interrupted();
    return Trouble{Trouble::Kind::not_asked, {}, {}};
  }
  const bool first = process_ == nullptr;
  if (first) {
    Result<std::shared_ptr<Process>> process =
        session_.system.start_process({words_, {}, limits_.memory, limits_.processes});
    if (!process) {
      fault_ = process.faults().front();
      troubles_ = most_troubles;
      return Trouble{Trouble::Kind::not_started, {}, {}};
    }
    process_ = process.value();
  }
  const double usual = first ? limits_.start_seconds : limits_.answer_seconds;
  Asked asked_now = asked(request, request_line(request), std::min(left, usual));
  // It has had its long time to start, and never answered: another one would wait as long for nothing.
  auto* trouble = std::get_if<Trouble>(&asked_now);
  // Not its own time ran out, but that of all questions.
  if (left < usual && trouble != nullptr && trouble->kind == Trouble::Kind::timed_out)
    *trouble = {Trouble::Kind::not_asked, {}, {}};
  if (!answered_ && trouble != nullptr && trouble->kind == Trouble::Kind::timed_out)
    troubles_ = most_troubles;
  return asked_now;
}

}  // namespace qkv
