#include "request.hpp"

#include "qkv/text/command_calls.hpp"

namespace qkv {
PracticeRequest practice_request(const Arguments& arguments) {
  PracticeRequest request;
  if (!arguments.positionals.empty()) request.problem = arguments.positionals.front();
  request.session = arguments.value("session").value_or("");
  request.output = arguments.value("output").value_or("");
  if (const auto by = arguments.value("by")) request.by = practice_by_from_name(*by);
  request.anew = arguments.has("new");
  request.decimal_comma = arguments.has("decimal-comma");
  return request;
}

std::string bare_command_of(const PracticeRequest& request) {
  return "qkv practice" + (request.problem.empty() ? "" : " " + file_word(request.problem));
}

std::string command_of(const PracticeRequest& request) {
  std::string command = bare_command_of(request);
  if (!request.session.empty()) command += " --session " + file_word(request.session);
  if (!request.output.empty()) command += " -o " + file_word(request.output);
  return command;
}

}  // namespace qkv
