// Promises that hold for every input. A fuzzer builds with asserts on or off, so these stop by themselves.
#pragma once

#include <cstdlib>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv::fuzz {

inline void require(bool promise) {
  if (!promise) std::abort();
}

// Every fault has a sentence in both languages.
inline void require_sayable(const std::vector<Diagnostic>& faults) {
  for (const Language language : {Language::zh, Language::en}) {
    const Catalogue catalogue(language);
    for (const Diagnostic& fault : faults) {
      require(catalogue.has("fault." + fault.code));
      require(!fault_text(catalogue, fault).empty());
    }
  }
}

}  // namespace qkv::fuzz
