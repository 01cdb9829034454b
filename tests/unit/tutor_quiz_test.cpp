// Which question comes next, and questions without end.
#include <algorithm>
#include <set>

#include "qkv/json/read_content.hpp"
#include "qkv/tutor/judge.hpp"
#include "qkv/tutor/quiz.hpp"
#include "support/catch.hpp"
#include "support/effort.hpp"

using namespace qkv;

namespace {

// Questions a0, a1, … on scaling and b0, b1, … on padding.
Content bank(int count) {
  Content content;
  for (int i = 0; i < count; ++i) {
    for (const auto& [name, topic] : {std::pair("a", "scale"), std::pair("b", "padding")}) {
      Question question;
      question.id = name + std::to_string(i);
      question.topic = topic;
      question.points = {"can-scale"};
      content.questions.push_back(question);
    }
  }
  return content;
}

std::string id_of(const QuizChoice& choice) {
  return choice.written != nullptr ? choice.written->id : std::string(choice.generated->id);
}

// The ids of a run in which each question ends as `ending` says.
std::vector<std::string> run_of(const Content& content, const Learned& learned, QuizRequest request,
                                int count, Ending (*ending)(const std::string& id)) {
  QuizRun run(content, learned, request);
  std::vector<std::string> ids;
  for (int i = 0; i < count; ++i) {
    ids.push_back(id_of(run.next()));
    run.ended(ending(ids.back()));
  }
  return ids;
}

Ending all_right(const std::string&) {
  return Ending::right;
}
Ending a1_wrong(const std::string& id) {
  return id == "a1" ? Ending::wrong : Ending::right;
}

Sentences sentences() {
  return {{"contract", "penalty", "too", "high", "party", "may", "ask", "court"}};
}

}  // namespace

TEST_CASE("the same seed asks the same questions and another one others") {
  const Content content = bank(10);
  const auto once = run_of(content, {}, {.topic = {}, .seed = 7}, 15, all_right);
  CHECK(once == run_of(content, {}, {.topic = {}, .seed = 7}, 15, all_right));
  CHECK(once != run_of(content, {}, {.topic = {}, .seed = 8}, 15, all_right));
}

TEST_CASE("what was never asked comes first, with a generated question after every three") {
  const auto ids = run_of(bank(10), {}, {.topic = {}, .seed = 1}, 20, all_right);
  std::set<std::string> written;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    CHECK(ids[i].starts_with("new-") == (i % 4 == 3));
    if (!ids[i].starts_with("new-")) CHECK(written.insert(ids[i]).second);
  }
}

TEST_CASE("a wrong answer brings the question back after three others, a right one then lets it rest") {
  const auto ids = run_of(bank(10), {}, {.topic = "scale", .seed = 3}, 24, a1_wrong);
  std::vector<std::ptrdiff_t> at;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] == "a1") at.push_back(static_cast<std::ptrdiff_t>(i));
  }
  REQUIRE(at.size() >= 2);
  CHECK(at[1] - at[0] >= 4);
  CHECK(at[1] - at[0] <= 5);
  if (at.size() > 2) CHECK(at[2] - at[1] >= 7);  // it went wrong again: after six others
}

TEST_CASE("what went wrong in earlier runs comes first, then what was left open, then what is new") {
  Learned learned;
  record_question(learned, "a4", Ending::skipped);
  record_question(learned, "b2", Ending::wrong);
  record_left_open(learned, "b5");
  record_question(learned, "a3", Ending::helped);
  record_question(learned, "a1", Ending::right);
  const auto ids = run_of(bank(6), learned, {.topic = {}, .seed = 3}, 12, all_right);
  CHECK(std::vector(ids.begin(), ids.begin() + 4) == std::vector<std::string>{"b2", "a3", "a4", "b5"});
  const std::set<std::string> settled = {"b2", "a3", "a4", "b5", "a1"};
  for (std::size_t i = 4; i < ids.size(); ++i) CHECK_FALSE(settled.contains(ids[i]));
}

TEST_CASE("what went wrong and was passed over later still counts as wrong") {
  Learned learned;
  record_question(learned, "a1", Ending::wrong);
  record_question(learned, "a2", Ending::skipped);
  record_question(learned, "a1", Ending::skipped);
  const auto ids = run_of(bank(6), learned, {.topic = {}, .seed = 3}, 2, all_right);
  CHECK(ids == std::vector<std::string>{"a1", "a2"});
}

TEST_CASE("nothing is asked twice in a run that was right or skipped") {
  for (const Ending each : {Ending::right, Ending::skipped}) {
    const Content content = bank(8);
    QuizRun run(content, {}, {.topic = "scale", .seed = 5});
    std::set<std::string> asked;
    for (int i = 0; i < 9; ++i) {
      const std::string id = id_of(run.next());
      run.ended(each);
      if (!id.starts_with("new-")) CHECK(asked.insert(id).second);
    }
  }
}

TEST_CASE("new questions are first about the lessons that were opened") {
  Learned learned;
  record_lesson(learned, "padding", 1, false);
  const auto ids = run_of(bank(6), learned, {.topic = {}, .seed = 4}, 8, all_right);
  for (const std::string& id : ids) CHECK((id.starts_with("b") || id.starts_with("new-")));
}

TEST_CASE("a topic asks nothing else, and never runs dry") {
  for (const std::string& id : run_of(bank(2), {}, {.topic = "padding", .seed = 0}, 30, all_right))
    CHECK((id.starts_with("b") || id == "new-padding-masked" || id == "new-mistake-padding"));
  const Content content = bank(2);
  const QuizRun nothing(content, {}, {.topic = "limits", .seed = 0});
  CHECK_FALSE(nothing.can_ask());
}

TEST_CASE("every kind of generated question accepts its answer and rejects wrong ones, whatever the seed") {
  for (const GeneratedKind& kind : generated_kinds()) {
    for (std::uint64_t seed = 0; seed < (test::thorough ? 2 : 1); ++seed) {
      INFO(kind.id << " " << seed);
      const auto question = make_question(kind, seed, sentences());
      REQUIRE(question);
      const PosedQuestion posed = pose(question.value(), seed);
      CHECK(question.value().hints.size() == 2);
      CHECK_FALSE(question.value().ask.text.zh.empty());
      CHECK(judge_answer(posed, right_answer(posed)).verdict == Judged::right);
      std::vector<std::string> wrong_ones = wrong_answers(posed);
      if (wrong_ones.size() > 4) wrong_ones.resize(4);
      for (const std::string& wrong : wrong_ones) {
        INFO(wrong);
        CHECK(judge_answer(posed, wrong).verdict == Judged::wrong);
      }
      const auto again = make_question(kind, seed, sentences());
      CHECK(again.value().ask.text.en == question.value().ask.text.en);
      CHECK(right_answer(pose(again.value(), seed)) == right_answer(posed));
    }
  }
}
