// The result of grading, as data: a verdict per cell, points per table.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/base/number.hpp"
#include "qkv/base/result.hpp"
#include "qkv/base/tensor.hpp"
#include "qkv/model/step.hpp"

namespace qkv {

enum class Verdict { correct, wrong, blank, unreadable };
std::string_view verdict_name(Verdict verdict);  // "correct": as in the JSON format
std::optional<Verdict> verdict_from_name(std::string_view name);

struct CellReport {
  std::vector<int> at;  // index on every axis of the table, from 0
  std::string written;  // as typed
  Verdict verdict = Verdict::blank;
  double expected = 0.0;         // the true value
  double by_hand = 0.0;          // the value when every table is rounded to its asked decimals
  bool matched_by_hand = false;  // correct, but only against by_hand
  Unreadable unreadable{};       // only for Verdict::unreadable
};

struct TableReport {
  Step step;
  Shape shape;
  int points = 0;
  int max_points = 0;
  std::vector<CellReport> cells;   // row major
  std::vector<Diagnostic> faults;  // about the table as a whole: missing, another shape
};

struct Report {
  std::string problem;
  std::string learner;
  std::string learner_name;
  int points = 0;
  int max_points = 0;
  bool passed = false;              // every asked cell is right
  bool anything_readable = false;   // at least one asked table was handed in, in its right shape
  std::vector<TableReport> tables;  // the asked tables, in the order of the calculation
  std::vector<Diagnostic> faults;   // about the submission as a whole
};

}  // namespace qkv
