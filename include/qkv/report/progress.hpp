// How far a learner has come.
#pragma once

#include <string>

#include "qkv/report/document.hpp"
#include "qkv/text/catalogue.hpp"
#include "qkv/tutor/progress.hpp"

namespace qkv {

// The abilities with the evidence for each, what was done, what to repeat, and what to do next. `file`: where
// it is kept.
Document progress_document(const ProgressReport& report, const Content& content, const std::string& file,
                           const Catalogue& catalogue);

}  // namespace qkv
