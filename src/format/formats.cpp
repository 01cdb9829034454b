#include "qkv/format/formats.hpp"

#include <algorithm>

#include "printers.hpp"

namespace qkv {
namespace {

constexpr Format rows[] = {
    {"junit", Amount::many, begin_junit, junit_submission, end_junit},
    {"tap", Amount::many, begin_tap, tap_submission, end_tap},
    {"gradescope", Amount::one, nothing_before, gradescope_submission, nothing_after},
    {"classroom50", Amount::one, nothing_before, classroom50_submission, nothing_after},
    {"github", Amount::many, nothing_before, github_submission, end_github},
    {"csv", Amount::many, begin_csv, csv_submission, nothing_after, csv_lines, csv_submission_with},
};

}  // namespace

std::string nothing_before(const Setting&) {
  return {};
}

std::string nothing_after(const Totals&, const Setting&) {
  return {};
}

std::span<const Format> formats() {
  return rows;
}

const Format* find_format(std::string_view name) {
  const auto found = std::ranges::find(rows, name, &Format::name);
  return found == std::end(rows) ? nullptr : found;
}

void Totals::add(const Submission& submission) {
  ++submissions;
  if (submission.graded() && submission.results.passed) ++passed;
}

std::string formatted(const Format& format, const Submission& submission, const Setting& setting) {
  Totals totals;
  totals.add(submission);
  std::string output = format.begin(setting);
  format.submission(output, submission, setting);
  return output += format.end(totals, setting);
}

}  // namespace qkv
