#include "commands.hpp"
#include "qkv/cli/load_problem.hpp"
#include "words.hpp"

namespace qkv {

Outcome run_show(const Arguments& arguments, const Session&) {
  const std::string& name = arguments.positionals.front();
  if (const auto bytes = builtin_problem(name)) return {.output = std::string(*bytes)};
  Diagnostic fault = unknown_problem(name);
  fault.code = "show.unknown";  // unlike walk and check, it takes no file
  return unusable({fault});
}

}  // namespace qkv
