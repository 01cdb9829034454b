// Faults as the machine formats print them.
#pragma once

#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/json/writer.hpp"

namespace qkv {

// The member "faults" of the object that is open. Nothing if there are none.
enum class FaultDetail {
  place,     // where it is
  arguments  // what its message speaks of as well
};
void write_faults(JsonWriter& json, const std::vector<Diagnostic>& faults,
                  FaultDetail detail = FaultDetail::place);

// The member "arguments": what a message speaks of, by name, as text. Nothing if there are none.
void write_arguments(JsonWriter& json, const std::vector<Argument>& arguments);

}  // namespace qkv
