#include "qkv/json/write_judge.hpp"

#include "qkv/json/writer.hpp"
#include "write_members.hpp"

namespace qkv {
namespace {

std::string_view run_name(TestRun::Kind kind) {
  switch (kind) {
    case TestRun::Kind::passed:
      return "passed";
    case TestRun::Kind::failed:
      return "failed";
    case TestRun::Kind::killed:
      return "killed";
    case TestRun::Kind::timed_out:
      return "timed-out";
    case TestRun::Kind::out_of_memory:
      return "out-of-memory";
    case TestRun::Kind::many_processes:
      return "many-processes";
    case TestRun::Kind::not_started:
      return "not-started";
  }
  return {};
}

void write_flag(JsonWriter& json, std::string_view key, bool value) {
  json.key(key);
  json.boolean(value);
}

void write_run(JsonWriter& json, std::string_view key, const TestRun& run) {
  json.key(key);
  json.begin_object();
  write_text(json, "ended", run_name(run.kind));
  write_count(json, "code", run.code);
  write_text(json, "output", run.output);
  json.end_object();
}

void write_mutant(JsonWriter& json, const Mutant& mutant) {
  write_text(json, "mistake", mutant.mistake);
  write_text(json, "look", look_name(mutant.look));
}

}  // namespace

std::string judge_json(const TestJudgement& judgement) {
  JsonWriter json;
  json.begin_object();
  write_count(json, "qkv", 1);
  write_text(json, "topic", judgement.topic);
  write_flag(json, "good", judgement.good());
  write_count(json, "caught", static_cast<long long>(judgement.caught()));
  write_count(json, "mutants", static_cast<long long>(judgement.mutants.size()));
  write_run(json, "right", judgement.right);
  json.key("results");
  json.begin_array();
  for (const JudgedMutant& judged : judgement.mutants) {
    json.begin_object();
    write_mutant(json, judged.mutant);
    write_flag(json, "caught", judged.caught());
    write_run(json, "run", judged.run);
    json.end_object();
  }
  json.end_array();
  if (judgement.again) write_run(json, "right_again", *judgement.again);
  if (judgement.on_none) write_run(json, "on_none", *judgement.on_none);
  json.end_object();
  return json.take();
}

std::string judge_topics_json() {
  JsonWriter json;
  json.begin_object();
  write_count(json, "qkv", 1);
  json.key("topics");
  json.begin_array();
  for (const JudgeTopic& topic : judge_topics()) {
    json.begin_object();
    write_text(json, "id", topic.id);
    json.key("mutants");
    json.begin_array();
    for (const Mutant& mutant : topic.mutants) {
      json.begin_object();
      write_mutant(json, mutant);
      json.end_object();
    }
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json.take();
}

}  // namespace qkv
