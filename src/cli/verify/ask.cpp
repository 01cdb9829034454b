#include "ask.hpp"

#include <algorithm>
#include <utility>

#include "qkv/base/number.hpp"
#include "qkv/json/protocol.hpp"
#include "qkv/text/unicode.hpp"

namespace qkv {
namespace {

constexpr int most_troubles = 4;               // one after the other
constexpr std::size_t most_number_bytes = 40;  // of one number in an answer, with its comma
constexpr std::size_t spare_bytes = 4096;      // for the rest of the line
constexpr std::size_t excerpt_width = 200;

std::string excerpt_of(const std::string& text) {
  // Cut first: it may be of any length.
  return elide(visible(std::string_view(text).substr(0, 4 * excerpt_width)), excerpt_width);
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

std::string seconds_text(double seconds) {
  return format_shortest(seconds);
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
      if (end.kind == ProcessEnd::Kind::killed)
        return {Kind::killed, {argument("code", end.code)}, excerpt_of(process_->complaints())};
      if (end.kind == ProcessEnd::Kind::exited)
        return {Kind::ended, {argument("code", end.code)}, excerpt_of(process_->complaints())};
      return {Kind::closed, {}, excerpt_of(process_->complaints())};
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
  return {Kind::timed_out, {argument("seconds", seconds_text(seconds))}, excerpt_of(process_->complaints())};
}

Asked Asker::asked(const AttentionRequest& request, const std::string& line, double seconds) {
  std::string text;
  const Came came = process_->ask(line, seconds, longest_answer(request), text);
  if (came != Came::line) return give_up(trouble(came, seconds, text));
  Result<Reply> reply = read_reply(text);
  if (!reply) return give_up({Trouble::Kind::garbage, {}, excerpt_of(text)});
  if (reply.value().id != request.id)
    return give_up({Trouble::Kind::wrong_id,
                    {argument("id", request.id), argument("found", visible(reply.value().id))},
                    excerpt_of(text)});
  answered_ = true;
  troubles_ = 0;
  return std::move(reply.value());
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
  return asked(request, request_line(request),
               std::min(left, first ? limits_.start_seconds : limits_.answer_seconds));
}

}  // namespace qkv
