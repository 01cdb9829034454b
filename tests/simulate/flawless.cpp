// flawless [COUNT] [SEED] [show] [given] [ignores] [carries-fewer] [transcribes]
//
// The promise of the grading put to the test: COUNT simulated learners calculate correctly and round however
// they like. Every cell that is judged other than right is printed with all that it takes to see it again:
// learner n has the seed SEED + n, so `flawless 1 <its seed> show` repeats that one alone
// and prints all that was handed in. With `given`, some of the tables stand on the sheet and learners go on
// from them; those who also `ignore` them calculate everything themselves. The last two words let learners
// stretch the contract (policy.hpp).
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>

#include "qkv/base/number.hpp"
#include "qkv/grade/grade.hpp"
#include "qkv/grade/report.hpp"
#include "simulate/arguments.hpp"
#include "simulate/exercise.hpp"
#include "simulate/learner.hpp"
#include "simulate/print.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

constexpr long long most_shown = 50;  // learners
constexpr int most_cells_shown = 3;   // of each

struct Tally {
  long long learners = 0;
  long long given_up = 0;  // rounding left no sensible calculation
  long long cells = 0;
  long long failures = 0;
  long long failed_learners = 0;
  std::map<Verdict, long long> verdicts;
};

class Judge {
 public:
  Judge(Tally& tally, std::uint64_t seed, const Problem& problem, const Policy& policy)
      : tally_(tally), seed_(seed), problem_(problem), policy_(policy) {}

  void judge(const Report& report, const Answers& answers) {
    const long long before = tally_.failures;
    for (const TableReport& table : report.tables) {
      if (!table.faults.empty()) fail(table.step, "the table is not accepted: " + table.faults.front().code);
      for (const CellReport& cell : table.cells) judge(table.step, cell);
    }
    if (!report.faults.empty()) fail(answers.tables.front().step, report.faults.front().code);
    if (tally_.failures > before) ++tally_.failed_learners;
  }

 private:
  void judge(Step step, const CellReport& cell) {
    if (cell.written.empty()) return;
    ++tally_.cells;
    ++tally_.verdicts[cell.verdict];
    if (is_right(cell.verdict) && cell.points == of_step(problem_.points, step)) return;
    fail(step, shape_text(cell.at) + ' ' + std::string(verdict_name(cell.verdict)) + " written " +
                   cell.written + " expected " + format_shortest(cell.expected) +
                   (cell.own ? " own " + format_shortest(*cell.own) : "") + " points " +
                   std::to_string(cell.points));
  }

  void fail(Step step, const std::string& what) {
    ++tally_.failures;
    if (tally_.failed_learners >= most_shown || ++failures_ > most_cells_shown) return;
    if (failures_ == 1) {
      std::printf("seed %llu: %s\n  %s\n", static_cast<unsigned long long>(seed_), kind_of(problem_).c_str(),
                  describe(policy_, problem_).c_str());
    }
    std::printf("  %s:%d %s\n", std::string(step_name(step)).c_str(), of_step(problem_.decimals, step),
                what.c_str());
  }

  Tally& tally_;
  std::uint64_t seed_;
  const Problem& problem_;
  const Policy& policy_;
  int failures_ = 0;
};

struct Manner {
  Stretch stretch;
  bool shows = false;
  bool given = false;
  bool ignores = false;
};

void run_learner(Tally& tally, std::uint64_t seed, const Manner& manner) {
  Random random(seed);
  Problem problem = exercise(random, Asking::anything);
  if (manner.given) give_some(random, problem);
  const Policy policy = random_policy(random, manner.stretch);
  const Answers given = manner.ignores ? Answers{} : given_answers(problem);
  const auto answers = calculate(problem, policy, random, given);
  if (!answers) {
    ++tally.given_up;
    return;
  }
  ++tally.learners;
  if (manner.shows) {
    std::printf("%s\n%s\n", kind_of(problem).c_str(), describe(policy, problem).c_str());
    print_answers(given);
    print_answers(*answers);
  }
  const Report report = grade(problem, *answers);
  if (manner.shows) print_verdicts(report);
  Judge(tally, seed, problem, policy).judge(report, *answers);
}

void print(const Tally& tally, const Arguments& arguments) {
  std::printf(
      "%lld flawless learners, seeds %llu to %llu (%lld more gave up on a sum near 0)\n", tally.learners,
      static_cast<unsigned long long>(arguments.seed),
      static_cast<unsigned long long>(arguments.seed) + static_cast<unsigned long long>(arguments.count) - 1,
      tally.given_up);
  std::printf("%lld cells graded:", tally.cells);
  for (const auto& [verdict, count] : tally.verdicts) {
    std::printf(" %s %lld", std::string(verdict_name(verdict)).c_str(), count);
  }
  std::printf("\n%lld failures in %lld learners\n", tally.failures, tally.failed_learners);
}

}  // namespace

int main(int count, char** values) {
  const auto arguments = read_arguments(count, values, {.count = 100'000, .seed = 1});
  if (!arguments) return 2;
  Manner manner;
  for (const std::string& word : arguments->words) {
    if (word == "carries-fewer") {
      manner.stretch.carries_fewer = true;
    } else if (word == "transcribes") {
      manner.stretch.transcribes = true;
    } else if (word == "show") {
      manner.shows = true;
    } else if (word == "given") {
      manner.given = true;
    } else if (word == "ignores") {
      manner.ignores = true;
    } else {
      return usage("flawless [COUNT] [SEED] [show] [given] [ignores] [carries-fewer] [transcribes]");
    }
  }
  Tally tally;
  for (long long n = 0; n < arguments->count; ++n) {
    run_learner(tally, arguments->seed + static_cast<std::uint64_t>(n), manner);
  }
  print(tally, *arguments);
  return tally.failures == 0 && tally.cells > 0 ? 0 : 1;
}
