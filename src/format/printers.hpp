// The functions behind the rows of the table, a file each.
#pragma once

#include "qkv/format/formats.hpp"

namespace qkv {

// For formats that need nothing before or after the submissions.
std::string nothing_before(const Setting& setting);
std::string nothing_after(const Totals& totals, const Setting& setting);

std::string begin_junit(const Setting& setting);
void junit_submission(std::string& output, const Submission& submission, const Setting& setting);
std::string end_junit(const Totals& totals, const Setting& setting);

std::string begin_tap(const Setting& setting);
void tap_submission(std::string& output, const Submission& submission, const Setting& setting);
std::string end_tap(const Totals& totals, const Setting& setting);

void gradescope_submission(std::string& output, const Submission& submission, const Setting& setting);
void classroom50_submission(std::string& output, const Submission& submission, const Setting& setting);

void github_submission(std::string& output, const Submission& submission, const Setting& setting);
std::string end_github(const Totals& totals, const Setting& setting);

std::string begin_csv(const Setting& setting);
void csv_submission(std::string& output, const Submission& submission, const Setting& setting);
std::string csv_lines(const Results& results);
void csv_submission_with(std::string& output, const Submission& submission, std::string_view lines);

}  // namespace qkv
