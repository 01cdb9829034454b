// qkv lab from outside: exit codes, languages, formats, problems that are of no use.
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/process.hpp"

using namespace qkv::test;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The later token gets no weight even where it is not hidden: changing it shows nothing.
const std::string blind = R"({"qkv": 1, "Q": [[1], [1]], "K": [[0], [-5000]], "V": [[1], [2]],
  "mask": {"causal": true}})";

const std::string no_problem[] = {"scale", "fill", "padding"};

}  // namespace

TEST_CASE("without a name lab lists the experiments, in both languages") {
  const Finished english = run_qkv_binary({"lab"});
  CHECK(english.exit_code == 0);
  CHECK(english.errors.empty());
  const Finished chinese = run_qkv_binary({"lab", "--lang", "zh"});
  for (const std::string name : {"ladder", "scale", "leak", "fill", "padding"}) {
    CHECK(has(english.output, "\n" + name + " "));
    CHECK(has(chinese.output, "\n" + name + " "));
  }
  CHECK(english.output != chinese.output);
  CHECK(run_qkv_binary({"lab", "--format", "json"}).output.starts_with(R"({"qkv":1,"labs":[{"id":"ladder")"));
}

TEST_CASE("an experiment whose claims hold ends with 0 and says how many there are") {
  for (const std::string name : {"ladder", "leak", "fill", "padding"}) {
    INFO(name);
    const Finished run = run_qkv_binary({"lab", name});
    CHECK(run.exit_code == 0);
    CHECK(run.errors.empty());
    CHECK(has(run.output, " claims hold.\n"));
    CHECK_FALSE(has(run.output, "\u2717"));
    const Finished chinese = run_qkv_binary({"lab", name, "--lang", "zh", "--seed", "5"});
    CHECK(chinese.exit_code == 0);
    CHECK(has(chinese.output, "\u7ED3\u8BBA\u5168\u90E8\u6210\u7ACB"));
  }
}

TEST_CASE("a claim that fails ends with 1, in every format") {
  const Folder folder;
  const std::string problem = folder.write("blind.json", blind);
  const Finished text = run_qkv_binary({"lab", "leak", problem});
  CHECK(text.exit_code == 1);
  CHECK(has(text.output, "\u2717 Without the mask: 0 of 1 such pairs change"));
  CHECK(has(text.output, "Does not hold: found 0, which should be exactly 1."));
  CHECK(has(text.output, "4 of 6 claims hold."));
  const Finished json = run_qkv_binary({"lab", "leak", problem, "--format", "json"});
  CHECK(json.exit_code == 1);
  CHECK(has(json.output, R"("holds":false,"sections")"));
  CHECK(run_qkv_binary({"lab", "leak", problem, "--format", "markdown"}).exit_code == 1);
}

TEST_CASE("a problem is refused by an experiment that looks at none, and by one that it tells nothing") {
  for (const std::string& name : no_problem) {
    const Finished run = run_qkv_binary({"lab", name, "contract"});
    CHECK(run.exit_code == 2);
    CHECK(run.output.empty());
    CHECK(has(run.errors, "qkv lab " + name));
  }
  const Finished unmasked = run_qkv_binary({"lab", "leak", "contract"});
  CHECK(unmasked.exit_code == 2);
  CHECK(has(unmasked.errors, "no causal mask"));
  const Finished scores = run_qkv_binary({"lab", "ladder", "score-table"});
  CHECK(scores.exit_code == 2);
  CHECK(has(scores.errors, "score-table"));
  CHECK(run_qkv_binary({"lab", "leak", "none.json"}).exit_code == 2);
  const Finished misspelt = run_qkv_binary({"lab", "lader"});
  CHECK(misspelt.exit_code == 2);
  CHECK(has(misspelt.errors, "ladder"));
  CHECK(run_qkv_binary({"lab", "leak", "contract", "--format", "json"})
            .output.starts_with(R"({"qkv":1,"faults")"));
}

TEST_CASE("the same seed prints the same bytes, to a file as well") {
  const Folder folder;
  const Finished first = run_qkv_binary({"lab", "fill", "--seed", "9"});
  CHECK(first.output == run_qkv_binary({"lab", "fill", "--seed", "9"}).output);
  CHECK(first.output != run_qkv_binary({"lab", "fill", "--seed", "10"}).output);
  const Finished written = run_qkv_binary({"lab", "fill", "--seed", "9", "-o", folder.path("fill.txt")});
  CHECK(written.exit_code == 0);
  CHECK(written.output.empty());
  CHECK(folder.read("fill.txt") == first.output);
}

TEST_CASE("in ASCII nothing else is printed, and a screen reader hears every number") {
  for (const std::string name : {"leak", "fill", "padding"}) {
    INFO(name);
    const Finished ascii = run_qkv_binary({"lab", name, "--ascii"});
    CHECK(ascii.exit_code == 0);
    for (const char c : ascii.output) REQUIRE(static_cast<unsigned char>(c) < 0x80);
  }
  CHECK(has(run_qkv_binary({"lab", "fill", "--plain"}).output, "NaN"));
  CHECK(run_qkv_binary({"lab", "padding", "--plain"}).exit_code == 0);
}
