#include "commands.hpp"
#include "qkv/base/embedded.hpp"

namespace qkv {

Outcome run_schema(const Arguments& arguments, const Session&) {
  // The choices in the command table and the files in data/schema/ are the same, which a test sees to.
  const std::string path = "schema/" + arguments.positionals.front() + ".schema.json";
  return {.output = std::string(embedded_file(path).value())};
}

}  // namespace qkv
