#include "qkv/cli/load_answers.hpp"

#include <optional>
#include <utility>

#include "qkv/cli/load_problem.hpp"
#include "qkv/io/read_sheet.hpp"
#include "qkv/json/read_answers.hpp"
#include "qkv/json/session.hpp"
#include "qkv/text/command_calls.hpp"

namespace qkv {
namespace {

std::optional<AnswerFormat> format_of_name(const std::string& path) {
  const std::string name = in_lower_case(path);
  if (name.ends_with(".json")) return AnswerFormat::json;
  if (name.ends_with(".md") || name.ends_with(".markdown")) return AnswerFormat::markdown;
  if (name.ends_with(".csv")) return AnswerFormat::csv;
  return std::nullopt;
}

// A practice that was kept has its answers in it, but is no file of them.
std::optional<Diagnostic> kept_practice(const std::string& text, const std::string& path,
                                        const Session& session) {
  const std::string file = shown_name(path, session);
  if (text.find("\"practice\"") == std::string::npos || !read_session(text, file)) return std::nullopt;
  const std::string word = path == "-" ? std::string(session.catalogue.text("value.file")) : file_word(path);
  return Diagnostic{"answers.is-practice",
                    {.file = file},
                    {argument("command", "qkv practice --session " + word + " -o answers.json")},
                    {}};
}

}  // namespace

Result<Answers> load_answers(const std::string& path, const Session& session) {
  Result<std::string> text = load_text(path, session);
  if (!text) return text.faults();
  const std::string file = shown_name(path, session);
  if (auto fault = kept_practice(text.value(), path, session)) return *fault;
  const std::optional<AnswerFormat> named = format_of_name(path);
  switch (named ? *named : format_of_answers(text.value())) {
    case AnswerFormat::json:
      return read_answers(std::move(text.value()), file);
    case AnswerFormat::markdown:
      return read_markdown_answers(std::move(text.value()), file);
    case AnswerFormat::csv:
      return read_csv_answers(std::move(text.value()), file);
  }
  return Answers{};
}

std::string in_lower_case(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

}  // namespace qkv
