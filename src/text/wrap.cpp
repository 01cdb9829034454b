#include <algorithm>

#include "clusters.hpp"
#include "qkv/text/unicode.hpp"

namespace qkv {
namespace {

using detail::Cluster;

bool is_one_of(char32_t c, std::u32string_view set) {
  return set.find(c) != std::u32string_view::npos;
}

// A blank that carries a combining mark is a character like any other.
bool is_blank(const Cluster& c) {
  return ((c.first == U' ' || c.first == U'\t') && c.size == 1) || (c.first == 0x3000 && c.size == 3);
}

// Closing marks, pauses, iteration marks and small kana: never at the beginning of a line.
bool closes(const Cluster& c) {
  return is_one_of(
      c.first,
      U"，。、；：！？）］｝》〉」』】〕〗〙〛”’…·・‧～％‰℃°々〻ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ／"
      U",.;:!?)]}%/");
}

// Opening marks and signs that belong to what follows: never at the end of a line.
bool opens(const Cluster& c) {
  return is_one_of(c.first, U"（［｛《〈「『【〔〖〘〚“‘￥＄＃([{$#");
}

// Upright quotation marks open or close; they stay with both neighbours.
bool clings(const Cluster& c) {
  return is_one_of(c.first, U"\"'");
}

bool may_break_between(const Cluster& left, const Cluster& right) {
  if (opens(left) || closes(right) || clings(left) || clings(right)) return false;
  return left.width == 2 || right.width == 2;
}

// At blanks an ASCII mark is free: " .5" may begin a line. Full-width marks are not.
bool may_break_at_blank(const Cluster& left, const Cluster& right) {
  return !(left.first > 0x7F && opens(left)) && !(right.first > 0x7F && closes(right));
}

// Blanks, and what follows them up to the next place where a line may end.
struct Piece {
  std::size_t blanks = 0;  // first cluster of the blanks
  std::size_t word = 0;    // first cluster of the word
  std::size_t end = 0;     // one past the last
};

std::vector<Piece> pieces_of(const std::vector<Cluster>& clusters) {
  std::vector<Piece> pieces;
  std::size_t at = 0;
  while (at < clusters.size()) {
    Piece piece{at, at, at};
    while (at < clusters.size() && is_blank(clusters[at])) ++at;
    piece.word = at;
    bool open = true;
    while (open && at < clusters.size()) {
      ++at;
      std::size_t next = at;
      while (next < clusters.size() && is_blank(clusters[next])) ++next;
      if (next == clusters.size()) break;
      open = next == at ? !may_break_between(clusters[at - 1], clusters[at])
                        : !may_break_at_blank(clusters[at - 1], clusters[next]);
      if (open) at = next;
    }
    piece.end = at;
    pieces.push_back(piece);
  }
  return pieces;
}

// One paragraph, filled greedily. Every line is a stretch of the text.
class Filler {
 public:
  Filler(std::string_view text, int width)
      : text_(text), width_(std::max(width, 1)), clusters_(detail::clusters_of(text)) {}

  std::vector<std::string> lines() {
    for (const Piece& piece : pieces_of(clusters_)) add(piece);
    end_line();
    return std::move(lines_);
  }

 private:
  int columns(std::size_t begin, std::size_t end) const {
    int sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum += clusters_[i].width;
    return sum;
  }

  void add(const Piece& piece) {
    const int wanted = columns(piece.blanks, piece.end);
    if (used_ + wanted <= width_) return extend(piece.end, wanted);
    if (piece.word == piece.end) return;  // blanks at the end that find no room
    if (end_ > begin_) end_line();
    begin_ = end_ = piece.word;
    // A word wider than a line is cut wherever the line is full.
    for (std::size_t i = piece.word; i < piece.end; ++i) {
      if (end_ > begin_ && used_ + clusters_[i].width > width_) end_line();
      if (end_ == begin_ && is_blank(clusters_[i])) {
        begin_ = end_ = i + 1;
      } else {
        extend(i + 1, clusters_[i].width);
      }
    }
  }

  void extend(std::size_t end, int columns) {
    end_ = end;
    used_ += columns;
  }

  void end_line() {
    const auto offset = [this](std::size_t i) {
      return i < clusters_.size() ? clusters_[i].begin : text_.size();
    };
    lines_.emplace_back(text_.substr(offset(begin_), offset(end_) - offset(begin_)));
    begin_ = end_;
    used_ = 0;
  }

  std::string_view text_;
  int width_;
  std::vector<Cluster> clusters_;
  std::vector<std::string> lines_;
  std::size_t begin_ = 0;  // clusters of the line that is being filled
  std::size_t end_ = 0;
  int used_ = 0;
};

}  // namespace

std::vector<std::string> wrap(std::string_view text, int width) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    for (std::string& line : Filler(text.substr(begin, end - begin), width).lines()) {
      lines.push_back(std::move(line));
    }
    begin = end + 1;
  }
  return lines;
}

}  // namespace qkv
