// Any bytes as sentences: words that show something in each, or faults that can be said.
#include <cstdint>
#include <string>

#include "check.hpp"
#include "qkv/io/read_sentences.hpp"

using namespace qkv;
using qkv::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto sentences = read_sentences(text, "input");
  if (!sentences) {
    require(!sentences.faults().empty());
    qkv::fuzz::require_sayable(sentences.faults());
    return 0;
  }
  require(!sentences.value().empty());
  for (const auto& words : sentences.value()) {
    require(!words.empty());
    for (const std::string& word : words) require(!word.empty());
  }
  return 0;
}
