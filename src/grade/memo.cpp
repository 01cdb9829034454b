#include "memo.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace qkv::grading {
namespace {

constexpr std::size_t most_cells_of_sheet = 4096;
// Of a generation; one cell takes less than 300 bytes.
constexpr std::size_t most_cells = 1 << 15;

void add_count(std::string& key, std::size_t count) {
  // Short for what is short; nothing is the beginning of anything else.
  constexpr std::size_t most_in_a_byte = 0xFF;
  if (count < most_in_a_byte) {
    key += static_cast<char>(count);
    return;
  }
  key += static_cast<char>(most_in_a_byte);
  for (std::size_t i = 0; i < sizeof(count); ++i) key += static_cast<char>(count >> (8 * i) & 0xFF);
}

std::size_t count_cells(const std::vector<TableReport>& tables) {
  std::size_t cells = 1;
  for (const TableReport& table : tables) cells += table.cells.size();
  return cells;
}

// Most cells hold a few characters: then all is written at once.
void add_text(std::string& key, const std::string& text) {
  std::array<char, 16> short_text;
  if (text.size() >= short_text.size()) {
    add_count(key, text.size());
    key += text;
    return;
  }
  short_text[0] = static_cast<char>(text.size());
  std::copy(text.begin(), text.end(), short_text.begin() + 1);
  key.append(short_text.data(), text.size() + 1);
}

}  // namespace

bool write_key(std::string& key, const Problem& problem, const Answers& answers) {
  key.clear();
  std::size_t cells = 0;
  for (const Step step : problem.asked) {
    const AnswerTable* table = answers.find(step);
    key += static_cast<char>(table != nullptr);
    if (table == nullptr) continue;
    cells += table->cells.size();
    if (cells > most_cells_of_sheet) return false;
    add_count(key, table->shape.size());
    for (const int size : table->shape) add_count(key, static_cast<std::size_t>(size));
    add_count(key, table->cells.size());
    for (const AnswerCell& cell : table->cells) {
      add_text(key, cell.written);
    }
  }
  return true;
}

const Memo::Sheet* Memo::find(const std::string& key) {
  const auto found = young_.find(key);
  if (found != young_.end()) return &found->second;
  const auto older = old_.find(key);
  if (older == old_.end()) return nullptr;
  Sheet sheet = std::move(older->second);
  old_.erase(older);
  const std::size_t cells = count_cells(sheet.tables);
  keep(key, std::move(sheet), cells);
  return &young_.find(key)->second;
}

std::uint64_t Memo::keep(const std::string& key, const std::vector<TableReport>& tables) {
  const std::size_t cells = count_cells(tables);
  if (cells > most_cells_of_sheet) return 0;
  keep(key, {++count_, tables}, cells);
  return count_;
}

void Memo::keep(const std::string& key, Sheet sheet, std::size_t cells) {
  if (cells_ + cells > most_cells) {
    old_ = std::exchange(young_, {});
    cells_ = 0;
  }
  cells_ += cells;
  young_.insert_or_assign(key, std::move(sheet));
}

}  // namespace qkv::grading
