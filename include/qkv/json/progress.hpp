// The progress file: Learned ↔ JSON. The format is described in data/schema/progress.schema.json.
#pragma once

#include <string>

#include "qkv/base/result.hpp"
#include "qkv/tutor/progress.hpp"

namespace qkv {

// A few lines that a person can read and mend.
std::string progress_json(const Learned& progress);

// Strict: what is not exactly a progress file is refused, all faults at once.
Result<Learned> read_progress(std::string text, const std::string& file);

// For programs: `qkv progress --format json`, described in data/schema/progress-report.schema.json.
std::string progress_report_json(const ProgressReport& report);

}  // namespace qkv
