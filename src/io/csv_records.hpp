// CSV: fields and records, whatever the separator.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "qkv/base/fault_list.hpp"
#include "qkv/base/result.hpp"

namespace qkv::sheets {

struct Field {
  std::string text;  // without quotation marks, trimmed
  int line = 0;
  int column = 0;
};

using Record = std::vector<Field>;

// The records that have something in them. Quoted fields may hold separators, line breaks and doubled
// quotation marks; one that is never closed is reported, and ends with its line. The separator is the one
// that a line "sep=;" names, else the one of , ; tab and their full-width forms that parts the first record
// into most fields.
std::vector<Record> csv_records(std::string_view text, const std::string& file, FaultList& faults);

}  // namespace qkv::sheets
