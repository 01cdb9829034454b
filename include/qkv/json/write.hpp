// The machine formats of walk and check. Described in data/schema/; doubles are written with the shortest
// digits that read back, −∞ as the string "-inf", NaN never occurs.
#pragma once

#include <string>

#include "qkv/base/result.hpp"
#include "qkv/grade/feedback.hpp"
#include "qkv/grade/report.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/trace/trace.hpp"

namespace qkv {

// Which of many submissions it is.
struct Origin {
  std::string file = {};  // empty: the standard input, or the only one
  int line = 0;           // in a file of many; 0: the whole file
};

std::string trace_json(const Problem& problem, const Trace& trace);
// At the level `verdict` without cells; from `why` on with the expected numbers of cells that have their
// points, at `full` with those of all.
std::string report_json(const Problem& problem, const Report& report, Feedback feedback,
                        const Origin& origin = {});
// What stands in place of either when nothing could be computed or graded.
std::string faults_json(const std::vector<Diagnostic>& faults, const Origin& origin = {});

}  // namespace qkv
