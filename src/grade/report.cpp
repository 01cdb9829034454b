#include "qkv/grade/report.hpp"

#include <algorithm>
#include <array>

#include "qkv/grade/feedback.hpp"

namespace qkv {
namespace {

constexpr std::array<std::string_view, 9> verdicts = {
    "correct", "rounding", "follow-through", "mistake", "slip", "imprecise", "wrong", "blank", "unreadable"};
constexpr std::array<std::string_view, 6> slips = {"term-dropped", "term-doubled",  "sign-lost",
                                                   "swapped",      "decimal-point", "row-copied"};
constexpr std::array<std::string_view, 6> forms = {"prescaled", "masked-late", "row-shifted",
                                                   "exp-plain", "exp-shifted", "exp-factor"};
constexpr std::array<std::string_view, 7> signs = {"transposed",    "column-convention", "row-sum",
                                                   "masked-weight", "outside-values",    "asymmetric",
                                                   "rounded-early"};

}  // namespace

std::string_view verdict_name(Verdict verdict) {
  return verdicts[static_cast<std::size_t>(verdict)];
}

std::optional<Verdict> verdict_from_name(std::string_view name) {
  const auto found = std::ranges::find(verdicts, name);
  if (found == verdicts.end()) return std::nullopt;
  return static_cast<Verdict>(found - verdicts.begin());
}

std::optional<Feedback> feedback_from_name(std::string_view name) {
  const auto found = std::ranges::find(feedback_names, name);
  if (found == feedback_names.end()) return std::nullopt;
  return static_cast<Feedback>(found - feedback_names.begin());
}

bool is_right(Verdict verdict) {
  return verdict == Verdict::correct || verdict == Verdict::rounding;
}

std::string_view slip_name(Slip::Kind kind) {
  return slips[static_cast<std::size_t>(kind)];
}

std::string_view form_name(Form form) {
  return forms[static_cast<std::size_t>(form)];
}

std::string_view sign_name(Sign sign) {
  return signs[static_cast<std::size_t>(sign)];
}

bool counts(const CellReport& cell) {
  return is_right(cell.verdict) || (cell.verdict == Verdict::follow_through && !cell.trivial);
}

std::vector<Diagnostic> all_faults(const Report& report) {
  std::vector<Diagnostic> faults = report.faults;
  for (const TableReport& table : report.tables) {
    faults.insert(faults.end(), table.faults.begin(), table.faults.end());
  }
  return faults;
}

}  // namespace qkv
