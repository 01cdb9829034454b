// Tables that are given on the sheet, through the real program.
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/process.hpp"

using namespace qkv::test;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// contract with these keys more.
std::string problem_with(const std::string& more) {
  return R"({"qkv": 1, "id": "faded", "Q": [[1, 1]], "K": [[1, 0], [1, 1], [0, 1]],
 "V": [[1, 0], [0, 2], [1, 1]], )" +
         more + "}";
}

std::string with_replaced(std::string text, const std::string& old, const std::string& by) {
  const std::size_t at = text.find(old);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old.size(), by);
}

}  // namespace

TEST_CASE("a sheet with given tables is filled in and checked, whatever became of the given numbers") {
  const Folder folder;
  const std::string problem = folder.write("faded.json", problem_with(R"("given": ["scaled", "exp"])"));
  const std::string key = run_qkv_binary({"sheet", problem, "--key", "--lang", "en"}).output;
  CHECK(has(key, "## exp\n\nexponentials, so that no number is negative — This table is given."));
  const std::string changed = folder.write("changed.md", with_replaced(key, "4.10", "999"));
  const Finished run = run_qkv_binary({"check", problem, changed, "--lang", "en"});
  CHECK(run.exit_code == 0);
  CHECK(run.errors.empty());
  CHECK_FALSE(has(run.output, "exp"));
  CHECK(has(run.output, "8 of 8"));
}

TEST_CASE("a blank sheet is judged as one without given tables is, and given tables alone are nothing") {
  const Folder folder;
  const std::string problem = folder.write("faded.json", problem_with(R"("given": ["scaled"])"));
  const std::string plain = folder.write("plain.json", problem_with(R"("note": "-")"));
  const auto blank = [&](const std::string& of) {
    return folder.write("blank.csv", run_qkv_binary({"sheet", of, "--format", "csv"}).output);
  };
  const int exit_code = run_qkv_binary({"check", plain, blank(plain)}).exit_code;
  CHECK(run_qkv_binary({"check", problem, blank(problem)}).exit_code == exit_code);

  const std::string alone = folder.write("alone.md", "## scaled\n\n0.71 1.41 0.71\n");
  const Finished run = run_qkv_binary({"check", problem, alone, "--lang", "en"});
  CHECK(run.exit_code == 2);
  CHECK(run.output.empty());
  CHECK(has(run.errors, "alone.md:1"));
  CHECK(has(run.errors, "Only tables that are given stand here"));
  CHECK(run_qkv_binary({"grade", problem, alone}).exit_code == 2);
}

TEST_CASE("the walk says which tables the sheet gives") {
  const Folder folder;
  const std::string problem = folder.write("faded.json", problem_with(R"("given": ["scaled"])"));
  CHECK(
      has(run_qkv_binary({"walk", problem, "--lang", "en"}).output, "The sheet gives this table filled in."));
  CHECK(has(run_qkv_binary({"walk", problem, "--lang", "zh"}).output, "答题纸上已经给出这张表"));
  CHECK(has(run_qkv_binary({"walk", problem, "--format", "json"}).output, R"("given":["scaled"])"));
}

TEST_CASE("what cannot be given is refused in both languages") {
  const Folder folder;
  const std::string both =
      folder.write("both.json", problem_with(R"("ask": ["output"], "given": ["output"])"));
  const Finished english = run_qkv_binary({"sheet", both, "--lang", "en"});
  CHECK(english.exit_code == 2);
  CHECK(has(english.errors, "“output” is in both ask and given"));
  CHECK(has(run_qkv_binary({"sheet", both, "--lang", "zh"}).errors, "“output”既在 ask 里又在 given 里"));
  const std::string all =
      folder.write("all.json", problem_with(R"("given": ["scores", "scaled", "weights", "output"])"));
  CHECK(has(run_qkv_binary({"sheet", all, "--lang", "en"}).errors, "nothing is left to do"));
  CHECK(has(run_qkv_binary({"sheet", all, "--lang", "zh"}).errors, "没有剩下要做的"));
}
