// Lessons and questions: those built in, and those of a folder, with what links may lead to.
#pragma once

#include <string>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/cli/command.hpp"
#include "qkv/json/read_content.hpp"

namespace qkv {

// What is amiss with the lessons and questions of a folder (lessons/*.json, questions/*.json, or links to
// such): what else lies there, then what their readers find, and where they find nothing, what does not fit
// together.
struct LintedContent {
  std::vector<Diagnostic> findings;
  std::vector<Diagnostic> faults;  // the folder or a file of it cannot be read: nothing was looked at
  std::size_t lessons = 0;
  std::size_t questions = 0;
};
LintedContent lint_content_of(const std::string& folder, const Session& session);
LintedContent lint_content_of(ContentFiles files);

}  // namespace qkv
