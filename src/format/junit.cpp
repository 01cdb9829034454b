// JUnit XML in the part that both families of its schemas agree on: Ant's is strict about attributes and
// their order, Jenkins' about little. There is no score: every point is a test case.
#include <algorithm>
#include <pugixml.hpp>

#include "printers.hpp"
#include "qkv/format/clean.hpp"
#include "results_as_tests.hpp"

namespace qkv {
namespace {

class Collector : public pugi::xml_writer {
 public:
  explicit Collector(std::string& text) : text_(text) {}
  void write(const void* data, std::size_t size) override {
    text_.append(static_cast<const char*>(data), size);
  }

 private:
  std::string& text_;
};

// The library escapes markup; a bracket that would open a command of a runner is escaped here.
void print(const pugi::xml_node& node, std::string& output) {
  const std::size_t begin = output.size();
  Collector collector(output);
  node.print(collector, "  ", pugi::format_indent, pugi::encoding_utf8, 1);
  constexpr std::string_view bracket = "&#91;";
  for (auto at = output.find("##[", begin); at != std::string::npos; at = output.find("##[", at)) {
    output.replace(at + 2, 1, bracket);
  }
}

void set(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(value.c_str());
}

void add_problem(pugi::xml_node test, const char* kind, const std::string& type, const std::string& message,
                 const std::string& body) {
  pugi::xml_node node = test.append_child(kind);
  set(node, "message", message);
  set(node, "type", type);
  node.text().set(body.c_str());
}

pugi::xml_node add_test(pugi::xml_node suite, const std::string& name, const std::string& classname) {
  pugi::xml_node test = suite.append_child("testcase");
  set(test, "name", clean(name));
  set(test, "classname", classname);
  set(test, "time", "0");
  return test;
}

void add_tests(pugi::xml_node suite, const Submission& submission, const std::vector<PointTest>& tests) {
  const std::string package = suite.attribute("package").value();
  for (const PointTest& test : tests) {
    pugi::xml_node node = add_test(suite, test.name, package + "." + std::string(test.line->step));
    if (test.passed) continue;
    const std::string place = place_of(submission, test.line->line);
    const std::string message = clean(test.line->message);
    add_problem(node, "failure", test.line->cell == 0 ? "points" : std::string(test.line->verdict), message,
                clean_lines((place.empty() ? "" : place + ": ") + message));
  }
}

std::string or_else(const std::string& text, const char* other) {
  return text.empty() ? other : text;
}

// Tokens of the schema have no blanks around them, and one that is asked for is not empty.
std::string suite_name(const Submission& submission) {
  const std::string label = label_of(submission);
  const std::string& problem = submission.results.problem;
  return or_else(clean(problem + (problem.empty() || label.empty() ? "" : " ") + label), "qkv");
}

std::string notes_of(const Submission& submission) {
  std::string text;
  for (const std::string& note : submission.results.notes) {
    text += (text.empty() ? "" : "\n") + clean_lines(clean(note));
  }
  return text;
}

}  // namespace

std::string begin_junit(const Setting&) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
}

void junit_submission(std::string& output, const Submission& submission, const Setting& setting) {
  const std::vector<PointTest> tests = tests_of(submission.results.lines);
  const auto failed = std::ranges::count(tests, false, &PointTest::passed);
  const bool graded = submission.graded();
  pugi::xml_document document;
  pugi::xml_node suite = document.append_child("testsuite");
  set(suite, "name", suite_name(submission));
  set(suite, "timestamp", clean(setting.timestamp));
  set(suite, "hostname", or_else(clean(setting.hostname), "localhost"));
  set(suite, "tests", std::to_string(graded ? tests.size() : 1));
  set(suite, "failures", std::to_string(graded ? failed : 0));
  set(suite, "errors", graded ? "0" : "1");
  set(suite, "time", "0");
  set(suite, "package", or_else(clean(submission.results.problem), "qkv"));
  set(suite, "id", std::to_string(submission.number - 1));
  suite.append_child("properties");
  if (graded) {
    add_tests(suite, submission, tests);
  } else {
    pugi::xml_node test = add_test(suite, suite_name(submission), "qkv");
    add_problem(test, "error", "ungraded", reason_of(submission), reasons_of(submission));
  }
  suite.append_child("system-out");
  pugi::xml_node remarks = suite.append_child("system-err");
  if (const std::string notes = notes_of(submission); !notes.empty()) remarks.text().set(notes.c_str());
  print(suite, output);
}

std::string end_junit(const Totals&, const Setting&) {
  return "</testsuites>\n";
}

}  // namespace qkv
