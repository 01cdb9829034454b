// What users of other graders complained about, seen from outside: exit codes and what is shown. Each test is
// named after the public thread that it comes from.
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/process.hpp"

using qkv::test::Finished;
using qkv::test::Folder;
using qkv::test::run_qkv_binary;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// `check contract` of these tables.
Finished check(const std::string& tables, std::vector<std::string> options = {}) {
  const Folder folder;
  const std::string file = folder.write("answers.json", R"({"qkv": 1, "answers": {)" + tables + "}}");
  options.insert(options.begin(), {"check", "contract", file});
  return run_qkv_binary(std::move(options));
}

const std::string by_hand = R"("scores": [[1, 2, 1]], "scaled": [[0.71, 1.41, 0.71]],
  "weights": [[0.25, 0.50, 0.25]], "output": [[0.50, 1.25]])";
const std::string one_wrong = R"("scores": [[1, 2, 1]], "scaled": [[0.71, 1.41, 0.71]],
  "weights": [[0.25, 0.50, 0.25]], "output": [[0.50, 7.77]])";
const std::string nothing_right = R"("scores": [[7, 7, 8]], "scaled": [[90, 91, 92]],
  "weights": [[8, 7, 9]], "output": [[-30, -40]])";

// Every way in which a value of contract might be shown.
const std::vector<std::string> expected_values = {"0.71", "1.41",  "0.70710", "1.41421", "0.25", "0.248",
                                                  "0.50", "0.503", "0.496",   "1.25",    "1.26"};

}  // namespace

TEST_CASE("STACK #1107: a superscript ends with 1 and a message, never with a crash") {
  const Finished run = check(R"("weights": [[0.25, "0.5²", 0.25]])");
  CHECK(run.exit_code == 1);
  CHECK(has(run.output, "²"));
}

TEST_CASE("moodle-qtype_formulas PR #228: a decimal comma needs its option, and is shown as it was typed") {
  const std::string tables = R"("scores": [[1, 2, 1]], "scaled": [["0,71", "1,41", "0,71"]],
    "weights": [["0,25", "0,50", "0,25"]], "output": [["0,50", "7,77"]])";
  const Finished with = check(tables, {"--decimal-comma"});
  CHECK(with.exit_code == 1);
  CHECK(has(with.output, "7,77"));
  const Finished machine = check(tables, {"--decimal-comma", "--format", "json"});
  CHECK(has(machine.output, "\"points\":10,\"max_points\":11"));
  CHECK(has(machine.output, "\"0,25\""));
}

TEST_CASE("a number that was cut off is not called right, and one that was rounded is") {
  // From these weights the output is [0.50, 1.25]; exactly it is 1.2552…, so that 1.3 is rounded and 1.2 is
  // not.
  const std::string before = R"("scores": [[1, 2, 1]], "scaled": [[0.71, 1.41, 0.71]],
    "weights": [[0.25, 0.50, 0.25]], "output": [[0.50, )";
  const Finished cut = check(before + "1.2]]");
  CHECK(has(cut.output, "looks cut off rather than rounded"));
  CHECK_FALSE(has(cut.output, "is right"));
  const Finished rounded = check(before + "1.3]]");
  CHECK(has(rounded.output, "right as far as it goes"));
  CHECK_FALSE(has(rounded.output, "cut off"));
  // In one line of a machine format there is no room for the difference: neither is said.
  CHECK_FALSE(has(check(before + "1.2]]", {"--format", "tap"}).output, "far as it goes"));
  CHECK(has(check(before + "1.2]]", {"--lang", "zh"}).output, "直接截断"));
}

TEST_CASE("moodle-qtype_formulas #11: with the option the right numbers are shown with a comma as well") {
  const Finished run = check(R"("output": [["0,50", "7,77"]])", {"--decimal-comma", "--feedback", "full"});
  CHECK(has(run.output, "1,26"));
  CHECK_FALSE(has(run.output, "1.26"));
}

TEST_CASE("STACK #1072: where the comma is the decimal sign, the hint names the semicolon") {
  const Finished row = check(R"("scaled": ["0,71, 1,41, 0,71"])", {"--decimal-comma"});
  CHECK(row.exit_code == 1);
  CHECK(has(row.output, "separate numbers with “;”"));
  CHECK_FALSE(has(row.output, "check with --decimal-comma"));
  const Finished mended = check(R"("scaled": ["0,71; 1,41; 0,71"])", {"--decimal-comma", "--format", "json"});
  CHECK(has(mended.output, R"({"step":"scaled","points":3,"max_points":3)"));
}

TEST_CASE("Numbas #368: numbers that follow from a stock answer get no points, and it is said why") {
  const Finished run = check(R"("scores": [[1, 2, 1]], "weights": [[1, 0, 0]], "output": [[1, 0]])");
  CHECK(has(run.output, "── output: 0 of 2"));
  CHECK(has(run.output, "leaves nothing to calculate here"));
}

TEST_CASE("STACK #1072, #1569, #1291: the hint at a decimal comma names the option") {
  const Finished run = check(R"("weights": [["0,25", "0,50", "0,25"]])");
  CHECK(run.exit_code == 1);
  CHECK(has(run.output, "--decimal-comma"));
}

TEST_CASE("nbgrader #1339: nothing right is 0 points and exit code 1") {
  const Finished run = check(nothing_right, {"--format", "json"});
  CHECK(run.exit_code == 1);
  CHECK(has(run.output, "\"points\":0,\"max_points\":11,\"passed\":false"));
}

TEST_CASE("PrairieLearn PR #8645, nbgrader #917, #1363, #476: hidden answers stay hidden in every format") {
  for (const std::string level : {"verdict", "where"}) {
    for (const std::string format : {"text", "json"}) {
      const Finished run = check(nothing_right, {"--feedback", level, "--format", format});
      INFO(level << " " << format << ": " << run.output << run.errors);
      CHECK(run.exit_code == 1);
      for (const std::string& value : expected_values) CHECK_FALSE(has(run.output, value));
      CHECK(run.errors.empty());
    }
  }
}

TEST_CASE(
    "PrairieLearn PR #8645: by default no value of a cell without full credit is shown, on demand it is") {
  // 1.2552; 1.25 when carried by hand.
  for (const std::vector<std::string>& options : {std::vector<std::string>{}, {"--feedback", "why"}}) {
    const std::string shown = check(one_wrong, options).output;
    CHECK_FALSE(has(shown, "1.26"));
    CHECK_FALSE(has(shown, "1.25"));
  }
  const std::string shown = check(one_wrong, {"--feedback", "full"}).output;
  CHECK((has(shown, "1.26") || has(shown, "1.25")));
}

TEST_CASE(
    "PrairieLearn #786, PR #4362, #14914, Numbas #737: stored answers are judged again under another rule") {
  CHECK(check(by_hand).exit_code == 0);
  CHECK(check(by_hand, {"--decimals", "1"}).exit_code == 0);
  // 0.71 is not 0.7071 to three decimals.
  CHECK(check(by_hand, {"--decimals", "3"}).exit_code == 1);
}

TEST_CASE("the pass mark decides the exit code, and --exit-zero silences it but no usage error") {
  CHECK(check(one_wrong).exit_code == 1);  // 10 of 11 points: 90.9 per cent
  CHECK(check(one_wrong, {"--pass-mark", "90"}).exit_code == 0);
  CHECK(check(one_wrong, {"--pass-mark", "91"}).exit_code == 1);
  CHECK(check(one_wrong, {"--exit-zero"}).exit_code == 0);
  CHECK(run_qkv_binary({"check", "contract", "--exit-zero"}).exit_code == 2);
  CHECK(check(one_wrong, {"--exit-zero", "--feedback", "everything"}).exit_code == 2);
}

TEST_CASE("bats-core #846, jest-junit #197: an escape sequence in a cell reaches neither terminal nor file") {
  for (const std::string format : {"text", "json"}) {
    const Finished run = check(R"("weights": [[0.25, "\u001b[31m0.2", 0.25]])", {"--format", format});
    INFO(format);
    CHECK(run.exit_code == 1);
    CHECK_FALSE(has(run.output, "\x1b"));
  }
}

TEST_CASE("Autolab #330: when nothing could be graded there is no result that could pass for one") {
  const Finished run = check(R"("weights": 7)");
  CHECK(run.exit_code == 2);
  CHECK(run.output.empty());
  const Finished machine = check(R"("weights": 7)", {"--format", "json"});
  CHECK(machine.exit_code == 2);
  CHECK_FALSE(has(machine.output, "\"points\""));
}
