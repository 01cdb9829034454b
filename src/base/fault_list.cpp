#include "qkv/base/fault_list.hpp"

#include <algorithm>
#include <utility>

namespace qkv {
namespace {

constexpr std::size_t most_faults = 100;

}  // namespace

void FaultList::add(Diagnostic fault) {
  if (has_room()) faults_.push_back(std::move(fault));
  ++count_;
}

bool FaultList::has_room() const {
  return count_ < most_faults;
}

std::vector<Diagnostic> FaultList::take(const std::string& file) {
  std::ranges::stable_sort(
      faults_, {}, [](const Diagnostic& fault) { return std::pair(fault.place.line, fault.place.column); });
  if (count_ > most_faults) {
    Place nowhere;
    nowhere.file = file;
    const auto rest = static_cast<long long>(count_ - most_faults);
    faults_.push_back({"more-faults", std::move(nowhere), {argument("count", rest)}, {}});
  }
  return std::move(faults_);
}

}  // namespace qkv
