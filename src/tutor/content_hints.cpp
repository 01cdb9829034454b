#include "content_hints.hpp"

#include <algorithm>

#include "qkv/tutor/judge.hpp"
#include "typed.hpp"

namespace qkv {
namespace {

// Nothing is left between the parts of a row or a shape.
std::string joined_up(std::string_view text) {
  std::string result;
  for (const char c : folded(text)) {
    if (std::string_view(" ,;[]()").find(c) == std::string_view::npos) result += c;
  }
  return result;
}

bool holds(std::string_view text, std::string_view part) {
  constexpr std::size_t telling = 3;  // bytes: "a" or "2" may stand anywhere
  return part.size() >= telling && text.find(part) != std::string_view::npos;
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

bool gives_away(const Looking&, const TruthBody&) {
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

bool gives_away(const Looking& looking, const NumbersBody&) {
  return holds(joined_up(looking.hint), joined_up(right_answer(pose(looking.question, 0))));
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
