#include "names.hpp"

#include <map>
#include <set>

#include "qkv/text/unicode.hpp"

namespace qkv {

std::vector<std::string> unique_names(const std::vector<std::string>& names) {
  std::map<std::string, int> occurrences;
  std::set<std::string> taken;
  for (const std::string& name : names) {
    ++occurrences[look_of(name)];
    taken.insert(look_of(name));
  }
  std::map<std::string, int> last_index;
  std::vector<std::string> unique;
  for (const std::string& name : names) {
    const std::string look = look_of(name);
    if (occurrences[look] == 1) {
      unique.push_back(name);
      continue;
    }
    std::string candidate;
    do {
      candidate = name + "[" + std::to_string(++last_index[look]) + "]";
    } while (!taken.insert(look_of(candidate)).second);
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
