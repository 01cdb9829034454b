#include <algorithm>
#include <cstddef>

#include "clusters.hpp"
#include "qkv/base/utf8.hpp"
#include "qkv/text/catalogue.hpp"
#include "qkv/text/unicode.hpp"

namespace qkv {
namespace {

constexpr int excerpt_columns = 100;
constexpr int columns_before_caret = 60;
constexpr int key_columns = 40;  // of one key in a pointer
constexpr std::string_view margin = "  | ";
constexpr std::string_view cut = "…";

// Tabs that indent a file are blanks to a reader, not controls to be shown.
std::string one_line(std::string_view text) {
  std::string line(text.substr(0, text.find_first_of("\r\n")));
  std::ranges::replace(line, '\t', ' ');
  return line;
}

// The byte offset of the code point with that number, counted from `from`, or the end of the text.
std::size_t skip_code_points(std::string_view text, std::size_t from, int count) {
  std::size_t offset = from;
  for (int i = 0; i < count && offset < text.size(); ++i) offset += decode_utf8(text, offset).length;
  return offset;
}

struct Excerpt {
  std::string text;
  int caret = 0;  // column under which it stands, from 0
};

std::string_view cut_mark(Signs signs) {
  return signs == Signs::ascii ? "..." : cut;
}

// A text that was cut before it came here ends with the usual mark.
std::string with_mark(std::string text, Signs signs) {
  if (text.ends_with(cut)) text.replace(text.size() - cut.size(), cut.size(), cut_mark(signs));
  return text;
}

// The part around the caret of a line that is too long to show.
Excerpt cut_around(const std::string& before, const std::string& after, bool more_before, bool more_after,
                   Signs signs) {
  const std::string whole = before + after;
  const int caret = display_width(before);
  const int width = display_width(whole);
  const int first =
      width <= excerpt_columns ? 0 : std::clamp(caret - columns_before_caret, 0, width - excerpt_columns);
  Excerpt excerpt;
  int at = 0;
  int shown = 0;
  bool cut_before = more_before;
  bool cut_after = more_after;
  for (const detail::Cluster& cluster : detail::clusters_of(whole)) {
    if (at < first) {
      cut_before = true;
      excerpt.caret -= cluster.width;
    } else if (shown + cluster.width > excerpt_columns) {
      cut_after = true;
      break;
    } else {
      excerpt.text.append(whole, cluster.begin, cluster.size);
      shown += cluster.width;
    }
    at += cluster.width;
  }
  excerpt.caret += caret;
  if (cut_before) {
    excerpt.text.insert(0, cut_mark(signs));
    excerpt.caret += display_width(cut_mark(signs));
  }
  if (cut_after) excerpt.text += cut_mark(signs);
  return excerpt;
}

// A file may be one line of a megabyte: only what can be shown is looked at closely.
Excerpt excerpt_of(const Place& place, Signs signs) {
  const std::string line = one_line(place.source);
  const int before_caret = std::clamp(place.column - 1, 0, count_code_points(line));
  const int skipped = std::max(before_caret - 2 * excerpt_columns, 0);
  const std::size_t begin = skip_code_points(line, 0, skipped);
  const std::size_t caret = skip_code_points(line, begin, before_caret - skipped);
  const std::size_t end = skip_code_points(line, caret, 2 * excerpt_columns);
  const std::string_view all = line;
  return cut_around(visible(all.substr(begin, caret - begin)), visible(all.substr(caret, end - caret)),
                    begin > 0, end < line.size(), signs);
}

// "/mask/causal", each key cut to a length fit for a message.
std::string pointer_text(std::string_view pointer, Signs signs) {
  std::string text;
  while (!pointer.empty()) {
    pointer.remove_prefix(1);  // "/"
    const std::string_view key = pointer.substr(0, pointer.find('/'));
    text += '/' + with_mark(elide(visible(key), key_columns), signs);
    pointer.remove_prefix(key.size());
  }
  return text;
}

std::string place_text(const Place& place, Signs signs) {
  std::string text = visible(place.file);
  if (place.line > 0) {
    if (!text.empty()) text += ':';
    text += std::to_string(place.line);
    if (place.column > 0) text += ':' + std::to_string(place.column);
  }
  if (!text.empty()) text += ": ";
  if (!place.pointer.empty()) text += pointer_text(place.pointer, signs) + ": ";
  return text;
}

}  // namespace

std::string fault_text(const Catalogue& catalogue, const Diagnostic& fault) {
  std::vector<Argument> arguments = fault.arguments;
  for (Argument& each : arguments) {
    if (each.kind == Argument::Kind::literal) each.value = with_mark(visible(each.value), catalogue.signs());
  }
  std::string text =
      place_text(fault.place, catalogue.signs()) + catalogue.say("fault." + fault.code, arguments);
  if (!fault.place.source.empty()) {
    const Excerpt excerpt = excerpt_of(fault.place, catalogue.signs());
    text.append("\n").append(margin).append(excerpt.text);
    if (fault.place.column > 0) {
      text.append("\n").append(margin).append(static_cast<std::size_t>(excerpt.caret), ' ').append("^");
    }
  }
  if (!fault.suggestion.empty()) {
    text += "\n  " + catalogue.say("fault.suggestion", {argument("name", visible(fault.suggestion))});
  }
  return text;
}

}  // namespace qkv
