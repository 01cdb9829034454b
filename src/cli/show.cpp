#include <algorithm>

#include "commands.hpp"
#include "qkv/base/embedded.hpp"
#include "qkv/cli/load_problem.hpp"
#include "words.hpp"

namespace qkv {

namespace {

// name: without its ending. The choices in the command table and the files in data/templates/ are the same,
// which a test sees to.
std::string_view program_in(const std::string& language, const std::string& name) {
  const std::string start = "templates/" + language + "/" + name + ".";
  const auto files = embedded_files();
  const auto file =
      std::ranges::find_if(files, [&](const EmbeddedFile& each) { return each.path.starts_with(start); });
  return file->bytes;
}

}  // namespace

Outcome run_show(const Arguments& arguments, const Session&) {
  if (const auto language = arguments.value("template"))
    return {.output = std::string(program_in(*language, "attention"))};
  if (const auto language = arguments.value("shim"))
    return {.output = std::string(program_in(*language, "qkv_implementation"))};
  const std::string& name = arguments.positionals.front();
  if (const auto bytes = builtin_problem(name)) return {.output = std::string(*bytes)};
  Diagnostic fault = unknown_problem(name);
  fault.code = "show.unknown";  // unlike walk and check, it takes no file
  return unusable({fault});
}

}  // namespace qkv
