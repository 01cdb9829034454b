// The results.json of a Gradescope autograder.
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

void whole_member(JsonWriter& json, std::string_view name, int value) {
  json.key(name);
  json.whole(value);
}

void write_test(JsonWriter& json, const ResultLine& line) {
  json.begin_object();
  text_member(json, "name", clean(line.name()));
  text_member(json, "number", line.number());
  whole_member(json, "score", line.points);
  whole_member(json, "max_score", line.max_points);
  text_member(json, "status", line.passed ? "passed" : "failed");
  text_member(json, "output", clean(line.message));
  text_member(json, "output_format", "text");
  text_member(json, "visibility", "visible");
  json.end_object();
}

std::string summary_of(const Submission& submission) {
  if (!submission.graded()) return reasons_of(submission);
  std::string text = clean(submission.results.summary);
  for (const std::string& note : submission.results.notes) text += "\n" + clean(note);
  return text;
}

}  // namespace

void gradescope_submission(std::string& output, const Submission& submission, const Setting&) {
  JsonWriter json;
  json.begin_object();
  // Equal to the sum of the tests, and there where there are none.
  whole_member(json, "score", submission.graded() ? submission.results.points : 0);
  text_member(json, "output", summary_of(submission));
  text_member(json, "output_format", "text");
  json.key("tests");
  json.begin_array();
  for (const ResultLine& line : submission.results.lines) write_test(json, line);
  json.end_array();
  json.end_object();
  output += json.take();
}

}  // namespace qkv
