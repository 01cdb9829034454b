// Which known mistake explains a table, or rows of it.
#pragma once

#include <functional>
#include <vector>

#include "base.hpp"
#include "forms.hpp"
#include "handed_in.hpp"
#include "known.hpp"
#include "qkv/grade/report.hpp"
#include "qkv/model/problem.hpp"

namespace qkv::grading {

// A table that was judged, with what it was judged by.
struct JudgedTable {
  TableReport& report;
  const Expected& expected;
};

// Looks for slips of the pen in a table.
using FindSlips = std::function<void(const JudgedTable& table)>;

// Names mistakes in tables with wrong or imprecise cells and turns those cells into Verdict::mistake. Only
// cells that a mistake moves by more than a whole unit of the last asked decimal say anything; at least two
// of them must fit, and every number of the table (or row) has to agree within half a unit, calculated
// exactly or by hand. A whole table that fits silences its rows; a mistake that explains several tables beats
// those that explain fewer. One that another table speaks against is named only where nothing else fits, and
// only if that is a table this one is calculated from, which a learner may have overlooked.
//
// misshapen: tables that were handed in with a shape that is not theirs. own: with all tables added.
void diagnose(Known& known, const HandedIn& handed_in, const HandedIn& misshapen, const Base& own,
              const std::vector<JudgedTable>& tables, const FindSlips& find_slips);

}  // namespace qkv::grading
