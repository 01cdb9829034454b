#include "simulate/policy.hpp"

#include <sstream>

namespace qkv::test {
namespace {

constexpr Habit never{};

int draw_extra(Random& random) {
  return random.chance(50) ? 0 : random.between(1, 3);
}

Habit always(int extra) {
  return {100, extra, extra};
}

Habit some_cells(Random& random) {
  return {random.between(2, 8) * 10, 0, random.between(0, 3)};
}

Habit any_habit(Random& random) {
  switch (random.between(0, 2)) {
    case 0:
      return never;
    case 1:
      return always(draw_extra(random));
    default:
      return some_cells(random);
  }
}

void draw_written(Random& random, Policy& policy) {
  switch (random.between(0, 6)) {
    case 0:
    case 1:
    case 2:
      policy.written.fill(always(0));
      break;
    case 3:
      policy.written.fill(always(draw_extra(random)));
      break;
    case 4:
      for (Habit& habit : policy.written) habit = always(draw_extra(random));
      break;
    case 5:
      policy.written.fill({100, 0, 3});
      break;
    default:
      policy.written.fill(always(random.between(4, 7)));
  }
}

void draw_carried(Random& random, Policy& policy) {
  switch (random.between(0, 5)) {
    case 0:
      policy.carried.fill(always(0));
      break;
    case 1:
      policy.carried.fill(never);
      break;
    case 2:
      policy.carried.fill(always(draw_extra(random)));
      break;
    case 3:
      for (Habit& habit : policy.carried) habit = random.chance(50) ? always(draw_extra(random)) : never;
      break;
    case 4:
      policy.carried.fill(some_cells(random));
      break;
    default:
      for (Habit& habit : policy.carried) habit = any_habit(random);
  }
}

void draw_intermediate(Random& random, PerStep<Habit>& habits) {
  switch (random.between(0, 5)) {
    case 0:
      habits.fill(always(draw_extra(random)));
      break;
    case 1:
      habits.fill(some_cells(random));
      break;
    case 2:
      for (Habit& habit : habits) habit = any_habit(random);
      break;
    default:
      habits.fill(never);
  }
}

void draw_divisor(Random& random, Policy& policy) {
  const int drawn = random.between(1, 10);
  policy.divisor = drawn <= 4   ? Divisor::exact
                   : drawn <= 7 ? Divisor::root
                   : drawn <= 9 ? Divisor::reciprocal
                                : Divisor::cell_by_cell;
  policy.divisor_digits = always(draw_extra(random));
}

void draw_left_out(Random& random, Policy& policy) {
  const int drawn = random.between(1, 10);
  if (drawn > 5) policy.tables_left_out = random.between(1, 7) * 10;
  if (drawn > 8) policy.cells_left_out = random.between(1, 4) * 10;
}

// Equal habits of neighbouring steps are told once.
void describe_habits(std::ostringstream& text, const char* name, const PerStep<Habit>& habits,
                     const Problem& problem) {
  std::string last;
  text << ' ' << name << '[';
  for (const Step step : all_steps) {
    if (!problem.computes(step)) continue;
    const Habit& habit = of_step(habits, step);
    std::string words = "no";
    if (habit.percent > 0) {
      words = std::to_string(habit.percent) + "%+" + std::to_string(habit.fewest_extra);
      if (habit.most_extra != habit.fewest_extra) words += ".." + std::to_string(habit.most_extra);
    }
    if (words != last) text << (last.empty() ? "" : " ") << step_name(step) << ':' << words;
    last = words;
  }
  text << ']';
}

const char* name_of(Divisor divisor) {
  switch (divisor) {
    case Divisor::exact:
      return "exact";
    case Divisor::root:
      return "root";
    case Divisor::reciprocal:
      return "reciprocal";
    case Divisor::cell_by_cell:
      return "cell-by-cell";
  }
  return "";
}

const char* name_of(Exponentials exponentials) {
  switch (exponentials) {
    case Exponentials::shifted:
      return "shifted";
    case Exponentials::plain:
      return "plain";
    case Exponentials::row_by_row:
      return "row-by-row";
  }
  return "";
}

}  // namespace

Policy exact_policy(int extra_decimals) {
  Policy policy;
  policy.written.fill(always(extra_decimals));
  return policy;
}

Policy random_policy(Random& random, const Stretch& stretch) {
  Policy policy;
  policy.ties = random.chance(50) ? Ties::away : Ties::even;
  policy.pen.trailing_zeros = random.chance(50);
  policy.pen.infinity_sign = random.chance(50);
  draw_written(random, policy);
  draw_carried(random, policy);
  draw_intermediate(random, policy.products);
  draw_intermediate(random, policy.partial_sums);
  draw_divisor(random, policy);
  policy.exponentials = static_cast<Exponentials>(random.between(0, 2));
  draw_left_out(random, policy);
  policy.carries_fewer = stretch.carries_fewer;
  policy.transcribes = stretch.transcribes;
  return policy;
}

std::string describe(const Policy& policy, const Problem& problem) {
  std::ostringstream text;
  text << (policy.ties == Ties::away ? "half-away" : "half-even");
  describe_habits(text, "written", policy.written, problem);
  describe_habits(text, "carried", policy.carried, problem);
  describe_habits(text, "products", policy.products, problem);
  describe_habits(text, "partial-sums", policy.partial_sums, problem);
  text << " divisor=" << name_of(policy.divisor) << '+' << policy.divisor_digits.fewest_extra
       << " exp=" << name_of(policy.exponentials) << " left-out=" << policy.tables_left_out << '/'
       << policy.cells_left_out;
  if (!policy.pen.trailing_zeros) text << " no-trailing-zeros";
  if (policy.carries_fewer) text << " carries-fewer";
  if (policy.transcribes) text << " transcribes";
  return text.str();
}

}  // namespace qkv::test
