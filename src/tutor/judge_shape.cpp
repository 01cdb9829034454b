// "[B,H,T,D]", as people write it.
#include <algorithm>
#include <cctype>

#include "judging.hpp"
#include "qkv/tutor/commands.hpp"
#include "typed.hpp"

namespace qkv {
namespace {

using Sizes = std::vector<std::string>;

std::string without(std::string text, std::string_view part, std::string_view instead) {
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + instead.size()))
    text.replace(at, part.size(), instead);
  return text;
}

Sizes parted(const std::string& text, std::string_view at) {
  Sizes sizes;
  std::string size;
  for (const char c : text + std::string(at.substr(0, 1))) {
    if (at.find(c) == std::string_view::npos) {
      if (c != ' ') size += c;
    } else {
      sizes.push_back(size);
      size.clear();
    }
  }
  return sizes;
}

// A product in any order and spelling: "H·D", "D*H", "hd"; d_k and dk.
std::string normal(const std::string& size) {
  std::string letters;
  for (const char c : size) {
    if (c != '_' && c != '*') letters += c;
  }
  std::ranges::sort(letters);
  return letters;
}

bool is_size(const std::string& size) {
  return !size.empty() && std::ranges::all_of(size, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '*';
  });
}

bool is_number(const std::string& size) {
  return std::ranges::all_of(size, [](unsigned char c) { return std::isdigit(c) != 0; });
}

// Whether each x stands between two sizes, as in "2x3", "2 x 3" and "bxhxtxd"; else it may be a name.
bool has_x_between(const std::string& text) {
  const Sizes sizes = parted(text, "x");
  return sizes.size() > 1 && std::ranges::all_of(sizes, is_size);
}

// "2 x 3", "2×3" and "2*3" with commas.
std::string with_commas(std::string text) {
  if (has_x_between(text)) std::ranges::replace(text, 'x', ',');
  std::ranges::replace(text, '*', ',');
  return text;
}

// Empty: it is no shape.
Sizes sizes_of(std::string_view written) {
  std::string text = folded(written);
  for (const std::string_view sign : {"[", "]", "(", ")", "{", "}"}) text = without(text, sign, " ");
  for (const std::string_view sign : {"\xC3\x97", "\xC2\xB7", "\xE2\x8B\x85"})
    text = without(text, sign, "*");
  text = folded(text);
  Sizes sizes;
  if (text.find_first_of(",;") != std::string::npos) {
    while (!text.empty() && (text.back() == ',' || text.back() == ' ')) text.pop_back();  // "(3,)"
    sizes = parted(text, ",;");
  } else if (text.find(' ') != std::string::npos && text.find(" *") == std::string::npos &&
             text.find(" x") == std::string::npos) {
    sizes = parted(text, " ");
  } else if (with_commas(text).find(',') != std::string::npos) {
    sizes = parted(with_commas(text), ",");
  } else if (text.find(' ') != std::string::npos) {
    sizes = parted(text, " ");
  } else if (std::ranges::all_of(text, [](unsigned char c) { return std::isalpha(c) != 0; })) {
    for (const char c : text) sizes.push_back({c});
  } else {
    sizes = {text};
  }
  if (!std::ranges::all_of(sizes, is_size)) return {};
  std::ranges::transform(sizes, sizes.begin(), normal);
  return sizes;
}

bool has_foreign_letters(std::string_view word) {
  return std::ranges::any_of(word, [](unsigned char c) {
    return std::isalpha(c) != 0 &&
           std::string_view("bhtdckvqnx").find(static_cast<char>(c)) == std::string_view::npos;
  });
}

// "skpi", "clear", "no idea": words, not the sizes of something. A shape has commas or brackets, numbers, or
// letters that stand for a size in the course.
bool is_words(std::string_view text) {
  const std::string line = folded(text);
  const bool words =
      std::ranges::all_of(line, [](unsigned char c) { return std::isalpha(c) != 0 || c == ' '; });
  if (!words) return false;
  const bool has_a_long_one = std::ranges::any_of(parted(line, " "), [](const std::string& word) {
    return word.size() > 2 && has_foreign_letters(word);
  });
  return has_a_long_one || (has_foreign_letters(line) && !practice_word_near(line).empty());
}

// [B,T,H,H] for [B,H,T,T]: heads that look at heads.
bool is_heads_by_heads(const Sizes& found, const Sizes& right) {
  return right.size() == 4 && right[2] == right[3] && right[1] != right[2] &&
         found == Sizes{right[0], right[2], right[1], right[1]};
}

}  // namespace

AnswerJudgement judge_shape(const PosedQuestion& posed, std::string_view text, const JudgeOptions&) {
  const auto& body = std::get<ShapeBody>(posed.question->body);
  const Sizes found = sizes_of(text);
  if (found.empty() || is_words(text)) return unreadable_answer("shape");
  AnswerJudgement judgement{
      .verdict = Judged::wrong, .remarks = {}, .option = std::nullopt, .report = std::nullopt};
  const Sizes right = sizes_of(body.answer);
  // The general shape where that of the question is wanted: nothing wrong about it.
  if (std::ranges::all_of(right, is_number) && std::ranges::none_of(found, is_number))
    return unreadable_answer("shape-numbers");
  const bool equal = found == right || std::ranges::any_of(body.also, [&](const std::string& other) {
                       return sizes_of(other) == found;
                     });
  if (equal) {
    judgement.verdict = Judged::right;
  } else if (is_heads_by_heads(found, right)) {
    judgement.remarks.push_back({"shape-heads", {}});
  } else if (found.size() != right.size()) {
    judgement.remarks.push_back({"shape-axes",
                                 {argument("found", static_cast<long long>(found.size())),
                                  argument("expected", static_cast<long long>(right.size()))}});
  } else if (std::ranges::is_permutation(found, right)) {
    judgement.remarks.push_back({"shape-order", {}});
  } else {
    std::string axes;
    for (std::size_t i = 0; i < right.size(); ++i) {
      if (found[i] != right[i]) axes += (axes.empty() ? "" : ", ") + std::to_string(i + 1);
    }
    judgement.remarks.push_back({"shape-size", {argument("axes", axes)}});
  }
  return judgement;
}

std::string shape_key(const PosedQuestion& posed) {
  return std::get<ShapeBody>(posed.question->body).answer;
}

std::vector<std::string> wrong_shapes(const PosedQuestion& posed) {
  const Sizes right = sizes_of(shape_key(posed));
  const auto joined = [](const Sizes& sizes) {
    std::string text;
    for (const std::string& size : sizes) text += (text.empty() ? "" : ",") + size;
    return text;
  };
  Sizes longer = right;
  longer.push_back("1");
  std::vector<std::string> wrong = {joined(longer)};
  for (std::size_t i = 0; i + 1 < right.size(); ++i) {
    Sizes swapped = right;
    std::swap(swapped[i], swapped[i + 1]);
    if (swapped != right) wrong.push_back(joined(swapped));
  }
  return wrong;
}

}  // namespace qkv
