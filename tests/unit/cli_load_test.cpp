#include <algorithm>

#include "qkv/base/embedded.hpp"
#include "qkv/cli/load_problem.hpp"
#include "support/catch.hpp"
#include "support/fake_system.hpp"

using namespace qkv;
using qkv::test::fake_system;
using qkv::test::FakeWorld;

namespace {

const std::string other = R"({"qkv": 1, "tokens": ["a"], "Q": [[1]], "K": [[1]], "V": [[1]]})";

Result<Problem> load(FakeWorld& world, const std::string& name) {
  const System system = fake_system(world);
  const Catalogue catalogue(Language::en);
  Sink sink(system, "");
  return load_problem(name, Session{system, catalogue, sink});
}

}  // namespace

TEST_CASE("a built-in problem is found by its name") {
  FakeWorld world;
  const Result<Problem> problem = load(world, "contract");
  REQUIRE(problem);
  CHECK(problem.value().id == "contract");
  CHECK(problem.value().key_count == 3);
}

TEST_CASE("every built-in problem is valid and bears its own name") {
  FakeWorld world;
  const std::vector<std::string> names = builtin_problems();
  CHECK(std::ranges::count(names, "contract") == 1);
  CHECK(std::ranges::is_sorted(names));
  for (const std::string& name : names) {
    INFO(name);
    const Result<Problem> problem = load(world, name);
    REQUIRE(problem);
    CHECK(problem.value().id == name);
    CHECK_FALSE(problem.value().title.zh.empty());
    CHECK_FALSE(problem.value().title.en.empty());
  }
}

TEST_CASE("a built-in problem wins over a file of its name, and ./ chooses the file") {
  FakeWorld world;
  world.files = {{"contract", other}, {"./contract", other}};
  CHECK(load(world, "contract").value().key_count == 3);
  CHECK(load(world, "./contract").value().key_count == 1);
}

TEST_CASE("a file needs a slash, the ending .json, or to exist") {
  FakeWorld world;
  world.files = {{"plain-name", other}, {"week/1.json", other}};
  CHECK(load(world, "plain-name").value().id == "plain-name");
  CHECK(load(world, "week/1.json").value().id == "1");
  CHECK(load(world, "no/such").faults().front().code == "file.missing");
  CHECK(load(world, "no-such.json").faults().front().code == "file.missing");
}

TEST_CASE("a misspelt problem gets the one that was meant") {
  FakeWorld world;
  const auto fault = [&world](const std::string& name) { return load(world, name).faults().front(); };
  CHECK(fault("contrct").code == "problem.unknown");
  CHECK(fault("contrct").suggestion == "contract");
  CHECK(fault("causal").suggestion == "causal-3");
  CHECK(fault("contract.json").suggestion == "contract");
  CHECK(fault("quicksort").suggestion.empty());
}

TEST_CASE("a dash is the standard input") {
  FakeWorld world;
  world.input = other;
  CHECK(load(world, "-").value().key_count == 1);
  world.input = "";
  const Result<Problem> problem = load(world, "-");
  REQUIRE_FALSE(problem);
  CHECK(problem.faults().front().place.file == "standard input");
}
