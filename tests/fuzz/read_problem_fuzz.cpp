// Any bytes as a problem file: a valid problem or faults that can be said, and nothing worse.
#include <cmath>
#include <cstdint>
#include <string>

#include "check.hpp"
#include "qkv/json/read_problem.hpp"
#include "qkv/json/value.hpp"
#include "qkv/json/write.hpp"
#include "qkv/trace/pipeline.hpp"
#include "qkv/trace/trace.hpp"

using namespace qkv;
using qkv::fuzz::require;

namespace {

// What no later stage checks again.
void require_valid(const Problem& problem) {
  require(problem.query_count >= 1 && problem.query_count <= Limits::tokens);
  require(problem.key_count >= 1 && problem.key_count <= Limits::tokens);
  require(problem.heads >= 1 && problem.kv_heads >= 1 && problem.heads % problem.kv_heads == 0);
  require(problem.query_names.size() == static_cast<std::size_t>(problem.batch));
  require(problem.key_names.size() == static_cast<std::size_t>(problem.batch));
  for (const auto& names : problem.query_names) {
    require(names.size() == static_cast<std::size_t>(problem.query_count));
  }
  for (const auto& names : problem.key_names) {
    require(names.size() == static_cast<std::size_t>(problem.key_count));
  }
  require(!problem.id.empty());
  require(!problem.asked.empty());
  require(std::isfinite(problem.scale.divisor) && problem.scale.divisor != 0.0);
}

// Every table is there, in its shape, and holds numbers or −∞.
void require_whole(const Problem& problem, const Trace& trace) {
  require(trace.tables.size() == steps_of(problem).size());
  for (const StepTable& table : trace.tables) {
    require(table.values.shape() == shape_of(problem, table.step));
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
  require_whole(problem.value(), trace);
  require_whole(problem.value(), compute(problem.value(), right_recipe(), Carry::by_hand));
  require(static_cast<bool>(parse_json(trace_json(problem.value(), trace), "trace.json")));
  return 0;
}
