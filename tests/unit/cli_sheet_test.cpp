// qkv sheet, the three formats that qkv check reads, and the option --output.
#include "qkv/cli/run.hpp"
#include "support/catch.hpp"
#include "support/fake_system.hpp"

using namespace qkv;
using qkv::test::fake_system;
using qkv::test::FakeWorld;

namespace {

int run(FakeWorld& world, const std::vector<std::string>& words) {
  world.output.clear();
  world.errors.clear();
  return run_qkv(words, fake_system(world));
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string sheet(const std::vector<std::string>& options) {
  FakeWorld world;
  std::vector<std::string> words = {"sheet", "contract"};
  words.insert(words.end(), options.begin(), options.end());
  CHECK(run(world, words) == 0);
  CHECK(world.errors.empty());
  return world.output;
}

}  // namespace

TEST_CASE("a sheet is read by its ending, and by what it looks like where the ending says nothing") {
  const std::vector<std::pair<std::string, std::vector<std::string>>> formats = {
      {"markdown", {"a.md", "a.MARKDOWN", "a.txt", "a"}},
      {"csv", {"a.csv", "a.CSV", "a.txt"}},
      {"json", {"a.json", "a.txt"}}};
  for (const auto& [format, names] : formats) {
    for (const std::string& name : names) {
      INFO(format << " in " << name);
      FakeWorld world;
      world.files[name] = sheet({"--key", "--format", format});
      CHECK(run(world, {"check", "contract", name}) == 0);
      world.files[name] = sheet({"--format", format});
      CHECK(run(world, {"check", "contract", name}) == 1);
      world.input = sheet({"--key", "--format", format});
      CHECK(run(world, {"check", "contract", "-"}) == 0);
    }
  }
}

TEST_CASE("the ending decides, right or wrong") {
  FakeWorld world;
  world.files["a.csv"] = sheet({"--key", "--format", "markdown"});
  CHECK(run(world, {"check", "contract", "a.csv"}) == 2);
  CHECK(has(world.errors, "a.csv:"));
}

TEST_CASE("ids and numbers are the same in both languages") {
  for (const std::string format : {"markdown", "csv"}) {
    const std::string zh = sheet({"--lang", "zh", "--format", format});
    const std::string en = sheet({"--lang", "en", "--format", format});
    CHECK(zh != en);
    for (const std::string& text : {zh, en}) {
      CHECK(has(text, "weights"));
      CHECK(has(text, "违约金"));
      CHECK(has(text, "qkv check contract"));
    }
  }
  CHECK(sheet({"--lang", "zh", "--format", "json"}) == sheet({"--lang", "en", "--format", "json"}));
}

TEST_CASE("--output writes the result into a file and nothing to standard output") {
  const std::string expected = sheet({});
  for (const std::string option : {"-o", "--output"}) {
    FakeWorld world;
    CHECK(run(world, {"sheet", "contract", option, "answers.md"}) == 0);
    CHECK(world.output.empty());
    CHECK(world.errors.empty());
    CHECK(world.files["answers.md"] == expected);
  }
  FakeWorld world;
  CHECK(run(world, {"sheet", "contract", "-o", "-"}) == 0);
  CHECK(world.output == expected);
}

TEST_CASE("what is no result never takes the place of an older file") {
  FakeWorld world;
  world.files["answers.md"] = "old";
  CHECK(run(world, {"sheet", "no-such-problem", "-o", "answers.md"}) == 2);
  CHECK(world.files["answers.md"] == "old");
  CHECK_FALSE(world.errors.empty());
}

TEST_CASE("a file that cannot be written is a fault of the surroundings") {
  FakeWorld world;
  System system = fake_system(world);
  system.create_file = [](const std::string& path) -> Result<std::shared_ptr<AtomicFile>> {
    Diagnostic fault{"file.no-folder", {}, {}, {}};
    fault.place.file = path;
    return fault;
  };
  CHECK(run_qkv({"sheet", "contract", "-o", "none/answers.md", "--lang", "en"}, system) == 3);
  CHECK(world.output.empty());
  CHECK(has(world.errors, "none/answers.md: The folder"));
}

TEST_CASE("a problem from standard input has a sheet too") {
  FakeWorld world;
  CHECK(run(world, {"show", "contract"}) == 0);
  world.input = world.output;
  CHECK(run(world, {"sheet", "-", "--lang", "en"}) == 0);
  CHECK(has(world.output, "qkv check PROBLEM"));
}

TEST_CASE("a sheet in JSON says as well what rows and columns are called, and how many decimals are asked") {
  const std::string json = sheet({"--format", "json"});
  CHECK(has(json, R"("weights": {"decimals": 2, "rows": ["过高"], "columns": ["合同","违约金","过高"]})"));
  CHECK(has(json, R"("output": {"decimals": 2, "rows": ["过高"], "columns": ["1","2"]})"));
}

namespace {

const std::string faded = R"({"qkv": 1, "id": "faded", "tokens": ["a", "b"], "Q": [[1, 0], [1, 1]],
 "K": [[1, 0], [1, 1]], "V": [[1], [2]], "mask": {"causal": true}, "given": ["masked", "scores"]})";

std::string faded_sheet(const std::vector<std::string>& options) {
  FakeWorld world;
  world.files["faded.json"] = faded;
  std::vector<std::string> words = {"sheet", "faded.json"};
  words.insert(words.end(), options.begin(), options.end());
  CHECK(run(world, words) == 0);
  CHECK(world.errors.empty());
  return world.output;
}

}  // namespace

TEST_CASE("given tables stand filled in where the calculation has them") {
  const std::string markdown = faded_sheet({"--lang", "en"});
  CHECK(has(markdown, R"(## scores

who matches whom — This table is given. Nothing to fill in here; calculate on from its numbers.

|        | a      | b      |
| ------ | ------ | ------ |
| a      | 1.00   | 1.00   |
| b      | 1.00   | 2.00   |

## scaled

bring the scores back to size — 2 decimals
)"));
  CHECK(has(markdown, "| a      | 0.71   | -inf   |"));
  CHECK(has(faded_sheet({"--lang", "zh"}), "## masked\n\n遮住不能看的词。这张表已经给出"));
}

TEST_CASE("in CSV the lines of given tables have their values, and a note stands before them") {
  const std::string csv = faded_sheet({"--format", "csv", "--lang", "en"});
  CHECK(has(csv, "note,,,,,\"The table scores below is given."));
  CHECK(has(csv, "\nscores,1,1,2,2,2.00,b,b,2\nscaled,1,1,1,1,,a,a,2\n"));
  CHECK(has(csv, "\nmasked,1,1,1,2,'-inf,a,b,2\n"));
  CHECK(has(faded_sheet({"--format", "csv", "--lang", "zh"}), "note,,,,,下面的 masked 已经给出"));
}

TEST_CASE("in JSON given tables stand beside the answers") {
  const std::string json = faded_sheet({"--format", "json"});
  CHECK(has(json, R"( "given": {
  "scores": [[1.00, 1.00],
             [1.00, 2.00]],
  "masked": [[0.71, "-inf"],
             [0.71, 1.41]]},
 "answers": {
  "scaled": [[null, null],)"));
  CHECK(has(json, R"("masked": {"decimals": 2, "rows": ["a","b"], "columns": ["a","b"]})"));
  CHECK_FALSE(has(sheet({"--format", "json"}), "given"));
}

TEST_CASE("sheets with given tables are read back without a word about these") {
  for (const std::string format : {"markdown", "csv", "json"}) {
    INFO(format);
    FakeWorld world;
    world.files["faded.json"] = faded;
    world.input = faded_sheet({"--format", format, "--key"});
    CHECK(run(world, {"check", "faded.json", "-", "--lang", "en"}) == 0);
    CHECK(has(world.output, "10 of 10"));
    CHECK_FALSE(has(world.output, "masked"));
    CHECK(world.errors.empty());
    world.input = faded_sheet({"--format", format});
    CHECK(run(world, {"check", "faded.json", "-", "--lang", "en"}) == 1);
    CHECK(has(world.output, "0 of 10"));
  }
}
