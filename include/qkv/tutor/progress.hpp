// What a learner has done so far, and what that shows.
//
// Plain data; json/ reads and writes it, cli/ keeps it in a file. It holds ids and counts, nothing that was
// typed, and no times: what comes later has the larger turn.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/tutor/course.hpp"
#include "qkv/tutor/lesson.hpp"

namespace qkv {

// How a question or a table ended.
enum class Ending {
  right,    // at the first try, without a hint
  helped,   // in the end: after a hint or a wrong answer
  wrong,    // not at all
  shown,    // given up: the answer was asked for
  skipped,  // passed over
  open,     // not at all yet: left with the question before one, or with the table not filled in
};
inline constexpr std::array all_endings = {Ending::right, Ending::helped,  Ending::wrong,
                                           Ending::shown, Ending::skipped, Ending::open};
std::string_view ending_name(Ending ending);  // "right": as in the file
std::optional<Ending> ending_from_name(std::string_view name);

struct QuestionRecord {
  long long asked = 0;
  long long right = 0;  // endings of that name
  Ending last = Ending::right;
  long long turn = 0;  // when it was asked last
};
struct LessonRecord {
  long long part = 0;  // where to go on: as many parts have been read
  bool done = false;   // once read to its end; stays so
};
// The best ending of each table of a problem that was practised.
using PracticeRecord = std::map<Step, Ending>;

struct Learned {
  long long turns = 0;  // questions asked so far; where no seed is given, it is the seed
  std::map<std::string, QuestionRecord, std::less<>> questions;  // by id, generated kinds among them
  std::map<std::string, LessonRecord, std::less<>> lessons;
  std::map<std::string, PracticeRecord, std::less<>> practice;

  bool empty() const { return turns == 0 && questions.empty() && lessons.empty() && practice.empty(); }
};

// Passing over a question does not undo what went wrong with it before.
void record_question(Learned& progress, std::string_view id, Ending ending);
// How a question ended that was recorded already, after a wrong answer: that it was asked is not counted
// twice.
void settle_question(Learned& progress, std::string_view id, Ending ending);
// A question that was left without an answer. What is known of it from earlier on stays.
void record_left_open(Learned& progress, std::string_view id);
void record_lesson(Learned& progress, std::string_view id, long long part, bool done);
void record_table(Learned& progress, std::string_view problem, Step step, Ending ending);

// Whether a question should come back: the last time it was not right at once. It may also be open: skipped,
// or left without an answer.
bool is_due(const QuestionRecord& record);
bool is_open(const QuestionRecord& record);

// ---- what it shows

enum class Standing {
  none,   // nothing yet
  begun,  // some evidence, or too much of it against
  shown,  // enough pieces of evidence, and most of what was tried last time right
};
std::string_view standing_name(Standing standing);  // "begun"

struct AbilityReport {
  const Ability* ability = nullptr;
  Standing standing = Standing::none;
  // Pieces of evidence: questions right the last time and as often as not, practised problems that were
  // finished and whose tables of the kind were all right without help.
  int right = 0;
  int tried = 0;             // questions that were asked, problems that are evidence or were not right
  int needed = 0;            // right ones for `shown`
  int needed_questions = 0;  // so many of them questions
  std::vector<std::string> questions;  // that are evidence
  std::vector<std::string> problems;   // that are evidence
  std::vector<std::string> helped;     // problems finished with help: neither for nor against
  std::vector<std::string> begun;      // problems that are not finished
  std::vector<std::string> repeat;     // ids of written questions that should come back
  std::vector<std::string> lessons;  // that teach it and are not done, the one to turn to first at the front
};

struct ProgressReport {
  std::vector<AbilityReport> abilities;
  int questions_tried = 0;
  int questions_right = 0;
  int lessons_done = 0;
  std::vector<std::string> repeat;         // all questions that should come back, the longest ago first
  std::optional<std::string> next_lesson;  // the first that is not done
};
ProgressReport report_progress(const Learned& progress, const Content& content);

}  // namespace qkv
