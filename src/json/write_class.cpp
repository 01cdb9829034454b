#include "qkv/json/write_class.hpp"

#include "qkv/json/writer.hpp"

namespace qkv {
namespace {

void write_count(JsonWriter& json, std::string_view key, long long count) {
  json.key(key);
  json.whole(count);
}

void write_names(JsonWriter& json, std::string_view key, const std::vector<std::string>& names) {
  json.key(key);
  json.begin_array();
  for (const std::string& name : names) json.text(name);
  json.end_array();
}

void write_table(JsonWriter& json, const ClassTally::Table& table) {
  json.begin_object();
  json.key("step");
  json.text(step_name(table.step));
  write_count(json, "right_cells", table.right);
  write_count(json, "cells", table.cells);
  write_count(json, "all_right", table.all_right);
  write_count(json, "submissions", table.submissions);
  write_count(json, "first_wrong", table.first_wrong);
  json.end_object();
}

void write_mistake(JsonWriter& json, const ClassTally::Mistake& mistake) {
  json.begin_object();
  json.key("mistakes");
  json.begin_array();
  for (const std::string_view id : mistake.ids) json.text(id);
  json.end_array();
  write_count(json, "count", mistake.count);
  write_names(json, "learners", mistake.learners);
  json.end_object();
}

}  // namespace

std::string class_json(const ClassTally& tally, Feedback feedback, const std::vector<std::string>& repeated) {
  JsonWriter json;
  json.begin_object();
  write_count(json, "qkv", 1);
  json.key("summary");
  json.begin_object();
  write_count(json, "submissions", tally.submissions());
  write_count(json, "graded", tally.graded());
  write_count(json, "all_right", tally.all_right());
  write_count(json, "passed", tally.passed());
  write_count(json, "points", tally.points());
  write_count(json, "max_points", tally.max_points());
  json.key("tables");
  json.begin_array();
  for (const ClassTally::Table& table : tally.tables()) write_table(json, table);
  json.end_array();
  json.key("mistakes");
  json.begin_array();
  if (feedback >= Feedback::why) {
    for (const ClassTally::Mistake* mistake : tally.mistakes()) write_mistake(json, *mistake);
  }
  json.end_array();
  write_names(json, "ungraded", tally.ungraded_names());
  write_names(json, "repeated", repeated);
  json.end_object();
  json.end_object();
  return json.take();
}

}  // namespace qkv
