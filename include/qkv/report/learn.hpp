// Lessons as Documents: the list of them, and their parts one after the other.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "qkv/report/document.hpp"
#include "qkv/text/catalogue.hpp"
#include "qkv/tutor/progress.hpp"

namespace qkv {

// All lessons, how far each has been read, and which one comes next.
Document lessons_document(const Content& content, const Learned& progress, const Catalogue& catalogue);

// The title, the aim, and how far one had come (a part, from 0).
Document lesson_opening(const Lesson& lesson, std::size_t part, const Catalogue& catalogue);

struct LessonWords {
  const Content& content;
  std::function<std::shared_ptr<const Problem>(const std::string& id)> problem;
  const Catalogue& catalogue;
};
// A part that is read. Of those that are done (tables to fill in, questions) what is said before.
Document lesson_part(const LessonPart& part, const LessonWords& words);

// What comes after the last part; null: no lesson.
Document lesson_ending(const Lesson& lesson, const Lesson* next, const Catalogue& catalogue);

}  // namespace qkv
