// What the proof of a problem rests on.
#include "qkv/generate/discrimination.hpp"
#include "qkv/generate/mistaken.hpp"
#include "qkv/grade/grade.hpp"
#include "support/builtin.hpp"

using namespace qkv;
using namespace qkv::test;

TEST_CASE("without reasons the same cells count") {
  for (const char* id : {"causal-3", "multi-head", "padding"}) {
    const Problem problem = builtin(id);
    Grader with(problem);
    Grader without(problem, {.reading = {}, .explain = false});
    for (const PossibleMistake& possible : possible_mistakes(problem)) {
      for (const Way* way : possible.ways) {
        INFO(id << " " << possible.mistake->id);
        const Answers sheet = mistaken_answers(problem, *way, Carry::by_hand);
        const Report one = with.grade(sheet);
        const Report other = without.grade(sheet);
        REQUIRE(one.tables.size() == other.tables.size());
        for (std::size_t i = 0; i < one.tables.size(); ++i) {
          CHECK(std::ranges::equal(one.tables[i].cells, other.tables[i].cells, {}, counts, counts));
        }
      }
    }
  }
}

TEST_CASE("the proof of some mistakes is their part of the proof of all") {
  const Problem problem = builtin("contract");
  std::vector<PossibleMistake> some = possible_mistakes(problem);
  REQUIRE(some.size() > 2);
  some.erase(some.begin() + 2, some.end());
  const std::vector<Discrimination> part = discriminate(problem, some);
  const std::vector<Discrimination> all = discriminate(problem);
  REQUIRE(part.size() == 2);
  for (std::size_t i = 0; i < part.size(); ++i) {
    CHECK(all[i].mistake == part[i].mistake);
    CHECK(all[i].full_marks == part[i].full_marks);
    CHECK(all[i].named == part[i].named);
    CHECK(all[i].taken_for == part[i].taken_for);
  }
}

TEST_CASE("what is possible depends on the kind of problem alone") {
  const auto ids = [](const Problem& problem) {
    std::vector<std::string_view> found;
    for (const PossibleMistake& each : possible_mistakes(problem)) found.push_back(each.mistake->id);
    return found;
  };
  const auto has = [&](const Problem& problem, std::string_view id) {
    const auto found = ids(problem);
    return std::ranges::find(found, id) != found.end();
  };
  // No mask, nothing to forget; scores that happen to be symmetric do not make a transposition impossible.
  CHECK_FALSE(has(builtin("contract"), "mask-missing"));
  CHECK(has(builtin("contract-full"), "scores-transposed"));
  // Nobody goes wrong in a table that is not asked for, after the last one.
  Problem scores = builtin("contract-full");
  scores.asked = {Step::scores};
  CHECK_FALSE(has(scores, "softmax-columns"));
  // Nor in one that stands on the sheet.
  Problem given = builtin("contract-full");
  given.asked = {Step::weights, Step::output};
  given.given = {Step::scores, Step::scaled};
  CHECK_FALSE(has(given, "scale-missing"));
  CHECK(has(given, "softmax-columns"));
}

TEST_CASE("a blocked cell that a mistake opens is a change") {
  Problem problem = builtin("causal-3");
  problem.asked = {Step::scores, Step::scaled, Step::masked};
  std::vector<std::string_view> ids;
  for (const PossibleMistake& each : possible_mistakes(problem)) ids.push_back(each.mistake->id);
  for (const char* id : {"mask-missing", "mask-zero-before-softmax", "causal-one-ahead"}) {
    INFO(id);
    CHECK(std::ranges::find(ids, id) != ids.end());
  }
}
