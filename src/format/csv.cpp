// Comma-separated values after RFC 4180 for spreadsheets, a line for each result.
#include <algorithm>
#include <array>
#include <charconv>

#include "printers.hpp"
#include "qkv/format/clean.hpp"
#include "results_as_tests.hpp"

namespace qkv {
namespace {

// Beginnings that a spreadsheet takes for a formula, also in full width.
bool looks_like_formula(std::string_view text) {
  constexpr std::array<std::string_view, 8> signs = {"=", "+", "-", "@", "＝", "＋", "－", "＠"};
  return std::ranges::any_of(signs, [text](std::string_view sign) { return text.starts_with(sign); });
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

// What a byte of a text makes of its field.
constexpr unsigned char in_quotes = 1;   // it needs quotation marks
constexpr unsigned char close_look = 2;  // what it needs depends on the neighbours of the byte
constexpr unsigned char may_begin = 4;   // in front it may begin a formula, or stand before one

constexpr std::array<unsigned char, 256> kinds = [] {
  std::array<unsigned char, 256> table{};
  const auto mark = [&table](std::string_view bytes, unsigned char kind) {
    for (const char c : bytes) {
      auto& byte = table[static_cast<unsigned char>(c)];
      byte = static_cast<unsigned char>(byte | kind);
    }
  };
  mark(" ,\"", in_quotes);
  mark(";#", close_look);
  mark(" \"'=+-@\xEF", may_begin);
  return table;
}();

unsigned kind_of(char c) {
  return kinds[static_cast<unsigned char>(c)];
}

// Whether the care about formulas and commands changes nothing of a text of these kinds.
bool is_harmless(std::string_view text, unsigned seen) {
  if ((seen & close_look) != 0) return false;
  if (text.empty() || (kind_of(text.front()) & may_begin) == 0) return true;
  const auto first = text.find_first_not_of(" \"'");
  return first == std::string_view::npos || !looks_like_formula(text.substr(first)) || is_plain_number(text);
}

void append_value(std::string& output, std::string_view value, bool quoted) {
  if (!quoted) {
    output += value;
    return;
  }
  output += '"';
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t end = std::min(value.find('"', at), value.size());
    output += value.substr(at, end - at);
    if (end < value.size()) output += "\"\"";
    at = end + 1;
  }
  output += '"';
}

// Appends the text as a field, with a comma before it.
void add_field(std::string& output, std::string_view text) {
  output += ',';
  unsigned seen = 0;
  for (const char c : text) seen |= kind_of(c);
  if (is_clean(text) && is_harmless(text, seen)) return append_value(output, text, (seen & in_quotes) != 0);
  const std::string value = without_commands(without_formulas(clean(text)));
  append_value(output, value, value.find_first_of(",;\" ") != std::string::npos);
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
      seen |= kind_of(c);
      *to_++ = c;
    }
    if (text.empty()) return;
    const unsigned odd = (seen & close_look) | (kind_of(text.front()) & may_begin);
    if (odd != 0 && !is_harmless(text, seen)) harmless_ = false;
    if ((seen & in_quotes) == 0) return;
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
