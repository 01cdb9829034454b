#include "trials.hpp"

#include <utility>

namespace qkv::grading {
namespace {

// Of a generation; those of a table with 16 cells take about 30 kB.
constexpr std::size_t most_kept = 64;

}  // namespace

Trials& TrialShelf::of(const std::string& key) {
  const auto known = young_.find(key);
  if (known != young_.end()) return *known->second;
  if (young_.size() >= most_kept) old_ = std::exchange(young_, {});
  const auto older = old_.find(key);
  std::unique_ptr<Trials> trials =
      older == old_.end() ? std::make_unique<Trials>() : std::move(older->second);
  if (older != old_.end()) old_.erase(older);
  return *young_.emplace(key, std::move(trials)).first->second;
}

}  // namespace qkv::grading
