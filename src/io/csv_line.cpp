#include "csv_line.hpp"

namespace qkv::sheets {
namespace {

std::string quoted(const std::string& text) {
  const bool plain =
      text.find_first_of(",;\t\"\r\n") == std::string::npos && !text.starts_with(' ') && !text.ends_with(' ');
  if (plain) return text;
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + "\"";
}

}  // namespace

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) line += (i == 0 ? "" : ",") + quoted(fields[i]);
  return line + "\n";
}

}  // namespace qkv::sheets
