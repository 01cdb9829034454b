// What a report may tell at each level of feedback.

#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/process.hpp"

using qkv::test::Finished;
using qkv::test::Folder;
using qkv::test::run_qkv_binary;

namespace {

// The same scores and weights, other values: only the expected output differs.
std::string problem_with_values(const std::string& values) {
  return R"({"qkv":1,"id":"p","tokens":["合同","违约金","过高"],"queries":["过高"],"Q":[[1,1]],"K":[[1,0],[1,1],[0,1]],"V":)" +
         values + "}";
}
const std::vector<std::string> values = {"[[1,0],[0,2],[1,1]]", "[[3,5],[-4,2],[0.5,1]]",
                                         "[[1000,20],[300,-7],[11,13]]"};

// One cell of every verdict that can be had in all of them.
const std::string answers =
    R"({"qkv":1,"answers":{"scores":[[1,2,1]],"scaled":[[0.71,"1.41",null]],"weights":[["0.25","x","0.9"]],"output":[[77,"0.123456"]]}})";

Finished check(const Folder& folder, const std::string& problem, const std::string& sheet,
               const std::vector<std::string>& options) {
  std::vector<std::string> words = {"check", folder.write("p.json", problem), folder.write("a.json", sheet)};
  words.insert(words.end(), options.begin(), options.end());
  return run_qkv_binary(words);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("PL PR #8645; NG #917: up to `where` nothing depends on the expected numbers but the verdicts") {
  const Folder folder;
  for (const std::string level : {"verdict", "where"}) {
    for (const std::string format : {"text", "json"}) {
      for (const std::string language : {"zh", "en"}) {
        const std::vector<std::string> options = {"--feedback", level,    "--format",
                                                  format,       "--lang", language};
        const Finished first = check(folder, problem_with_values(values[0]), answers, options);
        INFO(level << " " << format << "\n" << first.output);
        CHECK(first.exit_code == 1);
        for (const std::string& other : values) {
          CHECK(check(folder, problem_with_values(other), answers, options).output == first.output);
        }
      }
    }
  }
}

TEST_CASE("at `verdict` there are points for each table and nothing about cells") {
  const Folder folder;
  const Finished text =
      check(folder, problem_with_values(values[0]), answers, {"--feedback", "verdict", "--lang", "en"});
  CHECK(contains(text.output, "scores: 3 of 3"));
  CHECK_FALSE(contains(text.output, "合同"));
  CHECK_FALSE(contains(text.output, "0.25"));
  const Finished json =
      check(folder, problem_with_values(values[0]), answers, {"--feedback", "verdict", "--format", "json"});
  CHECK(contains(json.output, R"("cells":[])"));
  CHECK_FALSE(contains(json.output, "written"));
}

TEST_CASE("the expected number of a wrong cell is shown at `full` alone") {
  const Folder folder;
  const std::string wrong = R"({"qkv":1,"answers":{"output":[["77","88"]]}})";
  for (const std::string format : {"text", "json"}) {
    for (const std::string level : {"verdict", "where", "why"}) {
      const Finished run = check(folder, problem_with_values(values[0]), wrong,
                                 {"--feedback", level, "--format", format, "--lang", "en"});
      INFO(run.output);
      for (const std::string digits : {"0.49", "0.50", "1.25", "1.26"})
        CHECK_FALSE(contains(run.output, digits));
    }
    const Finished full = check(folder, problem_with_values(values[0]), wrong,
                                {"--feedback", "full", "--format", format, "--lang", "en"});
    CHECK(contains(full.output, format == "json" ? "1.2552" : "1.26"));
  }
}

TEST_CASE("a pass mark lets part of the points pass, and --exit-zero all of them") {
  const Folder folder;
  // 8 of 11 points.
  const std::string most =
      R"({"qkv":1,"answers":{"scores":[[1,2,1]],"scaled":[[0.71,1.41,0.71]],"output":[["0.50","1.25"]]}})";
  const auto exit_code = [&](const std::vector<std::string>& options) {
    return check(folder, problem_with_values(values[0]), most, options).exit_code;
  };
  CHECK(exit_code({}) == 1);
  CHECK(exit_code({"--pass-mark", "72"}) == 0);
  CHECK(exit_code({"--pass-mark", "73"}) == 1);
  CHECK(exit_code({"--exit-zero"}) == 0);
  CHECK(exit_code({"--pass-mark", "101"}) == 2);
  // Never for what could not be graded at all.
  CHECK(check(folder, problem_with_values(values[0]), "{}", {"--exit-zero"}).exit_code == 2);
}

TEST_CASE("NB #737: the same submission can be graded with other decimals") {
  const Folder folder;
  const std::string coarse = R"({"qkv":1,"answers":{"weights":[["0.2","0.5","0.2"]]}})";
  CHECK(contains(check(folder, problem_with_values(values[0]), coarse, {"--format", "json"}).output,
                 R"("points":1,)"));
  CHECK(contains(
      check(folder, problem_with_values(values[0]), coarse, {"--format", "json", "--decimals", "1"}).output,
      R"("points":3,)"));
}

TEST_CASE("a table without points can still be wrong") {
  const Folder folder;
  std::string problem = problem_with_values(values[0]);
  problem.insert(problem.size() - 1, R"(,"points":{"scores":0})");
  const std::string sheet =
      R"({"qkv":1,"answers":{"scores":[[1,3,1]],"scaled":[[0.71,1.41,0.71]],"weights":[["0.25","0.50","0.25"]],"output":[["0.50","1.25"]]}})";
  const Finished run = check(folder, problem, sheet, {"--lang", "en"});
  INFO(run.output);
  CHECK(run.exit_code == 1);
  CHECK_FALSE(contains(run.output, "All right"));
}
