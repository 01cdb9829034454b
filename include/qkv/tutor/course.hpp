// What the course is to leave behind: its points, the abilities among them, and its topics.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "qkv/model/step.hpp"

namespace qkv {

// A point that some lesson, question or command has to meet. The table follows the outline of the course, a
// first chapter on attention by hand and in code; the content check holds lessons and questions against it.
enum class PointKind { before, ability, idea, question, self_test };
struct CoursePoint {
  std::string_view id;  // "can-round"
  PointKind kind;
};
std::span<const CoursePoint> course_points();
bool is_course_point(std::string_view id);

// What a learner can do afterwards: text "progress.ability.<id>".
struct Ability {
  std::string_view id;                       // a point of the course
  std::span<const std::string_view> points;  // questions with one of these are evidence, and lessons teach it
  std::span<const Step> steps;               // so is practice of such tables
  std::span<const Step> whole;               // practice without these says too little
  int questions;                             // right ones, beside all practice
  std::string_view lesson;                   // the one to turn to first
};
std::span<const Ability> abilities();

// What questions are about: text "quiz.topic.<id>". The ids of the lessons but for `faq`, whose questions
// stand under `limits`.
std::span<const std::string_view> topics_of_quiz();

}  // namespace qkv
