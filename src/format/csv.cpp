// Comma-separated values after RFC 4180 for spreadsheets, a line for each result.
#include "printers.hpp"
#include "qkv/format/clean.hpp"
#include "results_as_tests.hpp"

namespace qkv {
namespace {

// Beginnings that a spreadsheet takes for a formula, also in full width.
bool looks_like_formula(std::string_view text) {
  for (const std::string_view sign : {"=", "+", "-", "@", "＝", "＋", "－", "＠"}) {
    if (text.starts_with(sign)) return true;
  }
  return false;
}

// "-0.5", "+1.25e3": a formula that is nothing but its own value.
bool is_plain_number(std::string_view text) {
  const auto skip_digits = [&text] {
    const std::size_t count = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(count);
    return count;
  };
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  std::size_t digits = skip_digits();
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    digits += skip_digits();
  }
  if (digits == 0) return false;
  if (text.empty()) return true;
  if (text.front() != 'e' && text.front() != 'E') return false;
  text.remove_prefix(1);
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  return skip_digits() > 0 && text.empty();
}

// A text that begins like a formula gets an apostrophe, which makes it a text; so does what stands behind a
// semicolon, at which spreadsheets of many countries begin a new cell.
std::string without_formulas(const std::string& text) {
  std::string result;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(';', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const auto seen = part.find_first_not_of(" \"'");
    const bool formula = seen != std::string::npos && looks_like_formula(std::string_view(part).substr(seen));
    if (begin > 0) result += ';';
    if (formula && !is_plain_number(part)) result += '\'';
    result += part;
    begin = end + 1;
  }
  return result;
}

std::string field(std::string_view text) {
  const std::string value = without_commands(without_formulas(clean(text)));
  if (value.find_first_of(",;\"") == std::string::npos && value.find(' ') == std::string::npos) return value;
  std::string quoted = "\"";
  for (const char c : value) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

std::string record(const std::vector<std::string>& values) {
  std::string text;
  for (const std::string& value : values) text += (text.empty() ? "" : ",") + field(value);
  return text + "\r\n";
}

std::string or_blank(int number) {
  return number == 0 ? "" : std::to_string(number);
}

}  // namespace

std::string begin_csv(const Setting&) {
  return "submission,file,learner,name,problem,number,step,batch,head,row,column,written,verdict,points,"
         "max_points,message\r\n";
}

std::string csv_submission(const Submission& submission, const Setting&) {
  const Results& results = submission.results;
  const std::string number = std::to_string(submission.number);
  if (!submission.graded()) {
    return record({number, submission.file, results.learner, results.learner_name, results.problem, "", "",
                   "", "", "", "", "", "ungraded", "0", "", reason_of(submission)});
  }
  std::string text;
  for (const ResultLine& line : results.lines) {
    text += record({number, submission.file, results.learner, results.learner_name, results.problem,
                    line.number(), line.step, or_blank(line.batch), or_blank(line.head), line.row,
                    line.column, line.written, line.verdict, std::to_string(line.points),
                    std::to_string(line.max_points), line.message});
  }
  return text;
}

}  // namespace qkv
