// Any bytes as a line of the protocol: a request that comes back the same and can be calculated, a reply
// whose tables are whole, or faults that can be said.
#include <cstdint>
#include <string>

#include "check.hpp"
#include "qkv/json/protocol.hpp"
#include "qkv/verify/served.hpp"

using namespace qkv;
using qkv::fuzz::require;
using qkv::fuzz::require_sayable;

namespace {

// Small enough to be calculated with every mistake.
bool is_small(const AttentionRequest& request) {
  const Problem problem = problem_of(request);
  return problem.batch * problem.heads * problem.query_count * problem.key_count *
             (problem.d_k + problem.d_v) <
         2000;
}

void check_request(const std::string& line) {
  const auto request = read_request(line, {.file = "stdin", .line = 1});
  if (!request) {
    require(!request.faults().empty());
    require_sayable(request.faults());
    return;
  }
  const std::string written = request_line(request.value());
  const auto again = read_request(written, {});
  require(again && request_line(again.value()) == written);
  if (!is_small(request.value())) return;
  require(static_cast<bool>(read_reply(answer_line(answer_of(request.value(), right_recipe())))));
  for (const Mistake& mistake : mistakes()) {
    for (const Way& way : mistake.ways) {
      // Tables of another shape, NaN: whatever it is, it can be written and read back.
      const AttentionAnswer wrong = mistaken_answer(request.value(), mistake, way);
      const bool has_any = !wrong.output.values().empty() || !wrong.weights.values().empty();
      require(static_cast<bool>(read_reply(answer_line(wrong))) == has_any);
    }
  }
}

void check_table(const std::optional<Tensor>& table) {
  if (table) require(table->values().size() == element_count(table->shape()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string line(reinterpret_cast<const char*>(data), size);
  check_request(line);
  id_in(line);
  const auto reply = read_reply(line);
  if (!reply) {
    require(!reply.faults().empty());
    require_sayable(reply.faults());
    return 0;
  }
  check_table(reply.value().output);
  check_table(reply.value().weights);
  return 0;
}
