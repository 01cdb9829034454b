#include "content_hints.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>

#include "qkv/text/catalogue.hpp"
#include "qkv/tutor/judge.hpp"
#include "typed.hpp"

namespace qkv {
namespace {

bool holds(std::string_view text, std::string_view part) {
  constexpr std::size_t telling = 3;  // bytes: "a" or "2" may stand anywhere
  return part.size() >= telling && text.find(part) != std::string_view::npos;
}

// The number itself, not a part of a longer one.
bool holds_number(std::string_view text, const std::string& number) {
  const auto is_part = [](char c) { return (c >= '0' && c <= '9') || c == '.'; };
  for (std::size_t at = text.find(number); at != std::string_view::npos; at = text.find(number, at + 1)) {
    const std::size_t end = at + number.size();
    const bool longer = (at > 0 && is_part(text[at - 1])) || (end < text.size() && is_part(text[end]) &&
                                                              (text[end] != '.' || end + 1 < text.size()));
    if (!longer) return true;
  }
  return false;
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

// Every number of the answer that is worth calculating, in whatever order.
bool gives_away(const Looking& looking, const NumbersBody&) {
  std::istringstream answer(right_answer(pose(looking.question, 0)));
  int found = 0;
  for (std::string number; answer >> number;) {
    std::erase_if(number,
                  [](char c) { return std::string_view(",;[]()").find(c) != std::string_view::npos; });
    if (number.find_first_not_of("0.-") == std::string::npos) continue;
    if (!holds_number(looking.hint, number)) return false;
    ++found;
  }
  return found > 0;
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
