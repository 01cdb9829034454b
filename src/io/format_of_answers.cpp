#include <algorithm>

#include "markdown_line.hpp"
#include "qkv/io/read_sheet.hpp"
#include "qkv/text/encoding.hpp"
#include "sheet_text.hpp"

namespace qkv {
namespace {

using namespace sheets;

constexpr std::size_t enough = 4096;  // bytes of the beginning that are looked at

std::string beginning_of(std::string_view text) {
  const Encoding encoding = encoding_of(text);
  if (encoding == Encoding::utf16_little || encoding == Encoding::utf16_big)
    return utf8_from_utf16(text.substr(0, enough), encoding);
  std::string beginning(text.substr(0, enough));
  drop_byte_order_mark(beginning);
  return beginning;
}

// "step,batch,…", "sep=;", "weights,1,1,…".
bool is_csv_line(std::string_view line) {
  if (line.starts_with("sep=")) return true;
  const std::size_t tab = line.find('\t');
  const std::string text = lower_case(folded(line.substr(0, tab)));
  const std::size_t end = text.find_first_of(",;");
  if (end == std::string::npos && tab == std::string_view::npos) return false;
  std::string first(trimmed(std::string_view(text).substr(0, end)));
  std::erase(first, '"');
  return first == "step" || first == "problem" || first == "learner" || step_of_id(first);
}

bool is_markdown_line(std::string_view line) {
  const std::string text = folded(trimmed(line));
  if (text.starts_with("---") || text.starts_with('#') || text.starts_with('|')) return true;
  const std::optional<KeyLine> key_line = read_key_line(text);
  return read_heading(text) || (key_line && (key_line->key == "problem" || key_line->key == "learner"));
}

}  // namespace

AnswerFormat format_of_answers(std::string_view text) {
  const std::string beginning = beginning_of(text);
  for (const Line& line : lines_of(beginning)) {
    const std::string_view shown_line = trimmed(line.text);
    if (shown_line.empty()) continue;
    if (shown_line.front() == '{' || shown_line.front() == '[') return AnswerFormat::json;
    if (is_csv_line(shown_line)) return AnswerFormat::csv;
    if (is_markdown_line(shown_line)) return AnswerFormat::markdown;
  }
  return AnswerFormat::json;
}

}  // namespace qkv
