#include "qkv/json/write_lint.hpp"

#include "qkv/json/writer.hpp"
#include "write_faults.hpp"
#include "write_members.hpp"

namespace qkv {
namespace {

std::string_view kind_name(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::full_marks:
      return "full-marks";
    case Finding::Kind::not_named:
      return "not-named";
    case Finding::Kind::confused:
      return "confused";
    case Finding::Kind::tie:
      return "tie";
    case Finding::Kind::text:
      return "text";
  }
  return {};
}

std::string_view missing_name(LocalizedText::Copied copied) {
  switch (copied) {
    case LocalizedText::Copied::none:
      return "both";
    case LocalizedText::Copied::zh:
      return "zh";
    case LocalizedText::Copied::en:
      return "en";
    case LocalizedText::Copied::unclear:
      return "unclear";
  }
  return {};
}

void write_ids(JsonWriter& json, std::string_view key, const auto& ids) {
  json.key(key);
  json.begin_array();
  for (const auto& id : ids) json.text(id);
  json.end_array();
}

void write_pairs(JsonWriter& json, std::string_view key, const auto& pairs) {
  json.key(key);
  json.begin_array();
  for (const auto& pair : pairs) {
    json.begin_array();
    json.text(pair.one);
    json.text(pair.other);
    json.end_array();
  }
  json.end_array();
}

void write_tie(JsonWriter& json, const Tie& tie) {
  write_text(json, "step", step_name(tie.step));
  json.key("at");
  json.whole_numbers(tie.at);
  json.key("value");
  json.number(tie.value);
  write_text(json, "carry", tie.carry == Carry::exact ? "exact" : "by-hand");
}

void write_finding(JsonWriter& json, const Finding& finding) {
  json.begin_object();
  write_text(json, "kind", kind_name(finding.kind));
  switch (finding.kind) {
    case Finding::Kind::full_marks:
    case Finding::Kind::not_named:
      write_text(json, "mistake", finding.mistake);
      write_text(json, "how_often", seen_name(finding.how_often));
      break;
    case Finding::Kind::confused:
      write_ids(json, "mistakes", std::vector{finding.mistake, finding.other});
      break;
    case Finding::Kind::tie:
      write_tie(json, *finding.tie);
      break;
    case Finding::Kind::text:
      write_text(json, "part", finding.text->part == MissingText::Part::title ? "title" : "note");
      write_text(json, "missing", missing_name(finding.text->copied));
      break;
  }
  json.end_object();
}

void write_cause(JsonWriter& json, const Cause& cause) {
  json.begin_object();
  write_text(json, "id", cause.id);
  json.key("details");
  json.begin_object();
  for (const Argument& detail : cause.details) write_text(json, detail.name, detail.value);
  json.end_object();
  write_ids(json, "hidden", cause.hidden);
  write_ids(json, "unnamed", cause.unnamed);
  write_pairs(json, "pairs", cause.pairs);
  json.end_object();
}

void write_mistake(JsonWriter& json, const Discrimination& proof) {
  json.begin_object();
  write_text(json, "id", proof.mistake->id);
  json.key("tables");
  json.begin_object();
  for (const SeenIn& in : proof.tables) write_text(json, step_name(in.table), seen_name(in.seen));
  json.end_object();
  write_text(json, "full_marks", seen_name(proof.full_marks));
  write_text(json, "named", seen_name(proof.named));
  write_ids(json, "taken_for", proof.taken_for);
  json.end_object();
}

void write_effort(JsonWriter& json, const Effort& effort) {
  write_count(json, "multiplications", effort.multiplications);
  write_count(json, "exponentials", effort.exponentials);
  write_count(json, "divisions", effort.divisions);
  write_count(json, "numbers", effort.numbers);
}

void write_work(JsonWriter& json, const Work& work) {
  json.key("work");
  json.begin_object();
  write_effort(json, work.total);
  write_count(json, "minutes", work.minutes);
  json.key("tables");
  json.begin_array();
  for (const WorkOnTable& table : work.tables) {
    json.begin_object();
    write_text(json, "step", step_name(table.step));
    write_effort(json, table.effort);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

template <typename T>
void write_list(JsonWriter& json, std::string_view key, const std::vector<T>& list,
                void (*write)(JsonWriter&, const T&)) {
  json.key(key);
  json.begin_array();
  for (const T& each : list) write(json, each);
  json.end_array();
}

void write_report(JsonWriter& json, const Problem& problem, const LintReport& report) {
  write_text(json, "problem", problem.id);
  write_list(json, "findings", report.findings, write_finding);
  write_list(json, "causes", report.causes, write_cause);
  json.key("unavoidable");
  json.begin_object();
  write_ids(json, "hidden", report.unavoidable.hidden);
  write_pairs(json, "pairs", report.unavoidable.pairs);
  json.end_object();
  write_list(json, "mistakes", report.mistakes, write_mistake);
  write_work(json, report.work);
}

}  // namespace

std::string lint_json(const std::vector<LintedProblem>& problems) {
  JsonWriter json;
  json.begin_object();
  write_count(json, "qkv", 1);
  json.key("problems");
  json.begin_array();
  for (const LintedProblem& each : problems) {
    json.begin_object();
    write_text(json, "name", each.name);
    if (each.problem) {
      write_report(json, *each.problem, each.report);
    } else {
      write_faults(json, each.faults);
    }
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json.take();
}

std::string content_json(const ContentFindings& content) {
  JsonWriter json;
  json.begin_object();
  write_count(json, "qkv", 1);
  write_text(json, "content", content.folder);
  write_count(json, "lessons", static_cast<long long>(content.lessons));
  write_count(json, "questions", static_cast<long long>(content.questions));
  write_faults(json, content.findings);
  json.end_object();
  return json.take();
}

}  // namespace qkv
