// Experiments that end in checked claims: `qkv lab`.
//
// An experiment is a function from a request to plain data: paragraphs, tables, plots and claims. It chooses
// the keys of its words, not the words; report/lab.hpp makes a Document of it, json/write_lab.hpp JSON. What
// it draws comes from the seed alone.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/model/problem.hpp"

namespace qkv {

// In place of a number of decimals: three significant digits, for what may be of any size.
inline constexpr int significant = -1;

// A text of the catalogue with what fills it; without a key, `literal` as it is: a token, a symbol.
struct LabText {
  std::string key = {};
  std::vector<Argument> arguments = {};
  std::string literal = {};
};
LabText lab_text(std::string key, std::vector<Argument> arguments = {});
LabText lab_literal(std::string text);

struct LabNumber {
  double value = 0.0;  // may be infinite or NaN: that is a result as well
  int decimals = 2;    // that a person is shown; programs get it in full
};
using LabCell = std::variant<LabNumber, LabText>;

struct LabTable {
  struct Row {
    LabText name;
    std::vector<LabCell> cells;  // as many as there are columns
  };
  std::string id;  // for programs, unique within the experiment
  LabText caption;
  LabText row_axis;
  std::vector<LabText> columns;
  std::vector<Row> rows;
};

struct LabPlot {
  struct Series {
    LabText name;
    std::vector<std::pair<double, double>> points;
  };
  std::string id;
  LabText caption;
  LabText x_axis;
  LabText y_axis;
  std::vector<Series> series;
};

// Something that has to be true: a number that was found, held against one that was calculated or measured
// in another way.
struct LabClaim {
  enum class Relation { less, at_most, equal, at_least, greater };
  std::string id;
  std::string key;  // of the sentence, which may name {found}, {bound}, {tolerance} and the arguments
  double found = 0.0;
  Relation relation = Relation::equal;
  double bound = 0.0;
  double tolerance = 0.0;  // absolute; of `equal` alone
  int decimals = 2;        // of the numbers in the sentence
  std::vector<Argument> arguments = {};

  bool holds() const;  // never with NaN
};

struct LabSection {
  using Block = std::variant<LabText, LabTable, LabPlot, LabClaim>;
  LabText heading;
  std::vector<Block> blocks;
};

struct LabResult {
  std::string_view lab;
  std::uint64_t seed = 0;
  std::string problem = {};  // its id, where the experiment looks at one
  std::vector<LabSection> sections;

  bool holds() const;  // every claim
  std::vector<const LabClaim*> claims() const;
};

struct LabRequest {
  std::uint64_t seed = 0;
  const Problem* problem = nullptr;                 // there where the experiment looks at one
  std::function<void(double share)> progress = {};  // called now and then with the part that is done, 0 to 1
  std::function<double()> seconds = {};             // of a clock that only goes forward; none: no times
};

struct Lab {
  std::string_view id;
  std::string_view default_problem;  // a built-in one; empty: it looks at none
  // Fault: a problem that shows nothing here, for example one without a mask.
  Result<LabResult> (*run)(const LabRequest& request);
  bool draws = true;  // whether anything depends on the seed
};

// THE table of experiments, in the order of the course. Texts: lab.<id>.title and lab.<id>.summary, one line
// each; what else it says begins with lab.<id>. as well.
std::span<const Lab> labs();
const Lab* find_lab(std::string_view id);  // null: there is none

}  // namespace qkv
