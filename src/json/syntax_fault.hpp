// What is wrong with a text that is not JSON: said by looking at it the way a person would.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/json/source_map.hpp"
#include "qkv/text/code_point.hpp"

namespace qkv {

// Where the parser stood when it gave up.
struct SyntaxState {
  enum class After { nothing, opening_bracket, key, value };
  std::string_view text;
  const SourceMap* map = nullptr;
  After after = After::nothing;
  std::size_t last_start = 0;     // of the last good token
  std::size_t cursor = 0;         // one past it
  std::vector<std::size_t> open;  // offsets of the brackets that are still open, outermost first
};

struct SyntaxFault {
  std::string code;
  std::size_t offset = 0;
  std::vector<Argument> arguments = {};
  std::string suggestion = {};
};

SyntaxFault explain_syntax(const SyntaxState& state);

// ---- one token at a time (token_fault.cpp)
// ------------------------------------------------------------------

// A bad string (start is its opening quotation mark), number or word.
SyntaxFault explain_string(std::string_view text, std::size_t start);
SyntaxFault explain_number(std::string_view text, std::size_t start);
SyntaxFault explain_word(std::string_view text, std::size_t start);

// ---- single characters (character_fault.cpp)
// ---------------------------------------------------------------

bool is_smart_quote(char32_t code_point);

// The fault of a character that no JSON text has outside strings, though word processors and input methods
// put it there: smart quotes, full-width punctuation, dashes, invisible characters. An empty code: none of
// these.
SyntaxFault explain_character(std::string_view text, std::size_t offset);

}  // namespace qkv
