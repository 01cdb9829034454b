// What users of other graders complained about, for whole classes. Each test is named after the public thread
// that it comes from.
#include <algorithm>
#include <cstdlib>

#include "qkv/cli/run.hpp"
#include "qkv/text/catalogue.hpp"
#include "support/catch.hpp"
#include "support/fake_system.hpp"
#include "support/submissions.hpp"

using namespace qkv;
using qkv::test::fake_system;
using qkv::test::FakeWorld;
using qkv::test::has;
using qkv::test::lines_of;

namespace {

int run(FakeWorld& world, std::vector<std::string> words) {
  world.output.clear();
  world.errors.clear();
  words.insert(words.end(), {"--lang", "en"});
  return run_qkv(words, fake_system(world));
}

// Of a problem with four tables: one learner right, one with a mistake, one with cells that cannot be read.
std::string three_learners() {
  return R"({"qkv":1,"learner":"a","answers":{"scores":[[1,2,1]],"scaled":[[0.71,1.41,0.71]],)"
         R"("weights":[[0.25,0.50,0.25]],"output":[[0.50,1.25]]}})"
         "\n"
         R"({"qkv":1,"learner":"b","answers":{"scores":[[1,2,1]],"scaled":[[1,2,1]],)"
         R"("weights":[[0.21,0.58,0.21]],"output":[[0.42,1.37]]}})"
         "\n"
         R"({"qkv":1,"learner":"c","answers":{"scores":[[1,2,1]],"scaled":[["0.7x",null,9]],)"
         R"("weights":[[8,7,9]],"output":[[-30,1e300]]}})";
}

// Every number that stands behind the key, added up.
long long total_of(const std::string& text, const std::string& key) {
  long long total = 0;
  for (auto at = text.find(key); at != std::string::npos; at = text.find(key, at + 1))
    total += std::atoll(text.c_str() + at + key.size());
  return total;
}

// The column with that head, added up. Fields before it hold no commas.
long long total_of_column(const std::string& csv, const std::string& head) {
  const std::vector<std::string> lines = lines_of(csv);
  const auto index_of = [&](const std::string& line) {
    return std::count(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(line.find(head)), ',');
  };
  const auto column = index_of(lines.front());
  long long total = 0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    std::size_t at = 0;
    for (auto n = column; n > 0; --n) at = lines[i].find(',', at) + 1;
    total += std::atoll(lines[i].c_str() + at);
  }
  return total;
}

}  // namespace

TEST_CASE("Numbas #826, autograding-grading-reporter #10: every format adds up to the same total") {
  FakeWorld world;
  world.input = three_learners();
  CHECK(run(world, {"grade", "contract", "-", "--format", "json", "--gradebook", "g.csv"}) == 1);
  const std::vector<std::string> lines = lines_of(world.output);
  REQUIRE(lines.size() == 4);
  // 11 for a; all but the scaled table, which b did not divide; the scores of c.
  CHECK(has(lines[3], R"("points":22,"max_points":33)"));
  long long reported = 0;
  for (int i = 0; i < 3; ++i)
    reported += total_of(lines[static_cast<std::size_t>(i)].substr(0, 80), "\"points\":");
  CHECK(reported == 22);
  CHECK(has(world.files["g.csv"], "a,,a,a,,11\r\nb,,b,b,,8\r\nc,,c,c,,3\r\n"));
  CHECK(run(world, {"grade", "contract", "-", "--format", "csv"}) == 1);
  CHECK(total_of_column(world.output, "points,") == 22);
  CHECK(run(world, {"grade", "contract", "-", "--format", "tap"}) == 1);
  CHECK(total_of(world.output, "\n    ok ") > 0);
  long long passed = 0;
  for (const std::string& line : lines_of(world.output)) passed += line.starts_with("    ok ");
  CHECK(passed == 22);
}

TEST_CASE("PrairieLearn #8645, nbgrader #917: up to `where` nothing tells what it should have been") {
  FakeWorld world;
  // Nobody has a number right whose digits would be shown as written.
  world.input =
      R"({"qkv":1,"learner":"a","answers":{"scores":[[7,7,8]],"scaled":[[90,91,92]],"weights":[[8,7,9]],"output":[[-30,-40]]}})"
      "\nnonsense";
  for (const std::string level : {"verdict", "where"}) {
    for (const std::string format : {"text", "markdown", "json", "junit", "tap", "github", "csv"}) {
      INFO(level << " " << format);
      std::vector<std::string> words = {"grade", "contract",    "-",     "--format",  format, "--feedback",
                                        level,   "--gradebook", "g.csv", "--summary", "s.md"};
      if (format == "text" || format == "markdown") words.emplace_back("--details");
      CHECK(run(world, words) == 2);
      for (const std::string* text : {&world.output, &world.files["g.csv"], &world.files["s.md"]}) {
        for (const std::string digits :
             {"0.71", "1.41", "0.7071", "0.25", "0.248", "0.50", "0.503", "1.25", "1.26"})
          CHECK_FALSE(has(*text, digits));
        CHECK_FALSE(has(*text, "qkv explain s"));
      }
    }
  }
}

TEST_CASE("Autolab #330: JSON never holds NaN or Infinity, whatever is handed in") {
  FakeWorld world;
  world.input =
      R"({"qkv":1,"learner":"a","answers":{"scores":[[1e300,"-1e300","1/3e-300"]],"scaled":[["inf","nan","1e999"]],)"
      R"("masked":[[1]],"weights":[["-inf","0/0","∞"]],"output":[[1e-320,9e307]]}})"
      "\n";
  for (const std::string problem_name : {"contract", "causal-3"}) {
    run(world, {"grade", problem_name, "-", "--format", "json", "--feedback", "full"});
    for (const std::string word : {"NaN", ":nan", "Infinity", ":inf", ":-inf", "null"}) {
      INFO(word);
      CHECK_FALSE(has(world.output, word));
    }
  }
}

TEST_CASE("PrairieLearn #786: stored submissions are graded again by other decimals in one command") {
  FakeWorld world;
  world.input =
      R"({"qkv":1,"learner":"a","answers":{"scores":[[1,2,1]],"scaled":[[0.7,1.4,0.7]],"weights":[[0.2,0.5,0.2]],"output":[[0.5,1.3]]}})";
  CHECK(run(world, {"grade", "contract", "-"}) == 1);
  CHECK(run(world, {"grade", "contract", "-", "--decimals", "1"}) == 0);
}

TEST_CASE(
    "FormulasQuestion #93: a stored exercise and a stored submission get the verdicts that they always got") {
  // Worked out by hand: 2/√2 = 1.4142, so 1.41 is right and 1.5 is not; e^0.71 : e^1.41 : e^0.71 =
  // 2.03 : 4.10 : 2.03, so 0.25 and 0.50 are right, and 0.5 is the same number.
  FakeWorld world;
  world.files["old.json"] =
      R"({"qkv": 1, "id": "old", "tokens": ["a", "b", "c"], "queries": ["c"], "Q": [[1, 1]],
          "K": [[1, 0], [1, 1], [0, 1]], "V": [[1, 0], [0, 2], [1, 1]], "decimals": 2,
          "ask": ["scaled", "weights"]})";
  world.input =
      R"({"qkv":1,"problem":"old","answers":{"scaled":[[0.71,1.5,null]],"weights":[[0.25,0.5,"x"]]}})";
  CHECK(run(world, {"grade", "old.json", "-", "--format", "csv"}) == 1);
  std::string verdicts;
  for (const std::string& line : lines_of(world.output)) {
    for (const std::string verdict :
         {"correct", "rounding", "wrong", "imprecise", "blank", "unreadable", "follow-through"})
      if (has(line, "," + verdict + ",")) verdicts += verdict + " ";
  }
  CHECK(verdicts == "correct wrong blank correct correct unreadable ");
  world.files["old.json"].replace(8, 1, "2");
  CHECK(run(world, {"grade", "old.json", "-", "--format", "csv"}) == 2);
}
