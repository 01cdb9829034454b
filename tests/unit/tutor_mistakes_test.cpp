// Learners who make a known mistake are told which.
#include <set>

#include "qkv/generate/mistaken.hpp"
#include "qkv/trace/pipeline.hpp"
#include "support/builtin.hpp"
#include "support/effort.hpp"
#include "support/practice.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

using Ids = std::set<std::string>;

void add_ids(const Diagnosis& diagnosis, Ids& ids) {
  for (const std::string_view id : diagnosis.mistakes) ids.insert(std::string(id));
}

// Types those numbers, leaving what is missed as it is; the mistakes that were spoken of.
Ids told_about(const Problem& problem, const Answers& wrong, PracticeBy by) {
  Ids ids;
  Practice practice = practice_of(problem, by);
  while (practice.prompt() != nullptr && !practice.session().second_round) {
    const Reaction reaction = practice.react(line_of(wrong, *practice.prompt()));
    INFO(line_of(wrong, reaction.prompt));
    if (reaction.kind != ReactionKind::right) {
      // +∞ is told apart before anything is judged: no number of a calculation by hand.
      REQUIRE((reaction.kind == ReactionKind::miss || reaction.kind == ReactionKind::imprecise ||
               reaction.kind == ReactionKind::format));
      practice.react("skip");
    }
    for (const Named& named : reaction.diagnoses)
      add_ids(table_report(*reaction.report, named.step)->diagnosis[named.index], ids);
  }
  return ids;
}

bool has_right_shape(const Problem& problem, const Answers& wrong) {
  return std::ranges::all_of(problem.asked, [&](Step step) {
    const AnswerTable* table = wrong.find(step);
    return table != nullptr && table->shape == shape_of(problem, step);
  });
}

Ids named_by_check(const Problem& problem, const Answers& answers) {
  Ids ids;
  for (const TableReport& table : grade(problem, answers).tables) {
    for (const Diagnosis& diagnosis : table.diagnosis) add_ids(diagnosis, ids);
  }
  return ids;
}

}  // namespace

TEST_CASE("every possible mistake typed into every built-in problem is named, or its twin") {
  int named = 0;
  for (const std::string& id : looked_at(builtin_ids())) {
    const Problem problem = builtin(id);
    for (const PossibleMistake& possible : possible_mistakes(problem)) {
      // It shows in rows of padding, which nobody is asked for.
      if (possible.mistake->id == "pad-query-not-cleared") continue;
      for (const Way* way : possible.ways) {
        Answers wrong = mistaken_answers(problem, *way, Carry::by_hand);
        if (!has_right_shape(problem, wrong)) continue;
        const Ids check = named_by_check(problem, wrong);
        if (check.empty()) continue;  // at these numbers it is no mistake, or cannot be seen
        const Ids told = told_about(problem, wrong, PracticeBy::row);
        INFO(id << ": " << possible.mistake->id);
        if (check.count(std::string(possible.mistake->id)) == 1)
          CHECK(told.count(std::string(possible.mistake->id)) == 1);
        CHECK_FALSE(told.empty());
        ++named;
      }
    }
  }
  CHECK(named > (thorough ? 300 : 50));
}
