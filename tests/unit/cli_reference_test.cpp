// qkv reference and qkv show --template: lines in, lines out, and what is served.
#include <algorithm>
#include <set>

#include "qkv/base/embedded.hpp"
#include "qkv/cli/command_table.hpp"
#include "qkv/cli/run.hpp"
#include "qkv/json/value.hpp"
#include "qkv/verify/served.hpp"
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

// Two keys that are alike, causal: the first query sees one of them, the second both.
const std::string request =
    R"({"qkv":1,"id":"a","q":[[[[0],[1]]]],"k":[[[[2],[2]]]],"v":[[[[4],[8]]]],"causal":true})";

std::vector<std::string> answers(const std::string& input, std::vector<std::string> options = {}) {
  FakeWorld world;
  world.input = input;
  options.insert(options.begin(), "reference");
  CHECK(run(world, options) == 0);
  CHECK(world.errors.empty());
  return lines_of(world.output);
}

}  // namespace

TEST_CASE("an answer has the id, the output and the weights") {
  const std::vector<std::string> lines = answers(request + "\n");
  REQUIRE(lines.size() == 1);
  CHECK(has(lines[0], R"({"id":"a","output":[[[[4],[6]]]],"weights":[[[[1,0],[0.5,0.5]]]]})"));
}

TEST_CASE("lines with nothing on them are passed over, the last line need not end, and nothing is fine") {
  CHECK(answers("\n  \n" + request + "\r\n\n" + request).size() == 2);
  CHECK(answers("").empty());
}

TEST_CASE("a line that cannot be used gets an error with its id, and the next one is answered") {
  const std::vector<std::string> lines =
      answers("{\n" + request + "\n" + R"({"qkv":1,"id":"b","Q":[]})" + "\n" + request);
  REQUIRE(lines.size() == 4);
  CHECK(has(lines[0], R"({"id":null,"error":"standard input:1:)"));
  CHECK(has(lines[1], R"("id":"a","output")"));
  CHECK(has(lines[2], R"({"id":"b","error":"standard input:3:)"));
  CHECK(has(lines[2], "is no key"));
  CHECK(has(lines[3], R"("id":"a","output")"));
}

TEST_CASE("the protocol is UTF-8, and what begins like something else is a fault of its own line") {
  const std::string zero("\0{", 2);
  const std::string utf16("\xff\xfe{\0}\0", 6);
  for (const std::string& bad : {zero, utf16, std::string("\0\0\0{", 4), std::string("\xe9")}) {
    const std::vector<std::string> lines = answers(bad + "\n" + request + "\n" + bad + "\n" + request);
    REQUIRE(lines.size() == 4);
    for (const std::size_t at : {0, 2}) CHECK(has(lines[at], R"({"id":null,"error":)"));
    for (const std::size_t at : {1, 3}) CHECK(has(lines[at], R"({"id":"a","output":)"));
  }
  // The mark that some editors put before UTF-8.
  CHECK(has(answers("\xef\xbb\xbf" + request).front(), R"({"id":"a","output":)"));
}

TEST_CASE("a mistake is built in by its id or an alias") {
  const std::string right = answers(request).front();
  CHECK(has(answers(request, {"--mistake", "causal-missing"}).front(),
            R"("weights":[[[[0.5,0.5],[0.5,0.5]]]])"));
  CHECK(answers(request, {"--mistake", "pad-missing"}).front() == right);
  const std::string by_id = answers(request, {"--mistake", "scale-by-dk"}).front();
  CHECK(by_id == answers(request, {"--mistake", "scale-twice"}).front());
}

TEST_CASE("where a mistake leaves nothing to answer with, that is said") {
  const std::string wide = R"({"qkv":1,"id":"a","q":[[[[1]]]],"k":[[[[1],[2]]]],"v":[[[[4],[8]]]]})";
  const std::vector<std::string> lines = answers(wide, {"--mistake", "scores-transposed"});
  REQUIRE(lines.size() == 1);
  CHECK(has(lines[0], R"({"id":"a","error":"a table came out in another shape)"));
}

TEST_CASE("a mistake that there is not, or that no answer shows, ends the program with the reason") {
  FakeWorld world;
  world.input = request;
  CHECK(run(world, {"reference", "--mistake", "mask-zero-before-softmx"}) == 2);
  CHECK(has(world.errors, "did you mean \"mask-zero-before-softmax\""));
  CHECK(world.output.empty());
  for (const UnservedMistake& row : unserved_mistakes()) {
    INFO(row.id);
    CHECK(run(world, {"reference", "--mistake", std::string(row.id)}) == 2);
    CHECK(has(world.errors, std::string(row.id)));
    CHECK_FALSE(has(world.errors, "{why}"));
  }
}

TEST_CASE("the list names every mistake once, in words and as JSON") {
  FakeWorld world;
  CHECK(run(world, {"reference", "--list"}) == 0);
  for (const ServedMistake& row : served_mistakes()) CHECK(has(world.output, std::string(row.mistake->id)));
  for (const UnservedMistake& row : unserved_mistakes()) CHECK(has(world.output, std::string(row.id)));
  CHECK(run(world, {"reference", "--list", "--format", "json"}) == 0);
  CHECK(parse_json(world.output, "list"));
  CHECK(has(world.output, R"({"mistake":"scale-by-dk","aliases":["scale-twice"],"name":{"zh":)"));
  CHECK(has(world.output, R"("why":"no-window"})"));
}

TEST_CASE("what looks like something is for the list alone") {
  FakeWorld world;
  CHECK(run(world, {"reference", "--format", "text"}) == 2);
  CHECK(has(world.errors, "--format goes with --list"));
  CHECK(run(world, {"reference", "--list", "--mistake", "causal-missing"}) == 2);
  CHECK(run(world, {"reference", "--list", "--format", "json", "--ascii"}) == 2);
}

TEST_CASE("templates and shims are printed as they are, and there are as many as the command offers") {
  for (const auto& [option, start] :
       {std::pair{"template", "attention."}, std::pair{"shim", "qkv_implementation."}}) {
    INFO(option);
    const auto choices = find_option(find_command("show")->options, option)->choices;
    std::set<std::string_view> found;
    for (const EmbeddedFile& file : embedded_files()) {
      constexpr std::string_view folder = "templates/";
      const std::size_t slash = file.path.rfind('/');
      if (!file.path.starts_with(folder) || !file.path.substr(slash + 1).starts_with(start)) continue;
      const std::string_view name = file.path.substr(folder.size(), slash - folder.size());
      CHECK(found.insert(name).second);
      FakeWorld world;
      CHECK(run(world, {"show", std::string("--") + option, std::string(name)}) == 0);
      CHECK(world.output == file.bytes);
    }
    CHECK(found == std::set<std::string_view>(choices.begin(), choices.end()));
  }
}

TEST_CASE("show takes a problem or a template, not both and not neither") {
  FakeWorld world;
  CHECK(run(world, {"show"}) == 2);
  CHECK(run(world, {"show", "contract", "--template", "python"}) == 2);
  CHECK(run(world, {"show", "--template", "pyhton"}) == 2);
  CHECK(has(world.errors, "did you mean \"python\""));
}
