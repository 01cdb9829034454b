#include <algorithm>

#include "csv_line.hpp"
#include "qkv/io/write_sheet.hpp"
#include "qkv/text/unicode.hpp"
#include "sheet_layout.hpp"

namespace qkv {
namespace {

using namespace sheets;

// step, batch, head, row, column, value, row_name, column_name, decimals
std::string about(const std::string& what, const std::string& value) {
  return csv_line({what, "", "", "", "", value, "", "", ""});
}

// A spreadsheet would take it for a formula, and nobody could read the table.
std::string given_value(const std::string& written) {
  return written == "-inf" ? "'-inf" : written;
}

std::string lines_of(const LaidOutPart& part, const std::string& decimals, bool is_given) {
  std::string text;
  const std::string step(step_name(part.step));
  const std::string batch = std::to_string(part.batch + 1);
  const std::string head = part.has_head_axis ? std::to_string(part.head + 1) : "";
  for (const LaidOutRow& row : part.rows) {
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const bool single = part.columns.empty();
      text +=
          csv_line({step, batch, head, std::to_string(row.number + 1), single ? "" : std::to_string(i + 1),
                    is_given ? given_value(row.cells[i]) : row.cells[i], row.name,
                    single ? "" : part.columns[i], decimals});
    }
  }
  return text;
}

}  // namespace

std::string csv_sheet(const Problem& problem, const Answers& answers, const SheetOptions& options,
                      const Catalogue& catalogue) {
  const std::string argument_text = options.problem_argument.empty()
                                        ? std::string(catalogue.text("value.problem"))
                                        : visible(options.problem_argument);
  std::string text =
      csv_line({"step", "batch", "head", "row", "column", "value", "row_name", "column_name", "decimals"});
  text += about("note", catalogue.say(options.key               ? "sheet.key"
                                      : answers.learner.empty() ? "sheet.how.csv"
                                                                : "sheet.how.hand-in.csv",
                                      {argument("problem", argument_text)}));
  text += about("problem", visible(problem.id)) + about("learner", visible(answers.learner)) +
          about("name", visible(answers.learner_name));
  for (const AnswerTable& table : answers.tables) {
    const std::string decimals = std::to_string(of_step(problem.decimals, table.step));
    const bool is_given = problem.is_given(table.step);
    if (is_given) {
      text += about(
          "note", catalogue.say("sheet.given.csv", {argument("table", std::string(step_name(table.step)))}));
    }
    for (const LaidOutPart& part : parts_of(problem, table)) text += lines_of(part, decimals, is_given);
  }
  const bool ascii = std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  return (ascii ? "" : "\xEF\xBB\xBF") + text;
}

}  // namespace qkv
