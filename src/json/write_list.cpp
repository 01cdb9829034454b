#include "qkv/json/write_list.hpp"

#include <nlohmann/json.hpp>

namespace qkv {

std::string list_json(const std::vector<NamedTitle>& problems) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const NamedTitle& problem : problems) {
    rows.push_back({{"name", problem.name}, {"title", {{"zh", problem.title.zh}, {"en", problem.title.en}}}});
  }
  const nlohmann::ordered_json list = {{"qkv", 1}, {"problems", rows}};
  return list.dump() + "\n";
}

}  // namespace qkv
