#include "line_reader.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "qkv/text/encoding.hpp"

namespace qkv {
namespace {

constexpr std::size_t piece = std::size_t{64} << 10;
constexpr std::size_t enough_to_tell_the_encoding = 16;

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\f\v") == std::string_view::npos;
}

}  // namespace

bool LineReader::read_more() {
  if (ended_) return false;
  if (at_ > 0) {
    buffer_.erase(0, at_);
    searched_ -= at_;
    at_ = 0;
  }
  const std::size_t before = buffer_.size();
  buffer_.resize(before + piece);
  const Result<std::size_t> count = read_(buffer_.data() + before, piece);
  buffer_.resize(before + (count ? count.value() : 0));
  if (!count) fault_ = count.faults().front();
  ended_ = !count || count.value() == 0;
  return !ended_;
}

void LineReader::convert() {
  while (buffer_.size() <= max_input_bytes && read_more()) {
  }
  if (buffer_.size() > max_input_bytes) {
    fault_ = Diagnostic{
        "file.too-large", {}, {argument("limit", static_cast<long long>(max_input_bytes >> 20))}, {}};
    buffer_.clear();
  }
  const Encoding encoding = encoding_of(buffer_);
  buffer_ = utf8_from_utf16(buffer_, encoding);
  ended_ = true;
}

void LineReader::begin() {
  begun_ = true;
  // A line that is there is not kept waiting for the next one.
  const auto is_enough = [this] {
    return buffer_.size() >= enough_to_tell_the_encoding || buffer_.find('\n') != std::string::npos;
  };
  while (!is_enough() && read_more()) {
  }
  const Encoding encoding = encoding_of(buffer_);
  if (encoding == Encoding::utf16_little || encoding == Encoding::utf16_big) convert();
}

void LineReader::add(std::size_t end, std::vector<TextLine>& lines) {
  ++number_;
  const std::string_view line(buffer_.data() + at_, end - at_);
  if (std::exchange(skipping_, false)) {
    lines.push_back({{}, number_, true});
  } else if (!is_blank(line)) {
    lines.push_back({std::string(line), number_, false});
  }
}

void LineReader::take_lines(std::size_t most, std::vector<TextLine>& lines) {
  while (lines.size() < most) {
    const std::size_t end = buffer_.find('\n', searched_);
    if (end == std::string::npos) {
      searched_ = buffer_.size();
      return;
    }
    add(end, lines);
    at_ = searched_ = end + 1;
  }
}

// The last line need not end.
void LineReader::take_rest(std::vector<TextLine>& lines) {
  if (at_ < buffer_.size() || skipping_) add(buffer_.size(), lines);
  at_ = searched_ = buffer_.size();
}

std::vector<TextLine> LineReader::next(std::size_t most) {
  if (!begun_) begin();
  std::vector<TextLine> lines;
  while (true) {
    take_lines(most, lines);
    if (!lines.empty()) return lines;
    if (buffer_.size() - at_ > most_line_bytes) {
      skipping_ = true;
      at_ = searched_ = buffer_.size();
    }
    if (read_more()) continue;
    if (!fault_) take_rest(lines);
    return lines;
  }
}

}  // namespace qkv
