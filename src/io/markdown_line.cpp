#include "markdown_line.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "qkv/base/number.hpp"
#include "qkv/base/utf8.hpp"
#include "qkv/model/problem.hpp"

namespace qkv::sheets {
namespace {

constexpr std::string_view wide_bar = "｜";

bool is_punctuation(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string without_backslashes(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escapes = text[i] == '\\' && i + 1 < text.size() &&
                         (is_punctuation(text[i + 1]) || text.substr(i + 1).starts_with(wide_bar));
    if (escapes) ++i;
    result += text[i];
  }
  return result;
}

enum class Marks { all, emphasis };

// What clings to both ends of a cell without being part of it.
std::string_view without_marks(std::string_view text, Marks marks = Marks::all) {
  struct Pair {
    std::string_view open, close;
  };
  constexpr std::size_t emphasis = 7;  // the others are quotation marks
  constexpr std::array<Pair, 12> pairs = {{{"**", "**"},
                                           {"__", "__"},
                                           {"~~", "~~"},
                                           {"*", "*"},
                                           {"_", "_"},
                                           {"`", "`"},
                                           {"$", "$"},
                                           {"\"", "\""},
                                           {"“", "”"},
                                           {"”", "”"},
                                           {"‘", "’"},
                                           {"'", "'"}}};
  text = trimmed(text);
  constexpr int most_pairs = 4;
  for (int round = 0; round < most_pairs; ++round) {
    for (std::size_t i = 0; i < (marks == Marks::all ? pairs.size() : emphasis); ++i) {
      const Pair& pair = pairs[i];
      if (text.size() < pair.open.size() + pair.close.size()) continue;
      if (!text.starts_with(pair.open) || !text.ends_with(pair.close)) continue;
      // The last mark may be escaped, and then belongs to the text.
      const std::size_t close = text.size() - pair.close.size();
      if (close > 0 && text[close - 1] == '\\') continue;
      text = trimmed(text.substr(pair.open.size(), close - pair.open.size()));
    }
  }
  return text;
}

// The number after a word: "head 2", "head: 2", "head=2". Nothing if there is none; 0 if it cannot be.
std::optional<int> number_after(const std::string& text, std::string_view word, int most) {
  const std::size_t at = text.find(word);
  if (at == std::string::npos) return std::nullopt;
  std::size_t i = at + word.size();
  while (i < text.size() && (text[i] == ' ' || text[i] == ':' || text[i] == '=' || text[i] == '#')) ++i;
  if (i == text.size() || !is_digit(text[i])) return text.front() == '[' ? std::optional(0) : std::nullopt;
  int number = 0;
  for (; i < text.size() && is_digit(text[i]); ++i)
    number = std::min(10 * number + (text[i] - '0'), most + 1);
  return number > most ? 0 : number;
}

void read_part(const std::string& text, Heading& heading) {
  const std::optional<int> batch = number_after(text, "batch", Limits::batch);
  const std::optional<int> head = number_after(text, "head", Limits::heads);
  heading.bad_part = batch == 0 || head == 0;
  heading.batch = std::max(batch.value_or(1), 1) - 1;
  heading.head = std::max(head.value_or(1), 1) - 1;
}

bool mostly_numbers(std::string_view text) {
  constexpr std::size_t longest = 1 << 16;
  if (text.size() > longest) return false;
  const std::vector<std::string> cells = split_row(text);
  const auto numbers = std::ranges::count_if(cells, [](const std::string& cell) { return is_number(cell); });
  return 2 * numbers > static_cast<std::ptrdiff_t>(cells.size());
}

// Where the first colon is, and how long it is.
std::pair<std::size_t, std::size_t> find_colon(std::string_view text) {
  constexpr std::string_view wide = "：";
  const std::size_t plain = text.find(':');
  const std::size_t other = text.find(wide);
  return plain < other ? std::pair(plain, std::size_t{1}) : std::pair(other, wide.size());
}

}  // namespace

std::optional<Heading> read_heading(std::string_view line) {
  const std::string all = folded(line);
  std::string_view text = trimmed(all);
  const std::size_t marks = std::min(text.find_first_not_of('#'), text.size());
  text = trimmed(text.substr(marks));
  if (marks > 0) text = trimmed(text.substr(0, text.find_last_not_of('#') + 1));
  text = without_marks(text);
  const std::size_t end = std::min(text.find_first_of(" [({:,"), text.size());
  const std::string_view rest = trimmed(text.substr(end));
  Heading heading;
  heading.name = cell_text(text.substr(0, end));
  heading.step = step_of_id(heading.name);
  if (marks == 0) {
    // Without its marks a heading is one only if it says nothing else.
    const bool alone = rest.empty() || rest == ":" || (rest.front() == '[' && rest.back() == ']');
    if (!heading.step || !alone) return std::nullopt;
  }
  read_part(lower_case(rest), heading);
  return heading;
}

std::vector<Piece> split_at_bars(std::string_view line) {
  std::vector<Piece> pieces;
  std::size_t begin = 0;
  const auto end_piece = [&](std::size_t end) {
    const std::string_view text = trimmed(line.substr(begin, end - begin));
    pieces.push_back({text, text.empty() ? begin : static_cast<std::size_t>(text.data() - line.data())});
  };
  for (std::size_t i = 0; i < line.size();) {
    const std::size_t length = line[i] == '|'                         ? 1
                               : line.substr(i).starts_with(wide_bar) ? wide_bar.size()
                                                                      : 0;
    if (length > 0) {
      end_piece(i);
      begin = i + length;
    }
    i += length > 0 ? length : line[i] == '\\' && i + 1 < line.size() ? 2 : 1;
  }
  if (begin == 0) return {};
  end_piece(line.size());
  // Bars at the ends frame the row.
  if (pieces.back().text.empty()) pieces.pop_back();
  if (!pieces.empty() && pieces.front().text.empty()) pieces.erase(pieces.begin());
  return pieces;
}

bool is_separator(const std::vector<Piece>& pieces) {
  constexpr std::u32string_view marks = U"-:=_–—―－─：";
  std::size_t count = 0;
  for (const Piece& piece : pieces) {
    for (std::size_t i = 0; i < piece.text.size();) {
      const CodePoint c = decode_utf8(piece.text, i);
      if (marks.find(c.value) == std::u32string_view::npos) return false;
      ++count;
      i += c.length;
    }
  }
  return count > 0;
}

std::string cell_text(std::string_view text) {
  return without_backslashes(without_marks(text));
}

std::string name_text(std::string_view text) {
  return without_backslashes(without_marks(text, Marks::emphasis));
}

std::optional<TypedRow> read_typed_row(std::string_view line) {
  const std::string_view text = without_marks(line);
  if (text.empty()) return std::nullopt;
  // A name before a colon is none of the numbers.
  const auto [colon, length] = find_colon(text);
  if (colon != std::string_view::npos) {
    const std::string_view numbers = trimmed(text.substr(colon + length));
    if (mostly_numbers(numbers)) return TypedRow{name_text(text.substr(0, colon)), std::string(numbers)};
  }
  if (mostly_numbers(text)) return TypedRow{{}, std::string(text)};
  return std::nullopt;
}

std::optional<KeyLine> read_key_line(std::string_view line) {
  std::string_view text = trimmed(line);
  if (text.starts_with("- ") || text.starts_with("* ")) text = trimmed(text.substr(2));
  const auto [colon, length] = find_colon(text);
  if (colon == std::string_view::npos) return std::nullopt;
  // "**learner:** s001" has its marks around the key.
  std::string_view key = text.substr(0, colon);
  std::string_view value = text.substr(colon + length);
  const std::size_t marks = std::min(key.find_first_not_of("*_`"), key.size());
  if (marks > 0 && value.starts_with(key.substr(0, marks))) {
    key.remove_prefix(marks);
    value.remove_prefix(marks);
  }
  value = trimmed(value);
  if (value.size() > 1 && value.front() == '"' && value.back() == '"')
    value = value.substr(1, value.size() - 2);
  return KeyLine{lower_case(folded(cell_text(key))), std::string(value)};
}

}  // namespace qkv::sheets
