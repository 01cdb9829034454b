#include "content_hints.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "qkv/base/number.hpp"
#include "qkv/text/catalogue.hpp"
#include "qkv/tutor/judge.hpp"
#include "typed.hpp"

namespace qkv {
namespace {

bool holds(std::string_view text, std::string_view part) {
  constexpr std::size_t telling = 3;  // bytes: "a" or "2" may stand anywhere
  return part.size() >= telling && text.find(part) != std::string_view::npos;
}

unsigned char byte(char c) {
  return static_cast<unsigned char>(c);
}

struct Looking {
  const Question& question;
  const std::string& hint;
  Language language;
  const ContentWorld& world;
};

// A hint that says whether it is true.
bool gives_away(const Looking& looking, const TruthBody&) {
  const std::string hint = folded(looking.hint);
  std::string_view verdicts = Catalogue(looking.language).text("content.verdicts");
  while (!verdicts.empty()) {
    const std::size_t end = std::min(verdicts.find('|'), verdicts.size());
    if (hint.find(verdicts.substr(0, end)) != std::string::npos) return true;
    verdicts.remove_prefix(std::min(end + 1, verdicts.size()));
  }
  return false;
}

// Sizes without brackets and with one comma each: "b,h,d,t" for "[B, H, D, T]" and "B × H × D × T".
std::string bare_shape(std::string_view text) {
  constexpr std::string_view times = "\xC3\x97";
  std::string bare = folded(text);
  for (auto at = bare.find(times); at != std::string::npos; at = bare.find(times))
    bare.replace(at, times.size(), ",");
  for (const std::string_view blank : {" ,", ", "}) {
    for (auto at = bare.find(blank); at != std::string::npos; at = bare.find(blank))
      bare.replace(at, blank.size(), ",");
  }
  return bare;
}

// With brackets or without.
bool holds_shape(std::string_view text, std::string_view shape) {
  std::string sizes = bare_shape(shape);
  std::erase_if(sizes, [](char c) { return c == '[' || c == ']'; });
  if (sizes.find(',') == std::string::npos) return false;  // letters alone are words
  const std::string bare = bare_shape(text);
  const auto is_between = [&](std::size_t at) {
    return at < bare.size() && (std::isalnum(byte(bare[at])) != 0 || bare[at] == ',');
  };
  for (auto at = bare.find(sizes); at != std::string::npos; at = bare.find(sizes, at + 1)) {
    if ((at == 0 || !is_between(at - 1)) && !is_between(at + sizes.size())) return true;
  }
  return false;
}

bool gives_away(const Looking& looking, const ShapeBody& body) {
  return holds_shape(looking.hint, body.answer) ||
         std::ranges::any_of(body.also,
                             [&](const std::string& other) { return holds_shape(looking.hint, other); });
}

// The numbers of a text, however they are written: 0.25, .25, 25 %, 1/4, √2.
std::vector<double> numbers_of(std::string_view text) {
  std::string part;  // with blanks for what has no place in a number
  constexpr std::string_view root = "\xE2\x88\x9A";
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_root = text.substr(at).starts_with(root);
    const bool is_end = text[at] == '.' && (at + 1 == text.size() || !std::isdigit(byte(text[at + 1])));
    if (is_root) {
      part += root;
      at += root.size() - 1;
    } else {
      while (text[at] == '%' && part.ends_with(' ')) part.pop_back();  // "50 %"
      part += std::string_view("0123456789./%-").find(text[at]) != std::string_view::npos && !is_end
                  ? text[at]
                  : ' ';
    }
  }
  std::vector<double> numbers;
  for (const std::string& cell : split_row(part)) {
    const auto read = read_number(cell);
    if (const auto* number = std::get_if<WrittenNumber>(&read)) numbers.push_back(number->value);
  }
  return numbers;
}

// What the hint says about numbers. What the question itself says may be said again.
struct Told {
  std::vector<double> by_hint;
  std::vector<double> by_question;
};
Told told_by(const Looking& looking) {
  return {numbers_of(looking.hint), numbers_of(looking.question.ask.text.in(looking.language))};
}

// Whether a number that has to be found is told. A digit may stand anywhere.
bool is_told(std::string_view written, const Told& told) {
  const auto read = read_number(written);
  const auto* number = std::get_if<WrittenNumber>(&read);
  if (number == nullptr || !std::isfinite(number->value)) return false;
  const bool is_digit = number->value == std::round(number->value) && std::abs(number->value) < 10.0;
  const double half_a_place = 0.5 * std::pow(10.0, -number->decimals);
  const auto is_it = [&](double other) { return within(other, number->value, half_a_place); };
  return !is_digit && std::ranges::any_of(told.by_hint, is_it) &&
         std::ranges::none_of(told.by_question, is_it);
}

// A number of the row, or the row itself where it is made of digits.
bool gives_away(const Looking& looking, const NumbersBody&) {
  const Told told = told_by(looking);
  const std::string answer = right_answer(pose(looking.question, 0));
  std::istringstream cells(answer);
  for (std::string cell; cells >> cell;) {
    if (is_told(cell, told)) return true;
  }
  const std::vector<double> row = numbers_of(answer);
  const auto has_row = [&](const std::vector<double>& numbers) {
    return std::search(numbers.begin(), numbers.end(), row.begin(), row.end()) != numbers.end();
  };
  return row.size() > 1 && has_row(told.by_hint) && !has_row(told.by_question);
}

bool gives_away(const Looking& looking, const ChoiceBody& body) {
  const auto right = std::ranges::find(body.options, true, &ChoiceOption::right);
  if (right == body.options.end()) return false;
  const std::string answer = folded(right->text.text.in(looking.language));
  return holds(folded(looking.hint), answer) || is_told(answer, told_by(looking));
}

// All items, one after the other.
bool gives_away(const Looking& looking, const OrderBody& body) {
  const std::string hint = folded(looking.hint);
  std::size_t from = 0;
  for (const LocatedText& item : body.items) {
    const auto at = hint.find(folded(item.text.in(looking.language)), from);
    if (at == std::string::npos) return false;
    from = at + 1;
  }
  return true;
}

bool gives_away(const Looking& looking, const MistakeBody& body) {
  return holds(looking.hint, body.mistake) ||
         holds(folded(looking.hint), folded(looking.world.mistake_name(body.mistake).in(looking.language)));
}

}  // namespace

bool gives_answer_away(const Question& question, const LocalizedText& hint, Language language,
                       const ContentWorld& world) {
  const Looking looking{question, hint.in(language), language, world};
  return std::visit([&](const auto& body) { return gives_away(looking, body); }, question.body);
}

}  // namespace qkv
