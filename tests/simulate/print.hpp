// Answers as they were handed in and how they were judged, on standard output.
#pragma once

#include <cstdio>
#include <string>

#include "qkv/base/number.hpp"
#include "qkv/base/tensor.hpp"
#include "qkv/grade/answers.hpp"
#include "qkv/grade/report.hpp"

namespace qkv::test {

inline void print_answers(const Answers& answers) {
  for (const AnswerTable& table : answers.tables) {
    std::printf("%s %s", std::string(step_name(table.step)).c_str(), shape_text(table.shape).c_str());
    const auto columns = static_cast<std::size_t>(table.shape.back());
    for (std::size_t i = 0; i < table.cells.size(); ++i) {
      const std::string& written = table.cells[i].written;
      std::printf("%s%s", i % columns == 0 ? "\n  " : "  ", written.empty() ? "_" : written.c_str());
    }
    std::printf("\n");
  }
}

// Every cell whose verdict is not plainly `correct`.
inline void print_verdicts(const Report& report) {
  for (const TableReport& table : report.tables) {
    for (const CellReport& cell : table.cells) {
      if (cell.verdict == Verdict::correct) continue;
      std::printf("%s %s %s %s expected %s%s\n", std::string(step_name(table.step)).c_str(),
                  shape_text(cell.at).c_str(), cell.written.c_str(),
                  std::string(verdict_name(cell.verdict)).c_str(), format_shortest(cell.expected).c_str(),
                  cell.own ? (" own " + format_shortest(*cell.own)).c_str() : "");
    }
  }
}

}  // namespace qkv::test
