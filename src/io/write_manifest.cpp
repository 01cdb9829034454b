#include "qkv/io/write_manifest.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "csv_head.hpp"
#include "csv_line.hpp"
#include "qkv/text/unicode.hpp"

namespace qkv {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

constexpr std::array<std::string_view, 4> our_columns = {"answers", "problem", "learner", "name"};

using Columns = std::vector<std::string>;

Columns all_columns() {
  return {our_columns.begin(), our_columns.end()};
}

std::string value_of(const Assignment& assignment, std::string_view column) {
  if (column == "answers") return assignment.answers;
  if (column == "problem") return assignment.problem;
  if (column == "learner") return assignment.learner;
  return column == "name" ? assignment.learner_name : "";
}

// Columns that are not ours stay blank.
std::string lines_of(const std::vector<Assignment>& assignments, const Columns& columns) {
  std::string text;
  for (const Assignment& each : assignments) {
    std::vector<std::string> fields;
    for (const std::string& column : columns) fields.push_back(value_of(each, column));
    text += sheets::csv_line(fields);
  }
  return text;
}

// By the head of a list whose fields are parted by commas; nothing if it has not all that a line needs.
std::optional<Columns> columns_of(std::string_view manifest) {
  const std::string_view line = manifest.substr(0, manifest.find_first_of("\r\n"));
  if (line.find_first_of(";\t\"=") != std::string_view::npos) return std::nullopt;
  FaultList faults;
  const std::vector<sheets::Record> records = sheets::csv_records(line, "", faults);
  const auto fields = static_cast<std::size_t>(std::ranges::count(line, ',')) + 1;
  if (records.empty() || records.front().size() != fields) return std::nullopt;
  const sheets::Record& head = records.front();
  Columns columns(head.size());
  for (const std::string_view name : our_columns) {
    const auto at = sheets::column_called(head, name);
    if (at) columns[*at] = std::string(name);
    if (!at && name != "name") return std::nullopt;
  }
  return columns;
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<signed char>(c) >= 0; });
}

std::string with_mark(const std::string& text) {
  return is_ascii(text) ? text : std::string(byte_order_mark) + text;
}

}  // namespace

std::string manifest_csv(const std::vector<Assignment>& assignments) {
  return with_mark(sheets::csv_line(all_columns()) + lines_of(assignments, all_columns()));
}

std::optional<std::string> with_assignments(std::string manifest, const std::vector<Assignment>& more) {
  if (manifest.starts_with(byte_order_mark)) manifest.erase(0, byte_order_mark.size());
  const auto columns = columns_of(manifest);
  if (!columns || first_bad_utf8(manifest)) return std::nullopt;
  if (!manifest.ends_with('\n')) manifest += '\n';
  return with_mark(manifest + lines_of(more, *columns));
}

}  // namespace qkv
