// One of many submissions in a few lines, and what all of them show together: for the teacher.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/grade/class_tally.hpp"
#include "qkv/grade/report.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/report/check.hpp"
#include "qkv/report/document.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

// Its points, the tables that did not get all of theirs with what is amiss in them, and from the level `why`
// on the mistakes named. `title`: what the learner is called; `file`: where it stands, nothing if that is the
// title.
Document brief_document(const Problem& problem, const Report& report, const CheckOptions& options,
                        const Catalogue& catalogue, const std::string& title, const std::string& file);

// Why a submission could not be graded.
Document ungraded_document(const std::vector<Diagnostic>& faults, const Catalogue& catalogue,
                           const std::string& label);

struct ClassOptions {
  Feedback feedback = Feedback::why;  // mistakes are named from `why` on
  int pass_mark = 100;
  // What a mistake is called in the reader's language.
  std::function<std::string(std::string_view id)> mistake_name;
  // Learners with several submissions, of which the last one counts.
  std::vector<std::string> repeated = {};
};

// How many are right, where it goes wrong first, which mistakes are the most common and whose, and what to
// teach again.
Document class_document(const ClassTally& tally, const ClassOptions& options, const Catalogue& catalogue);

}  // namespace qkv
