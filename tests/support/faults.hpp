// Faults for tests: where they are, and whether they can be said.
#pragma once

#include <string>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/text/catalogue.hpp"
#include "support/catch.hpp"

namespace qkv::test {

// "3:10 number.unexpected"
inline std::string brief(const Diagnostic& fault) {
  return std::to_string(fault.place.line) + ":" + std::to_string(fault.place.column) + " " + fault.code;
}

inline std::vector<std::string> brief(const std::vector<Diagnostic>& faults) {
  std::vector<std::string> lines;
  for (const Diagnostic& fault : faults) lines.push_back(brief(fault));
  return lines;
}

// What fills the gap of that name in the sentence; empty if the fault has nothing for it.
inline std::string argument_of(const Diagnostic& fault, const std::string& name) {
  for (const Argument& argument : fault.arguments) {
    if (argument.name == name) return argument.value;
  }
  return {};
}

// The first placeholder that is still in a sentence, "{found}"; empty if none is.
inline std::string first_gap(const std::string& said) {
  constexpr const char* letters = "abcdefghijklmnopqrstuvwxyz_";
  for (auto open = said.find('{'); open != std::string::npos; open = said.find('{', open + 1)) {
    const auto end = said.find_first_not_of(letters, open + 1);
    if (end != std::string::npos && end > open + 1 && said[end] == '}')
      return said.substr(open, end + 1 - open);
  }
  return {};
}

// Every fault has a sentence in both languages, with every gap filled. (Where an argument is missing, the
// catalogue shows the bare sentence.)
inline void check_sayable(const std::vector<Diagnostic>& faults) {
  for (const Language language : {Language::zh, Language::en}) {
    const Catalogue catalogue(language);
    for (const Diagnostic& fault : faults) {
      INFO(fault.code);
      REQUIRE(catalogue.has("fault." + fault.code));
      std::vector<Argument> arguments = fault.arguments;
      for (Argument& argument : arguments) {
        if (argument.kind == Argument::Kind::key) REQUIRE(catalogue.has(argument.value));
        argument.value = argument.kind == Argument::Kind::key ? "type.number" : "x";
      }
      const std::string said = catalogue.say("fault." + fault.code, arguments);
      CHECK(first_gap(said).empty());
      CHECK_FALSE(fault_text(catalogue, fault).empty());
    }
  }
}

}  // namespace qkv::test
