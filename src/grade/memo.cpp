#include "memo.hpp"

#include <utility>

namespace qkv::grading {
namespace {

constexpr std::size_t most_cells_of_sheet = 4096;
// Of a generation; one cell takes less than 300 bytes.
constexpr std::size_t most_cells = 1 << 16;

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

}  // namespace

std::optional<std::string> key_of(const Problem& problem, const Answers& answers) {
  std::string key;
  std::size_t cells = 0;
  for (const Step step : problem.asked) {
    const AnswerTable* table = answers.find(step);
    key += static_cast<char>(table != nullptr);
    if (table == nullptr) continue;
    cells += table->cells.size();
    if (cells > most_cells_of_sheet) return std::nullopt;
    add_count(key, table->shape.size());
    for (const int size : table->shape) add_count(key, static_cast<std::size_t>(size));
    add_count(key, table->cells.size());
    for (const AnswerCell& cell : table->cells) {
      add_count(key, cell.written.size());
      key += cell.written;
    }
  }
  return key;
}

const std::vector<TableReport>* Memo::find(const std::string& key) {
  const auto found = young_.find(key);
  if (found != young_.end()) return &found->second;
  const auto older = old_.find(key);
  if (older == old_.end()) return nullptr;
  std::vector<TableReport> tables = std::move(older->second);
  old_.erase(older);
  keep(key, tables);
  return &young_.find(key)->second;
}

void Memo::keep(std::string key, const std::vector<TableReport>& tables) {
  std::size_t cells = 1;
  for (const TableReport& table : tables) cells += table.cells.size();
  if (cells > most_cells_of_sheet) return;
  if (cells_ + cells > most_cells) {
    old_ = std::exchange(young_, {});
    cells_ = 0;
  }
  cells_ += cells;
  young_.insert_or_assign(std::move(key), tables);
}

}  // namespace qkv::grading
