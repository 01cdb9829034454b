// bench_class_set [COUNT] [SEED]
//
// The submissions of a large class to the problem `telling`, a line of JSON each: 70 % right, hand-carried or
// from exact values, written with 2 to 4 decimals; 20 % with one known mistake or one slip of the pen; 10 %
// blank or corrupt.
#include <cmath>
#include <cstdio>
#include <string>

#include "qkv/base/embedded.hpp"
#include "qkv/base/number.hpp"
#include "qkv/json/read_problem.hpp"
#include "qkv/model/validate.hpp"
#include "qkv/trace/pipeline.hpp"
#include "simulate/arguments.hpp"
#include "simulate/mistaken.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

Problem telling() {
  return read_problem(std::string(*embedded_file("problems/telling.json")), "telling", "telling").value();
}

template <typename T>
const T& pick(const std::vector<T>& items, Random& random) {
  return items[static_cast<std::size_t>(random.between(0, static_cast<int>(items.size()) - 1))];
}

// As people write JSON: 2 and not 2.00, but 0.50.
std::string written(double value, int decimals) {
  if (std::isnan(value)) return "null";
  if (std::isinf(value)) return value < 0 ? "\"-inf\"" : "null";
  const double rounded = round_half_away(value, decimals);
  return rounded == std::floor(rounded) ? format_fixed(rounded, 0) : format_fixed(rounded, decimals);
}

std::string table_text(const Tensor& table, int decimals) {
  const auto columns = static_cast<std::size_t>(table.shape().back());
  std::string text = "[";
  for (std::size_t flat = 0; flat < table.values().size(); ++flat) {
    if (flat % columns == 0) text += flat == 0 ? "[" : "],[";
    if (flat % columns != 0) text += ',';
    text += written(table.values()[flat], decimals);
  }
  return text + "]]";
}

std::string tables_text(const Problem& problem, const Trace& trace, int decimals) {
  std::string text;
  for (const Step step : problem.asked) {
    const Tensor* table = trace.find(step);
    if (table == nullptr) continue;
    text +=
        (text.empty() ? "\"" : ",\"") + std::string(step_name(step)) + "\":" + table_text(*table, decimals);
  }
  return text;
}

std::string line_of(long long number, const std::string& tables) {
  char learner[32];
  std::snprintf(learner, sizeof learner, "s%06lld", number);
  return R"({"qkv":1,"problem":"telling","learner":")" + std::string(learner) + R"(","answers":{)" + tables +
         "}}";
}

std::string right(const Problem& problem, int decimals, Random& random) {
  const Problem finer = with_decimals(problem, decimals);
  const Carry carry = random.chance(50) ? Carry::by_hand : Carry::exact;
  return tables_text(finer, compute(finer, right_recipe(), carry), decimals);
}

std::string mistaken(const Problem& problem, int decimals, Random& random) {
  const Problem finer = with_decimals(problem, decimals);
  if (random.chance(25)) return tables_text(finer, with_slip(finer, random), decimals);
  while (true) {
    const Mistake& mistake = pick(mistakes(), random);
    if (!mistake.applies(problem)) continue;
    return tables_text(finer, compute(finer, recipe_of(pick(mistake.ways, random)), Carry::by_hand),
                       decimals);
  }
}

// Cut off, with a sign that is none, blank, or no JSON at all.
std::string spoilt(const Problem& problem, long long number, Random& random) {
  std::string line = line_of(number, right(problem, 2, random));
  switch (random.between(0, 3)) {
    case 0:
      return line.substr(0, static_cast<std::size_t>(random.between(1, static_cast<int>(line.size()) - 1)));
    case 1:
      return line.replace(line.find("0.58"), 4, "\"0.5x\"");
    case 2:
      return line_of(number,
                     R"("weights":[[null,null,null,null],[null,null,null,null],[null,null,null,null],)"
                     R"([null,null,null,null]])");
    default:
      return "see my notebook";
  }
}

}  // namespace

int main(int count, char** values) {
  const auto arguments = read_arguments(count, values, {.count = 20'000, .seed = 1});
  if (!arguments) return 2;
  const Problem problem = telling();
  Random random(arguments->seed);
  for (long long number = 1; number <= arguments->count; ++number) {
    const int kind = random.between(0, 9);
    const int decimals = random.between(2, 4);
    const std::string line = kind < 7   ? line_of(number, right(problem, decimals, random))
                             : kind < 9 ? line_of(number, mistaken(problem, decimals, random))
                                        : spoilt(problem, number, random);
    std::puts(line.c_str());
  }
  return 0;
}
