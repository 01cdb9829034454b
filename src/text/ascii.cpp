#include "qkv/text/ascii.hpp"

#include <algorithm>
#include <array>

namespace qkv {
namespace {

enum class Kind {
  sign,         // replaced as it is
  word,         // needs a blank before a letter or digit: Σe is "sum e"
  fraction,     // needs a blank after a digit: 2½ is "2 1/2"
  superscript,  // "^" before the first of a run
  subscript,    // "_" before the first of a run
};

struct Replacement {
  std::string_view sign;
  std::string_view ascii;
  Kind kind = Kind::sign;
};

// In the order of the code points, which is the order of the bytes. Three signs are not here, because their
// neighbours decide: · √ Σ.
constexpr auto replacements = std::to_array<Replacement>({
    {"\u00A0", " "},
    {"±", "+/-"},
    {"²", "2", Kind::superscript},
    {"³", "3", Kind::superscript},
    {"¹", "1", Kind::superscript},
    {"¼", "1/4", Kind::fraction},
    {"½", "1/2", Kind::fraction},
    {"¾", "3/4", Kind::fraction},
    {"×", "*"},
    {"÷", "/"},
    {"ᵀ", "T", Kind::superscript},
    {"ᵢ", "i", Kind::subscript},
    {"\u2009", " "},
    {"\u2010", "-"},
    {"\u2011", "-"},
    {"–", "-"},
    {"—", "--"},
    {"‖", "||"},
    {"‘", "'"},
    {"’", "'"},
    {"“", "\""},
    {"”", "\""},
    {"•", "*"},
    {"…", "..."},
    {"\u202F", " "},
    {"′", "'"},
    {"※", "*"},
    {"⁄", "/"},
    {"⁰", "0", Kind::superscript},
    {"ⁱ", "i", Kind::superscript},
    {"⁴", "4", Kind::superscript},
    {"⁵", "5", Kind::superscript},
    {"⁶", "6", Kind::superscript},
    {"⁷", "7", Kind::superscript},
    {"⁸", "8", Kind::superscript},
    {"⁹", "9", Kind::superscript},
    {"⁺", "+", Kind::superscript},
    {"⁻", "-", Kind::superscript},
    {"ⁿ", "n", Kind::superscript},
    {"₀", "0", Kind::subscript},
    {"₁", "1", Kind::subscript},
    {"₂", "2", Kind::subscript},
    {"₃", "3", Kind::subscript},
    {"₄", "4", Kind::subscript},
    {"₅", "5", Kind::subscript},
    {"₆", "6", Kind::subscript},
    {"₇", "7", Kind::subscript},
    {"₈", "8", Kind::subscript},
    {"₉", "9", Kind::subscript},
    {"₊", "+", Kind::subscript},
    {"₋", "-", Kind::subscript},
    {"ₖ", "k", Kind::subscript},
    {"ₘ", "m", Kind::subscript},
    {"ₙ", "n", Kind::subscript},
    {"ₜ", "t", Kind::subscript},
    {"⅓", "1/3", Kind::fraction},
    {"⅔", "2/3", Kind::fraction},
    {"←", "<-"},
    {"↑", "^"},
    {"→", "->"},
    {"↓", "v"},
    {"↔", "<->"},
    {"⇄", "<->"},
    {"⇐", "<="},
    {"⇒", "=>"},
    {"⇔", "<=>"},
    {"∈", "in", Kind::word},
    {"∏", "prod", Kind::word},
    {"∑", "sum", Kind::word},
    {"−", "-"},
    {"∓", "-/+"},
    {"∞", "inf", Kind::word},
    {"∧", "and", Kind::word},
    {"∨", "or", Kind::word},
    {"≈", "~"},
    {"≠", "!="},
    {"≤", "<="},
    {"≥", ">="},
    {"⊤", "T"},
    {"⋅", "."},
    {"⋯", "..."},
    {"⌈", "ceil("},
    {"⌉", ")"},
    {"⌊", "floor("},
    {"⌋", ")"},
    {"─", "-"},
    {"━", "-"},
    {"│", "|"},
    {"┃", "|"},
    {"┌", "+"},
    {"┐", "+"},
    {"└", "+"},
    {"┘", "+"},
    {"├", "+"},
    {"┤", "+"},
    {"┬", "+"},
    {"┴", "+"},
    {"┼", "+"},
    {"═", "="},
    {"║", "|"},
    {"█", "#"},
    {"✓", "+"},
    {"✔", "+"},
    {"✗", "x"},
    {"✘", "x"},
    {"⟨", "<"},
    {"⟩", ">"},
});
static_assert(std::ranges::is_sorted(replacements, {}, &Replacement::sign));

const Replacement* replacement_of(std::string_view character) {
  const auto found = std::ranges::lower_bound(replacements, character, {}, &Replacement::sign);
  return found != replacements.end() && found->sign == character ? &*found : nullptr;
}

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}
bool is_alphanumeric(char byte) {
  return is_digit(byte) || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}
bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

// The first character of a text; empty for an empty text.
std::string_view first_character(std::string_view text) {
  std::size_t end = text.empty() ? 0 : 1;
  while (end < text.size() && is_continuation(text[end])) ++end;
  return text.substr(0, end);
}

std::string_view last_character(std::string_view text) {
  std::size_t begin = text.empty() ? 0 : text.size() - 1;
  while (begin > 0 && is_continuation(text[begin])) --begin;
  return text.substr(begin);
}

bool is_greek(std::string_view character) {
  return character.size() == 2 &&
         (character[0] == '\xCD' || character[0] == '\xCE' || character[0] == '\xCF');
}

// What a root sign without brackets covers: letters, digits, "_", subscripts, and points inside a number.
std::string_view operand(std::string_view text) {
  std::size_t end = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::string_view character = first_character(text.substr(at));
    const Replacement* known = replacement_of(character);
    const bool covered =
        is_alphanumeric(text[at]) || text[at] == '_' || (known && known->kind == Kind::subscript);
    if (!covered && text[at] != '.') break;
    at += character.size();
    if (covered) end = at;
  }
  return text.substr(0, end);
}

// A centred dot is a product between numbers, brackets and roots, else a dot: 0.5·2, A·V.
bool is_product(std::string_view before, std::string_view after) {
  if (before.ends_with(' ')) before.remove_suffix(1);
  if (after.starts_with(' ')) after.remove_prefix(1);
  if (before.empty() || after.empty()) return false;
  const bool number_before = is_digit(before.back()) || before.back() == ')' || before.back() == ']';
  const bool number_after = is_digit(after.front()) || after.front() == '(' || after.front() == '[';
  return number_before && (number_after || first_character(after) == "√");
}

// Σ is a sum unless it is a letter of a Greek word.
bool is_sum(std::string_view before, std::string_view after) {
  return !is_greek(last_character(before)) && !is_greek(first_character(after));
}

void add(std::string& output, const Replacement& known, const Replacement* previous, std::string_view after) {
  const bool inside_run = previous && previous->kind == known.kind;
  switch (known.kind) {
    case Kind::sign:
    case Kind::word:
      break;
    case Kind::fraction:
      if (!output.empty() && is_digit(output.back())) output += ' ';
      break;
    case Kind::superscript:
      if (!inside_run) output += '^';
      break;
    case Kind::subscript:
      if (!inside_run) output += '_';
      break;
  }
  output += known.ascii;
  if (known.kind == Kind::word && !after.empty() && is_alphanumeric(after.front())) output += ' ';
}

}  // namespace

std::string to_ascii(std::string_view text) {
  constexpr Replacement sum = {"Σ", "sum", Kind::word};
  std::string output;
  const Replacement* previous = nullptr;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::string_view character = first_character(text.substr(at));
    const std::string_view before = text.substr(0, at);
    at += character.size();
    const std::string_view after = text.substr(at);
    const bool selector = character == "\uFE0E" || character == "\uFE0F";
    if (previous && selector) continue;  // it chose the look of a sign that is gone
    const Replacement* known = replacement_of(character);
    if (character == "Σ" && is_sum(before, after)) known = &sum;
    if (known) {
      add(output, *known, previous, after);
    } else if (character == "√") {
      const std::string_view covered = operand(after);
      output += covered.empty() ? "sqrt" : "sqrt(" + to_ascii(covered) + ")";
      at += covered.size();
    } else if (character == "·") {
      output += is_product(before, after) ? '*' : '.';
    } else {
      output += character;
    }
    previous = known;
  }
  return output;
}

}  // namespace qkv
