// The result.json of Classroom 50. All scores are whole numbers there, as they are here.
#include "printers.hpp"
#include "qkv/format/clean.hpp"
#include "qkv/json/writer.hpp"
#include "results_as_tests.hpp"

namespace qkv {
namespace {

void text_member(JsonWriter& json, std::string_view name, std::string_view value) {
  json.key(name);
  json.text(value);
}

void write_score(JsonWriter& json, int score, int max_score) {
  json.key("score");
  json.whole(score);
  json.key("max-score");
  json.whole(max_score);
}

void write_test(JsonWriter& json, const std::string& name, bool passed, int score, int max_score,
                const std::string& output) {
  json.begin_object();
  text_member(json, "test-name", name);
  json.key("passed");
  json.boolean(passed);
  write_score(json, score, max_score);
  text_member(json, "output", output);  // beyond what is asked: kept as it is
  json.end_object();
}

void write_identity(JsonWriter& json, const Setting& setting) {
  const Classroom& classroom = setting.classroom;
  text_member(json, "schema", "classroom50/result/v1");
  text_member(json, "classroom", clean(classroom.classroom));
  text_member(json, "assignment", clean(classroom.assignment));
  text_member(json, "owner", clean(classroom.owner));
  text_member(json, "assignment_type", clean(classroom.assignment_type));
  text_member(json, "submission", clean(classroom.submission));
  text_member(json, "commit", clean(classroom.commit));
  text_member(json, "release", clean(classroom.release));
  text_member(json, "review", clean(classroom.review));
  text_member(json, "datetime", clean(setting.timestamp) + "Z");
}

}  // namespace

void classroom50_submission(std::string& output, const Submission& submission, const Setting& setting) {
  const Results& results = submission.results;
  JsonWriter json;
  json.begin_object();
  write_identity(json, setting);
  if (submission.graded()) {
    write_score(json, results.points, results.max_points);
  } else {
    write_score(json, 0, results.max_points);
  }
  json.key("tests");
  json.begin_array();
  for (const ResultLine& line : results.lines) {
    write_test(json, line.number() + " " + clean(line.name()), line.passed, line.points, line.max_points,
               clean(line.message));
  }
  for (const std::string& note : results.notes) write_test(json, "qkv", true, 0, 0, clean(note));
  if (!submission.graded()) write_test(json, "qkv", false, 0, results.max_points, reasons_of(submission));
  json.end_array();
  json.end_object();
  output += json.take();
}

}  // namespace qkv
