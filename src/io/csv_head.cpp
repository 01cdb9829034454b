#include "csv_head.hpp"

#include <algorithm>
#include <array>

#include "qkv/base/suggest.hpp"
#include "sheet_text.hpp"

namespace qkv::sheets {

std::string head_word(std::string_view text) {
  std::string word = lower_case(folded(text));
  std::erase_if(word, [](char c) { return c == ' ' || c == '_'; });
  return word;
}

std::optional<std::size_t> column_called(const Record& head, std::string_view name) {
  const std::string wanted = head_word(name);
  for (std::size_t i = 0; i < head.size(); ++i) {
    if (head_word(head[i].text) == wanted) return i;
  }
  return std::nullopt;
}

std::string misspelt_in(const Record& head, std::string_view name) {
  const std::array candidates = {name};
  const bool misspelt = std::ranges::any_of(
      head, [&](const Field& field) { return !nearest(lower_case(field.text), candidates).empty(); });
  return misspelt ? std::string(name) : std::string();
}

std::string value_at(const Record& record, std::optional<std::size_t> column) {
  return column && *column < record.size() ? record[*column].text : std::string();
}

}  // namespace qkv::sheets
