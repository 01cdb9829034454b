#include "key_reader.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "qkv/base/utf8.hpp"

namespace qkv {
namespace {

constexpr char32_t unreadable = 0xFFFD;
constexpr unsigned char escape = 0x1B;
constexpr unsigned char rubout = 0x7F;
// No key is longer; what is belongs to none and is only skipped.
constexpr std::size_t longest_sequence = 32;
constexpr std::size_t mouse_bytes = 3;

// Without the ESC. Terminals do not agree on some of them.
constexpr std::array<std::pair<std::string_view, Key>, 29> keys = {{
    {"[A", Key::up},
    {"[B", Key::down},
    {"[C", Key::right},
    {"[D", Key::left},
    {"[H", Key::begin},
    {"[F", Key::end},
    {"OA", Key::up},
    {"OB", Key::down},
    {"OC", Key::right},
    {"OD", Key::left},
    {"OH", Key::begin},
    {"OF", Key::end},
    {"[1~", Key::begin},
    {"[7~", Key::begin},
    {"[4~", Key::end},
    {"[8~", Key::end},
    {"[3~", Key::erase},
    {"[1;5C", Key::next_word},
    {"[1;3C", Key::next_word},
    {"[1;5D", Key::previous_word},
    {"[1;3D", Key::previous_word},
    {"f", Key::next_word},
    {"F", Key::next_word},
    {"b", Key::previous_word},
    {"B", Key::previous_word},
    {"d", Key::erase_next_word},
    {"D", Key::erase_next_word},
    {"\x7F", Key::erase_previous_word},
    {"\b", Key::erase_previous_word},
}};

// How many bytes a character has that begins so. 0: none does.
std::size_t length_of(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

bool is_final(unsigned char byte) {
  return byte >= 0x40 && byte < rubout;
}

// A keypad may name its keys instead of sending their characters: those lie a fixed way below.
bool is_on_keypad(unsigned char byte) {
  return byte == 'M' || (byte >= 'j' && byte <= 'y');
}

}  // namespace

void KeyReader::take(unsigned char byte, std::u32string& typed) {
  // What ends a character or a key too early begins something of its own.
  const bool broken = state_ == State::character ? (byte & 0xC0U) != 0x80
                                                 : is_inside_key() && state_ != State::escape && byte < 0x20;
  if (broken) {
    const State before = std::exchange(state_, State::text);
    if (before == State::character) put(unreadable, typed);
    if (before == State::message && byte == '\a') return;
  }
  switch (state_) {
    case State::text:
      take_text(byte, typed);
      break;
    case State::character:
      take_rest(byte, typed);
      break;
    case State::escape:
      take_escape(byte, typed);
      break;
    case State::control:
      take_control(byte, typed);
      break;
    case State::function:
      state_ = State::text;
      press(begun_ + static_cast<char>(byte), typed);
      break;
    case State::mouse:
      begun_ += static_cast<char>(byte);
      if (begun_.size() == mouse_bytes) state_ = State::text;
      break;
    case State::message:
      break;
  }
}

void KeyReader::take_text(unsigned char byte, std::u32string& typed) {
  if (byte == escape) {
    state_ = State::escape;
    return;
  }
  if (byte < 0x80) {
    put(byte, typed);
  } else if (length_of(byte) == 0) {
    put(unreadable, typed);
  } else {
    begun_.assign(1, static_cast<char>(byte));
    state_ = State::character;
  }
}

void KeyReader::take_rest(unsigned char byte, std::u32string& typed) {
  begun_ += static_cast<char>(byte);
  if (begun_.size() < length_of(static_cast<unsigned char>(begun_.front()))) return;
  state_ = State::text;
  const CodePoint read = decode_utf8(begun_, 0);
  // The control characters above are keys here.
  put(read.valid && read.value >= 0xA0 ? read.value : unreadable, typed);
}

void KeyReader::take_escape(unsigned char byte, std::u32string& typed) {
  state_ = State::text;
  if (byte == '[') {
    begun_ = "[";
    state_ = State::control;
  } else if (byte == 'O') {
    begun_ = "O";
    state_ = State::function;
  } else if (std::string_view("PX]^_").find(static_cast<char>(byte)) != std::string_view::npos) {
    state_ = State::message;
  } else if (byte >= 0x80) {
    drops_next_ = true;
    take_text(byte, typed);
  } else if (byte >= 0x20 || byte == '\b') {
    press(std::string(1, static_cast<char>(byte)), typed);
  } else {
    take_text(byte, typed);  // Esc was pressed for itself
  }
}

void KeyReader::take_control(unsigned char byte, std::u32string& typed) {
  const bool first = begun_.size() == 1;
  if (first && byte == '[') {
    begun_ = "[[";
    state_ = State::function;
  } else if (first && byte == 'M') {
    begun_.clear();
    state_ = State::mouse;
  } else if (is_final(byte)) {
    state_ = State::text;
    press(begun_ + static_cast<char>(byte), typed);
  } else if (byte >= rubout) {
    state_ = State::text;
    take_text(byte, typed);
  } else if (begun_.size() < longest_sequence) {
    begun_ += static_cast<char>(byte);
  }
}

void KeyReader::put(char32_t character, std::u32string& typed) {
  if (std::exchange(drops_next_, false)) return;
  if (pastes_) {
    const bool second_half = character == '\n' && after_return_;
    after_return_ = character == '\r';
    const bool is_control = character < 0x20 || character == rubout;
    if (second_half || (is_control && character != '\n' && character != '\r' && character != '\t')) return;
  }
  typed += character;
}

void KeyReader::press(const std::string& sequence, std::u32string& typed) {
  if (sequence == "[200~" || sequence == "[201~") {
    pastes_ = sequence == "[200~";
    after_return_ = false;
    return;
  }
  if (pastes_) return;
  if (sequence.size() == 2 && sequence[0] == 'O' && is_on_keypad(static_cast<unsigned char>(sequence[1]))) {
    typed += static_cast<char32_t>(sequence[1] - 0x40);
    return;
  }
  const auto key = std::ranges::find_if(keys, [&](const auto& each) { return each.first == sequence; });
  if (key != keys.end()) typed += static_cast<char32_t>(key->second);
}

}  // namespace qkv
