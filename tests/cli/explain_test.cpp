// qkv explain from outside: exit codes and streams.
#include "support/catch.hpp"
#include "support/process.hpp"

using qkv::test::Finished;
using qkv::test::run_qkv_binary;
using qkv::test::Surroundings;

TEST_CASE("a page and the list go to standard output and end with 0") {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"explain"}, {"explain", "scaled"}, {"explain", "scale-twice"}}) {
    const Finished run = run_qkv_binary(words);
    CHECK(run.exit_code == 0);
    CHECK_FALSE(run.output.empty());
    CHECK(run.errors.empty());
  }
}

TEST_CASE("an unknown id ends with 2, the suggestion on standard error") {
  const Finished run = run_qkv_binary({"explain", "softmax-colums"});
  CHECK(run.exit_code == 2);
  CHECK(run.output.empty());
  CHECK(run.errors.find("did you mean \"softmax-columns\"?") != std::string::npos);
}

TEST_CASE("explain into a pipe that nobody reads any more ends quietly") {
  Surroundings around;
  around.reader_has_gone = true;
  const Finished run = run_qkv_binary({"explain", "scale-missing"}, around);
  CHECK(run.exit_code == 0);
  CHECK(run.errors.empty());
}
