// How the numbers of a table are shown, and small pieces of arithmetic as text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "qkv/base/tensor.hpp"

namespace qkv {

// One format for a whole table, so that its columns line up.
struct Digits {
  bool shortest = false;  // all digits there are
  int decimals = 0;       // else exactly that many

  // "−0.50", "−∞", "?" for what nobody knows (NaN): with the signs of mathematics (a renderer may turn them
  // into ASCII).
  std::string show(double value) const;
  // The same as a factor or a later term: negative numbers in parentheses, "(−0.50)".
  std::string show_factor(double value) const;
};

// Inputs: as many decimals as the longest of them needs.
Digits digits_of_inputs(const Tensor& values);
// Computed tables: the asked decimals, or none where all numbers are whole without any rounding.
Digits digits_of_table(const Tensor& shown, const Tensor& exact, int decimals);
Digits all_digits();

// A sum with its terms; of more than twelve only the first eight and the last two are written, with …
// between.
std::string sum_text(const std::vector<std::string>& terms);
// A name inside a sentence: “过高”.
std::string quoted(std::string_view name);
// "[0.50, 1.25]"
std::string vector_text(const std::vector<std::string>& numbers);

}  // namespace qkv
