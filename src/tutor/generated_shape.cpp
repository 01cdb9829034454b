#include "generated_shape.hpp"

#include <array>
#include <string>

namespace qkv {
namespace {

struct Sizes {
  int b = 1;
  int h = 1;
  int t = 1;
  int d = 1;
};

// What can be asked for: texts quiz.new.shape.<id>.ask, .rule and .why.
struct ShapeRow {
  std::string_view id;
  std::vector<int> (*sizes)(const Sizes& s);
};

const std::array<ShapeRow, 7>& shape_rows() {
  static constexpr std::array<ShapeRow, 7> rows = {{
      {"heads",
       [](const Sizes& s) {
         return std::vector{s.b, s.h, s.t, s.d};
       }},
      {"key-transposed",
       [](const Sizes& s) {
         return std::vector{s.b, s.h, s.d, s.t};
       }},
      {"scores",
       [](const Sizes& s) {
         return std::vector{s.b, s.h, s.t, s.t};
       }},
      {"output",
       [](const Sizes& s) {
         return std::vector{s.b, s.h, s.t, s.d};
       }},
      {"merged",
       [](const Sizes& s) {
         return std::vector{s.b, s.t, s.h * s.d};
       }},
      {"qkv",
       [](const Sizes& s) {
         return std::vector{s.b, s.t, 3 * s.h * s.d};
       }},
      {"padding-mask",
       [](const Sizes& s) {
         return std::vector{s.b, 1, 1, s.t};
       }},
  }};
  return rows;
}

// Different from each other, so that a wrong order shows.
Sizes draw(Draws& draws) {
  constexpr std::array<int, 3> head_counts = {2, 4, 8};
  constexpr std::array<int, 3> head_sizes = {16, 32, 64};
  Sizes sizes;
  sizes.b = 3;
  sizes.h = head_counts[static_cast<std::size_t>(draws.between(0, 2))];
  sizes.t = draws.between(5, 7) + (draws.between(0, 1) == 1 ? 4 : 0);
  sizes.d = head_sizes[static_cast<std::size_t>(draws.between(0, 2))];
  return sizes;
}

std::string text_of(const std::vector<int>& sizes) {
  std::string text;
  for (const int size : sizes) text += (text.empty() ? "" : ",") + std::to_string(size);
  return "[" + text + "]";
}

}  // namespace

void ask_for_shape(Question& question, Draws& draws) {
  const Sizes sizes = draw(draws);
  const auto& rows = shape_rows();
  const ShapeRow& row = rows[static_cast<std::size_t>(draws.between(0, static_cast<int>(rows.size()) - 1))];
  const std::vector<Argument> arguments = {
      argument("b", sizes.b), argument("h", sizes.h),           argument("t", sizes.t),
      argument("d", sizes.d), argument("c", sizes.h * sizes.d), argument("c3", 3 * sizes.h * sizes.d)};
  const std::string key = "quiz.new.shape." + std::string(row.id);
  question.ask = {in_both_languages(key + ".ask", arguments)};
  question.hints = {{in_both_languages("quiz.new.shape.where", arguments)},
                    {in_both_languages(key + ".rule", arguments)}};
  question.why = {in_both_languages(key + ".why", arguments)};
  question.body = ShapeBody{text_of(row.sizes(sizes)), {}};
}

}  // namespace qkv
