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

bool gives_away(const Looking& looking, const ChoiceBody& body) {
  const auto right = std::ranges::find(body.options, true, &ChoiceOption::right);
  return right != body.options.end() &&
         holds(folded(looking.hint), folded(right->text.text.in(looking.language)));
}

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

// A shape is looked for with its brackets: letters alone are words.
bool gives_away(const Looking& looking, const ShapeBody& body) {
  const auto bare = [](std::string_view text) {
    std::string result = folded(text);
    std::erase(result, ' ');
    return result;
  };
  return holds(bare(looking.hint), bare(body.answer)) ||
         std::ranges::any_of(
             body.also, [&](const std::string& other) { return holds(bare(looking.hint), bare(other)); });
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

// A single number of the answer that has to be calculated. A digit may stand anywhere, and what the question
// itself says may be said again.
bool gives_away(const Looking& looking, const NumbersBody&) {
  const std::vector<double> told = numbers_of(looking.hint);
  const std::vector<double> asked = numbers_of(looking.question.ask.text.in(looking.language));
  std::istringstream answer(right_answer(pose(looking.question, 0)));
  for (std::string cell; answer >> cell;) {
    const auto read = read_number(cell);
    const auto* number = std::get_if<WrittenNumber>(&read);
    if (number == nullptr || !std::isfinite(number->value)) continue;
    const bool is_digit = number->value == std::round(number->value) && std::abs(number->value) < 10.0;
    const double half_a_place = 0.5 * std::pow(10.0, -number->decimals);
    const auto is_it = [&](double other) { return within(other, number->value, half_a_place); };
    if (!is_digit && std::ranges::any_of(told, is_it) && std::ranges::none_of(asked, is_it)) return true;
  }
  return false;
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
