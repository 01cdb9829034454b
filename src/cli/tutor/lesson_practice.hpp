// Tables that are filled in as a part of a lesson.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "asking.hpp"
#include "qkv/mistakes/notes.hpp"
#include "qkv/tutor/practice.hpp"

namespace qkv {

struct PractisedTables {
  std::vector<std::pair<Step, Ending>> endings;  // of all tables once something was tried
  bool finished = false;
  bool unkept = false;  // what was typed is in no file, which has been said
};
// Where it stands in the course. What is typed there is kept until all of it is done.
struct LessonPlace {
  std::string lesson;
  std::size_t part = 1;
};
// Before a lesson is begun anew: what was typed in these of its parts is deleted. A file that is no practice
// gets another name, which is said; one that is open in another process stays as it is.
void forget_tables(const std::string& lesson, std::span<const std::size_t> parts, Talk& talk,
                   const Session& world);
PractisedTables practise_in_lesson(const Problem& problem, const std::string& name, const LessonPlace& place,
                                   Talk& talk, const NotesShelf& notes, const Session& world);

// How each table of a practice went so far, as far as it was tried.
std::vector<std::pair<Step, Ending>> endings_of(const Practice& practice);

}  // namespace qkv
