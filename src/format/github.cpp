// Annotations for GitHub Actions: a line ::level properties::message each. The runner keeps ten of a level
// and step, and 4096 characters of a message.
#include <algorithm>
#include <span>

#include "printers.hpp"
#include "qkv/base/utf8.hpp"
#include "qkv/format/clean.hpp"
#include "qkv/text/unicode.hpp"
#include "results_as_tests.hpp"

namespace qkv {
namespace {

constexpr std::size_t most_of_a_level = 10;
constexpr int longest_message = 4096;

std::string escaped(std::string_view text, std::string_view special) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string result;
  for (const char c : text) {
    if (special.find(c) == std::string_view::npos) {
      result += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      result += {'%', digits[byte / 16], digits[byte % 16]};
    }
  }
  return result;
}

// Its first characters, if there are more than the runner keeps.
std::string cut(const std::string& text) {
  if (count_code_points(text) <= longest_message) return text;
  std::size_t end = 0;
  for (int i = 1; i < longest_message; ++i) end += decode_utf8(text, end).length;
  return text.substr(0, end) + "…";
}

// `lines`: clean, with line breaks between them.
std::string message_text(const std::string& lines) {
  return escaped(without_commands(cut(lines)), "%\r\n");
}

std::string property(std::string_view name, const std::string& value) {
  if (value.empty()) return {};  // the runner would drop it
  return std::string(name) + "=" + escaped(without_commands(clean(value)), "%\r\n:,");
}

std::string annotation(std::string_view level, const std::vector<std::string>& properties,
                       const std::string& lines) {
  std::string text = "::" + std::string(level);
  bool first = true;
  for (const std::string& each : properties) {
    if (each.empty()) continue;
    text += (first ? " " : ",") + each;
    first = false;
  }
  return text + "::" + message_text(lines) + "\n";
}

using Row = std::span<const ResultLine>;

std::vector<Row> wrong_rows(const std::vector<ResultLine>& lines) {
  std::vector<Row> rows;
  const Row all = lines;
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    for (end = begin + 1; end < all.size() && all[end].same_row(all[begin]);) ++end;
    const Row row = all.subspan(begin, end - begin);
    if (!std::ranges::all_of(row, &ResultLine::passed)) rows.push_back(row);
  }
  // What is wrong before what is still missing: there is not room for all of them.
  std::stable_partition(rows.begin(), rows.end(), [](Row row) {
    return std::ranges::any_of(
        row, [](const ResultLine& line) { return !line.passed && line.verdict != "blank"; });
  });
  return rows;
}

// Cells of a row of which the same is said.
struct Saying {
  std::string columns;  // "a, b"; empty: the row has a single cell without a name
  std::string_view text;
};

std::vector<Saying> sayings_of(Row row) {
  std::vector<Saying> sayings;
  for (const ResultLine& line : row) {
    if (line.passed) continue;
    auto found = std::ranges::find(sayings, line.saying, &Saying::text);
    if (found == sayings.end()) found = sayings.insert(found, {"", line.saying});
    found->columns.append(found->columns.empty() ? "" : ", ").append(line.column);
  }
  return sayings;
}

// What is said of the wrong cells, then what they look like, each once.
std::string row_text(Row row) {
  std::string text;
  const auto add = [&text](std::string_view line) { text += (text.empty() ? "" : "\n") + clean(line); };
  for (const Saying& saying : sayings_of(row)) {
    add((saying.columns.empty() ? "" : saying.columns + ": ") + std::string(saying.text));
  }
  std::vector<std::string_view> hints;
  for (const ResultLine& line : row) {
    if (line.passed || line.hint.empty() || std::ranges::find(hints, line.hint) != hints.end()) continue;
    hints.emplace_back(line.hint);
    add(line.hint);
  }
  return text;
}

std::string row_annotation(const Submission& submission, Row row) {
  const auto wrong = std::ranges::find(row, false, &ResultLine::passed);
  const bool has_line = wrong->line > 0 && !submission.file.empty();
  return annotation(
      "error",
      {property("file", submission.file), has_line ? property("line", std::to_string(wrong->line)) : "",
       property("title", wrong->row_name())},
      row_text(row));
}

std::string rows_of_one(const Submission& submission, const Setting& setting) {
  const std::vector<Row> rows = wrong_rows(submission.results.lines);
  const std::size_t shown = rows.size() <= most_of_a_level ? rows.size() : most_of_a_level - 1;
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) text += row_annotation(submission, rows[i]);
  if (shown < rows.size()) {
    const auto left = static_cast<long long>(rows.size() - shown);
    text += annotation("error", {property("file", submission.file)},
                       setting.catalogue.count("result.more-rows", left));
  }
  return text;
}

std::string failures_of(const Submission& submission) {
  std::string text;
  for (std::size_t i = 0; i < submission.failures.size() && i < most_of_a_level; ++i) {
    const GradingFailure& failure = submission.failures[i];
    const bool has_line = failure.line > 0 && !failure.file.empty();
    text += annotation(
        "error",
        {property("file", failure.file), has_line ? property("line", std::to_string(failure.line)) : ""},
        clean_lines(failure.text));
  }
  return text;
}

std::string remarks_of(const Submission& submission) {
  std::string text;
  for (std::size_t i = 0; i < submission.results.notes.size() && i < most_of_a_level; ++i) {
    text += annotation("warning", {property("file", submission.file)}, clean(submission.results.notes[i]));
  }
  return text;
}

// One annotation for each that did not pass; the runner keeps the first ten, and the last line, which is of
// another level, says how many there are.
std::string one_of_many(const Submission& submission) {
  const std::vector<std::string> properties = {property("file", submission.file),
                                               property("title", label_of(submission))};
  if (!submission.graded()) return annotation("error", properties, reasons_of(submission));
  if (submission.results.passed) return remarks_of(submission);
  std::string lines = clean(submission.results.summary);
  for (const std::string& note : submission.results.notes) lines += "\n" + clean(note);
  for (const Row row : wrong_rows(submission.results.lines)) {
    if (lines.size() > longest_message * 4) break;
    lines += "\n" + clean(row.front().row_name()) + "\n" + row_text(row);
  }
  return annotation("error", properties, lines);
}

std::string submission_text(const Submission& submission, const Setting& setting) {
  if (setting.amount == Amount::many) return one_of_many(submission);
  if (!submission.graded()) return failures_of(submission);
  return rows_of_one(submission, setting) + remarks_of(submission) +
         annotation("notice", {property("file", submission.file)}, clean(submission.results.summary));
}

}  // namespace

void github_submission(std::string& output, const Submission& submission, const Setting& setting) {
  output += submission_text(submission, setting);
}

std::string end_github(const Totals& totals, const Setting& setting) {
  if (setting.amount == Amount::one) return {};
  return annotation(
      "notice", {},
      setting.catalogue.count("result.submissions", totals.submissions, {argument("passed", totals.passed)}));
}

}  // namespace qkv
