#include "qkv/json/write_verify.hpp"

#include <cmath>

#include "qkv/json/protocol.hpp"
#include "qkv/json/writer.hpp"
#include "write_faults.hpp"
#include "write_members.hpp"

namespace qkv {
namespace {

std::string_view outcome_name(CheckResult::Outcome outcome) {
  switch (outcome) {
    case CheckResult::Outcome::passed:
      return "passed";
    case CheckResult::Outcome::failed:
      return "failed";
    case CheckResult::Outcome::skipped:
      return "skipped";
  }
  return {};
}

std::string_view kind_name(FailedCase::Kind kind) {
  switch (kind) {
    case FailedCase::Kind::trouble:
      return "trouble";
    case FailedCase::Kind::refused:
      return "refused";
    case FailedCase::Kind::missing:
      return "missing";
    case FailedCase::Kind::shape:
      return "shape";
    case FailedCase::Kind::numbers:
      return "numbers";
  }
  return {};
}

// JSON has no NaN and no infinity: they are written as text.
void write_any_number(JsonWriter& json, std::string_view key, double value) {
  json.key(key);
  if (std::isnan(value)) {
    json.text("nan");
  } else if (std::isinf(value)) {
    json.text(value > 0 ? "inf" : "-inf");
  } else {
    json.number(value);
  }
}

void write_shape(JsonWriter& json, std::string_view key, const Shape& shape) {
  json.key(key);
  json.whole_numbers(shape);
}

void write_failure(JsonWriter& json, const FailedCase& failure) {
  json.key("failure");
  json.begin_object();
  write_text(json, "kind", kind_name(failure.kind));
  write_text(json, "did", failure.did);
  if (!failure.part.empty()) write_text(json, "part", failure.part);
  switch (failure.kind) {
    case FailedCase::Kind::trouble:
      write_text(json, "trouble", trouble_name(failure.trouble.kind));
      write_arguments(json, failure.trouble.details);
      if (!failure.trouble.excerpt.empty()) write_text(json, "excerpt", failure.trouble.excerpt);
      break;
    case FailedCase::Kind::refused:
      write_text(json, "error", failure.error);
      break;
    case FailedCase::Kind::missing:
      write_shape(json, "expected_shape", failure.expected_shape);
      break;
    case FailedCase::Kind::shape:
      write_shape(json, "expected_shape", failure.expected_shape);
      write_shape(json, "seen_shape", failure.seen_shape);
      break;
    case FailedCase::Kind::numbers:
      json.key("at");
      json.whole_numbers(failure.at);
      write_any_number(json, "expected", failure.expected);
      write_any_number(json, "seen", failure.seen);
      if (!failure.note.empty()) write_text(json, "note", failure.note);
      break;
  }
  if (failure.before) write_text(json, "before", request_line(*failure.before));
  write_text(json, "request", request_line(failure.request));
  json.end_object();
}

}  // namespace

std::string verify_json(const SuiteReport& report, const std::vector<std::string>& command,
                        const std::optional<BadEnd>& end) {
  JsonWriter json;
  json.begin_object();
  write_count(json, "qkv", 1);
  json.key("command");
  json.texts(command);
  json.key("passed");
  json.boolean(report.passed());
  if (const CheckResult* telling = report.most_telling()) write_text(json, "first", telling->check->id);
  write_count(json, "asked", report.asked);
  json.key("checks");
  json.begin_array();
  for (const CheckResult& result : report.checks) {
    json.begin_object();
    write_text(json, "id", result.check->id);
    write_text(json, "outcome", outcome_name(result.outcome));
    write_count(json, "cases", result.cases);
    if (!result.lack.empty()) write_text(json, "lack", result.lack);
    if (result.failure) write_failure(json, *result.failure);
    json.end_object();
  }
  json.end_array();
  json.key("mistakes");
  json.begin_array();
  for (const Reproduced& reproduced : report.reproduced) {
    json.begin_object();
    write_text(json, "id", reproduced.mistake->id);
    json.key("all");
    json.boolean(reproduced.all);
    write_count(json, "agreeing", reproduced.agreeing);
    write_count(json, "wrong", reproduced.wrong);
    if (reproduced.fill) write_any_number(json, "fill", *reproduced.fill);
    json.end_object();
  }
  json.end_array();
  json.key("coarse");
  json.boolean(report.is_coarse);
  if (end) {
    json.key("end");
    json.begin_object();
    write_text(json, "kind", bad_end_name(end->kind));
    write_count(json, "code", end->code);
    json.end_object();
  }
  json.end_object();
  return json.take();
}

}  // namespace qkv
