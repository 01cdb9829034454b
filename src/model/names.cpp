#include "names.hpp"

#include <map>
#include <set>

namespace qkv {

std::vector<std::string> unique_names(const std::vector<std::string>& names) {
  std::map<std::string, int> occurrences;
  std::set<std::string> taken;
  for (const std::string& name : names) {
    ++occurrences[name];
    taken.insert(name);
  }
  std::map<std::string, int> last_index;
  std::vector<std::string> unique;
  for (const std::string& name : names) {
    if (occurrences[name] == 1) {
      unique.push_back(name);
      continue;
    }
    std::string candidate;
    do {
      candidate = name + "[" + std::to_string(++last_index[name]) + "]";
    } while (!taken.insert(candidate).second);
    unique.push_back(candidate);
  }
  return unique;
}

std::vector<std::string> numbered_names(char letter, int count) {
  std::vector<std::string> names;
  for (int i = 1; i <= count; ++i) names.push_back(letter + std::to_string(i));
  return names;
}

}  // namespace qkv
