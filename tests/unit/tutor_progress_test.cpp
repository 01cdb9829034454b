// What is kept of a learner, and what it shows.
#include <algorithm>

#include "qkv/tutor/progress.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

Content content_of(const std::vector<std::pair<std::string, std::string>>& questions) {
  Content content;
  for (const auto& [id, point] : questions) {
    Question question;
    question.id = id;
    question.points = {point};
    content.questions.push_back(question);
  }
  Lesson lesson;
  lesson.id = "scale";
  lesson.points = {"variance"};
  content.lessons.push_back(lesson);
  return content;
}

const AbilityReport& ability(const ProgressReport& report, std::string_view id) {
  return *std::ranges::find_if(report.abilities,
                               [&](const AbilityReport& each) { return each.ability->id == id; });
}

const Content content =
    content_of({{"s1", "can-scale"}, {"s2", "variance"}, {"s3", "self-3"}, {"m1", "can-mask"}});

}  // namespace

TEST_CASE("an ability is shown by three right answers, most of what was tried") {
  Learned learned;
  CHECK(ability(report_progress(learned, content), "can-scale").standing == Standing::none);
  record_question(learned, "s1", Ending::right);
  record_question(learned, "s2", Ending::wrong);
  CHECK(ability(report_progress(learned, content), "can-scale").standing == Standing::begun);
  record_question(learned, "s2", Ending::right);
  record_question(learned, "s3", Ending::right);
  CHECK(ability(report_progress(learned, content), "can-scale").standing == Standing::shown);
  CHECK(ability(report_progress(learned, content), "can-mask").standing == Standing::none);
  record_question(learned, "s3", Ending::skipped);
  record_question(learned, "s1", Ending::helped);
  CHECK(ability(report_progress(learned, content), "can-scale").standing == Standing::begun);
}

TEST_CASE(
    "a practised problem is a piece of evidence when it is finished and its tables were right without help") {
  Learned learned;
  const auto report = [&] { return ability(report_progress(learned, content), "can-scale"); };
  record_table(learned, "contract", Step::scaled, Ending::wrong);
  CHECK(report().right == 0);
  record_table(learned, "contract", Step::scaled, Ending::helped);
  CHECK(report().right == 0);
  CHECK(report().helped == std::vector<std::string>{"contract"});
  CHECK(report().standing == Standing::begun);
  record_table(learned, "contract", Step::scaled, Ending::right);
  record_table(learned, "contract", Step::scaled, Ending::wrong);  // the best one counts
  CHECK(report().right == 1);

  record_table(learned, "causal-3", Step::scaled, Ending::right);
  record_table(learned, "causal-3", Step::output, Ending::open);
  CHECK(report().begun == std::vector<std::string>{"causal-3"});
  CHECK(report().right == 1);
}

TEST_CASE("dividing by a root is not explaining it: that takes questions") {
  Learned learned;
  for (const char* problem : {"contract", "contract-full", "causal-3", "sharp"})
    record_table(learned, problem, Step::scaled, Ending::right);
  CHECK(ability(report_progress(learned, content), "can-scale").standing == Standing::begun);
  record_question(learned, "s1", Ending::right);
  record_question(learned, "s2", Ending::right);
  CHECK(ability(report_progress(learned, content), "can-scale").standing == Standing::shown);
}

TEST_CASE("a question that was left open is to be repeated and counts for nothing else") {
  Learned learned;
  record_left_open(learned, "s1");
  CHECK(ability(report_progress(learned, content), "can-scale").tried == 0);
  CHECK(report_progress(learned, content).repeat == std::vector<std::string>{"s1"});
  record_question(learned, "s1", Ending::right);
  record_left_open(learned, "s1");  // what is known of it stays
  CHECK(ability(report_progress(learned, content), "can-scale").right == 1);
}

TEST_CASE("what went wrong is to be repeated, the longest ago first, and the next lesson is named") {
  Learned learned;
  record_question(learned, "s2", Ending::wrong);
  record_question(learned, "m1", Ending::skipped);
  record_question(learned, "s1", Ending::right);
  const ProgressReport report = report_progress(learned, content);
  CHECK(report.repeat == std::vector<std::string>{"s2", "m1"});
  CHECK(report.next_lesson == "scale");
  record_lesson(learned, "scale", 0, true);
  record_lesson(learned, "scale", 3, false);  // read again in part: it stays done
  CHECK_FALSE(report_progress(learned, content).next_lesson);
  CHECK(report_progress(learned, content).lessons_done == 1);
}

TEST_CASE("every ability is a point of the course, and its own evidence") {
  for (const Ability& each : abilities()) {
    CHECK(is_course_point(each.id));
    CHECK(std::ranges::find(each.points, each.id) != each.points.end());
    for (const std::string_view point : each.points) CHECK(is_course_point(point));
  }
  const auto count = std::ranges::count(course_points(), PointKind::ability, &CoursePoint::kind);
  CHECK(static_cast<std::size_t>(count) == abilities().size());
}
