#include "answers_file.hpp"

#include <algorithm>
#include <utility>

#include "qkv/cli/load_answers.hpp"
#include "qkv/io/write_sheet.hpp"
#include "qkv/json/write_answers.hpp"
#include "qkv/render/markdown.hpp"
#include "qkv/report/handout.hpp"

namespace qkv {
namespace {

// The file is read without the option that let commas through.
void write_points(Answers& answers) {
  constexpr std::string_view wide_comma = "\xEF\xBC\x8C";
  for (AnswerTable& table : answers.tables) {
    for (AnswerCell& cell : table.cells) {
      std::string& written = cell.written;
      for (std::size_t at; (at = written.find(wide_comma)) != std::string::npos;)
        written.replace(at, wide_comma.size(), ".");
      std::ranges::replace(written, ',', '.');
    }
  }
}

}  // namespace

bool has_answers(const PracticeSession& session) {
  for (const AnswerTable& table : session.answers) {
    for (const AnswerCell& cell : table.cells) {
      if (!cell.written.empty()) return true;
    }
  }
  return false;
}

std::string answers_file(const Practice& practice, const std::string& path,
                         const std::string& problem_argument, const Catalogue& catalogue) {
  const Problem& problem = practice.problem();
  Answers answers = answers_of(problem, practice.session());
  if (practice.session().decimal_comma) write_points(answers);
  answers = with_given_tables(problem, std::move(answers));
  const std::string name = in_lower_case(path);
  SheetOptions options = {.problem_argument = problem_argument, .key = false};
  if (name.ends_with(".csv")) return csv_sheet(problem, answers, options, catalogue);
  if (!name.ends_with(".md") && !name.ends_with(".markdown")) return answers_json(problem, answers);
  options.problem = render_markdown(handout_document(problem, catalogue));
  return markdown_sheet(problem, answers, options, catalogue);
}

}  // namespace qkv
