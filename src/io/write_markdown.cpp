#include <algorithm>
#include <utility>

#include "markdown_line.hpp"
#include "qkv/io/write_sheet.hpp"
#include "qkv/text/unicode.hpp"
#include "sheet_layout.hpp"

namespace qkv {
namespace {

using namespace sheets;

constexpr int narrowest_cell = 6;  // room to write

std::string escaped(std::string_view text) {
  constexpr std::string_view special = "\\`*_[<|~&$";
  constexpr std::string_view wide_bar = "｜";
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (special.find(text[i]) != std::string_view::npos || text.substr(i).starts_with(wide_bar))
      result += '\\';
    result += text[i];
  }
  return result;
}

// A name made of dashes would be taken for the line below the head.
std::string name_cell(const std::string& name) {
  return is_separator({{name, 0}}) ? "`" + name + "`" : escaped(name);
}

std::string padded(const std::string& text, int width) {
  return text + std::string(static_cast<std::size_t>(std::max(width - display_width(text), 0)), ' ');
}

std::string heading_of(const LaidOutPart& part) {
  std::string numbers;
  if (part.has_batches) numbers = "batch " + std::to_string(part.batch + 1);
  if (part.has_heads) {
    numbers += (numbers.empty() ? "" : ", ") + std::string("head ") + std::to_string(part.head + 1);
  }
  // The id is to be copied as it stands: Markdown leaves the _ of Q_heads alone.
  return "## " + std::string(step_name(part.step)) + (numbers.empty() ? "" : " [" + numbers + "]") + "\n\n";
}

using Row = std::vector<std::string>;

std::string line_of(const Row& row, const std::vector<int>& widths) {
  std::string line = "|";
  for (std::size_t i = 0; i < row.size(); ++i) line += " " + padded(row[i], widths[i]) + " |";
  return line + "\n";
}

std::string table_text(const LaidOutPart& part) {
  std::vector<Row> rows = {{""}};
  for (const std::string& name : part.columns) rows.front().push_back(name_cell(name));
  if (part.columns.empty()) rows.front().emplace_back(step_name(part.step));
  for (const LaidOutRow& row : part.rows) {
    rows.push_back({name_cell(row.name)});
    rows.back().insert(rows.back().end(), row.cells.begin(), row.cells.end());
  }
  std::vector<int> widths(rows.front().size(), narrowest_cell);
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
  }
  Row rule;
  for (const int width : widths) rule.emplace_back(static_cast<std::size_t>(width), '-');
  rows.insert(rows.begin() + 1, std::move(rule));
  std::string text;
  for (const Row& row : rows) text += line_of(row, widths);
  return text + "\n";
}

std::string quotation(const std::string& markdown) {
  std::string text;
  for (std::size_t begin = 0; begin < markdown.size();) {
    const std::size_t end = std::min(markdown.find('\n', begin), markdown.size());
    text += begin == end ? ">" : "> ";
    text.append(markdown, begin, end - begin) += '\n';
    begin = end + 1;
  }
  return text;
}

// An id that has quotation marks of its own gets others around them, which the reader takes away.
std::string value_text(const std::string& id) {
  const std::string text = visible(id);
  return text.front() == '"' ? "\"" + text + "\"" : text;
}

std::string field(const std::string& name, const std::string& value) {
  return name + ":" + (value.empty() ? "" : " " + value_text(value)) + "\n";
}

}  // namespace

namespace {

// Whose name stands on it already got it from a teacher.
std::string_view how_key(const Answers& answers, const SheetOptions& options) {
  if (options.key) return "sheet.key";
  return answers.learner.empty() ? "sheet.how.markdown" : "sheet.how.hand-in";
}

// What the table is, and what to do with it.
std::string line_about(const Problem& problem, Step step, const SheetOptions& options,
                       const Catalogue& catalogue) {
  const std::string task = problem.is_given(step)
                               ? std::string(catalogue.text("sheet.given"))
                               : catalogue.count("sheet.decimals", of_step(problem.decimals, step));
  const std::string& title = of_step(options.titles, step);
  if (title.empty()) return task;
  return catalogue.say("sheet.titled", {argument("title", title), argument("task", task)});
}

}  // namespace

std::string markdown_sheet(const Problem& problem, const Answers& answers, const SheetOptions& options,
                           const Catalogue& catalogue) {
  std::string text = "---\nproblem: " + value_text(problem.id) + "\n" + field("learner", answers.learner) +
                     field("name", answers.learner_name) + "---\n\n";
  const std::string& title = problem.title.in(catalogue.language());
  if (!title.empty()) text += "# " + escaped(visible(title)) + "\n\n";
  const std::string argument_text = options.problem_argument.empty()
                                        ? std::string(catalogue.text("value.problem"))
                                        : visible(options.problem_argument);
  text += catalogue.say(how_key(answers, options), {argument("problem", escaped(argument_text))}) + "\n\n";
  if (!options.problem.empty()) text += quotation(options.problem) + "\n";
  for (const AnswerTable& table : answers.tables) {
    for (const LaidOutPart& part : parts_of(problem, table)) {
      if (part.rows.empty()) continue;
      text +=
          heading_of(part) + line_about(problem, table.step, options, catalogue) + "\n\n" + table_text(part);
    }
  }
  text.pop_back();
  return text;
}

}  // namespace qkv
