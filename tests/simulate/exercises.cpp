// exercises [COUNT] [SEED] [level-N] [fade]
//
// What the generator promises, put to the test from outside: for COUNT seeds of every topic and level the key
// is all right; learners who calculate rightly and round however they like get full points; whoever makes a
// known mistake that can be made there gets less, and is told its name or that of a listed twin and no other.
// Mistakes are made in every way of the catalogue and by the formulas of wrong_learner.hpp, with every table
// rounded and with nothing rounded on the way. With `level-N` only that level; with `fade` the first tables
// are given. Prints what failed with the seed that repeats it.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <string>

#include "qkv/generate/exercise.hpp"
#include "qkv/grade/grade.hpp"
#include "qkv/trace/pipeline.hpp"
#include "simulate/arguments.hpp"
#include "simulate/learner.hpp"
#include "simulate/mistaken.hpp"
#include "simulate/wrong_learner.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

constexpr int right_learners = 6;  // for each exercise

const Sentences& sentences() {
  static const Sentences some = {{"a", "b", "c", "d", "e", "f", "g", "h"}};
  return some;
}

struct Tally {
  long long exercises = 0;
  long long right = 0;
  long long wrong = 0;
  long long failures = 0;
};

std::set<std::string_view> named_in(const Report& report) {
  std::set<std::string_view> names;
  for (const TableReport& table : report.tables) {
    for (const Diagnosis& diagnosis : table.diagnosis) {
      names.insert(diagnosis.mistakes.begin(), diagnosis.mistakes.end());
    }
  }
  return names;
}

bool is_all_right(const Report& report) {
  return report.points == report.max_points && report.passed;
}

bool same_number(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b)) || std::fabs(a - b) < 1e-9 * (1.0 + std::fabs(b));
}

// Whether the way changes some table, and its tables are handed in: none that nobody asks for stands in the
// way with another shape.
bool can_be_handed_in(const Problem& problem, const Trace& made, const Trace& right) {
  bool changed = false;
  for (const StepTable& table : made.tables) {
    if (table.step > problem.asked.back()) break;
    const Tensor& other = right.at(table.step);
    if (table.values.shape() != other.shape()) return problem.is_asked(table.step);
    changed |= !std::ranges::equal(table.values.values(), other.values(), same_number);
  }
  return changed;
}

class Judge {
 public:
  Judge(Tally& tally, const Problem& problem)
      : tally_(tally), problem_(problem), exercise_(*problem.exercise), grader_(problem) {}

  void judge_key() { expect(is_all_right(grader_.grade(answer_key(problem_))), "the key is not all right"); }

  void judge_right_learners(Random& random) {
    for (int i = 0; i < right_learners; ++i) {
      const Policy policy = random_policy(random);
      judge_right(calculate(problem_, policy, random, given_answers(problem_)));
      // Passing over what is given is another right way.
      if (!problem_.given.empty()) judge_right(calculate(problem_, policy, random));
    }
  }

  // Every mistake of the catalogue that can be made on the way to the last asked table. With given tables
  // only the formulas below: they start from what is given.
  void judge_mistakes() {
    const Trace right = compute(problem_, right_recipe(), Carry::exact);
    for (const Mistake& mistake : mistakes()) {
      if (!mistake.applies(problem_) || mistake.step > problem_.asked.back()) continue;
      for (const Way& way : mistake.ways) {
        const Trace exact = compute(problem_, recipe_of(way), Carry::exact);
        if (!can_be_handed_in(problem_, exact, right)) continue;
        judge(mistake.id, answers_from(problem_, exact));
        judge(mistake.id, answers_from(problem_, compute(problem_, recipe_of(way), Carry::by_hand)));
      }
    }
  }

  void judge_formulas() {
    for (int number = 1; number <= wrong_formula_count; ++number) {
      const auto formula = static_cast<WrongFormula>(number);
      const std::string_view id = known_mistake(formula);
      const Mistake* mistake = id.empty() ? nullptr : find_mistake(id);
      if (mistake == nullptr || !mistake->applies(problem_) || mistake->step > problem_.asked.back())
        continue;
      for (const Rounding rounding : {Rounding::each_table, Rounding::nothing}) {
        const auto tables = wrong_tables(problem_, formula, rounding);
        if (tables) judge(id, hand_in(problem_, *tables));
      }
    }
  }

 private:
  void judge_right(const std::optional<Answers>& answers) {
    if (!answers) return;
    ++tally_.right;
    const Report report = grader_.grade(*answers);
    for (const TableReport& table : report.tables) {
      for (const CellReport& cell : table.cells) {
        const bool fine = cell.written.empty() || is_right(cell.verdict);
        expect(fine, "a right calculation is judged " + std::string(verdict_name(cell.verdict)) + " in " +
                         std::string(step_name(table.step)) + ": " + cell.written);
      }
    }
  }

  void judge(std::string_view id, const Answers& answers) {
    if (answers.tables.empty()) return;
    ++tally_.wrong;
    const Report report = grader_.grade(answers);
    const Unavoidable& unavoidable = exercise_.unavoidable;
    const std::string name(id);
    std::set<std::string_view> names = named_in(report);
    const bool hidden = unavoidable.hides(id);
    expect(hidden || !is_all_right(report), name + " gets full marks");
    expect(names.erase(id) > 0 || hidden, name + " is not named");
    for (const std::string_view other : names) {
      expect(unavoidable.pairs_up(id, other), name + " is taken for " + std::string(other));
    }
  }

  void expect(bool holds, const std::string& failure) {
    if (holds) return;
    ++tally_.failures;
    std::printf("%s: %s\n", problem_.id.c_str(), failure.c_str());
  }

  Tally& tally_;
  const Problem& problem_;
  const Exercise& exercise_;
  Grader grader_;
};

struct Options {
  std::uint64_t first_seed = 1;
  long long seeds = 1;
  bool fade = false;
};

void judge_one(const ExercisePlan& plan, std::uint64_t seed, bool fade, Tally& tally) {
  const auto problem = make_exercise(plan, seed, {}, sentences());
  if (!problem) {
    ++tally.failures;
    std::printf("%s, level %d, seed %llu: %s\n", std::string(plan.request.topic->id).c_str(),
                plan.request.level, static_cast<unsigned long long>(seed),
                problem.faults().front().code.c_str());
    return;
  }
  ++tally.exercises;
  Random random(seed);
  Judge judge(tally, problem.value());
  judge.judge_key();
  judge.judge_right_learners(random);
  if (fade) return;
  judge.judge_mistakes();
  judge.judge_formulas();
}

void judge_kind(const ExerciseRequest& request, const Options& options, Tally& tally) {
  const auto plan = plan_exercises(request);
  if (!plan) {
    ++tally.failures;
    std::printf("%s, level %d: %s\n", std::string(request.topic->id).c_str(), request.level,
                plan.faults().front().code.c_str());
    return;
  }
  for (long long i = 0; i < options.seeds; ++i) {
    judge_one(plan.value(), options.first_seed + static_cast<std::uint64_t>(i), options.fade, tally);
  }
}

void judge_topic(ExerciseRequest request, const Options& options, Tally& tally) {
  if (!options.fade) return judge_kind(request, options, tally);
  // From one table that is left to all but one.
  const auto whole = plan_exercises(request);
  int tables = 2;
  if (whole) {
    const std::vector<Step>& asked = whole.value().outline.asked;
    tables = static_cast<int>(asked.size()) - static_cast<int>(std::ranges::count(asked, Step::merged));
  }
  for (int blank = 1; blank < tables; ++blank) {
    request.blank = blank;
    judge_kind(request, options, tally);
  }
}

}  // namespace

int main(int count, char** values) {
  const auto arguments = read_arguments(count, values, {.count = 1, .seed = 1});
  if (!arguments) return 2;
  Options options{arguments->seed, arguments->count};
  int only_level = 0;
  for (const std::string& word : arguments->words) {
    if (word == "fade") {
      options.fade = true;
    } else if (word.starts_with("level-") && word.size() == 7) {
      only_level = word.back() - '0';
    } else {
      return usage("exercises [COUNT] [SEED] [level-N] [fade]");
    }
  }
  Tally tally;
  for (const TopicRow& topic : topics_of_exercises()) {
    for (int level = 1; level <= highest_level; ++level) {
      if (only_level != 0 && level != only_level) continue;
      ExerciseRequest request;
      request.topic = &topic;
      request.level = level;
      judge_topic(request, options, tally);
    }
  }
  std::printf("%lld exercises, %lld right and %lld mistaken learners: %lld failures\n", tally.exercises,
              tally.right, tally.wrong, tally.failures);
  return tally.failures == 0 && tally.exercises > 0 ? 0 : 1;
}
