#include <algorithm>
#include <new>
#include <stdexcept>

#include "qkv/cli/run.hpp"
#include "qkv/text/catalogue.hpp"
#include "qkv/text/unicode.hpp"
#include "support/catch.hpp"
#include "support/fake_system.hpp"

using namespace qkv;
using qkv::test::fake_system;
using qkv::test::FakeWorld;

namespace {

int run(FakeWorld& world, const std::vector<std::string>& words) {
  return run_qkv(words, fake_system(world));
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a wrong command line explains itself on standard error, with usage and where to read more") {
  FakeWorld world;
  CHECK(run(world, {"walk", "--lang", "en"}) == 2);
  CHECK(world.output.empty());
  CHECK(world.errors ==
        "qkv: PROBLEM is missing.\n"
        "Usage: qkv walk PROBLEM [OPTIONS]\n"
        "qkv walk --help tells more.\n");
}

TEST_CASE("the same in Chinese") {
  FakeWorld world;
  world.environment = {{"LANG", "zh_CN.UTF-8"}};
  CHECK(run(world, {"wlak", "contract"}) == 2);
  CHECK(world.errors ==
        "qkv: 没有“wlak”这个命令。\n"
        "  是不是想写“walk”？\n"
        "用法：qkv 命令 [选项]\n"
        "详细说明：qkv --help\n");
}

TEST_CASE("whoever asked for JSON gets JSON, whatever is wrong with the command line") {
  using Words = std::vector<std::string>;
  for (const Words& words : {Words{"walk", "--format", "json"},
                             {"walk", "contract", "--format=json", "--frmat"},
                             {"--format", "json", "wlak"},
                             {"list", "--format", "json", "extra"},
                             {"check", "contract", "--format", "json"},
                             {"walk", "contract", "--format", "json", "--step", "nothing"},
                             {"shapes", "--format", "json"},
                             {"walk", "contract", "--format", "json", "--head", "x"}}) {
    FakeWorld world;
    INFO(words.back());
    CHECK(run(world, words) == 2);
    CHECK(world.output.starts_with("{\"qkv\":1,\"faults\":[{\"code\":\"usage."));
    CHECK_FALSE(world.errors.empty());
  }
  FakeWorld world;
  CHECK(run(world, {"walk", "--", "--format", "json"}) == 2);
  CHECK(world.output.empty());
}

TEST_CASE("with --ascii the messages keep to ASCII signs, and to the names as they are") {
  FakeWorld world;
  world.files["a.json"] = R"({"qkv": 1, "Q": [[1]], "K": [[1]], "V": [[1]], "“x”": 1})";
  CHECK(run(world, {"walk", "a.json", "--ascii"}) == 2);
  CHECK(has(world.errors, "\"“x”\" is no key"));
  world.errors.clear();
  CHECK(run(world, {"walk", "a.json"}) == 2);
  CHECK(has(world.errors, "““x”” is no key"));
}

TEST_CASE("messages are wrapped on a terminal, excerpts and commands are not, and nothing is without one") {
  FakeWorld world;
  world.files["a.json"] =
      R"({"qkv": 1, "Q": [[1]], "K": [[1]], "V": [[1]], "X": [[1]], "note": "a line that is longer than it is wide"})";
  CHECK(run(world, {"walk", "a.json"}) == 2);
  const std::string whole = world.errors;
  world.errors.clear();
  world.error_terminal = {true, 30};
  CHECK(run(world, {"walk", "a.json"}) == 2);
  CHECK(world.errors != whole);
  CHECK(has(world.errors, "\n  | {\"qkv\": 1, \"Q\": [[1]], \"K\": [[1]], \"V\""));
  std::string joined = world.errors.substr(0, world.errors.find("\n  | "));
  std::ranges::replace(joined, '\n', ' ');
  CHECK(joined == whole.substr(0, whole.find("\n  | ")));
  for (std::size_t at = 0, end = 0; at < joined.size(); at = end + 1) {
    end = std::min(world.errors.find('\n', at), joined.size());
    CHECK(end - at <= 30);
  }
  for (int width = 20; width < 60; ++width) {
    world.errors.clear();
    world.error_terminal.width = width;
    CHECK(run(world, {"--format=text"}) == 2);
    CHECK(has(world.errors, "qkv walk contract."));
  }
}

TEST_CASE("ways out are wrapped on a terminal as well, around the whole commands in them") {
  FakeWorld world;
  world.files["notes.txt"] = "buy milk\n";
  for (int width = 44; width < 80; ++width) {
    INFO(width);
    world.errors.clear();
    world.error_terminal = {true, width};
    CHECK(run(world, {"practice", "--session", "notes.txt"}) == 2);
    CHECK(has(world.errors, "qkv practice PROBLEM --session FILE\n"));
    for (std::size_t at = 0, end = 0; at < world.errors.size(); at = end + 1) {
      end = world.errors.find('\n', at);
      CHECK(end - at <= static_cast<std::size_t>(width));
    }
    world.errors.clear();
    CHECK(run(world, {"--lang", "zh", "practice", "--session", "notes.txt"}) == 2);
    CHECK(has(world.errors, "qkv --lang zh practice "));
    for (std::size_t at = 0, end = 0; at < world.errors.size(); at = end + 1) {
      end = world.errors.find('\n', at);
      CHECK(display_width(world.errors.substr(at, end - at)) <= width);
    }
  }
}

TEST_CASE("the list is wrapped on a terminal") {
  FakeWorld world;
  world.terminal = {true, 50};
  CHECK(run(world, {"list"}) == 0);
  for (std::size_t at = 0; at < world.output.size();) {
    const std::size_t end = world.output.find('\n', at);
    const std::string line = world.output.substr(at, end - at);
    INFO(line);
    CHECK(display_width(line) <= 50);
    at = end + 1;
  }
}

TEST_CASE("a head or batch member beyond the only one is refused in those words") {
  FakeWorld world;
  CHECK(run(world, {"walk", "contract", "--head", "2", "--batch", "3"}) == 2);
  CHECK(has(world.errors, "--head 2: this problem has only one head."));
  CHECK(has(world.errors, "--batch 3: the batch of this problem has only one member."));
}

TEST_CASE("faults of a file begin with its name and leave out the usage") {
  FakeWorld world;
  CHECK(run(world, {"walk", "week/1.json"}) == 2);
  CHECK(world.errors == "week/1.json: There is no such file.\n");
}

TEST_CASE("a query row is named by its token, or by its number from 1") {
  FakeWorld by_name;
  FakeWorld by_number;
  CHECK(run(by_name, {"walk", "contract-full", "--query", "违约金", "--step", "weights"}) == 0);
  CHECK(run(by_number, {"walk", "contract-full", "--query", "2", "--step", "weights"}) == 0);
  CHECK(by_name.output == by_number.output);

  FakeWorld world;
  CHECK(run(world, {"walk", "contract-full", "--query", "违约", "--query", "0", "--query", "4"}) == 2);
  CHECK(has(world.errors, "1 合同, 2 违约金, 3 过高"));
  CHECK(has(world.errors, "did you mean \"违约金\""));
  CHECK(has(world.errors, "\"0\""));
  CHECK(has(world.errors, "\"4\""));
}

TEST_CASE("a token that looks like a number wins over the number of a row") {
  FakeWorld world;
  world.files["./p"] =
      R"({"qkv": 1, "tokens": ["2", "1"], "Q": [[1], [5]], "K": [[1], [1]], "V": [[1], [1]]})";
  FakeWorld same = world;
  CHECK(run(world, {"walk", "./p", "--query", "2", "--step", "scores"}) == 0);
  CHECK(has(world.output, "2·1 = 1×1 = 1"));
  CHECK_FALSE(has(world.output, "5"));
}

TEST_CASE("asking twice for a row or a step shows it once") {
  FakeWorld once;
  FakeWorld twice;
  CHECK(run(once, {"walk", "contract-full", "--query", "2", "--step", "exp"}) == 0);
  CHECK(run(twice, {"walk", "contract-full", "--query", "2", "--query", "违约金", "--step", "exp",
                    "--step=exp"}) == 0);
  CHECK(once.output == twice.output);
}

TEST_CASE("a step that the problem does not have is refused by name") {
  FakeWorld world;
  CHECK(run(world, {"walk", "contract", "--step", "masked"}) == 2);
  CHECK(has(world.errors, "scores, scaled, exp"));
  CHECK(run(world, {"walk", "causal-3", "--step", "masked"}) == 0);
}

TEST_CASE("--decimals changes the rounding of every table") {
  FakeWorld world;
  CHECK(run(world, {"walk", "contract", "--decimals", "3"}) == 0);
  CHECK(has(world.output, "0.707"));
}

TEST_CASE("check ends with 0 for right answers, 1 for wrong ones and 2 for none") {
  FakeWorld world;
  world.files["right.json"] =
      R"({"qkv": 1, "answers": {"scores": [[1, 2, 1]], "scaled": [[0.71, 1.41, 0.71]],
          "weights": [["0.25", "0.50", "0.25"]], "output": [[0.50, 1.25]]}})";
  world.files["wrong.json"] = R"({"qkv": 1, "answers": {"scores": [[1, 2, 2]]}})";
  world.files["none.json"] = R"({"qkv": 1, "answers": {}})";
  CHECK(run(world, {"check", "contract", "right.json"}) == 0);
  CHECK(run(world, {"check", "contract", "wrong.json"}) == 1);
  CHECK(world.errors.empty());
  CHECK(run(world, {"check", "contract", "none.json"}) == 2);
  CHECK(has(world.errors, "none.json"));
}

TEST_CASE("problem or answers may come from the standard input") {
  FakeWorld world;
  world.input = R"({"qkv": 1, "answers": {"scores": [[1, 2, 2]]}})";
  CHECK(run(world, {"check", "contract", "-"}) == 1);
  world.input = "";
  CHECK(run(world, {"check", "contract", "-"}) == 2);
  CHECK(has(world.errors, "standard input"));
}

TEST_CASE("show prints a problem that can be walked through again") {
  FakeWorld world;
  REQUIRE(run(world, {"show", "contract"}) == 0);
  FakeWorld again;
  again.input = world.output;
  FakeWorld direct;
  CHECK(run(again, {"walk", "-"}) == 0);
  CHECK(run(direct, {"walk", "contract"}) == 0);
  CHECK(again.output == direct.output);
}

TEST_CASE("every command's help and the help command say the same") {
  for (const std::string name : {"walk", "check", "list", "show", "schema", "help"}) {
    FakeWorld by_option;
    FakeWorld by_command;
    CHECK(run(by_option, {name, "--help"}) == 0);
    CHECK(run(by_command, {"help", name}) == 0);
    CHECK(by_option.output == by_command.output);
    CHECK(by_option.errors.empty());
  }
}

TEST_CASE("a reader who has gone changes nothing, a full disk is a fault") {
  FakeWorld world;
  world.files["wrong.json"] = R"({"qkv": 1, "answers": {"scores": [[1, 2, 2]]}})";
  world.writing = Written::Outcome::closed;
  CHECK(run(world, {"walk", "contract"}) == 0);
  CHECK(run(world, {"check", "contract", "wrong.json"}) == 1);
  CHECK(world.errors.empty());
  world.writing = Written::Outcome::failed;
  CHECK(run(world, {"check", "contract", "wrong.json"}) == 3);
  CHECK(world.errors == "qkv: The result could not be written: no space is left on the device.\n");
}

TEST_CASE("an exception becomes one message and exit code 3") {
  FakeWorld world;
  System system = fake_system(world);
  system.read_file = [](const std::string&) -> Result<std::string> { throw std::bad_alloc(); };
  CHECK(run_qkv({"walk", "a.json"}, system) == 3);
  CHECK(world.errors == std::string(Catalogue(Language::en).text("fault.memory")) + "\n");

  world.errors.clear();
  system.read_file = [](const std::string&) -> Result<std::string> { throw std::runtime_error("secret"); };
  CHECK(run_qkv({"walk", "a.json"}, system) == 3);
  CHECK(world.errors == std::string(Catalogue(Language::en).text("fault.internal")) + "\n");
}
