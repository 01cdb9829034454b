#include <algorithm>

#include "answer_table.hpp"
#include "qkv/json/session.hpp"

namespace qkv {
namespace {

std::string member(const std::string& key, int number) {
  return ", \"" + key + "\": " + std::to_string(number);
}

// The members of a spot, counted from 1.
std::string spot_json(const Spot& spot) {
  std::string text =
      "\"step\": " + json_string(std::string(step_name(spot.step))) + member("batch", spot.batch + 1);
  if (spot.head >= 0) text += member("head", spot.head + 1);
  text += member("row", spot.row + 1);
  if (spot.column >= 0) text += member("column", spot.column + 1);
  return text;
}

std::string tries_json(const PracticeSession& session) {
  std::string text;
  for (const Tries& tries : session.tries) {
    text += (text.empty() ? "\n  {" : ",\n  {") + spot_json(tries.spot) + member("misses", tries.misses) +
            member("hint", tries.hint) + "}";
  }
  return "[" + text + "]";
}

std::string shown_json(const PracticeSession& session) {
  std::string text;
  for (const Step step : session.shown) {
    text += (text.empty() ? "" : ", ") + json_string(std::string(step_name(step)));
  }
  return "[" + text + "]";
}

std::string answers_json_of(const PracticeSession& session) {
  std::string text;
  for (const AnswerTable& table : session.answers) {
    const std::string key = "  \"" + std::string(step_name(table.step)) + "\": ";
    text += (text.empty() ? "\n" : ",\n") + key + answer_table_json(table, key.size());
  }
  return "{" + text + "}";
}

// Left out where there is none.
std::string path_json(const PracticeSession& session) {
  return session.path.empty() ? "" : ", \"path\": " + json_string(session.path);
}

std::string flag(bool value) {
  return value ? "true" : "false";
}

}  // namespace

std::string session_json(const PracticeSession& session) {
  return "{\"qkv\": 1, \"kind\": \"practice\", \"problem\": " + json_string(session.problem) +
         ",\n \"source\": " + json_string(session.source) + path_json(session) +
         ", \"fingerprint\": " + json_string(session.fingerprint) +
         ",\n \"by\": " + json_string(std::string(practice_by_name(session.by))) +
         ", \"decimal_comma\": " + flag(session.decimal_comma) + ",\n \"place\": {" +
         spot_json(session.place) + "}, \"second_round\": " + flag(session.second_round) +
         ", \"finished\": " + flag(session.finished) + ",\n \"shown\": " + shown_json(session) +
         ",\n \"tries\": " + tries_json(session) + ",\n \"answers\": " + answers_json_of(session) + "}\n";
}

}  // namespace qkv
