// The formats for programs, through the program itself: totals, levels of feedback, exit codes, files.
#include <algorithm>
#include <numeric>
#include <regex>

#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/process.hpp"

using qkv::test::Finished;
using qkv::test::Folder;
using qkv::test::run_qkv_binary;
using qkv::test::Surroundings;

namespace {

const std::vector<std::string> formats = {"json",        "junit",  "tap", "gradescope",
                                          "classroom50", "github", "csv", "markdown"};
const std::vector<std::string> levels = {"verdict", "where", "why", "full"};

// Two points for each weight, none for the scaled scores.
std::string problem_with_values(const std::string& values) {
  return R"({"qkv":1,"id":"p","tokens":["a","b","c"],"queries":["c"],"Q":[[1,1]],"K":[[1,0],[1,1],[0,1]],"V":)" +
         values + R"(,"points":{"weights":2,"scaled":0}})";
}
const std::string usual_values = "[[1,0],[0,2],[1,1]]";

// One cell of every verdict: 3 + 0 + 2 + 0 points of 3 + 0 + 6 + 2.
const std::string mixed =
    R"({"qkv":1,"learner":"s001","answers":{"scores":[[1,2,1]],"scaled":[[0.71,"7.7",null]],
"weights":[["0.25","x","0.9"]],"output":[[77,"0.123456"]]}})";

Finished check(const Folder& folder, const std::string& problem, const std::string& sheet,
               const std::vector<std::string>& options) {
  std::vector<std::string> words = {"check", folder.write("p.json", problem), folder.write("a.json", sheet),
                                    "--lang", "en"};
  words.insert(words.end(), options.begin(), options.end());
  return run_qkv_binary(words);
}

Finished check_in(const Folder& folder, const std::string& format, const std::string& level,
                  const std::string& values = usual_values) {
  return check(folder, problem_with_values(values), mixed, {"--format", format, "--feedback", level});
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::vector<std::string> found(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::vector<std::string> all;
  for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at) {
    all.push_back((*at)[at->size() > 1 ? 1 : 0]);
  }
  return all;
}

int sum_of(const std::vector<std::string>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0,
                         [](int sum, const std::string& number) { return sum + std::stoi(number); });
}

// The points of the tests that pass, or those that the text of each table states.
int points_in(const std::string& format, const std::string& level, const std::string& output) {
  const bool tables = level == "verdict";
  if (format == "junit") {
    if (tables) return sum_of(found(output, "name=\"[a-z]+: ([0-9]+) of"));
    return sum_of(found(output, " tests=\"([0-9]+)\"")) - sum_of(found(output, " failures=\"([0-9]+)\""));
  }
  if (format == "tap") {
    if (tables) return sum_of(found(output, "ok [0-9]+ - [a-z]+: ([0-9]+) of"));
    return static_cast<int>(found(output, "(?:^|\n)ok ").size());
  }
  if (format == "csv") return sum_of(found(output, ",([0-9]+),[0-9]+,(?:\"[^\r]*\"|[^,\r]*)\r\n"));
  if (format == "github") return sum_of(found(output, "p: ([0-9]+) of [0-9]+ points"));
  if (format == "json") return sum_of(found(output, "\"step\":\"[a-z]+\",\"points\":([0-9]+)"));
  if (format == "markdown") return sum_of(found(output, "## [a-z]+: ([0-9]+) of"));
  // Gradescope and Classroom 50: the first score is the total.
  const std::vector<std::string> scores = found(output, "\"score\":([0-9]+)");
  CHECK(sum_of(scores) == 2 * std::stoi(scores.front()));
  return std::stoi(scores.front());
}

}  // namespace

TEST_CASE("the points add up to the same in every format and at every level") {
  const Folder folder;
  for (const std::string& format : formats) {
    for (const std::string& level : levels) {
      const Finished run = check_in(folder, format, level);
      INFO(format << " " << level << "\n" << run.output);
      CHECK(run.exit_code == 1);
      CHECK(points_in(format, level, run.output) == 5);
    }
  }
}

TEST_CASE("the TAP plan counts its lines") {
  const Folder folder;
  for (const std::string& level : levels) {
    const std::string output = check_in(folder, "tap", level).output;
    INFO(output);
    const auto lines = found(output, "(?:^|\n)(?:not )?ok [0-9]+ - ").size();
    CHECK(found(output, "\n1\\.\\.([0-9]+)\n").front() == std::to_string(lines));
  }
}

TEST_CASE("PL PR #8645: up to `where` no format depends on the expected numbers but the verdicts") {
  const Folder folder;
  for (const std::string& format : formats) {
    for (const std::string level : {"verdict", "where"}) {
      const std::string first = check_in(folder, format, level).output;
      INFO(format << " " << level << "\n" << first);
      for (const std::string other : {"[[3,5],[-4,2],[0.5,1]]", "[[1000,20],[300,-7],[11,13]]"})
        CHECK(check_in(folder, format, level, other).output == first);
    }
  }
}

TEST_CASE("at `verdict` no format tells a cell") {
  const Folder folder;
  for (const std::string& format : formats) {
    const std::string output = check_in(folder, format, "verdict").output;
    INFO(format << "\n" << output);
    for (const std::string finer : {"7.7", "0.25", "0.123456", "unreadable", "blank", "mistake"})
      CHECK_FALSE(contains(output, finer));
  }
}

TEST_CASE("the expected number of a wrong cell is told at `full` alone, in every format") {
  const Folder folder;
  const std::string wrong = R"({"qkv":1,"answers":{"output":[["77","88"]]}})";
  for (const std::string& format : formats) {
    for (const std::string& level : levels) {
      const std::string output =
          check(folder, problem_with_values(usual_values), wrong, {"--format", format, "--feedback", level})
              .output;
      INFO(format << " " << level << "\n" << output);
      const bool tells = contains(output, "1.26") || contains(output, "1.255");
      CHECK(tells == (level == "full"));
    }
  }
}

TEST_CASE("the exit code does not depend on the format") {
  const Folder folder;
  const std::string right =
      R"({"qkv":1,"answers":{"scores":[[1,2,1]],"scaled":[[0.71,1.41,0.71]],"weights":[["0.25","0.50","0.25"]],"output":[["0.50","1.25"]]}})";
  const std::string problem = problem_with_values(usual_values);
  for (const std::string& format : formats) {
    INFO(format);
    CHECK(check(folder, problem, right, {"--format", format}).exit_code == 0);
    CHECK(check(folder, problem, mixed, {"--format", format}).exit_code == 1);
    CHECK(check(folder, problem, mixed, {"--format", format, "--exit-zero"}).exit_code == 0);
    CHECK(check(folder, problem, mixed, {"--format", format, "--pass-mark", "45"}).exit_code == 0);
    CHECK(check(folder, problem, "{}", {"--format", format, "--exit-zero"}).exit_code == 2);
    CHECK(check(folder, problem, mixed, {"--format", format, "--decimals", "x"}).exit_code == 2);
  }
}

TEST_CASE("a hostile sheet breaks no format and reaches neither terminal nor runner") {
  const Folder folder;
  const std::string hostile =
      R"-({"qkv":1,"learner":{"id":"=1+1","name":"x\n::error::y\r\n\u001b[31m##[error]z"},"answers":)-"
      R"-({"scores":[["\u001b[31m0.2","::error::a","##[error]b"]],"weights":[["]]>","=HYPERLINK(1)",")-" +
      std::string(1'000'000, '9') + R"-("]]}})-";
  for (const std::string& format : formats) {
    for (const std::string& level : levels) {
      const Finished run = check(folder, problem_with_values(usual_values), hostile,
                                 {"--format", format, "--feedback", level});
      INFO(format << " " << level);
      CHECK(run.exit_code == 1);
      CHECK_FALSE(contains(run.output, "\x1b"));
      CHECK_FALSE(contains(run.output, "##["));
      CHECK_FALSE(contains(run.output, "\n::error::"));
      // JSON keeps what was written to the last byte.
      if (format != "json") CHECK(run.output.size() < 100'000);
    }
  }
}

TEST_CASE("whoever asked for a format gets it, whatever is wrong, and the runner finds no command in it") {
  const Folder folder;
  const std::vector<std::pair<std::string, std::string>> beginnings = {
      {"json", "{\"qkv\":1,\"faults\":["},
      {"junit", "<?xml"},
      {"tap", "TAP version 14\nBail out! "},
      {"gradescope", "{\"score\":0,"},
      {"classroom50", "{\"schema\":\"classroom50/result/v1\","},
      {"github", "::error"},
      {"csv", "submission,"}};
  for (const auto& [format, beginning] : beginnings) {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"check", "contract"},
          {"check", "contract", "none.json"},
          {"check", "none", "none.json"},
          {"chekc"},
          {"check", "contract", "::error::x.json", "--frmat=##[error]y"}}) {
      std::vector<std::string> all = words;
      all.insert(all.end(), {"--format", format, "--lang", "en"});
      const Finished run = run_qkv_binary(all);
      INFO(format << "\n" << run.output);
      CHECK(run.exit_code == 2);
      CHECK(run.output.rfind(beginning, 0) == 0);
      CHECK_FALSE(contains(run.output + run.errors, "##["));
      CHECK(run.errors.rfind("::", 0) != 0);
    }
  }
}

TEST_CASE("--output writes the same bytes to a file, and prints nothing") {
  const Folder folder;
  for (const std::string& format : formats) {
    const std::string file = folder.path("report");
    const std::string printed = check_in(folder, format, "why").output;
    const Finished run = check(folder, problem_with_values(usual_values), mixed,
                               {"--format", format, "--feedback", "why", "-o", file});
    INFO(format);
    CHECK(run.exit_code == 1);
    CHECK(run.output.empty());
    CHECK(run.errors.empty());
    CHECK(folder.read("report") == printed);
  }
  CHECK(check(folder, problem_with_values(usual_values), mixed, {"--output", "-"}).output ==
        check(folder, problem_with_values(usual_values), mixed, {}).output);
}

TEST_CASE("a result that cannot be written is a fault and leaves the old file") {
  const Folder folder;
  const std::string missing = folder.path("no/such/report.xml");
  const Finished run =
      check(folder, problem_with_values(usual_values), mixed, {"--format", "junit", "-o", missing});
  CHECK(run.exit_code == 3);
  CHECK(run.output.empty());
  CHECK(contains(run.errors, missing));
  CHECK(check(folder, problem_with_values(usual_values), mixed, {"-o", folder.path()}).exit_code == 3);
}

TEST_CASE("autolab #330: an old result is replaced by one that says the fault, or not at all") {
  const Folder folder;
  const std::string file = folder.write("old", "old");
  const std::string problem = problem_with_values(usual_values);
  CHECK(check(folder, problem, "{}", {"-o", file}).exit_code == 2);
  CHECK(folder.read("old") == "old");
  CHECK(check(folder, problem, mixed, {"-o", file, "--decimals", "x"}).exit_code == 2);
  CHECK(folder.read("old") == "old");
  CHECK(check(folder, problem, "{}", {"-o", file, "--format", "gradescope"}).exit_code == 2);
  CHECK(folder.read("old").rfind("{\"score\":0,\"output\":", 0) == 0);
}

TEST_CASE("times and names come from options and the environment alone") {
  const Folder folder;
  const std::string file = folder.write("a.json", mixed);
  Surroundings around;
  around.environment = {{"CLASSROOM", "room\n##[x]"}, {"SUBMISSION_TAG", "submit/1"}};
  const auto run = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"check", "contract", file, "--lang", "en"});
    return run_qkv_binary(options, around);
  };
  const std::string json = run({"--format", "classroom50", "--timestamp", "2026-03-01T12:00:00"}).output;
  CHECK(contains(json, R"("classroom":"room<U+000A>##\u005bx]")"));
  CHECK(contains(json, R"("submission":"submit/1")"));
  CHECK(contains(json, R"("datetime":"2026-03-01T12:00:00Z")"));
  const std::string junit =
      run({"--format", "junit", "--timestamp", "2026-03-01T12:00:00", "--hostname", "ci"}).output;
  CHECK(contains(junit, "timestamp=\"2026-03-01T12:00:00\" hostname=\"ci\""));
  for (const std::string wrong :
       {"today", "2026-13-01T12:00:00", "2026-03-01 12:00:00", "2026-03-01T12:00:00Z"})
    CHECK(run({"--format", "junit", "--timestamp", wrong}).exit_code == 2);
  CHECK(run({"--format", "tap", "--hostname", "ci"}).exit_code == 2);
  CHECK(run({"--format", "csv", "--ascii"}).exit_code == 2);
}
