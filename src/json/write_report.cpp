#include <algorithm>
#include <cmath>

#include "qkv/json/write.hpp"
#include "qkv/json/writer.hpp"
#include "qkv/text/code_point.hpp"
#include "qkv/trace/labels.hpp"
#include "write_faults.hpp"

namespace qkv {

void write_arguments(JsonWriter& json, const std::vector<Argument>& arguments) {
  if (arguments.empty()) return;
  json.key("arguments");
  json.begin_object();
  for (const Argument& argument : arguments) {
    json.key(argument.name);
    json.text(argument.value);
  }
  json.end_object();
}

void write_faults(JsonWriter& json, const std::vector<Diagnostic>& faults, FaultDetail detail) {
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
    if (detail == FaultDetail::arguments) write_arguments(json, fault.arguments);
    json.end_object();
  }
  json.end_array();
}

namespace {

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

void write_slip(JsonWriter& json, const Slip& slip) {
  json.key("slip");
  json.text(slip_name(slip.kind));
}

// An expected number may be shown where the learner has it, or where everything is.
bool shows_expected(const CellReport& cell, Feedback feedback) {
  if (std::isnan(cell.expected)) return false;
  return feedback == Feedback::full || (feedback == Feedback::why && is_right(cell.verdict));
}

void write_cell(JsonWriter& json, const Problem& problem, Step step, const CellReport& cell,
                Feedback feedback) {
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
  if (feedback >= Feedback::why && cell.trivial) {
    json.key("trivial");
    json.boolean(true);
  }
  if (feedback >= Feedback::why && cell.slip) write_slip(json, *cell.slip);
  if (shows_expected(cell, feedback)) {
    json.key("expected");
    json.number(cell.expected);
  }
  json.end_object();
}

void write_points(JsonWriter& json, int points, int max_points) {
  json.key("points");
  json.whole(points);
  json.key("max_points");
  json.whole(max_points);
}

// Forms, signs and recomputed rows, each only where there are any.
void write_remarks(JsonWriter& json, const TableReport& table) {
  if (!table.forms.empty()) {
    json.key("forms");
    json.begin_array();
    for (const Form form : table.forms) json.text(form_name(form));
    json.end_array();
  }
  if (!table.signs.empty()) {
    json.key("signs");
    json.begin_array();
    for (const SignReport& sign : table.signs) {
      json.begin_object();
      json.key("sign");
      json.text(sign_name(sign.sign));
      json.key("row");
      json.whole_numbers(sign.row);
      json.end_object();
    }
    json.end_array();
  }
  if (!table.recomputed.empty()) {
    json.key("recomputed");
    json.begin_array();
    for (const RecomputedRow& row : table.recomputed) {
      json.begin_object();
      json.key("step");
      json.text(step_name(row.table));
      json.key("row");
      json.whole_numbers(row.row);
      json.end_object();
    }
    json.end_array();
  }
}

void write_diagnosis(JsonWriter& json, const Diagnosis& diagnosis) {
  json.begin_object();
  json.key("mistakes");
  json.begin_array();
  for (const std::string_view id : diagnosis.mistakes) json.text(id);
  json.end_array();
  json.key("rows");
  json.begin_array();
  for (const std::vector<int>& row : diagnosis.rows) json.whole_numbers(row);
  json.end_array();
  json.key("fits");
  json.whole(diagnosis.fits);
  json.key("of");
  json.whole(diagnosis.of);
  if (diagnosis.whole_table) {
    json.key("whole_table");
    json.boolean(true);
  }
  const auto telling = std::ranges::find_if(diagnosis.telling,
                                            [](const std::optional<Step>& step) { return step.has_value(); });
  if (telling != diagnosis.telling.end()) {
    json.key("telling");
    json.text(step_name(**telling));
  }
  if (diagnosis.may_be_rounding) {
    json.key("may_be_rounding");
    json.boolean(true);
  }
  json.end_object();
}

void write_table(JsonWriter& json, const Problem& problem, const TableReport& table, Feedback feedback) {
  json.begin_object();
  json.key("step");
  json.text(step_name(table.step));
  write_points(json, table.points, table.max_points);
  json.key("cells");
  json.begin_array();
  if (feedback >= Feedback::where) {
    for (const CellReport& cell : table.cells) write_cell(json, problem, table.step, cell, feedback);
  }
  json.end_array();
  json.key("diagnosis");
  json.begin_array();
  if (feedback >= Feedback::why) {
    for (const Diagnosis& diagnosis : table.diagnosis) write_diagnosis(json, diagnosis);
  }
  json.end_array();
  if (feedback >= Feedback::why) write_remarks(json, table);
  write_faults(json, table.faults);
  json.end_object();
}

void write_origin(JsonWriter& json, const Origin& origin) {
  if (!origin.file.empty()) {
    json.key("file");
    json.text(origin.file);
  }
  if (origin.line == 0) return;
  json.key("line");
  json.whole(origin.line);
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

std::string report_json(const Problem& problem, const Report& report, Feedback feedback,
                        const Origin& origin) {
  JsonWriter json;
  json.begin_object();
  json.key("qkv");
  json.whole(1);
  write_origin(json, origin);
  json.key("problem");
  json.text(report.problem);
  write_learner(json, report);
  write_points(json, report.points, report.max_points);
  json.key("passed");
  json.boolean(report.passed);
  json.key("tables");
  json.begin_array();
  for (const TableReport& table : report.tables) write_table(json, problem, table, feedback);
  json.end_array();
  write_faults(json, report.faults);
  json.end_object();
  return json.take();
}

std::string faults_json(const std::vector<Diagnostic>& faults, const Origin& origin) {
  JsonWriter json;
  json.begin_object();
  json.key("qkv");
  json.whole(1);
  write_origin(json, origin);
  write_faults(json, faults, FaultDetail::arguments);
  json.end_object();
  return json.take();
}

}  // namespace qkv
