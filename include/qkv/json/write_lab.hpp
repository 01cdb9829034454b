// The machine format of lab. Described in data/schema/lab.schema.json.
#pragma once

#include <span>
#include <string>

#include "qkv/lab/lab.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

// Numbers in full, words in the language of the catalogue. What is no finite number is a string: "-inf",
// "inf", "nan".
std::string lab_json(const LabResult& result, const Catalogue& catalogue);

// The experiments that there are.
std::string labs_json(std::span<const Lab> labs, const Catalogue& catalogue);

}  // namespace qkv
