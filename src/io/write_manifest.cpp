#include "qkv/io/write_manifest.hpp"

#include <algorithm>
#include <string_view>

#include "csv_line.hpp"
#include "qkv/base/utf8.hpp"

namespace qkv {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::string head() {
  return sheets::csv_line({"answers", "problem", "learner", "name"});
}

std::string lines_of(const std::vector<Assignment>& assignments) {
  std::string text;
  for (const Assignment& each : assignments) {
    text += sheets::csv_line({each.answers, each.problem, each.learner, each.learner_name});
  }
  return text;
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<signed char>(c) >= 0; });
}

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_utf8(text, at);
    if (!point.valid) return false;
    at += point.length;
  }
  return true;
}

std::string with_mark(const std::string& text) {
  return is_ascii(text) ? text : std::string(byte_order_mark) + text;
}

}  // namespace

std::string manifest_csv(const std::vector<Assignment>& assignments) {
  return with_mark(head() + lines_of(assignments));
}

std::optional<std::string> with_assignments(std::string manifest, const std::vector<Assignment>& more) {
  if (manifest.starts_with(byte_order_mark)) manifest.erase(0, byte_order_mark.size());
  const std::string first = head();
  const std::string_view words = std::string_view(first).substr(0, first.size() - 1);
  const bool ours = manifest.starts_with(words) && manifest.substr(words.size()).find_first_of("\r\n") == 0;
  if (!ours || !is_utf8(manifest)) return std::nullopt;
  if (!manifest.ends_with('\n')) manifest += '\n';
  return with_mark(manifest + lines_of(more));
}

}  // namespace qkv
