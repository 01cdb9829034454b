// Mathematical signs in ASCII, letters of any language untouched.
#include <utility>
#include <vector>

#include "qkv/render/text.hpp"
#include "support/catch.hpp"
#include "support/document.hpp"

using namespace qkv;
using qkv::test::document_of;

namespace {

std::string in_ascii(const std::string& text) {
  std::string shown = render_text(document_of({Paragraph{text}}), {.ascii = true});
  if (!shown.empty()) shown.pop_back();
  return shown;
}

}  // namespace

TEST_CASE("signs of the calculation are spelled so that they can be typed") {
  const std::vector<std::pair<std::string, std::string>> examples = {
      {"−∞", "-inf"},
      {"S = QKᵀ", "S = QK^T"},
      {"S / √d_k", "S / sqrt(d_k)"},
      {"2 ÷ √2 = 1.41", "2 / sqrt(2) = 1.41"},
      {"√2.5", "sqrt(2.5)"},
      {"divide by √2.", "divide by sqrt(2)."},
      {"除以√2，得", "除以sqrt(2)，得"},
      {"√(2 + 2)", "sqrt(2 + 2)"},
      {"√dₖ", "sqrt(d_k)"},
      {"√", "sqrt"},
      {"0.25×[1, 0]", "0.25*[1, 0]"},
      {"0.5·2 + 1 · 3", "0.5*2 + 1 * 3"},
      {"3·√2", "3*sqrt(2)"},
      {"A · V", "A . V"},
      {"q·k", "q.k"},
      {"Σₖ eˢ", "sum_k eˢ"},
      {"Σe^s", "sum e^s"},
      {"∑ x", "sum x"},
      {"x² + y⁻¹⁰", "x^2 + y^-10"},
      {"x₁₂", "x_12"},
      {"½ and 2½", "1/2 and 2 1/2"},
      {"a ≤ b ≥ c ≠ d ≈ e", "a <= b >= c != d ~ e"},
      {"→ ← ↑ ↓", "-> <- ^ v"},
      {"±0.005", "+/-0.005"},
      {"⌊h/2⌋", "floor(h/2)"},
      {"‖x‖", "||x||"},
      {"“one” ‘two’ — three–four…", "\"one\" 'two' -- three-four..."},
      {"✓ ✗ •", "+ x *"},
      {"✔\uFE0F yes", "+ yes"},
      {"│─┼═", "|-+="},
  };
  for (const auto& [text, expected] : examples) CHECK(in_ascii(text) == expected);
}

TEST_CASE("letters, digits and punctuation of every language stay as they are") {
  for (const std::string text : {"合同，违约金：过高。", "été e\u0301", "ΣΥΜΒΑΣΗ", "договор", "عقد", "１２",
                                 "👍🏽", "👩\u200D⚖\uFE0F", "plain ASCII ~!@#$%^&*()_+"}) {
    CHECK(in_ascii(text) == text);
  }
}
