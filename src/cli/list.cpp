#include "qkv/report/list.hpp"

#include <utility>

#include "commands.hpp"
#include "qkv/cli/load_problem.hpp"
#include "qkv/cli/output.hpp"
#include "qkv/json/write_list.hpp"

namespace qkv {

Outcome run_list(const Arguments& arguments, const Session& session) {
  std::vector<ListedProblem> listed;
  for (const std::string& name : builtin_problems()) {
    const Result<Problem> problem = load_problem(name, session);
    if (!problem) return unusable(problem.faults());
    listed.push_back({name, problem.value().title});
  }
  if (arguments.value("format") == "json") {
    std::vector<NamedTitle> titles;
    for (const ListedProblem& problem : listed) titles.push_back({problem.name, problem.title});
    return {.output = list_json(titles)};
  }
  Document document = list_document(listed, session.catalogue);
  return {.output = render_text(std::move(document), choose_text_options(arguments, session.system))};
}

}  // namespace qkv
