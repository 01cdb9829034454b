// What is wanted of `qkv practice`.
#pragma once

#include <optional>
#include <string>

#include "qkv/cli/arguments.hpp"
#include "qkv/tutor/session.hpp"

namespace qkv {

struct PracticeRequest {
  std::string problem;  // empty: that of the session
  std::string session;  // empty: in the user's own folder
  std::string output;   // empty: the answers are not written out; may be standard output, which is refused
  std::optional<PracticeBy> by;
  bool anew = false;
  bool decimal_comma = false;
  std::string notice;  // what is to be said before it begins
};
PracticeRequest practice_request(const Arguments& arguments);

// How to begin it, without what says where it is kept.
std::string bare_command_of(const PracticeRequest& request);
// How to go on with it.
std::string command_of(const PracticeRequest& request);

}  // namespace qkv
