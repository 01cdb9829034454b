#include "request.hpp"

#include <string_view>

#include "qkv/cli/output.hpp"

namespace qkv {
namespace {

// As a word of a command that is to be copied into a shell.
std::string quoted(const std::string& word) {
  constexpr std::string_view parting = " \t'\"\\$&|;<>()*?[]{}~#!`";
  if (word.find_first_of(parting) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

}  // namespace

PracticeRequest practice_request(const Arguments& arguments) {
  PracticeRequest request;
  if (!arguments.positionals.empty()) request.problem = arguments.positionals.front();
  request.session = arguments.value("session").value_or("");
  request.output = output_file(arguments);
  if (const auto by = arguments.value("by")) request.by = practice_by_from_name(*by);
  request.anew = arguments.has("new");
  request.decimal_comma = arguments.has("decimal-comma");
  request.language = arguments.value("lang").value_or("");
  return request;
}

std::string bare_command_of(const PracticeRequest& request) {
  return "qkv practice" + (request.problem.empty() ? "" : " " + quoted(request.problem));
}

std::string command_of(const PracticeRequest& request) {
  std::string command = bare_command_of(request);
  if (!request.session.empty()) command += " --session " + quoted(request.session);
  if (!request.output.empty()) command += " -o " + quoted(request.output);
  if (!request.language.empty()) command += " --lang " + request.language;
  return command;
}

}  // namespace qkv
