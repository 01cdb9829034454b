// A report with everything in it as text, to compare two of them.
#pragma once

#include <sstream>
#include <string>

#include "qkv/grade/report.hpp"

namespace qkv::test {

class WholeReport {
 public:
  static std::string text(const Report& report) {
    WholeReport whole;
    whole.add(report);
    return whole.text_.str();
  }

 private:
  void add(const Report& report) {
    text_ << std::hexfloat;
    text_ << report.problem << '|' << report.learner << '|' << report.learner_name << '|' << report.points
          << '/' << report.max_points << ' ' << report.passed << report.anything_readable << '\n';
    for (const Diagnostic& fault : report.faults) add(fault);
    for (const TableReport& table : report.tables) add(table);
  }

  void add(const TableReport& table) {
    text_ << step_name(table.step) << ' ' << shape_text(table.shape) << ' ' << table.points << '/'
          << table.max_points << ' ' << table.reads_right << table.too_large_to_name << '\n';
    for (const CellReport& cell : table.cells) add(cell);
    for (const Form form : table.forms) text_ << "form " << form_name(form) << '\n';
    for (const Diagnosis& diagnosis : table.diagnosis) add(diagnosis);
    for (const SignReport& sign : table.signs)
      text_ << "sign " << sign_name(sign.sign) << ' ' << shape_text(sign.row) << '\n';
    for (const RecomputedRow& row : table.recomputed)
      text_ << "recomputed " << step_name(row.table) << ' ' << shape_text(row.row) << '\n';
    for (const Diagnostic& fault : table.faults) add(fault);
  }

  void add(const CellReport& cell) {
    text_ << shape_text(cell.at) << ' ' << cell.written << ' ' << verdict_name(cell.verdict) << ' '
          << cell.points << ' ' << cell.expected << ' ' << cell.by_own << cell.trivial;
    if (cell.own) text_ << " own " << *cell.own;
    if (cell.slip) text_ << ' ' << slip_name(cell.slip->kind) << ' ' << cell.slip->index;
    if (cell.verdict == Verdict::unreadable) {
      text_ << ' ' << reason_name(cell.unreadable.reason) << ' ' << cell.unreadable.position << ' '
            << static_cast<unsigned long>(cell.unreadable.code_point);
    }
    text_ << '\n';
  }

  void add(const Diagnosis& diagnosis) {
    text_ << "diagnosis";
    for (const std::string_view id : diagnosis.mistakes) text_ << ' ' << id;
    for (const std::vector<int>& row : diagnosis.rows) text_ << ' ' << shape_text(row);
    for (const auto& step : diagnosis.telling) text_ << ' ' << (step ? step_name(*step) : "-");
    text_ << ' ' << diagnosis.fits << '/' << diagnosis.of << ' ' << diagnosis.whole_table
          << diagnosis.may_be_rounding << '\n';
  }

  void add(const Diagnostic& fault) {
    text_ << fault.code << ' ' << fault.place.file << ':' << fault.place.line << ':' << fault.place.column
          << ' ' << fault.place.pointer << ' ' << fault.suggestion;
    for (const Argument& argument : fault.arguments) text_ << ' ' << argument.name << '=' << argument.value;
    text_ << '\n';
  }

  std::ostringstream text_;
};

}  // namespace qkv::test
