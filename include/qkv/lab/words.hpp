// An experiment's results in words: what report and json share.
#pragma once

#include <string>
#include <string_view>

#include "qkv/lab/lab.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

std::string lab_words(const LabText& text, const Catalogue& catalogue);

// "−0.50", "−∞", "NaN"; with `significant` three digits that count: "0.00123", "−3.4e38".
std::string lab_number(double value, int decimals);
inline std::string lab_number(const LabNumber& number) {
  return lab_number(number.value, number.decimals);
}

// The sentence of a claim with its numbers.
std::string claim_words(const LabClaim& claim, const Catalogue& catalogue);
// What was found and what it had to be.
std::string claim_numbers(const LabClaim& claim, const Catalogue& catalogue);

std::string_view relation_name(LabClaim::Relation relation);  // "at-most"

}  // namespace qkv
