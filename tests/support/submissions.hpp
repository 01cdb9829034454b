// Graded submissions for the printers of formats, made by hand.
#pragma once

#include <deque>
#include <string>

#include "qkv/format/formats.hpp"

namespace qkv::test {

inline const Catalogue& english() {
  static const Catalogue catalogue(Language::en);
  return catalogue;
}

// Lines look at texts that somebody keeps: here until the program ends.
inline std::string_view kept(std::string text) {
  static std::deque<std::string> all;
  return all.emplace_back(std::move(text));
}

// A cell worth one point.
inline ResultLine result_line(bool passed, const std::string& row, const std::string& column,
                              const std::string& saying) {
  ResultLine line;
  line.step = "weights";
  line.section = "weights";
  line.table = 1;
  line.cell = 1;
  line.batch = 1;
  line.head = 1;
  line.row = kept(row);
  line.column = kept(column);
  line.verdict = passed ? "correct" : "wrong";
  line.written = "0.5";
  line.passed = passed;
  line.points = passed ? 1 : 0;
  line.max_points = 1;
  line.saying = kept(saying);
  line.message = line.saying;
  line.line = 3;
  return line;
}

inline Submission submission_of(std::vector<ResultLine> lines) {
  Submission submission{.file = "a.json",
                        .results = {.problem = "p", .learner = "s001", .summary = "p: summary"}};
  for (const ResultLine& line : lines) {
    submission.results.points += line.points;
    submission.results.max_points += line.max_points;
  }
  submission.results.passed = submission.results.points == submission.results.max_points;
  submission.results.lines = std::move(lines);
  return submission;
}

inline Submission ungraded(std::string text) {
  Submission submission;
  submission.failures = {{.text = std::move(text), .file = "a.json", .line = 7}};
  return submission;
}

// Everything that a learner may write where a name or a number is expected.
inline std::string hostile_text() {
  std::string text =
      "\x1b[31m0.2 ]]> <b a=\"1\"> & ::error::x ##[error]y # \\ % =HYPERLINK(1) \xff \xef\xbf\xbe";
  text += '\0';
  return text + "\u202E\u2028\n::error::z\r\n##[command]w";
}

inline std::string printed(std::string_view format, const Submission& submission,
                           Amount amount = Amount::one) {
  return formatted(*find_format(format), submission, {.catalogue = english(), .amount = amount});
}

inline bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

}  // namespace qkv::test
