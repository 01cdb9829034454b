#include "qkv/tutor/lesson.hpp"

#include <algorithm>

namespace qkv {

const Lesson* find_lesson(const Content& content, std::string_view id) {
  const auto found = std::ranges::find(content.lessons, id, &Lesson::id);
  return found == content.lessons.end() ? nullptr : &*found;
}

const Question* find_question(const Content& content, std::string_view id) {
  const auto found = std::ranges::find(content.questions, id, &Question::id);
  return found == content.questions.end() ? nullptr : &*found;
}

}  // namespace qkv
