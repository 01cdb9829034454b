// Comma-separated values after RFC 4180 for spreadsheets, a line for each result.
#include <array>
#include <charconv>

#include "csv_field.hpp"
#include "printers.hpp"
#include "results_as_tests.hpp"

namespace qkv {
namespace {

// With a comma before it.
void add_field(std::string& output, std::string_view text) {
  output += ',';
  append_csv_field(output, text);
}

void append_number(std::string& output, int number) {
  std::array<char, 16> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  output.append(digits.data(), end);
}

void add_number(std::string& output, int number) {
  output += ',';
  append_number(output, number);
}

void add_unless_zero(std::string& output, int number) {
  output += ',';
  if (number != 0) append_number(output, number);
}

// The fields that all lines of a submission have in common.
std::string beginning_of(const Submission& submission) {
  std::string text = std::to_string(submission.number);
  add_field(text, submission.file);
  add_field(text, submission.results.learner);
  add_field(text, submission.results.learner_name);
  add_field(text, submission.results.problem);
  return text;
}

void add_line(std::string& output, const ResultLine& line) {
  add_number(output, line.table);
  if (line.cell != 0) {
    output += '.';
    append_number(output, line.cell);
  }
  add_field(output, line.step);
  add_unless_zero(output, line.batch);
  add_unless_zero(output, line.head);
  add_field(output, line.row);
  add_field(output, line.column);
  add_field(output, line.written);
  add_field(output, line.verdict);
  add_number(output, line.points);
  add_number(output, line.max_points);
  add_field(output, line.message);
  output += "\r\n";
}

}  // namespace

std::string begin_csv(const Setting&) {
  return "submission,file,learner,name,problem,number,step,batch,head,row,column,written,verdict,points,"
         "max_points,message\r\n";
}

void csv_submission(std::string& output, const Submission& submission, const Setting&) {
  const std::string beginning = beginning_of(submission);
  if (!submission.graded()) {
    output.append(beginning).append(",,,,,,,,ungraded,0,");
    add_field(output, reason_of(submission));
    output += "\r\n";
    return;
  }
  for (const ResultLine& line : submission.results.lines) {
    output += beginning;
    add_line(output, line);
  }
}

}  // namespace qkv
