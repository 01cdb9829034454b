// The built-in problems as a Document.
#pragma once

#include <string>
#include <vector>

#include "qkv/report/document.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

struct ListedProblem {
  std::string name;
  LocalizedText title;
};

Document list_document(const std::vector<ListedProblem>& problems, const Catalogue& catalogue);

}  // namespace qkv
