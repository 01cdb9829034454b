// qkv lint from outside: exit codes, formats, several files.
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/process.hpp"

using namespace qkv::test;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const std::string title = R"("title": {"zh": "题", "en": "a problem"})";

// No two of the usual divisors meet, and all rows differ: nothing to find.
const std::string clean = R"({"qkv": 1, )" + title + R"(,
  "Q": [[1, 2, 0], [0, 1, 2], [2, 0, 1], [1, -1, 1]], "K": [[1, 0, 2], [2, 1, 0], [0, 1, 1], [1, 1, -1]],
  "V": [[1, 0], [0, 2], [3, 1], [-1, 1]]})";

// The same table three times, as in many a textbook.
const std::string textbook = R"({"qkv": 1, )" + title + R"(,
  "Q": [[1, 2], [0, 1], [2, 1]], "K": [[1, 2], [0, 1], [2, 1]], "V": [[1, 2], [0, 1], [2, 1]]})";

}  // namespace

TEST_CASE("lint ends with 0 whatever it finds, and with 1 only when it is strict") {
  const Folder folder;
  const std::string good = folder.write("good.json", clean);
  for (const std::string& problem : {good, std::string("contract")}) {
    const Finished run = run_qkv_binary({"lint", problem});
    CHECK(run.exit_code == 0);
    CHECK(run.errors.empty());
    CHECK(has(run.output, "known mistake"));
  }
  CHECK(run_qkv_binary({"lint", good, "--strict"}).exit_code == 0);
  CHECK(run_qkv_binary({"lint", "contract", "--strict"}).exit_code == 1);
  CHECK(run_qkv_binary({"lint", good, "contract", "--strict", "--format", "json"}).exit_code == 1);
  CHECK(has(run_qkv_binary({"lint", good}).output, "Nothing found"));
}

TEST_CASE("a problem in which Q, K and V are one table is told what it cannot show") {
  const Folder folder;
  const std::string problem = folder.write("textbook.json", textbook);
  const Finished run = run_qkv_binary({"lint", problem, "--strict"});
  CHECK(run.exit_code == 1);
  CHECK(has(run.output, "Q, K and V are the same table."));
  CHECK(has(run.output, "Give Q, K and V different numbers."));
  for (const std::string id :
       {"scores-transposed", "query-self-scores", "key-self-scores", "score-with-value", "key-value-swapped",
        "weights-times-keys", "weights-times-queries"}) {
    INFO(id);
    CHECK(has(run.output, "(" + id + ")"));
  }
  CHECK(has(run_qkv_binary({"lint", problem, "--lang", "zh"}).output, "Q、K、V 是同一张表"));
}

TEST_CASE("a file that cannot be used ends with 2, and the others are looked at all the same") {
  const Folder folder;
  const std::string broken = folder.write("broken.json", "{");
  const Finished run = run_qkv_binary({"lint", broken, "contract", "none.json"});
  CHECK(run.exit_code == 2);
  CHECK(has(run.output, "contract: what it shows"));
  CHECK(has(run.errors, "broken.json:1"));
  CHECK(has(run.errors, "none.json"));

  const Finished json = run_qkv_binary({"lint", broken, "contract", "--format", "json", "--strict"});
  CHECK(json.exit_code == 2);
  CHECK(has(json.output, R"("faults":[{"code":)"));
  CHECK(has(json.output, R"("problem":"contract")"));
  const Finished alone = run_qkv_binary({"lint", broken, "--format", "json"});
  CHECK(alone.exit_code == 2);
  CHECK(alone.output.starts_with(R"({"qkv":1,"problems":[{"name":)"));
}

TEST_CASE("lint reads the standard input once, and needs a problem") {
  Surroundings around;
  around.input = clean;
  CHECK(run_qkv_binary({"lint", "-"}, around).exit_code == 0);
  CHECK(run_qkv_binary({"lint", "-", "-"}, around).exit_code == 2);
  const Finished none = run_qkv_binary({"lint"});
  CHECK(none.exit_code == 2);
  CHECK(has(none.errors, "qkv lint PROBLEM..."));
}

TEST_CASE("lint writes its result to a file, in each format") {
  const Folder folder;
  for (const std::string format : {"text", "markdown", "json"}) {
    INFO(format);
    const std::string path = folder.path("lint." + format);
    const Finished shown = run_qkv_binary({"lint", "contract", "--format", format});
    const Finished written = run_qkv_binary({"lint", "contract", "--format", format, "-o", path});
    CHECK(written.exit_code == 0);
    CHECK(written.output.empty());
    CHECK(folder.read("lint." + format) == shown.output);
  }
  CHECK(has(run_qkv_binary({"lint", "contract", "--format", "markdown"}).output, "| scale-missing |"));
}

TEST_CASE("in ASCII and for screen readers lint says yes, partly and no") {
  const Finished ascii = run_qkv_binary({"lint", "causal-3", "--ascii"});
  CHECK(ascii.exit_code == 0);
  CHECK(has(ascii.output, "yes"));
  CHECK(has(ascii.output, "partly"));
  for (const char c : ascii.output) REQUIRE(static_cast<unsigned char>(c) < 0x80);
  const Finished plain = run_qkv_binary({"lint", "causal-3", "--plain"});
  CHECK(has(plain.output, "mistake scale-missing, scores: no\n"));
  CHECK(has(plain.output, "mistake scale-missing, scaled: yes\n"));
  CHECK_FALSE(has(plain.output, "\xE2\x9C\x93"));
}
