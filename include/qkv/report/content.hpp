// What is amiss with lessons and questions, for those who write them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "qkv/report/document.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

// What was looked at, then each finding with its place.
Document content_document(const std::string& folder, std::size_t lessons, std::size_t questions,
                          const std::vector<Diagnostic>& findings, const Catalogue& catalogue);

}  // namespace qkv
