// One line of examples.jsonl, and the two files that it becomes. README.md beside this file says how.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/json/value.hpp"
#include "qkv/model/step.hpp"
#include "support/json_members.hpp"

namespace qkv::published {

using test::find;
using test::get;

// Cells as JSON texts, digit for digit as they stand in the example: "0.50", "\"-inf\"", "null".
using Grid = std::vector<std::vector<std::string>>;

// A table as the author printed it. What was not printed is null.
struct PublishedTable {
  Step step;
  std::vector<Grid> heads;  // one where the table has no head axis
};

struct Example {
  std::string id;
  std::string verdict;
  std::string problem;  // the problem file
  std::string answers;  // the answer file of the author
  std::vector<PublishedTable> tables;
  std::vector<std::string> background;  // published fields that are no answer
  JsonValue correct;                    // the right tables, under the author's scale where that is accepted
};

// The name of a table in the example as a step; "output" is the last table of a layer with several heads.
struct Layout {
  int heads = 1;
  bool has_output_projection = false;
};
Layout layout_of(const JsonValue& line);
std::optional<Step> step_of(std::string_view name, const Layout& layout);

Example example_of(const JsonText& line);

}  // namespace qkv::published
