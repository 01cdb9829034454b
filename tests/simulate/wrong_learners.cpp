// wrong_learners [COUNT] [SEED] [show] [misses] [usual]
//
// The grading is not lenient: COUNT simulated learners make one mistake in a formula each, one that moves at
// least two cells by more than two half units of the last asked decimal. At most one in a thousand may get
// full marks when all asked tables are handed in at two decimals. Learner n has the seed SEED + n and makes
// the mistake numbered 1 + seed mod the number of mistakes, so `wrong_learners 1 <its seed> show` repeats it
// and prints what was handed in, `misses` the seeds whose mistake was not named. `usual` asks the tables that
// are asked by default instead of all.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <optional>

#include "qkv/grade/grade.hpp"
#include "simulate/arguments.hpp"
#include "simulate/exercise.hpp"
#include "simulate/print.hpp"
#include "simulate/wrong_learner.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

constexpr int most_shown = 30;
constexpr int most_draws = 1000;  // of a problem that shows the mistake

struct Tally {
  int tried = 0;
  int full_marks = 0;
  int named = 0;  // where the formula is a known mistake
};

bool names(const Report& report, std::string_view id) {
  return std::ranges::any_of(report.tables, [&](const TableReport& table) {
    return std::ranges::any_of(table.diagnosis, [&](const Diagnosis& diagnosis) {
      return std::ranges::find(diagnosis.mistakes, id) != diagnosis.mistakes.end();
    });
  });
}
using Tallies = std::array<Tally, wrong_formula_count + 1>;

struct Options {
  Asking asking = Asking::all;
  bool shows = false;
  bool misses = false;
};

struct Attempt {
  Problem problem;
  Tables tables;
  int moved = 0;
};

std::optional<Attempt> attempt(Random& random, WrongFormula formula, Asking asking) {
  for (int draw = 0; draw < most_draws; ++draw) {
    Problem problem = exercise(random, asking);
    auto tables = wrong_tables(problem, formula, Rounding::each_table);
    const auto wrong = wrong_tables(problem, formula, Rounding::nothing);
    const auto right_tables = wrong_tables(problem, WrongFormula::none, Rounding::each_table);
    const auto right = wrong_tables(problem, WrongFormula::none, Rounding::nothing);
    if (!tables || !wrong || !right_tables || !right) continue;
    const int moved = moved_cells(problem, {*wrong, *right}, {*tables, *right_tables});
    if (moved >= 2) return Attempt{std::move(problem), std::move(*tables), moved};
  }
  return std::nullopt;
}

void run_learner(Tallies& tallies, std::uint64_t seed, int& shown, const Options& options) {
  Random random(seed);
  const int number = 1 + static_cast<int>(seed % wrong_formula_count);
  const auto formula = static_cast<WrongFormula>(number);
  const auto made = attempt(random, formula, options.asking);
  if (!made) return;
  Tally& tally = tallies[static_cast<std::size_t>(number)];
  ++tally.tried;
  const Answers answers = hand_in(made->problem, made->tables);
  if (options.shows) print_answers(answers);
  const Report report = grade(made->problem, answers);
  if (options.shows) print_verdicts(report);
  const std::string_view id = known_mistake(formula);
  const bool named = !id.empty() && names(report, id);
  tally.named += named;
  if (options.misses && !id.empty() && !named) {
    std::printf("seed %llu: %s is not named: %s\n", static_cast<unsigned long long>(seed),
                std::string(id).c_str(), kind_of(made->problem).c_str());
  }
  if (report.points != report.max_points) return;
  ++tally.full_marks;
  if (++shown > most_shown) return;
  std::printf("seed %llu: full marks for %s, %d cells moved: %s\n", static_cast<unsigned long long>(seed),
              std::string(wrong_formula_name(formula)).c_str(), made->moved, kind_of(made->problem).c_str());
}

// Whether the run is a success: few full marks, and every mistake was made.
bool print(const Tallies& tallies, const Arguments& arguments) {
  Tally all;
  Tally known;
  bool every_mistake = true;
  std::printf("%-30s %8s %11s %8s\n", "mistake", "tried", "full marks", "named");
  for (int number = 1; number <= wrong_formula_count; ++number) {
    const Tally& tally = tallies[static_cast<std::size_t>(number)];
    const auto formula = static_cast<WrongFormula>(number);
    const bool is_known = !known_mistake(formula).empty();
    std::printf("%-30s %8d %11d %8s\n", std::string(wrong_formula_name(formula)).c_str(), tally.tried,
                tally.full_marks, is_known ? std::to_string(tally.named).c_str() : "-");
    known.tried += is_known ? tally.tried : 0;
    known.named += tally.named;
    all.tried += tally.tried;
    all.full_marks += tally.full_marks;
    every_mistake = every_mistake && (tally.tried > 0 || arguments.count < wrong_formula_count);
  }
  std::printf("%-30s %8d %11d (%.3f %%), seeds from %llu\n", "all", all.tried, all.full_marks,
              all.tried > 0 ? 100.0 * all.full_marks / all.tried : 0.0,
              static_cast<unsigned long long>(arguments.seed));
  std::printf("known mistakes named: %d of %d (%.2f %%)\n", known.named, known.tried,
              known.tried > 0 ? 100.0 * known.named / known.tried : 0.0);
  return every_mistake && all.tried > 0 && all.full_marks * 1000 <= all.tried;
}

}  // namespace

int main(int count, char** values) {
  const auto arguments = read_arguments(count, values, {.count = 20'000, .seed = 1});
  if (!arguments) return 2;
  Options options;
  for (const std::string& word : arguments->words) {
    if (word == "show") {
      options.shows = true;
    } else if (word == "misses") {
      options.misses = true;
    } else if (word == "usual") {
      options.asking = Asking::usual;
    } else {
      return usage("wrong_learners [COUNT] [SEED] [show] [misses] [usual]");
    }
  }
  Tallies tallies{};
  int shown = 0;
  for (long long n = 0; n < arguments->count; ++n) {
    run_learner(tallies, arguments->seed + static_cast<std::uint64_t>(n), shown, options);
  }
  return print(tallies, *arguments) ? 0 : 1;
}
