// What a terminal sends, byte by byte, made into characters and keys.
#pragma once

#include <string>

namespace qkv {

// Keys that no character stands for. They have the numbers of control characters that are in no text
// (U+0080 to U+009F), so that keys and characters can stand in one row.
enum class Key : char32_t {
  up = 0x80,
  down,
  right,
  left,
  begin,
  end,
  erase,  // what is below the cursor
  next_word,
  previous_word,
  erase_next_word,
  erase_previous_word,
};

class KeyReader {
 public:
  // Adds what the byte completes to what was typed. What is not UTF-8 becomes U+FFFD and takes no byte of
  // what follows; sequences of unknown keys become nothing; of pasted text only control characters are lost.
  void take(unsigned char byte, std::u32string& typed);

  // Whether a key has begun, whose other bytes come at once if at all.
  bool is_inside_key() const { return state_ != State::text && state_ != State::character; }
  // They do not come.
  void give_up() { state_ = State::text; }

 private:
  enum class State {
    text,
    character,  // some bytes of one are missing
    escape,     // behind ESC
    control,    // behind ESC [
    function,   // behind ESC O, or ESC [ [ of the Linux console
    mouse,      // behind ESC [ M: three bytes
    message,    // an answer of the terminal, up to BEL or ESC \ .
  };

  void take_text(unsigned char byte, std::u32string& typed);
  void take_rest(unsigned char byte, std::u32string& typed);
  void take_escape(unsigned char byte, std::u32string& typed);
  void take_control(unsigned char byte, std::u32string& typed);
  void put(char32_t character, std::u32string& typed);
  void press(const std::string& sequence, std::u32string& typed);

  State state_ = State::text;
  std::string begun_;  // of a character or a key
  bool drops_next_ = false;
  bool pastes_ = false;
  bool after_return_ = false;
};

}  // namespace qkv
