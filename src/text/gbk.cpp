// GBK (code page 936), which spreadsheet programs on Chinese Windows write.
//
// data/encoding/gbk.txt is the code page as published by the Unicode Consortium (CP936), a line for each
// first byte from 0x81 on, a character for each second byte from 0x40 on without 0x7F; U+FFFD where there is
// none.
#include <cassert>
#include <vector>

#include "qkv/base/embedded.hpp"
#include "qkv/base/utf8.hpp"
#include "qkv/text/encoding.hpp"

namespace qkv {
namespace {

constexpr unsigned first_lead = 0x81;
constexpr unsigned last_lead = 0xFE;
constexpr unsigned first_trail = 0x40;
constexpr unsigned last_trail = 0xFE;
constexpr unsigned no_trail = 0x7F;
constexpr std::size_t trails = last_trail - first_trail;  // without the one between
constexpr char32_t nothing = 0xFFFD;

std::vector<char32_t> code_page() {
  const auto bytes = embedded_file("encoding/gbk.txt");
  assert(bytes);
  std::vector<char32_t> characters;
  for (std::size_t at = 0; at < bytes->size();) {
    const CodePoint point = decode_utf8(*bytes, at);
    if (point.value != U'\n') characters.push_back(point.value);
    at += point.length;
  }
  assert(characters.size() == (last_lead - first_lead + 1) * trails);
  return characters;
}

char32_t character_of(unsigned lead, unsigned trail) {
  static const std::vector<char32_t> characters = code_page();
  const bool in_range = lead >= first_lead && lead <= last_lead && trail >= first_trail &&
                        trail <= last_trail && trail != no_trail;
  if (!in_range) return nothing;
  return characters[(lead - first_lead) * trails + trail - first_trail - (trail > no_trail ? 1 : 0)];
}

}  // namespace

std::optional<std::string> utf8_from_gbk(std::string_view bytes) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    const auto lead = static_cast<unsigned char>(bytes[at]);
    if (lead < 0x80) {
      text += bytes[at];
      continue;
    }
    if (++at == bytes.size()) return std::nullopt;
    const char32_t character = character_of(lead, static_cast<unsigned char>(bytes[at]));
    if (character == nothing) return std::nullopt;
    append_utf8(text, character);
  }
  return text;
}

}  // namespace qkv
