// bench_diagnosis [COUNT] [SEED] [show]
//
// How often a mistake is called by its name. COUNT learners make one known mistake each, drawn from those
// that can be made in their problem, and otherwise calculate rightly and round every table to two decimals;
// as many make none, and COUNT / 4 slip once. Prints shares; fails below the ones that docs/benchmarks.md
// promises. `show` prints the seeds that missed; a seed with COUNT 1 repeats that learner.
#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <string>

#include "qkv/base/number.hpp"
#include "qkv/grade/bounds.hpp"
#include "qkv/grade/grade.hpp"
#include "simulate/arguments.hpp"
#include "simulate/learner.hpp"
#include "simulate/mistaken.hpp"
#include "simulate/print.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

struct Tally {
  long long visible = 0;    // the mistake moves at least two cells by more than two half units
  long long named = 0;      // it is among those named
  long long alone = 0;      // nothing else is, rules with the same tables aside
  long long alone_raw = 0;  // nothing else is
  long long full_marks = 0;

  void add(const Tally& other) {
    visible += other.visible;
    named += other.named;
    alone += other.alone;
    alone_raw += other.alone_raw;
    full_marks += other.full_marks;
  }
};

std::set<std::string> named_in(const Report& report) {
  std::set<std::string> ids;
  for (const TableReport& table : report.tables) {
    for (const Diagnosis& diagnosis : table.diagnosis)
      ids.insert(diagnosis.mistakes.begin(), diagnosis.mistakes.end());
  }
  return ids;
}

std::vector<const Mistake*> that_apply(const Problem& problem) {
  std::vector<const Mistake*> result;
  for (const Mistake& mistake : mistakes()) {
    if (mistake.applies(problem)) result.push_back(&mistake);
  }
  return result;
}

template <typename T>
const T& pick(const std::vector<T>& items, Random& random) {
  return items[static_cast<std::size_t>(random.between(0, static_cast<int>(items.size()) - 1))];
}

bool same_tables(const Problem& problem, const Trace& a, const Trace& b) {
  for (const Step step : problem.asked) {
    const Tensor* x = a.find(step);
    const Tensor* y = b.find(step);
    if (x == nullptr || y == nullptr) {
      if (x != y) return false;
      continue;
    }
    if (x->shape() != y->shape()) return false;
    const double unit = 2 * half_unit(of_step(problem.decimals, step));
    for (std::size_t i = 0; i < x->values().size(); ++i) {
      const double p = x->values()[i];
      const double q = y->values()[i];
      if (!(p != p && q != q) && !within(p, q, unit)) return false;
    }
  }
  return true;
}

// Whether some way of that mistake gives the tables of this problem that were handed in.
bool is_twin(const Problem& problem, const std::string& id, const Trace& made) {
  return std::ranges::any_of(find_mistake(id)->ways, [&](const Way& way) {
    return same_tables(problem, compute(problem, recipe_of(way), Carry::by_hand), made);
  });
}

void show_miss(const char* what, std::uint64_t seed, const std::string& made,
               const std::set<std::string>& named) {
  std::printf("seed %llu: %s %s, named:", static_cast<unsigned long long>(seed), made.c_str(), what);
  for (const std::string& id : named) std::printf(" %s", id.c_str());
  std::printf("\n");
}

std::optional<Tally> mistaken_learner(std::uint64_t seed, bool show, bool prints, std::string& id) {
  Random random(seed);
  const Problem problem = class_problem(random);
  const Mistake& mistake = *pick(that_apply(problem), random);
  const Way& way = pick(mistake.ways, random);
  id = mistake.id;
  Tally tally;
  if (moved_cells(problem, way) < 2) return std::nullopt;
  tally.visible = 1;
  const Trace made = compute(problem, recipe_of(way), Carry::by_hand);
  const Answers answers = answers_from(problem, made);
  const Report report = grade(problem, answers);
  const std::set<std::string> named = named_in(report);
  if (prints) {
    print_answers(answers);
    print_verdicts(report);
  }
  tally.full_marks = report.points == report.max_points;
  tally.named = named.count(id) == 1;
  tally.alone_raw = tally.named == 1 && named.size() == 1;
  const bool only_twins = std::ranges::all_of(
      named, [&](const std::string& other) { return other == id || is_twin(problem, other, made); });
  tally.alone = tally.named == 1 && only_twins;
  if (show && tally.named == 0) show_miss(tally.full_marks == 1 ? "full marks" : "missed", seed, id, named);
  if (show && tally.named == 1 && tally.alone == 0) show_miss("not alone", seed, id, named);
  return tally;
}

long long named_without_cause(const Report& report, std::uint64_t seed, const char* who, bool show) {
  const std::set<std::string> named = named_in(report);
  if (show && !named.empty()) show_miss("made no mistake", seed, who, named);
  return named.empty() ? 0 : 1;
}

double percent(long long part, long long whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

int main(int count, char** values) {
  const auto arguments = read_arguments(count, values, {.count = 20'000, .seed = 1});
  if (!arguments) return 2;
  const bool show = !arguments->words.empty();
  std::map<std::string, Tally> by_id;
  Tally all;
  long long flawless_named = 0;
  long long slips_named = 0;
  const long long slips = std::max(1LL, arguments->count / 4);
  for (long long n = 0; n < arguments->count; ++n) {
    const std::uint64_t seed = arguments->seed + static_cast<std::uint64_t>(n);
    std::string id;
    if (const auto tally = mistaken_learner(seed, show, show && arguments->count == 1, id))
      by_id[id].add(*tally);
    Random random(seed + (1ULL << 40));
    const Problem problem = class_problem(random);
    const Answers flawless = answers_from(problem, compute(problem, right_recipe(), Carry::by_hand));
    flawless_named += named_without_cause(grade(problem, flawless), seed, "flawless", show);
    if (n >= slips) continue;
    const Answers slipped = answers_from(problem, with_slip(problem, random));
    slips_named += named_without_cause(grade(problem, slipped), seed, "slip", show);
  }
  std::printf("%-36s %8s %8s %8s %8s %8s\n", "mistake", "visible", "named", "alone", "raw", "full");
  for (const auto& [id, tally] : by_id) {
    all.add(tally);
    std::printf("%-36s %8lld %7.2f%% %7.2f%% %7.2f%% %8lld\n", id.c_str(), tally.visible,
                percent(tally.named, tally.visible), percent(tally.alone, tally.visible),
                percent(tally.alone_raw, tally.visible), tally.full_marks);
  }
  std::printf("%-36s %8lld %7.2f%% %7.2f%% %7.2f%% %8lld (%.3f%%)\n", "all", all.visible,
              percent(all.named, all.visible), percent(all.alone, all.visible),
              percent(all.alone_raw, all.visible), all.full_marks, percent(all.full_marks, all.visible));
  std::printf("flawless learners with a mistake named: %lld of %lld\n", flawless_named, arguments->count);
  std::printf("learners with one slip and a mistake named: %lld of %lld (%.2f%%)\n", slips_named, slips,
              percent(slips_named, slips));
  const bool good = percent(all.named, all.visible) >= 99.5 && percent(all.alone, all.visible) >= 98.0 &&
                    percent(all.full_marks, all.visible) <= 0.1 && flawless_named == 0 &&
                    percent(slips_named, slips) <= 1.0;
  std::printf("%s\n", good ? "as promised" : "NOT as promised");
  return good ? 0 : 1;
}
