// Lines of CSV files that we write.
#pragma once

#include <string>
#include <vector>

namespace qkv::sheets {

// Joined by commas, with a line break at the end. A field is quoted where a reader would misread it.
std::string csv_line(const std::vector<std::string>& fields);

}  // namespace qkv::sheets
