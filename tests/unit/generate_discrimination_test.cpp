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
    for (const Mistake& mistake : mistakes()) {
      for (const Way* way : ways_here(problem, mistake)) {
        INFO(id << " " << mistake.id);
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
  const std::vector<const Mistake*> some = {find_mistake("scale-missing"), find_mistake("mask-missing"),
                                            find_mistake("softmax-columns")};
  const std::vector<Discrimination> part = discriminate(problem, some);
  REQUIRE(part.size() == 2);  // there is no mask to forget
  for (const Discrimination& each : discriminate(problem)) {
    if (each.mistake != part[0].mistake) continue;
    CHECK(each.full_marks == part[0].full_marks);
    CHECK(each.named == part[0].named);
    CHECK(each.taken_for == part[0].taken_for);
  }
}
