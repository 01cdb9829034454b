// qkv grade: many submissions, whatever they look like.
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

// The problem `contract`: scores 1 2 1, weights 0.25 0.50 0.25.
std::string line_of(const std::string& learner, const std::string& scores = "1,2,1") {
  return R"({"qkv":1,"learner":")" + learner + R"(","answers":{"scores":[[)" + scores + "]]}}";
}

int run(FakeWorld& world, std::vector<std::string> words) {
  world.output.clear();
  world.errors.clear();
  words.insert(words.end(), {"--lang", "en"});
  return run_qkv(words, fake_system(world));
}

// A problem that asks for the scores alone, so that a right submission is short.
const std::string problem = R"({"qkv":1,"id":"p","tokens":["a","b","c"],"queries":["c"],
  "Q":[[1,1]],"K":[[1,0],[1,1],[0,1]],"V":[[1,0],[0,2],[1,1]],"ask":["scores"]})";

FakeWorld world_with(const std::string& input) {
  FakeWorld world;
  world.files["p.json"] = problem;
  world.input = input;
  return world;
}

}  // namespace

TEST_CASE("a line of the standard input is a submission, and the order of the output is theirs") {
  FakeWorld world = world_with(line_of("a") + "\n" + line_of("b", "9,2,1") + "\r\n\n  \n" + line_of("c"));
  CHECK(run(world, {"grade", "p.json", "-", "--format", "json"}) == 1);
  const std::vector<std::string> lines = lines_of(world.output);
  REQUIRE(lines.size() == 4);
  CHECK(has(lines[0], R"("learner":"a","points":3,"max_points":3,"passed":true)"));
  CHECK(has(lines[1], R"("line":2,"problem":"p","learner":"b","points":2)"));
  CHECK(has(lines[2], R"("line":5,"problem":"p","learner":"c")"));
  CHECK(has(lines[3],
            R"({"qkv":1,"summary":{"submissions":3,"graded":3,"all_right":2,"passed":2,"points":8,)"));
  CHECK(world.errors.empty());
}

TEST_CASE("any number of threads gives the same bytes in every format") {
  std::string input;
  for (int i = 0; i < 300; ++i) {
    const std::string learner = "s" + std::to_string(i);
    input += i % 7 == 0 ? "{\"qkv\":1" : line_of(learner, i % 3 == 0 ? "1,2," + std::to_string(i) : "1,2,1");
    input += '\n';
  }
  for (const std::string format : {"text", "markdown", "json", "junit", "tap", "github", "csv"}) {
    INFO(format);
    FakeWorld world = world_with(input);
    CHECK(run(world, {"grade", "p.json", "-", "--format", format, "--jobs", "1"}) == 2);
    const std::string one = world.output;
    CHECK_FALSE(one.empty());
    for (const std::string jobs : {"2", "5", "64"}) {
      CHECK(run(world, {"grade", "p.json", "-", "--format", format, "--jobs", jobs}) == 2);
      CHECK(world.output == one);
    }
  }
}

TEST_CASE("one bad submission stops nothing: it is reported and counted") {
  FakeWorld world = world_with("");
  world.files["class/1.json"] = line_of("a");
  world.files["class/2.json"] = "{\"qkv\": 1,";
  world.files["class/3.md"] = "nothing here";
  world.files["class/4.json"] = line_of("b");
  world.files["class/notes.txt"] = "no submission";
  CHECK(run(world, {"grade", "p.json", "class"}) == 2);
  CHECK(has(world.output, "✓ a, class/1.json: 3 of 3 points"));
  CHECK(has(world.output, "! class/2.json: could not be graded\n  • class/2.json:1:10"));
  CHECK(has(world.output, "! class/3.md: could not be graded"));
  CHECK(has(world.output, "✓ b, class/4.json: 3 of 3 points"));
  CHECK(has(world.output, "• 4 submissions"));
  CHECK(has(world.output, "could not be graded: 2 (class/2.json, class/3.md)"));
  CHECK_FALSE(has(world.output, "notes.txt"));
  CHECK(has(world.errors, "Passed over 1 file"));
  CHECK(has(world.errors, "class/notes.txt"));
  CHECK(has(world.errors, "2 of 4 submissions could not be graded"));
  // They are single submissions: --exit-zero covers them.
  CHECK(run(world, {"grade", "p.json", "class", "--exit-zero"}) == 0);
}

TEST_CASE("the exit code: 0 all at the pass mark, 1 some below, 2 some unusable or nothing at all") {
  const std::string wrong = line_of("w", "1,2,7");
  const std::vector<std::pair<std::string, int>> cases = {{line_of("a") + "\n" + line_of("b"), 0},
                                                          {line_of("a") + "\n" + wrong, 1},
                                                          {wrong + "\nx", 2},
                                                          {"", 2},
                                                          {"\n\n", 2}};
  for (const auto& [input, code] : cases) {
    INFO(input);
    FakeWorld world = world_with(input);
    CHECK(run(world, {"grade", "p.json", "-"}) == code);
    CHECK(run(world, {"grade", "p.json", "-", "--format", "csv"}) == code);
  }
  FakeWorld world = world_with(wrong);
  CHECK(run(world, {"grade", "p.json", "-", "--pass-mark", "60"}) == 0);
  CHECK(run(world, {"grade", "p.json", "-", "--exit-zero"}) == 0);
  world.input.clear();
  CHECK(run(world, {"grade", "p.json", "-", "--exit-zero"}) == 2);
  CHECK(has(world.errors, "There is no submission at all"));
}

TEST_CASE("what a file system lacks is told of the file, and the others are graded") {
  FakeWorld world = world_with("");
  world.files["a.json"] = line_of("a");
  CHECK(run(world, {"grade", "p.json", "none.json", "a.json", "none.jsonl"}) == 2);
  CHECK(has(world.output, "! none.json: could not be graded"));
  CHECK(has(world.output, "! none.jsonl: could not be graded"));
  CHECK(has(world.output, "✓ a, a.json: 3 of 3 points"));
  CHECK(run(world, {"grade", "none.json", "a.json"}) == 2);
  CHECK(world.output.empty());
}

TEST_CASE("a path that names nothing is no submission: --exit-zero does not make it one") {
  FakeWorld world = world_with("");
  world.files["a.json"] = line_of("a");
  CHECK(run(world, {"grade", "p.json", "a.json", "--exit-zero"}) == 0);
  CHECK(run(world, {"grade", "p.json", "a.json", "nnoe.json", "--exit-zero"}) == 2);
  world.files["empty.jsonl"] = "\n\n";
  CHECK(run(world, {"grade", "p.json", "empty.jsonl", "a.json"}) == 2);
  CHECK(has(world.output, "! empty.jsonl: could not be graded"));
}

TEST_CASE("the problem may come from the standard input, for any number of threads") {
  FakeWorld world = world_with(problem);
  for (int i = 0; i < 30; ++i) world.files["class/" + std::to_string(i) + ".json"] = line_of("a");
  CHECK(run(world, {"grade", "-", "class", "--jobs", "4"}) == 0);
  CHECK(has(world.output, "• 30 submissions"));
}

TEST_CASE("what is read or written elsewhere is not written over") {
  FakeWorld world = world_with("");
  world.files["a.json"] = line_of("a");
  world.files["m.csv"] = "answers,problem\na.json,p.json\n";
  CHECK(run(world, {"grade", "p.json", "a.json", "--gradebook", "a.json"}) == 2);
  CHECK(run(world, {"grade", "p.json", "a.json", "-o", "p.json"}) == 2);
  CHECK(run(world, {"grade", "--each", "m.csv", "--summary", "m.csv"}) == 2);
  CHECK(run(world, {"grade", "p.json", "a.json", "-o", "x", "--summary", "x"}) == 2);
  CHECK(has(world.errors, "A result would be written to x"));
  CHECK(world.files["a.json"] == line_of("a"));
  // What a run wrote into the folder is no submission of the next one.
  world.files["class/a.json"] = line_of("a");
  for (int i = 0; i < 2; ++i)
    CHECK(run(world, {"grade", "p.json", "class", "--gradebook", "class/g.csv", "--summary", "class/s.md"}) ==
          0);
}

TEST_CASE("whoever mixes up the order, or gives a folder to check, is told the right words") {
  FakeWorld world = world_with("");
  world.files["class/a.json"] = line_of("a");
  CHECK(run(world, {"grade", "class", "contract"}) == 2);
  CHECK(has(world.errors, "qkv grade contract class"));
  CHECK(run(world, {"check", "contract", "class"}) == 2);
  CHECK(has(world.errors, "qkv grade contract class"));
  world.input = "{\n\"qkv\": 1,\n\"answers\": {\"scores\": [[1, 2, 1]]}\n}";
  CHECK(run(world, {"grade", "p.json", "-"}) == 2);
  CHECK(has(world.errors, "No line of it is a submission"));
}

TEST_CASE("the summary says who handed in another problem, and what cannot be read by many") {
  FakeWorld world;
  world.input =
      R"({"qkv":1,"problem":"causal-3","learner":{"id":"s1","name":"Ann"},"answers":{"scores":[[1,2,1]]}})"
      "\n"
      R"({"qkv":1,"learner":"s2","answers":{"scaled":[["0,71","1,41",null]]}})"
      "\n"
      R"({"qkv":1,"learner":"s3","answers":{"scaled":[["0,71","1,41","0,71"]]}})";
  CHECK(run(world, {"grade", "contract", "-"}) == 1);
  CHECK(has(world.output, "✗ Ann (s1), standard input:1: 3 of 11 points"));
  CHECK(has(world.output, "1 submission names another problem: Ann (s1)."));
  CHECK(has(world.output, "(1 blank, 2 unreadable)"));
  CHECK(has(world.output, "2 wrote a comma for the decimal point"));
  CHECK_FALSE(has(world.output, "by no known mistake"));
}

TEST_CASE("without the problem, or with - twice, nothing is graded") {
  FakeWorld world = world_with(line_of("a"));
  CHECK(run(world, {"grade"}) == 2);
  CHECK(run(world, {"grade", "p.json"}) == 2);
  CHECK(has(world.errors, "ANSWERS"));
  CHECK(run(world, {"grade", "p.json", "-", "x.json", "-"}) == 2);
  CHECK(has(world.errors, "standard input"));
  CHECK(run(world, {"grade", "-", "-"}) == 2);
}

TEST_CASE("formats with room for one submission say so") {
  FakeWorld world = world_with(line_of("a"));
  for (const std::string format : {"gradescope", "classroom50"}) {
    CHECK(run(world, {"grade", "p.json", "-", "--format", format}) == 2);
    CHECK(has(world.errors, "qkv check PROBLEM ANSWERS --format " + format));
  }
}

TEST_CASE("the manifest decides which problem a submission is graded by, and whose it is") {
  FakeWorld world;
  world.files["week/p.json"] = problem;
  world.files["week/in/1.json"] = line_of("i am somebody else");
  world.files["week/in/2.json"] =
      R"({"qkv":1,"problem":"p","learner":"b","answers":{"scores":[[1,2,1]],"weights":[[0.25,0.5,0.25]]}})";
  world.files["week/all.csv"] =
      "name,answers,problem,learner,room\n"
      "\"Ann, A.\",in/1.json,p.json,s1,7\n"
      ",in/2.json,contract,,8\n"
      ",in/3.json,contract,s3,\n";
  CHECK(run(world, {"grade", "--each", "week/all.csv", "--format", "json", "--gradebook", "g.csv"}) == 2);
  const std::vector<std::string> lines = lines_of(world.output);
  REQUIRE(lines.size() == 4);
  CHECK(has(lines[0],
            R"("file":"week/in/1.json","problem":"p","learner":{"id":"s1","name":"Ann, A."},"points":3)"));
  CHECK(has(lines[1], R"("problem":"contract","learner":"b")"));
  CHECK(has(lines[1], "answers.other-problem"));
  CHECK(has(lines[2], "file.missing"));
  CHECK(has(world.files["g.csv"], "\"Ann, A.\",,s1,s1,,100\r\n"));
  CHECK(has(world.files["g.csv"], "s3,,s3,s3,,\r\n"));
}

TEST_CASE("a manifest that cannot be used is refused as a whole") {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"answer,problem\na.json,p\n", "m.csv:1:1: The head has no column answers."},
      {"answers,problem\na.json,\n", "m.csv:2:1: This line has nothing in the column problem."},
      {"answers,problem\n", "names no submission"},
      {"answers,problem\n-,contract\n", "m.csv:2:1: In a manifest answers has to be a file"},
      {"", "names no submission"}};
  for (const auto& [manifest, message] : cases) {
    INFO(manifest);
    FakeWorld world;
    world.files["m.csv"] = manifest;
    CHECK(run(world, {"grade", "--each", "m.csv"}) == 2);
    CHECK(has(world.errors, message));
    CHECK(world.output.empty());
  }
  FakeWorld world;
  CHECK(run(world, {"grade", "--each", "m.csv", "p.json"}) == 2);
  CHECK(has(world.errors, "leave out p.json"));
}

TEST_CASE("the class summary names the common mistake, whose it is and what to teach again") {
  std::string input;
  for (const std::string learner : {"ann", "bob", "cy"}) {
    // Nothing was divided by the square root of 2.
    input += R"({"qkv":1,"learner":")" + learner +
             R"(","answers":{"scores":[[1,2,1]],"scaled":[[1,2,1]],"weights":[[0.21,0.58,0.21]],)" +
             R"("output":[[0.42,1.37]]}})" + "\n";
  }
  FakeWorld world;
  world.input = input + R"({"qkv":1,"learner":"dee","answers":{"scores":[[1,2,1]]}})";
  CHECK(run(world, {"grade", "contract", "-"}) == 1);
  CHECK(has(world.output, "3: “leaving out the division by √d_k” (scale-missing)"));
  CHECK(has(world.output, ". ann, bob, cy\n"));
  CHECK(has(world.output, "What to teach again"));
  CHECK(has(world.output, "(75 % of the submissions): qkv explain scale-missing"));
  // It is a reason: whoever is told only where gets none.
  CHECK(run(world, {"grade", "contract", "-", "--feedback", "where"}) == 1);
  CHECK_FALSE(has(world.output, "scale-missing"));
  CHECK(run(world, {"grade", "contract", "-", "--format", "json", "--feedback", "where"}) == 1);
  CHECK_FALSE(has(world.output, "scale-missing"));
}

TEST_CASE("summary and gradebook are files of their own beside any format") {
  FakeWorld world =
      world_with(line_of("a") + "\n" + line_of("=cmd()", "1,2,9") + "\n" + line_of("a", "1,2,3"));
  CHECK(run(world, {"grade", "p.json", "-", "--format", "csv", "-o", "out.csv", "--gradebook", "g.csv",
                    "--summary", "s.md"}) == 1);
  CHECK(world.output.empty());
  CHECK(has(world.files["out.csv"], "submission,file,learner"));
  CHECK(world.files["g.csv"] ==
        "Student,ID,SIS User ID,SIS Login ID,Section,p\r\n"
        "Points Possible,,,,,3\r\n"
        "'=cmd(),,'=cmd(),'=cmd(),,2\r\n"
        "a,,a,a,,2\r\n");
  CHECK(has(world.files["s.md"], "# The class as a whole"));
  CHECK(has(world.files["s.md"], "handed in more than once: a"));
}

TEST_CASE("details print of every submission what check prints") {
  FakeWorld world = world_with(line_of("a") + "\n" + line_of("b", "1,2,9"));
  CHECK(run(world, {"grade", "p.json", "-", "--details"}) == 1);
  const std::string grade = world.output;
  world.files["b.json"] = line_of("b", "1,2,9");
  CHECK(run(world, {"check", "p.json", "b.json"}) == 1);
  CHECK(has(grade, world.output));
  CHECK(run(world, {"grade", "p.json", "-", "--details", "--format", "csv"}) == 2);
}

TEST_CASE("UTF-16 lines, a mark at their beginning and a line without end are read") {
  FakeWorld world = world_with("");
  world.input = "\xFF\xFE";
  for (const char c : line_of("a") + "\n" + line_of("b")) world.input += {c, '\0'};
  CHECK(run(world, {"grade", "p.json", "-"}) == 0);
  CHECK(has(world.output, "• 2 submissions"));
  world.input = "\xEF\xBB\xBF" + line_of("a") + "\n" + line_of("b");
  CHECK(run(world, {"grade", "p.json", "-"}) == 0);
}

TEST_CASE("whoever interrupts gets what was done, in a whole format") {
  FakeWorld world = world_with(line_of("a") + "\n" + line_of("b"));
  world.interrupted = true;
  CHECK(run(world, {"grade", "p.json", "-", "--format", "json"}) == 2);
  CHECK(lines_of(world.output).size() == 1);
  CHECK(has(world.output, R"("submissions":0)"));
  CHECK(has(world.errors, "Stopped on the way"));
}

TEST_CASE("a result that cannot be written ends the work with exit code 3") {
  FakeWorld world = world_with(line_of("a"));
  world.writing = Written::Outcome::failed;
  CHECK(run(world, {"grade", "p.json", "-"}) == 3);
  world.writing = Written::Outcome::closed;
  CHECK(run(world, {"grade", "p.json", "-"}) == 0);
  world.writing = Written::Outcome::done;
  System system = fake_system(world);
  system.create_file = [](const std::string& path) -> Result<std::shared_ptr<AtomicFile>> {
    Diagnostic fault{"file.no-folder", {}, {}, {}};
    fault.place.file = path;
    return fault;
  };
  for (const std::string option : {"-o", "--gradebook", "--summary"}) {
    INFO(option);
    CHECK(run_qkv({"grade", "p.json", "-", option, "none/x"}, system) == 3);
  }
}

TEST_CASE("progress is drawn on a terminal when it takes longer than a second, and taken away") {
  FakeWorld world = world_with(line_of("a") + "\n" + line_of("b"));
  world.environment["TERM"] = "xterm";
  world.error_terminal = {true, 80};
  CHECK(run(world, {"grade", "p.json", "-", "--jobs", "1"}) == 0);
  CHECK(world.errors.empty());
  System system = fake_system(world);
  system.seconds = [&world] { return world.seconds += 0.6; };
  CHECK(run_qkv({"grade", "p.json", "-", "--jobs", "1", "--lang", "en"}, system) == 0);
  CHECK(has(world.errors, "\r\x1b[K2 graded"));
  CHECK(world.errors.ends_with("\r\x1b[K"));
  // Not where the result runs over the same terminal.
  world.errors.clear();
  world.terminal = {true, 80};
  CHECK(run_qkv({"grade", "p.json", "-", "--jobs", "1", "--lang", "en"}, system) == 0);
  CHECK(world.errors.empty());
}

TEST_CASE("what could not be read of a sheet is said in every format, also of many") {
  FakeWorld world;
  world.files["a.md"] = "learner: a\n\n## weihgts\n\n0.25 0.50 0.25\n\n## scores\n\n1 2 1\n";
  for (const std::string format : {"text", "markdown", "json", "junit", "tap", "github", "csv"}) {
    INFO(format);
    const std::string said = format == "json" ? "sheet.unknown-table" : "weihgts";
    CHECK(run(world, {"grade", "contract", "a.md", "--format", format}) == 1);
    CHECK(has(world.output, said));
    CHECK(run(world, {"check", "contract", "a.md", "--format", format}) == 1);
    CHECK(has(world.output, said));
  }
  CHECK(run(world, {"check", "contract", "a.md", "--format", "classroom50"}) == 1);
  CHECK(has(world.output, "weihgts"));
}

TEST_CASE("what a learner typed is no command to a runner that reads the text") {
  FakeWorld world;
  world.input = R"({"qkv":1,"learner":"##[error]x","answers":{"scores":[["##[add-mask]y",2,1]]}})";
  world.files["a.json"] = world.input;
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"grade", "contract", "-", "--details"}, {"check", "contract", "a.json"}}) {
    CHECK(run(world, words) == 1);
    CHECK_FALSE(has(world.output, "##["));
    CHECK(has(world.output, "## [add-mask]y"));
  }
}

TEST_CASE("where nobody makes the same mistake, the table is named in which it goes wrong") {
  FakeWorld world;
  for (const std::string numbers : {"0.3,1.4,2.2", "5.5,0.9,0.1", "7,8.1,9.3"}) {
    world.input += R"({"qkv":1,"answers":{"scores":[[1,2,1]],"scaled":[[)" + numbers + "]]}}\n";
  }
  CHECK(run(world, {"grade", "contract", "-"}) == 1);
  CHECK(has(world.output, "What to teach again"));
  CHECK(has(world.output, "scaled: 3 (100 %) first went wrong here"));
}

TEST_CASE("of equal sheets each prints what check prints of it") {
  FakeWorld world;
  const std::string same = R"("answers":{"scores":[[1,2,1]],"weights":[[0.25,0.9,"x"]]}})";
  world.input = R"({"qkv":1,"learner":"a",)" + same + "\n" + R"({"qkv":1,"learner":"=b",)" + same + "\n" +
                R"({"qkv":1,"learner":{"id":"c","name":"C, c"},)" + same;
  CHECK(run(world, {"grade", "contract", "-", "--format", "csv", "--jobs", "1"}) == 1);
  std::string expected;
  int number = 0;
  for (const std::string& line : lines_of(world.input)) {
    FakeWorld alone;
    alone.input = line;
    CHECK(run(alone, {"check", "contract", "-", "--format", "csv"}) == 1);
    ++number;
    for (const std::string& row : lines_of(alone.output)) {
      if (row.starts_with("submission,")) {
        if (number == 1) expected += row + "\n";
      } else {
        expected += std::to_string(number) + row.substr(1) + "\n";
      }
    }
  }
  CHECK(world.output == expected);
}
