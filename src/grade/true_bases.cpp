#include "true_bases.hpp"

#include <utility>

#include "qkv/trace/pipeline.hpp"

namespace qkv::grading {
namespace {

constexpr std::size_t most_entries = 16;
constexpr std::size_t most_cells = 1 << 14;  // of all tables

std::string readable_rows(const HandedIn& handed_in) {
  std::string rows;
  for (const auto& table : handed_in) {
    rows += table ? '+' : '-';
    for (std::size_t row = 0; table && row < table->rows(); ++row)
      rows += table->row_readable(row) ? '1' : '0';
  }
  return rows;
}

std::size_t count_cells(const Problem& problem, const std::vector<Step>& steps) {
  std::size_t cells = 0;
  for (const Step step : steps) cells += element_count(shape_of(problem, step));
  return cells;
}

}  // namespace

TrueBases::Entry::Entry(const Problem& problem, std::string pattern, const HandedIn& sheet)
    : rows(std::move(pattern)),
      handed_in(sheet),
      base(problem, handed_in, Base::Kind::truth, Base::Keep::yes) {
  for (const Step step : steps_of(problem)) base.add(step);
}

TrueBases::TrueBases(const Problem& problem)
    : problem_(problem), keeps_(count_cells(problem, steps_of(problem)) <= most_cells) {}

const Base* TrueBases::of(const HandedIn& handed_in) {
  if (!keeps_) return nullptr;
  std::string rows = readable_rows(handed_in);
  for (const auto& entry : entries_) {
    if (entry->rows == rows && entry->base.has_forms_of(handed_in)) return &entry->base;
  }
  if (entries_.size() == most_entries) entries_.erase(entries_.begin());
  entries_.push_back(std::make_unique<Entry>(problem_, std::move(rows), handed_in));
  return &entries_.back()->base;
}

}  // namespace qkv::grading
