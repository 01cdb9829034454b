#include "qkv/cli/load_answers.hpp"

#include <optional>
#include <utility>

#include "qkv/cli/load_problem.hpp"
#include "qkv/io/read_sheet.hpp"
#include "qkv/json/read_answers.hpp"

namespace qkv {
namespace {

std::optional<AnswerFormat> format_of_name(const std::string& path) {
  const std::string name = in_lower_case(path);
  if (name.ends_with(".json")) return AnswerFormat::json;
  if (name.ends_with(".md") || name.ends_with(".markdown")) return AnswerFormat::markdown;
  if (name.ends_with(".csv")) return AnswerFormat::csv;
  return std::nullopt;
}

}  // namespace

Result<Answers> load_answers(const std::string& path, const Session& session) {
  Result<std::string> text = load_text(path, session);
  if (!text) return text.faults();
  const std::string file = shown_name(path, session);
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
