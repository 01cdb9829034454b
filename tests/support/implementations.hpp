// Implementations of attention that are functions, for the suite to ask.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "qkv/verify/served.hpp"
#include "qkv/verify/suite.hpp"
#include "support/catch.hpp"

namespace qkv::test {

inline const std::vector<std::string> everything = {"all"};

inline Reply reply_of(const AttentionAnswer& answer) {
  Reply reply{.id = answer.id, .output = {}, .weights = {}, .error = {}, .lacks = {}};
  if (answer.output.shape().empty() && answer.weights.shape().empty()) {
    reply.error = "shapes";
    return reply;
  }
  reply.output = answer.output;
  reply.weights = answer.weights;
  return reply;
}

inline Ask right() {
  return
      [](const AttentionRequest& request) -> Asked { return reply_of(answer_of(request, right_recipe())); };
}

inline Ask mistaken(const ServedMistake& served) {
  return [served](const AttentionRequest& request) -> Asked {
    return reply_of(mistaken_answer(request, *served.mistake, *served.way));
  };
}

// The right one, with something done to each answer.
template <typename Change>
Ask changed(Change change) {
  return [change](const AttentionRequest& request) -> Asked {
    AttentionAnswer answer = answer_of(request, right_recipe());
    change(problem_of(request), answer);
    return reply_of(answer);
  };
}

inline const CheckResult& of(const SuiteReport& report, std::string_view id) {
  const auto found =
      std::ranges::find_if(report.checks, [&](const CheckResult& each) { return each.check->id == id; });
  REQUIRE(found != report.checks.end());
  return *found;
}

}  // namespace qkv::test
