// On its own example every mistake is named, in the table that its page shows or before it, and no other id
// is.
#include <set>
#include <string>

#include "qkv/base/embedded.hpp"
#include "qkv/grade/grade.hpp"
#include "qkv/json/read_notes.hpp"
#include "qkv/json/read_problem.hpp"
#include "qkv/trace/pipeline.hpp"
#include "simulate/mistaken.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

// Every table is asked, so that nothing hides.
Problem example_of(const MistakeNotes& notes) {
  const std::string file = notes.example_problem + ".json";
  auto bytes = embedded_file("problems/" + file);
  if (!bytes) bytes = embedded_file("mistakes/examples/" + file);
  REQUIRE(bytes);
  const auto read = read_problem(std::string(*bytes), file, "unnamed");
  REQUIRE(read);
  Problem problem = read.value();
  problem.asked = steps_of(problem);
  return problem;
}

struct Named {
  std::set<std::string> ids;
  std::set<Step> tables;
};

Named named_in(const Report& report) {
  Named named;
  for (const TableReport& table : report.tables) {
    for (const Diagnosis& diagnosis : table.diagnosis) {
      named.ids.insert(diagnosis.mistakes.begin(), diagnosis.mistakes.end());
      named.tables.insert(table.step);
    }
  }
  return named;
}

}  // namespace

TEST_CASE(
    "on its own example each mistake is named, at the latest where its page shows it, and nothing else is") {
  for (const Mistake& mistake : mistakes()) {
    const std::string id(mistake.id);
    const MistakeNotes notes = notes_of(mistake.id).value();
    const Problem problem = example_of(notes);
    INFO(id << " on " << notes.example_problem);
    REQUIRE(mistake.applies(problem));
    bool shown = false;
    for (const Way& way : mistake.ways) {
      // In this problem the way may lead to the right numbers: another order of two heads.
      if (id != "pad-query-not-cleared" && id != "mask-plus-inf" && moved_cells(problem, way) == 0) continue;
      const Trace made = compute(problem, recipe_of(way), Carry::by_hand);
      const Named named = named_in(grade(problem, answers_from(problem, made)));
      CHECK(named.ids == std::set<std::string>{id});
      shown |= !named.tables.empty() && *named.tables.begin() <= notes.example_step;
    }
    CHECK(shown);
  }
}

TEST_CASE("right tables of the same examples name nothing") {
  for (const Mistake& mistake : mistakes()) {
    const Problem problem = example_of(notes_of(mistake.id).value());
    for (const Carry carry : {Carry::exact, Carry::by_hand}) {
      const Trace right = compute(problem, right_recipe(), carry);
      CHECK(named_in(grade(problem, answers_from(problem, right))).ids.empty());
    }
  }
}
