#include "qkv/tutor/course.hpp"

#include <algorithm>
#include <array>

namespace qkv {
namespace {

constexpr CoursePoint points[] = {
    {"pre-matmul", PointKind::before},
    {"pre-softmax", PointKind::before},
    {"pre-next-token", PointKind::before},
    {"pre-hidden", PointKind::before},

    {"can-round", PointKind::ability},
    {"can-roles", PointKind::ability},
    {"can-shape", PointKind::ability},
    {"can-scale", PointKind::ability},
    {"can-mask", PointKind::ability},
    {"can-leak-test", PointKind::ability},

    {"why-dynamic", PointKind::idea},
    {"ladder", PointKind::idea},
    {"boundary", PointKind::idea},
    {"library", PointKind::idea},
    {"projections", PointKind::idea},
    {"by-hand", PointKind::idea},
    {"variance", PointKind::idea},
    {"causal", PointKind::idea},
    {"padding", PointKind::idea},
    {"heads", PointKind::idea},
    {"implementation", PointKind::idea},
    {"five-tests", PointKind::idea},
    {"not-evidence", PointKind::idea},

    {"faq-three-projections", PointKind::question},
    {"faq-decoder-causal", PointKind::question},
    {"faq-retrieval", PointKind::question},
    {"faq-sum-one", PointKind::question},
    {"faq-value-not-scoring", PointKind::question},
    {"faq-long-context", PointKind::question},

    {"self-1", PointKind::self_test},
    {"self-2", PointKind::self_test},
    {"self-3", PointKind::self_test},
    {"self-4", PointKind::self_test},
    {"self-5", PointKind::self_test},
    {"self-6", PointKind::self_test},
};

constexpr std::string_view round_points[] = {"can-round", "by-hand", "pre-softmax", "faq-sum-one"};
constexpr std::string_view roles_points[] = {
    "can-roles", "boundary", "library", "why-dynamic", "faq-three-projections", "faq-value-not-scoring"};
constexpr std::string_view shape_points[] = {"can-shape", "projections", "heads",
                                             "self-1",    "self-2",      "pre-matmul"};
constexpr std::string_view scale_points[] = {"can-scale", "variance", "self-3"};
constexpr std::string_view mask_points[] = {"can-mask", "causal", "padding", "self-4", "faq-decoder-causal"};
constexpr std::string_view leak_points[] = {"can-leak-test", "five-tests", "self-6"};

constexpr Step round_steps[] = {Step::scores, Step::scaled, Step::weights, Step::output};
constexpr Step scale_steps[] = {Step::scaled};
constexpr Step mask_steps[] = {Step::masked};

// A round goes from the weights to the output.
constexpr Step whole_round[] = {Step::weights, Step::output};
// What a factor or a mask does can be calculated without being understood: that takes questions.
constexpr int to_explain = 2;

constexpr Ability ability_rows[] = {
    {"can-round", round_points, round_steps, whole_round, 0, "by-hand"},
    {"can-roles", roles_points, {}, {}, 0, "qkv"},
    {"can-shape", shape_points, {}, {}, 0, "shapes"},
    {"can-scale", scale_points, scale_steps, {}, to_explain, "scale"},
    {"can-mask", mask_points, mask_steps, {}, to_explain, "causal"},
    {"can-leak-test", leak_points, {}, {}, 0, "code"},
};

constexpr std::string_view topic_rows[] = {"start",    "average",  "qkv",     "shapes", "by-hand",
                                           "scale",    "causal",   "padding", "heads",  "code",
                                           "evidence", "mistakes", "limits"};

}  // namespace

std::span<const CoursePoint> course_points() {
  return points;
}

bool is_course_point(std::string_view id) {
  return std::ranges::find(points, id, &CoursePoint::id) != std::end(points);
}

std::span<const Ability> abilities() {
  return ability_rows;
}

std::span<const std::string_view> topics_of_quiz() {
  return topic_rows;
}

}  // namespace qkv
