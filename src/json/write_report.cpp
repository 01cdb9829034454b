#include <algorithm>

#include "qkv/json/write.hpp"
#include "qkv/text/code_point.hpp"
#include "qkv/trace/labels.hpp"
#include "writer.hpp"

namespace qkv {
namespace {

std::string_view reason_name(Unreadable::Reason reason) {
  using Reason = Unreadable::Reason;
  switch (reason) {
    case Reason::empty:
      return "empty";
    case Reason::unexpected:
      return "unexpected";
    case Reason::unfinished:
      return "unfinished";
    case Reason::comma:
      return "comma";
    case Reason::several_numbers:
      return "several-numbers";
    case Reason::division_by_zero:
      return "division-by-zero";
    case Reason::not_real:
      return "not-real";
    case Reason::not_finite:
      return "not-finite";
    case Reason::too_long:
      return "too-long";
    case Reason::bad_encoding:
      return "bad-encoding";
  }
  return "";
}

void write_unreadable(JsonWriter& json, const Unreadable& unreadable) {
  json.key("unreadable");
  json.begin_object();
  json.key("reason");
  json.text(reason_name(unreadable.reason));
  json.key("position");
  json.whole(unreadable.position);
  if (unreadable.code_point != 0) {
    json.key("code_point");
    json.text(code_point_name(unreadable.code_point));
  }
  json.end_object();
}

void write_cell(JsonWriter& json, const Problem& problem, Step step, const CellReport& cell) {
  json.begin_object();
  json.key("at");
  json.whole_numbers(cell.at);
  // The last axis is the columns, but `sum` has none.
  const bool has_columns = step != Step::sum;
  const std::size_t row = cell.at.size() - (has_columns ? 2 : 1);
  json.key("row");
  json.text(row_name(problem, step, cell.at.front(), cell.at[row]));
  if (has_columns) {
    json.key("column");
    json.text(column_name(problem, step, cell.at.front(), cell.at.back()));
  }
  json.key("written");
  json.text(cell.written);
  json.key("verdict");
  json.text(verdict_name(cell.verdict));
  if (cell.verdict == Verdict::unreadable) write_unreadable(json, cell.unreadable);
  json.end_object();
}

// Nothing if there are none.
void write_faults(JsonWriter& json, const std::vector<Diagnostic>& faults) {
  if (faults.empty()) return;
  json.key("faults");
  json.begin_array();
  for (const Diagnostic& fault : faults) {
    json.begin_object();
    json.key("code");
    json.text(fault.code);
    if (!fault.place.file.empty()) {
      json.key("file");
      json.text(fault.place.file);
    }
    json.key("line");
    json.whole(fault.place.line);
    json.key("column");
    json.whole(fault.place.column);
    json.key("pointer");
    json.text(fault.place.pointer);
    json.end_object();
  }
  json.end_array();
}

void write_points(JsonWriter& json, int points, int max_points) {
  json.key("points");
  json.whole(points);
  json.key("max_points");
  json.whole(max_points);
}

void write_table(JsonWriter& json, const Problem& problem, const TableReport& table) {
  json.begin_object();
  json.key("step");
  json.text(step_name(table.step));
  write_points(json, table.points, table.max_points);
  json.key("cells");
  json.begin_array();
  for (const CellReport& cell : table.cells) write_cell(json, problem, table.step, cell);
  json.end_array();
  json.key("diagnosis");
  json.begin_array();
  json.end_array();
  write_faults(json, table.faults);
  json.end_object();
}

void write_learner(JsonWriter& json, const Report& report) {
  json.key("learner");
  if (report.learner_name.empty()) {
    json.text(report.learner);
    return;
  }
  json.begin_object();
  json.key("id");
  json.text(report.learner);
  json.key("name");
  json.text(report.learner_name);
  json.end_object();
}

}  // namespace

std::string report_json(const Problem& problem, const Report& report) {
  JsonWriter json;
  json.begin_object();
  json.key("qkv");
  json.whole(1);
  json.key("problem");
  json.text(report.problem);
  write_learner(json, report);
  write_points(json, report.points, report.max_points);
  json.key("passed");
  json.boolean(report.passed);
  json.key("tables");
  json.begin_array();
  for (const TableReport& table : report.tables) write_table(json, problem, table);
  json.end_array();
  write_faults(json, report.faults);
  json.end_object();
  return json.take();
}

std::string faults_json(const std::vector<Diagnostic>& faults) {
  JsonWriter json;
  json.begin_object();
  json.key("qkv");
  json.whole(1);
  write_faults(json, faults);
  json.end_object();
  return json.take();
}

}  // namespace qkv
