// What is kept of a practice, and what is refused.
#include "qkv/json/session.hpp"
#include "qkv/model/validate.hpp"
#include "support/builtin.hpp"
#include "support/practice.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

std::string code_of(const std::string& text) {
  const auto read = read_session(text, "session.json");
  return read ? "" : read.faults().front().code;
}

std::string with(std::string text, const std::string& old, const std::string& by) {
  const std::size_t at = text.find(old);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old.size(), by);
}

}  // namespace

TEST_CASE("a session comes back from its file as it was, at every prompt of every built-in problem") {
  for (const std::string& id : builtin_ids()) {
    const Problem problem = builtin(id);
    const Answers key = answer_key(problem);
    Practice practice = practice_of(problem);
    int turn = 0;
    while (practice.prompt() != nullptr) {
      INFO(id << " " << turn);
      const std::string text = session_json(practice.session());
      const auto read = read_session(text, "session.json");
      REQUIRE(read);
      const auto fits = fitted(problem, read.value());
      REQUIRE(fits);
      CHECK(session_json(fits.value()) == text);
      const Practice again(problem, fits.value());
      REQUIRE(again.prompt() != nullptr);
      CHECK(again.prompt()->spot == practice.prompt()->spot);
      CHECK(again.report().points == practice.report().points);
      ++turn;
      if (turn % 5 == 1) practice.react("?");
      practice.react(turn % 7 == 3 ? "skip" : line_of(key, *practice.prompt()));
    }
    const auto done = read_session(session_json(practice.session()), "session.json");
    REQUIRE(done);
    CHECK(done.value().finished);
  }
}

TEST_CASE("numbers come back as they were written") {
  const Problem problem = builtin("contract");
  Practice practice = practice_of(problem);
  practice.react("+1, 4/2 １");
  const std::string text = session_json(practice.session());
  CHECK(text.find("[[\"+1\", \"4/2\", \"１\"]]") != std::string::npos);
  const auto read = read_session(text, "session.json");
  REQUIRE(read);
  CHECK(Practice(problem, fitted(problem, read.value()).value()).report().points == 3);
}

TEST_CASE("the place of a problem file is kept, and left out for a built-in problem") {
  PracticeSession session = new_session(builtin("contract"), "week \"1\".json", PracticeBy::row);
  CHECK(session_json(session).find("\"path\"") == std::string::npos);
  session.path = "/home/she/week \"1\".json";
  const auto read = read_session(session_json(session), "session.json");
  REQUIRE(read);
  CHECK(read.value().path == session.path);
  CHECK(read.value().source == session.source);
}

TEST_CASE("what is no session, or not a whole one, is refused") {
  const Problem problem = builtin("contract");
  const std::string text = session_json(new_session(problem, "contract", PracticeBy::row));
  CHECK(code_of(text).empty());
  CHECK(code_of("{\"qkv\": 1, \"answers\": {}}") == "session.kind");
  CHECK(code_of("[]") == "session.kind");
  CHECK(code_of(with(text, "\"practice\"", "\"quiz\"")) == "session.kind");
  CHECK(code_of(with(text, "\"qkv\": 1", "\"qkv\": 2")) == "version.other");
  CHECK(code_of(with(text, "\"row\"", "\"word\"")) == "session.by");
  CHECK(code_of(with(text, "\"place\"", "\"plcae\"")) == "unknown-key");
  CHECK(code_of(with(text, "\"batch\": 1", "\"batch\": 0")) == "session.number");
  CHECK_FALSE(code_of(text.substr(0, text.size() / 2)).empty());
  CHECK_FALSE(code_of("").empty());
}

TEST_CASE("a session of another problem does not fit") {
  const Problem problem = builtin("contract");
  const auto code = [](const Problem& other, const PracticeSession& session) {
    const auto fits = fitted(other, session);
    return fits ? std::string() : fits.faults().front().code;
  };
  PracticeSession session = new_session(problem, "contract", PracticeBy::row);
  CHECK(code(problem, session).empty());
  CHECK(code(builtin("clause"), session) == "session.other-problem");
  Problem changed = problem;
  changed.q->values().front() = 2.0;
  CHECK(code(changed, session) == "session.other-numbers");
  session.answers.front().shape = {2, 2};
  CHECK(code(problem, session) == "session.other-shape");
}

TEST_CASE("the fingerprint is that of the numbers, not of the words") {
  const Problem problem = builtin("contract");
  Problem renamed = problem;
  renamed.title.en = "Another title";
  renamed.key_names.front().front() = "another";
  CHECK(fingerprint_of(renamed) == fingerprint_of(problem));
  CHECK(fingerprint_of(with_decimals(problem, 3)) != fingerprint_of(problem));
  std::vector<std::string> prints;
  for (const std::string& id : builtin_ids()) {
    const std::string print = fingerprint_of(builtin(id));
    CHECK(print.size() == 16);
    CHECK(std::ranges::find(prints, print) == prints.end());
    prints.push_back(print);
  }
}

TEST_CASE("a practice goes on by cell where it was by row, with all that was typed") {
  const Problem problem = builtin("contract-full");
  const Answers key = answer_key(problem);
  Practice practice = practice_of(problem);
  for (int i = 0; i < 4; ++i) practice.react(line_of(key, *practice.prompt()));
  PracticeSession session = practice.session();
  session.by = PracticeBy::cell;
  const Practice again(problem, session);
  CHECK(again.prompt()->spot.step == practice.prompt()->spot.step);
  CHECK(again.prompt()->spot.row == practice.prompt()->spot.row);
  CHECK(again.prompt()->spot.column == 0);
  CHECK(again.report().points == 12);
}
