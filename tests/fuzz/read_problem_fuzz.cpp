// Any bytes as a problem file: a valid problem or faults that can be said, and nothing worse.
#include <cmath>
#include <cstdint>
#include <string>

#include "check.hpp"
#include "qkv/json/read_problem.hpp"
#include "qkv/json/value.hpp"
#include "qkv/json/write.hpp"
#include "qkv/trace/trace.hpp"

using namespace qkv;
using qkv::fuzz::require;

namespace {

// What no later stage checks again.
void require_valid(const Problem& problem) {
  require(problem.query_count >= 1 && problem.query_count <= Limits::tokens);
  require(problem.key_count >= 1 && problem.key_count <= Limits::tokens);
  require(problem.q.shape() == Shape{1, 1, problem.query_count, problem.d_k});
  require(problem.k.shape() == Shape{1, 1, problem.key_count, problem.d_k});
  require(problem.v.shape() == Shape{1, 1, problem.key_count, problem.d_v});
  require(problem.query_names[0].size() == static_cast<std::size_t>(problem.query_count));
  require(problem.key_names[0].size() == static_cast<std::size_t>(problem.key_count));
  require(!problem.id.empty());
  require(!problem.asked.empty());
  require(std::isfinite(problem.scale.divisor) && problem.scale.divisor != 0.0);
}

void require_no_nan(const Trace& trace) {
  for (const StepTable& table : trace.tables) {
    for (double value : table.values.values()) require(!std::isnan(value) && value != HUGE_VAL);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto problem = read_problem(text, "input.json", "input");
  if (!problem) {
    require(!problem.faults().empty());
    qkv::fuzz::require_sayable(problem.faults());
    return 0;
  }
  require_valid(problem.value());
  const Trace trace = compute(problem.value(), right_recipe(), Carry::exact);
  require_no_nan(trace);
  require_no_nan(compute(problem.value(), right_recipe(), Carry::by_hand));
  require(static_cast<bool>(parse_json(trace_json(problem.value(), trace), "trace.json")));
  return 0;
}
