// What is said about the mistakes that were named in a table.
#pragma once

#include "check_notes.hpp"

namespace qkv {

// At most one note per explanation: what the numbers agree with, the hint, and where to read on; how to tell
// apart what fits equally well. A mistake that an earlier table of the report showed is only pointed back to.
void add_diagnosis(const Sheet& sheet, const Report& report, const TableReport& table, Section& section);

// The leading names of all tables, each once with its table; empty if nothing was named.
std::string named_mistakes(const Sheet& sheet, const Report& report);

// The same in short, for a cell of the rows that the mistake explains.
std::string diagnosis_hint(const Sheet& sheet, const Diagnosis& diagnosis);

}  // namespace qkv
