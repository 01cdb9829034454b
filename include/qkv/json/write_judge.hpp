// The machine format of judge. Described in data/schema/judge.schema.json.
#pragma once

#include <string>

#include "qkv/verify/judge.hpp"

namespace qkv {

std::string judge_json(const TestJudgement& judgement);
std::string judge_topics_json();

}  // namespace qkv
