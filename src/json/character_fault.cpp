#include <algorithm>
#include <array>

#include "qkv/base/utf8.hpp"
#include "syntax_fault.hpp"

namespace qkv {
namespace {

struct Lookalike {
  char32_t code_point;
  std::string_view wanted;
};

// What input methods and word processors put in place of JSON's own punctuation. Full-width ASCII is
// computed.
constexpr std::array lookalikes = {
    Lookalike{U'、', ","}, Lookalike{U'。', "."},  Lookalike{U'【', "["}, Lookalike{U'】', "]"},
    Lookalike{U'〔', "["}, Lookalike{U'〕', "]"},  Lookalike{U'−', "-"},  Lookalike{U'–', "-"},
    Lookalike{U'—', "-"},  Lookalike{U'…', "..."},
};

constexpr std::u32string_view smart_quotes = U"“”„‟‘’‚‛«»‹›「」『』〝〞＂＇";

struct Range {
  char32_t first;
  char32_t last;
};

// Controls and blanks that JSON does not know, and marks that cannot be seen.
constexpr std::array invisible = {
    Range{0x00, 0x1F},     Range{0x7F, 0xA0},     Range{0xAD, 0xAD},     Range{0x1680, 0x1680},
    Range{0x2000, 0x200F}, Range{0x2028, 0x202F}, Range{0x205F, 0x206F}, Range{0x3000, 0x3000},
    Range{0xFE00, 0xFE0F}, Range{0xFEFF, 0xFEFF},
};

std::string wanted_in_place_of(char32_t code_point) {
  if (code_point >= 0xFF01 && code_point <= 0xFF5E)
    return std::string(1, static_cast<char>(code_point - 0xFEE0));
  const auto found = std::ranges::find(lookalikes, code_point, &Lookalike::code_point);
  return found == lookalikes.end() ? std::string() : std::string(found->wanted);
}

}  // namespace

bool is_smart_quote(char32_t code_point) {
  return smart_quotes.find(code_point) != std::u32string_view::npos;
}

SyntaxFault explain_character(std::string_view text, std::size_t offset) {
  const CodePoint found = decode_utf8(text, offset);
  const std::string character(text.substr(offset, found.length));
  if (is_smart_quote(found.value)) return {"json.smart-quote", offset, {argument("character", character)}};
  if (const std::string wanted = wanted_in_place_of(found.value); !wanted.empty()) {
    return {"json.lookalike",
            offset,
            {argument("character", character), argument("code_point", code_point_name(found.value)),
             argument("wanted", wanted)}};
  }
  const bool unseen = std::ranges::any_of(
      invisible, [&](const Range& range) { return found.value >= range.first && found.value <= range.last; });
  if (unseen) return {"json.invisible", offset, {argument("code_point", code_point_name(found.value))}};
  return {};
}

}  // namespace qkv
