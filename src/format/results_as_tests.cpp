#include "results_as_tests.hpp"

#include "qkv/format/clean.hpp"

namespace qkv {

std::string label_of(const Submission& submission) {
  const Results& results = submission.results;
  if (!results.learner_name.empty()) return results.learner_name;
  return results.learner.empty() ? submission.file : results.learner;
}

std::string reason_of(const Submission& submission) {
  const std::string& text = submission.failures.front().text;
  return clean(std::string_view(text).substr(0, text.find('\n')));
}

std::string reasons_of(const Submission& submission) {
  constexpr std::size_t most = 20;
  std::string text;
  for (std::size_t i = 0; i < submission.failures.size() && i < most; ++i) {
    text += (i == 0 ? "" : "\n") + clean_lines(submission.failures[i].text);
  }
  return text;
}

std::string place_of(const Submission& submission, int line) {
  if (submission.file.empty() || line == 0) return submission.file;
  return submission.file + ":" + std::to_string(line);
}

std::vector<PointTest> tests_of(const std::vector<ResultLine>& lines) {
  std::vector<PointTest> tests;
  for (const ResultLine& line : lines) {
    if (line.max_points == 0) continue;
    if (line.cell == 0) {
      tests.push_back({line.name() + ": " + std::string(line.message), line.passed, &line});
      continue;
    }
    for (int point = 1; point <= line.max_points; ++point) {
      std::string name = line.name();
      if (line.max_points > 1) {
        name += " [" + std::to_string(point) + "/" + std::to_string(line.max_points) + "]";
      }
      tests.push_back({std::move(name), point <= line.points, &line});
    }
  }
  return tests;
}

}  // namespace qkv
