// What `qkv verify` found in an implementation: for a person, and as the flat list that machine formats
// print.
#pragma once

#include <optional>
#include <string>

#include "qkv/mistakes/notes.hpp"
#include "qkv/report/document.hpp"
#include "qkv/report/results.hpp"
#include "qkv/text/catalogue.hpp"
#include "qkv/verify/suite.hpp"

namespace qkv {

struct VerifyOptions {
  const NotesShelf* notes = nullptr;                          // where the words about mistakes come from
  std::string command = {};                                   // that was checked, as it was typed
  std::string complaints = {};                                // what it wrote to standard error, as bytes
  std::string (*line_of)(const AttentionRequest&) = nullptr;  // a request as it is sent
  std::optional<BadEnd> end = {};                             // how it ended, if not well
  bool details = false;  // of every check, not just of the failure that tells most
};

// What happened, and what to do about it.
std::string trouble_text(const Trouble& trouble, const Catalogue& catalogue);

// That it ended badly, in a sentence.
std::string bad_end_text(const BadEnd& end, const Catalogue& catalogue);

// First whether it is right, then which known mistake it makes, then the failure that tells most: what was
// done, what was expected and what came, on the smallest case. The others get a line each; where nothing
// failed, the checks are listed.
Document verify_document(const SuiteReport& report, const VerifyOptions& options, const Catalogue& catalogue);

// A line and a point for each check that was made.
Results verify_results(const SuiteReport& report, const VerifyOptions& options, const Catalogue& catalogue);

}  // namespace qkv
