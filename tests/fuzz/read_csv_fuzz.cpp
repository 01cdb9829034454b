// Any bytes as a CSV sheet: tables whose cells are all there, or faults that can be said.
#include <cstdint>
#include <string>

#include "qkv/io/read_sheet.hpp"
#include "sheet.hpp"

using namespace qkv;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  qkv::fuzz::require_gradable(read_csv_answers(text, "input"));
  return 0;
}
