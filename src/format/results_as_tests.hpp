// Results in the terms of formats that know tests, names and messages.
#pragma once

#include <string>
#include <vector>

#include "qkv/format/formats.hpp"

namespace qkv {

// Who handed in: name or id of the learner, else the file.
std::string label_of(const Submission& submission);

// The first line of the first failure.
std::string reason_of(const Submission& submission);
// All lines of all failures.
std::string reasons_of(const Submission& submission);

// "answers.json:9", as far as it is known.
std::string place_of(const Submission& submission, int line);

// A test that passes or fails, for formats that know no scores.
struct PointTest {
  std::string name;  // "weights 过高 → 合同", with "[2/3]" behind it where there are several
  bool passed = false;
  const ResultLine* line = nullptr;
};

// A cell of p points gives p tests, so that the number of those that pass is the number of points; a table at
// the level `verdict` gives one, which passes with all of its points and says how many there are. What has no
// points gives none.
std::vector<PointTest> tests_of(const std::vector<ResultLine>& lines);

}  // namespace qkv
