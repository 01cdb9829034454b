// Where the tokens of a JSON text begin and end, and what of the text its grammar has to be told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace qkv {

struct Token {
  enum class Kind : std::uint8_t { end, opening, closing, string, number, word };
  Kind kind;
  std::uint32_t begin;
  std::uint32_t end;  // one past the last byte
};

// A text with the same tokens, to be judged in place of the whole one.
struct Grammar {
  std::unique_ptr<char[]> text;
  std::size_t size = 0;
};

// Goes through a text of less than 4 GiB. It judges nothing: from the first byte on that begins no token of
// JSON, or after which none may stand, the grammar gets the text as it is, and there are no more tokens.
//
// The grammar has a null for every number: the digits are not needed as a double, into which a parser would
// turn them (and which they may be beyond: 1e999 is for the readers of values to judge). It has no blanks
// between tokens.
class TokenScanner {
 public:
  // next() is to be asked for that many tokens at most.
  TokenScanner(std::string_view text, std::size_t most_tokens);

  // The next bracket, string, number or word. Commas and colons are only passed on.
  Token next();
  // The grammar of what next() has gone through.
  Grammar take();

 private:
  Token string();
  Token word_or_number();
  Token give(Token::Kind kind, std::size_t end);
  Token give_up();
  void pass_on(std::string_view part);

  std::string_view text_;
  std::size_t at_ = 0;
  std::unique_ptr<char[]> grammar_;
  char* write_;
};

// One past the last digit of the JSON number that begins at start; start itself if none does.
std::size_t json_number_end(std::string_view text, std::size_t start);

// One past the blanks of JSON from there on.
std::size_t skip_blanks(std::string_view text, std::size_t at);

}  // namespace qkv
