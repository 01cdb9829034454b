// Commands that texts name, for a reader who asked for the language.
#include "qkv/text/command_calls.hpp"
#include "support/catch.hpp"

using namespace qkv;

TEST_CASE("a command of ours asks for the language as its reader did, and nothing else is touched") {
  const CommandCalls calls{" --lang zh", {"walk", "learn"}};
  CHECK(with_calls("qkv walk contract", calls) == "qkv --lang zh walk contract");
  CHECK(with_calls("接着学：qkv learn 或 qkv walk", calls) ==
        "接着学：qkv --lang zh learn 或 qkv --lang zh walk");
  for (const std::string same : {"qkv reads a file", "qkv walks", "qkv", "qkv ", "mqkv walk", "/bin/qkv walk",
                                 "qkv-walk", "qkv: walk", "qkv --lang en walk", ""}) {
    CHECK(with_calls(same, calls) == same);
  }
  CHECK(with_calls("qkv walk contract", {}) == "qkv walk contract");
}

TEST_CASE("a word that a shell would part or act upon is quoted") {
  CHECK(shell_word("contract") == "contract");
  CHECK(shell_word("题目.json") == "题目.json");
  CHECK(shell_word("my file.json") == "'my file.json'");
  CHECK(shell_word("$(touch x)") == "'$(touch x)'");
  CHECK(shell_word("it's") == "'it'\\''s'");
  CHECK(shell_word("") == "''");
}
