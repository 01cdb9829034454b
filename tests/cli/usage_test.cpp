// The words of qkv from outside: what a user, a teacher's script or a pipe sees.
#include "support/catch.hpp"
#include "support/process.hpp"

using qkv::test::Finished;
using qkv::test::run_qkv_binary;
using qkv::test::Surroundings;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Surroundings with(std::map<std::string, std::string> environment) {
  Surroundings around;
  around.environment = std::move(environment);
  return around;
}

}  // namespace

TEST_CASE("qkv alone is answered with the help, not with an error") {
  const Finished run = run_qkv_binary({});
  CHECK(run.exit_code == 0);
  CHECK(run.errors.empty());
  CHECK(has(run.output, "Usage: qkv COMMAND"));
  CHECK(run_qkv_binary({"--help"}).output == run.output);
  CHECK(run_qkv_binary({"help"}).output == run.output);
}

TEST_CASE("the version is one line") {
  const Finished run = run_qkv_binary({"--version"});
  CHECK(run.exit_code == 0);
  CHECK(run.output == "qkv 0.1.0\n");
}

TEST_CASE("usage errors end with 2 and say nothing on standard output") {
  const std::vector<std::vector<std::string>> command_lines = {
      {"wlak", "contract"},        {"walk"},
      {"walk", "contrct"},         {"walk", "contract", "--frmat", "json"},
      {"walk", "a", "b"},          {"--lang", "fr"},
      {"schema", "everything"},    {"walk", "contract", "--decimals", "99"},
      {"check", "-", "-"},         {"show", "contrct"},
      {"walk", "contract", "--x="}};
  for (const auto& words : command_lines) {
    const Finished run = run_qkv_binary(words);
    INFO(words.back() << ": " << run.errors);
    CHECK(run.exit_code == 2);
    CHECK(run.output.empty());
    CHECK_FALSE(run.errors.empty());
    // Nothing of the libraries underneath reaches a user.
    CHECK_FALSE(has(run.errors, "CLI"));
    CHECK_FALSE(has(run.errors, "Run with --help"));
  }
}

TEST_CASE("a misspelt word is answered with the one that was meant") {
  CHECK(has(run_qkv_binary({"wlak", "contract"}).errors, "did you mean \"walk\"?"));
  CHECK(has(run_qkv_binary({"walk", "contrct"}).errors, "did you mean \"contract\"?"));
  CHECK(has(run_qkv_binary({"walk", "contrct"}).errors, "qkv list"));
  CHECK(has(run_qkv_binary({"walk", "contract", "--decimal=3"}).errors, "did you mean \"--decimals\"?"));
  CHECK(has(run_qkv_binary({"--lang=zh", "wlak"}).errors, "是不是想写“walk”？"));
}

TEST_CASE("the language is that of --lang, else of the locale, else English") {
  CHECK(has(run_qkv_binary({"walk", "contract", "--lang", "zh"}).output, "查询"));
  CHECK(has(run_qkv_binary({"walk", "contract"}, with({{"LANG", "zh_CN.UTF-8"}})).output, "查询"));
  CHECK(has(run_qkv_binary({"walk", "contract"}, with({{"LANG", "zh_CN.UTF-8"}, {"LC_ALL", "C"}})).output,
            "query"));
  CHECK(has(run_qkv_binary({"--lang=en", "walk", "contract"}, with({{"LANG", "zh_CN.UTF-8"}})).output,
            "query"));
  CHECK(has(run_qkv_binary({"walk", "contract"}).output, "query"));
}

TEST_CASE("the locale never changes a number") {
  const std::string plain = run_qkv_binary({"walk", "contract"}).output;
  CHECK(run_qkv_binary({"walk", "contract"}, with({{"LC_ALL", "de_DE.UTF-8"}})).output == plain);
}

TEST_CASE("there is colour only where it is asked for, since this is no terminal") {
  CHECK_FALSE(has(run_qkv_binary({"walk", "contract"}, with({{"TERM", "xterm-256color"}})).output, "\x1b["));
  CHECK(has(run_qkv_binary({"walk", "contract", "--color", "always"}).output, "\x1b["));
  CHECK(has(run_qkv_binary({"walk", "contract"}, with({{"FORCE_COLOR", "1"}})).output, "\x1b["));
  CHECK_FALSE(has(
      run_qkv_binary({"walk", "contract"}, with({{"FORCE_COLOR", "1"}, {"NO_COLOR", "1"}})).output, "\x1b["));
}

TEST_CASE("a control character in an argument is shown, not sent to the terminal") {
  const Finished run = run_qkv_binary({"walk", "a\x1b[31mb\a"});
  CHECK(run.exit_code == 2);
  CHECK_FALSE(has(run.errors, "\x1b"));
  CHECK_FALSE(has(run.errors, "\a"));
}

TEST_CASE("an argument that is not UTF-8 does no harm") {
  for (const std::string word : {"\xff\xfe", "\xe5\x90", "caf\xe9"}) {
    CHECK(run_qkv_binary({word}).exit_code == 2);
    CHECK(run_qkv_binary({"walk", word}).exit_code == 2);
    CHECK(run_qkv_binary({"walk", "contract", "--query", word}).exit_code == 2);
    CHECK(run_qkv_binary({"walk", "contract", "--" + word}).exit_code == 2);
  }
}

TEST_CASE("the same command gives the same bytes") {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"walk", "contract"}, {"walk", "causal-4", "--format", "json"}, {"list"}}) {
    CHECK(run_qkv_binary(words).output == run_qkv_binary(words).output);
  }
}
