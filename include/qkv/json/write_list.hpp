// The machine format of list. Described in data/schema/list.schema.json.
#pragma once

#include <string>
#include <vector>

#include "qkv/text/catalogue.hpp"

namespace qkv {

struct NamedTitle {
  std::string name;
  LocalizedText title;
};

std::string list_json(const std::vector<NamedTitle>& problems);

}  // namespace qkv
