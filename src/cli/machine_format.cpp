#include "machine_format.hpp"

#include "check_arguments.hpp"
#include "qkv/cli/output.hpp"
#include "qkv/json/write.hpp"

namespace qkv {
namespace {

Classroom classroom_of(const System& system) {
  const auto variable = [&system](const char* name) { return system.environment(name).value_or(""); };
  return {.classroom = variable("CLASSROOM"),
          .assignment = variable("ASSIGNMENT"),
          .owner = variable("OWNER"),
          .assignment_type = variable("ASSIGNMENT_TYPE"),
          .submission = variable("SUBMISSION_TAG"),
          .commit = variable("COMMIT_URL"),
          .release = variable("RELEASE_URL"),
          .review = variable("REVIEW_URL")};
}

}  // namespace

std::string_view wanted_machine_format(const std::vector<std::string>& words) {
  for (const std::string_view value : values_in(words, "--format")) {
    if (value == "json" || find_format(value) != nullptr) return value;
  }
  return {};
}

Setting format_setting(const Arguments& arguments, const Session& session) {
  Setting setting{.catalogue = session.catalogue};
  setting.timestamp = arguments.value("timestamp").value_or(setting.timestamp);
  setting.hostname = arguments.value("hostname").value_or(setting.hostname);
  setting.classroom = classroom_of(session.system);
  return setting;
}

GradingFailure failure_of(const Diagnostic& fault, const Session& session) {
  const bool from_input = fault.place.file == session.catalogue.text("input.standard");
  return {.text = fault_text(session.catalogue, fault),
          .file = from_input ? "" : fault.place.file,
          .line = fault.place.line};
}

std::string failure_output(std::string_view format, const std::vector<Diagnostic>& faults,
                           const std::vector<std::string>& words, const Session& session) {
  if (format == "json") return faults_json(faults);
  Submission submission;
  for (const Diagnostic& fault : faults) submission.failures.push_back(failure_of(fault, session));
  Setting setting = format_setting({}, session);
  for (const std::string_view time : values_in(words, "--timestamp")) {
    if (is_time(time)) setting.timestamp = time;
  }
  for (const std::string_view name : values_in(words, "--hostname")) {
    if (!name.empty()) setting.hostname = name;
  }
  return formatted(*find_format(format), submission, setting);
}

}  // namespace qkv
