#include "syntax_fault.hpp"

#include <utility>

#include "qkv/base/utf8.hpp"
#include "tokens.hpp"

namespace qkv {
namespace {

using After = SyntaxState::After;

enum class Expected { value, value_or_end, key, key_or_end, colon, comma_or_end, nothing };

// The first character that cannot stand where it stands.
struct Spot {
  std::size_t at;
  Expected expected;
  std::size_t comma = 0;  // where the comma before it stands, if there is one
  bool after_comma = false;
};

bool in_object(const SyntaxState& state) {
  return !state.open.empty() && state.text[state.open.back()] == '{';
}

Spot find_spot(const SyntaxState& state) {
  const std::size_t at = skip_blanks(state.text, state.cursor);
  const char found = at < state.text.size() ? state.text[at] : '\0';
  switch (state.after) {
    case After::nothing:
      return {at, Expected::value};
    case After::opening_bracket:
      return {at, in_object(state) ? Expected::key_or_end : Expected::value_or_end};
    case After::key:
      if (found == ':') return {skip_blanks(state.text, at + 1), Expected::value};
      return {at, Expected::colon};
    case After::value:
      break;
  }
  if (state.open.empty()) return {at, Expected::nothing};
  if (found != ',') return {at, Expected::comma_or_end};
  return {skip_blanks(state.text, at + 1), in_object(state) ? Expected::key : Expected::value, at, true};
}

std::string expected_key(Expected expected) {
  switch (expected) {
    case Expected::value:
      return "json.value";
    case Expected::value_or_end:
      return "json.value-or-end";
    case Expected::key:
      return "json.key";
    case Expected::key_or_end:
      return "json.key-or-end";
    case Expected::colon:
      return "json.colon";
    case Expected::comma_or_end:
      return "json.comma-or-end";
    case Expected::nothing:
      return "json.nothing";
  }
  return {};
}

bool expects_value(const Spot& spot) {
  return spot.expected == Expected::value || spot.expected == Expected::value_or_end;
}
bool expects_key(const Spot& spot) {
  return spot.expected == Expected::key || spot.expected == Expected::key_or_end;
}

std::vector<Argument> about_open_bracket(const SyntaxState& state, std::vector<Argument> arguments = {}) {
  const std::size_t bracket = state.open.back();
  arguments.push_back(argument("bracket", std::string(1, state.text[bracket])));
  arguments.push_back(argument("line", state.map->line(bracket)));
  arguments.push_back(argument("column", state.map->column(state.text, bracket)));
  return arguments;
}

SyntaxFault unexpected(const SyntaxState& state, const Spot& spot) {
  const CodePoint found = decode_utf8(state.text, spot.at);
  return {"json.unexpected",
          spot.at,
          {argument("character", std::string(state.text.substr(spot.at, found.length))),
           argument_key("expected", expected_key(spot.expected))}};
}

// Two values, or a key and a value, with nothing between them.
SyntaxFault explain_missing_separator(const SyntaxState& state, const Spot& spot) {
  if (spot.expected == Expected::colon) return {"json.missing-colon", state.cursor};
  if (spot.expected == Expected::comma_or_end) return {"json.missing-comma", state.cursor};
  return {"json.after-end", spot.at};
}

SyntaxFault explain_end_of_text(const SyntaxState& state) {
  if (state.open.empty()) return {"json.empty", 0};
  return {"json.unclosed", state.cursor, about_open_bracket(state)};
}

SyntaxFault explain_closing_bracket(const SyntaxState& state, const Spot& spot) {
  const char found = state.text[spot.at];
  const std::string bracket(1, found);
  if (state.open.empty()) return {"json.extra-bracket", spot.at, {argument("found", bracket)}};
  if (found != (in_object(state) ? '}' : ']')) {
    return {"json.wrong-bracket", spot.at, about_open_bracket(state, {argument("found", bracket)})};
  }
  if (spot.after_comma) return {"json.trailing-comma", spot.comma, {argument("found", bracket)}};
  if (spot.expected == Expected::colon) return {"json.missing-colon", state.cursor};
  return {"json.missing-value", spot.at};
}

SyntaxFault explain_comma(const SyntaxState& state, const Spot& spot) {
  if (spot.expected == Expected::nothing) return {"json.after-end", spot.at};
  if (spot.expected == Expected::colon) return {"json.missing-colon", state.cursor};
  return {"json.missing-value", spot.at};
}

bool begins_number(char c) {
  return c == '-' || (c >= '0' && c <= '9');
}

// Whatever is neither punctuation nor a string: words, numbers, signs.
SyntaxFault explain_text(const SyntaxState& state, const Spot& spot) {
  const char last = state.text[state.last_start];
  const char found = state.text[spot.at];
  const bool touching = spot.at == state.cursor;
  if (state.after != After::nothing && touching && last == '"') return {"json.stray-quote", spot.at};
  const bool sign = std::string_view("+*/^%(").find(found) != std::string_view::npos;
  if (state.after == After::value && begins_number(last) && (touching || sign)) {
    return explain_number(state.text, state.last_start);
  }
  if (expects_key(spot)) return {"json.unquoted-key", spot.at};
  if (!expects_value(spot)) return sign ? unexpected(state, spot) : explain_missing_separator(state, spot);
  const bool number = begins_number(found) || found == '+' || found == '.';
  return number ? explain_number(state.text, spot.at) : explain_word(state.text, spot.at);
}

SyntaxFault explain_string_here(const SyntaxState& state, const Spot& spot) {
  if (expects_key(spot) || expects_value(spot)) return explain_string(state.text, spot.at);
  return explain_missing_separator(state, spot);
}

bool is_comment(std::string_view text, std::size_t at) {
  const std::string_view two = text.substr(at, 2);
  return two == "//" || two == "/*" || two[0] == '#';
}

}  // namespace

SyntaxFault explain_syntax(const SyntaxState& state) {
  const Spot spot = find_spot(state);
  if (spot.at >= state.text.size()) return explain_end_of_text(state);
  if (is_comment(state.text, spot.at)) return {"json.comment", spot.at};
  if (SyntaxFault fault = explain_character(state.text, spot.at); !fault.code.empty()) return fault;
  switch (state.text[spot.at]) {
    case '"':
      return explain_string_here(state, spot);
    case '\'':
      return {"json.single-quote", spot.at};
    case ']':
    case '}':
      return explain_closing_bracket(state, spot);
    case ',':
      return explain_comma(state, spot);
    case '[':
    case '{':
      if (expects_key(spot)) return unexpected(state, spot);
      return explain_missing_separator(state, spot);
    case ';':
      if (spot.expected != Expected::comma_or_end) return unexpected(state, spot);
      return {"json.separator", spot.at, {argument("found", ";"), argument("wanted", ",")}};
    case '=':
      if (spot.expected != Expected::colon) return unexpected(state, spot);
      return {"json.separator", spot.at, {argument("found", "="), argument("wanted", ":")}};
    case ':':
    case '(':
    case ')':
      return unexpected(state, spot);
    default:
      return explain_text(state, spot);
  }
}

}  // namespace qkv
