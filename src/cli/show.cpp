#include <algorithm>

#include "commands.hpp"
#include "qkv/base/embedded.hpp"
#include "qkv/cli/load_problem.hpp"
#include "words.hpp"

namespace qkv {

namespace {

// The choices in the command table and the files in data/templates/ are the same, which a test sees to.
std::string_view template_in(const std::string& language) {
  const std::string start = "templates/" + language + "/";
  const auto files = embedded_files();
  const auto file =
      std::ranges::find_if(files, [&](const EmbeddedFile& each) { return each.path.starts_with(start); });
  return file->bytes;
}

}  // namespace

Outcome run_show(const Arguments& arguments, const Session&) {
  if (const auto language = arguments.value("template"))
    return {.output = std::string(template_in(*language))};
  const std::string& name = arguments.positionals.front();
  if (const auto bytes = builtin_problem(name)) return {.output = std::string(*bytes)};
  Diagnostic fault = unknown_problem(name);
  fault.code = "show.unknown";  // unlike walk and check, it takes no file
  return unusable({fault});
}

}  // namespace qkv
