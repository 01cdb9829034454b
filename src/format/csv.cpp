// Comma-separated values after RFC 4180 for spreadsheets, a line for each result.
#include <algorithm>
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

// The fields that all lines of a submission have in common.
std::string beginning_of(const Submission& submission) {
  std::string text = std::to_string(submission.number);
  add_field(text, submission.file);
  add_field(text, submission.results.learner);
  add_field(text, submission.results.learner_name);
  add_field(text, submission.results.problem);
  return text;
}

// Where the fields of a line go, each with a comma before it: here to the end of a text, whatever they hold.
class AnyLine {
 public:
  explicit AnyLine(std::string& output) : output_(output) {}

  void add_field(std::string_view text) { qkv::add_field(output_, text); }
  void add_word(std::string_view word) { add_field(word); }
  void add_number(int number) {
    output_ += ',';
    write_number(number);
  }
  void write_number(int number) { output_ += std::to_string(number); }
  void write(char c) { output_ += c; }

 private:
  std::string& output_;
};

// The same for a plain line, to where there is room for all of it. What a spreadsheet or a runner might act
// upon is not cared for, but noticed.
class PlainLine {
 public:
  static constexpr std::size_t longest_number = 11;

  explicit PlainLine(char* to) : to_(to) {}

  void add_field(std::string_view text) {
    *to_++ = ',';
    char* const begin = to_;
    unsigned seen = 0;
    for (const char c : text) {
      seen |= csv::kind_of(c);
      *to_++ = c;
    }
    if (text.empty()) return;
    const unsigned odd = (seen & csv::close_look) | (csv::kind_of(text.front()) & csv::may_begin);
    if (odd != 0 && !csv::is_harmless(text, seen)) harmless_ = false;
    if ((seen & csv::in_quotes) == 0) return;
    to_ = begin;
    *to_++ = '"';
    for (const char c : text) {
      if (c == '"') *to_++ = '"';
      *to_++ = c;
    }
    *to_++ = '"';
  }
  void add_word(std::string_view word) {  // of ours, without any special character
    *to_++ = ',';
    to_ = std::copy(word.begin(), word.end(), to_);
  }
  void add_number(int number) {
    *to_++ = ',';
    write_number(number);
  }
  void write_number(int number) {
    if (number >= 0 && number < 10) {
      *to_++ = static_cast<char>('0' + number);
    } else {
      to_ = std::to_chars(to_, to_ + longest_number, number).ptr;
    }
  }
  void write(char c) { *to_++ = c; }

  char* end() const { return to_; }
  bool is_harmless_line() const { return harmless_; }

 private:
  char* to_;
  bool harmless_ = true;
};

template <typename Line>
void write_line(Line& to, const ResultLine& line) {
  to.add_number(line.table);
  if (line.cell != 0) {
    to.write('.');
    to.write_number(line.cell);
  }
  to.add_word(line.step);
  for (const int number : {line.batch, line.head}) {
    if (number == 0) {
      to.write(',');
    } else {
      to.add_number(number);
    }
  }
  to.add_field(line.row);
  to.add_field(line.column);
  to.add_field(line.written);
  to.add_word(line.verdict);
  to.add_number(line.points);
  to.add_number(line.max_points);
  to.add_field(line.message);
  to.write('\r');
  to.write('\n');
}

// What most lines are, in one go; false, and nothing added, for all others.
bool add_plain_line(std::string& output, const ResultLine& line) {
  constexpr std::size_t longest = 1000;                             // nothing is cut
  constexpr std::size_t rest = 6 * PlainLine::longest_number + 32;  // numbers, commas and quotation marks
  std::size_t texts = 0;
  for (const std::string_view text : {line.row, line.column, line.written, line.message}) {
    if (text.size() > longest) return false;
    texts += text.size();
  }
  const std::size_t before = output.size();
  output.resize(before + 2 * texts + line.step.size() + line.verdict.size() + rest);
  PlainLine to(output.data() + before);
  write_line(to, line);
  output.resize(to.is_harmless_line() ? static_cast<std::size_t>(to.end() - output.data()) : before);
  return to.is_harmless_line();
}

void add_line(std::string& output, const ResultLine& line) {
  if (line.plain && add_plain_line(output, line)) return;
  AnyLine to(output);
  write_line(to, line);
}

}  // namespace

std::string begin_csv(const Setting&) {
  return "submission,file,learner,name,problem,number,step,batch,head,row,column,written,verdict,points,"
         "max_points,message\r\n";
}

// The lines without the fields that tell whose they are.
std::string csv_lines(const Results& results) {
  std::string lines;
  for (const ResultLine& line : results.lines) add_line(lines, line);
  return lines;
}

void csv_submission_with(std::string& output, const Submission& submission, std::string_view lines) {
  const std::string beginning = beginning_of(submission);
  for (const std::string& note : submission.results.notes) {
    output.append(beginning).append(",,,,,,,,note,0,0");
    add_field(output, note);
    output += "\r\n";
  }
  // No field holds a line break of its own.
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = lines.find('\n', at) + 1;
    output.append(beginning).append(lines.substr(at, end - at));
    at = end;
  }
}

void csv_submission(std::string& output, const Submission& submission, const Setting&) {
  if (submission.graded()) return csv_submission_with(output, submission, csv_lines(submission.results));
  output.append(beginning_of(submission)).append(",,,,,,,,ungraded,0,");
  add_field(output, reason_of(submission));
  output += "\r\n";
}

}  // namespace qkv
