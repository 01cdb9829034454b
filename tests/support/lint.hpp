// Reading what lint found.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "qkv/generate/lint.hpp"
#include "qkv/json/read_problem.hpp"
#include "qkv/text/catalogue.hpp"
#include "support/catch.hpp"

namespace qkv::test {

// A problem file with a title in both languages and these members more.
inline Problem titled_problem(const std::string& members) {
  const auto problem = read_problem(
      R"({"qkv": 1, "title": {"zh": "题", "en": "a problem"}, )" + members + "}", "test.json", "test");
  if (!problem) FAIL("not valid: " << problem.faults().front().code << " in " << members);
  return problem.value();
}

inline bool has_id(const auto& ids, std::string_view id) {
  return std::ranges::find(ids, id) != ids.end();
}

inline bool is_pair(const auto& pair, std::string_view one, std::string_view other) {
  return (pair.one == one && pair.other == other) || (pair.one == other && pair.other == one);
}

inline const Cause* find_cause(const LintReport& report, std::string_view id) {
  const auto found = std::ranges::find(report.causes, id, &Cause::id);
  return found == report.causes.end() ? nullptr : &*found;
}

inline bool finds(const LintReport& report, Finding::Kind kind, std::string_view mistake) {
  return std::ranges::any_of(report.findings, [&](const Finding& finding) {
    return finding.kind == kind && finding.mistake == mistake;
  });
}

inline bool finds_confused(const LintReport& report, std::string_view one, std::string_view other) {
  return std::ranges::count_if(report.findings, [&](const Finding& finding) {
           return finding.kind == Finding::Kind::confused &&
                  is_pair(ConfusedPair{finding.mistake, finding.other}, one, other);
         }) == 1;
}

// What is said about it is there in both languages, with everything filled in.
inline void check_texts(const Cause& cause) {
  for (const Language language : {Language::zh, Language::en}) {
    for (const char* part : {".what", ".change"}) {
      const std::string key = "lint.cause." + std::string(cause.id) + part;
      const Catalogue catalogue(language);
      INFO(key);
      REQUIRE(catalogue.has(key));
      CHECK(catalogue.say(key, cause.details).find('{') == std::string::npos);
    }
  }
}

inline bool hides(const Cause& cause, std::string_view id) {
  return has_id(cause.hidden, id);
}

inline bool confuses(const Cause& cause, std::string_view one, std::string_view other) {
  return std::ranges::any_of(cause.pairs,
                             [&](const ConfusedPair& pair) { return is_pair(pair, one, other); });
}

inline std::string detail(const Cause& cause, std::string_view name) {
  const auto found = std::ranges::find(cause.details, name, &Argument::name);
  return found == cause.details.end() ? "" : found->value;
}

}  // namespace qkv::test
