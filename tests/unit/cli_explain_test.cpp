// qkv explain, run inside the test: every page in both languages, and how a page is found.
#include <sstream>

#include "qkv/cli/run.hpp"
#include "qkv/json/read_notes.hpp"
#include "qkv/mistakes/mistakes.hpp"
#include "qkv/report/explain.hpp"
#include "support/catch.hpp"
#include "support/fake_system.hpp"

using namespace qkv;
using qkv::test::fake_system;
using qkv::test::FakeWorld;

namespace {

struct Ran {
  int code = 0;
  std::string output;
  std::string errors;
};

Ran run(const std::vector<std::string>& words) {
  FakeWorld world;
  const int code = run_qkv(words, fake_system(world));
  return {code, world.output, world.errors};
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::vector<std::string> words_of(const std::string& command_line) {
  std::istringstream stream(command_line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::vector<std::string> every_id() {
  std::vector<std::string> ids;
  for (const Step step : all_steps) ids.emplace_back(step_name(step));
  for (const Mistake& mistake : mistakes()) ids.emplace_back(mistake.id);
  for (const std::string_view id : concepts()) ids.emplace_back(id);
  for (const std::string_view id : terms()) ids.emplace_back(id);
  for (const MistakeNotes& notes : all_notes()) {
    ids.insert(ids.end(), notes.aliases.begin(), notes.aliases.end());
  }
  return ids;
}

// The commands that the last line of a page names.
std::vector<std::string> commands_to_try(const std::string& page) {
  const std::size_t from = page.rfind(": qkv ");
  if (from == std::string::npos) return {};
  std::string line = page.substr(from + 2, page.size() - from - 3);
  std::vector<std::string> commands;
  for (std::size_t at = line.find(" or qkv "); at != std::string::npos; at = line.find(" or qkv ")) {
    commands.push_back(line.substr(0, at));
    line.erase(0, at + 4);
  }
  commands.push_back(line);
  return commands;
}

}  // namespace

TEST_CASE("every step, mistake, concept, term and alias has its page, in both languages and formats") {
  for (const std::string& id : every_id()) {
    for (const std::string language : {"zh", "en"}) {
      for (const std::string format : {"text", "markdown"}) {
        const Ran page = run({"explain", id, "--lang", language, "--format", format});
        INFO(id << " in " << language << " as " << format);
        CHECK(page.code == 0);
        CHECK(page.errors.empty());
        CHECK(page.output.find_first_of("{}") == std::string::npos);
        for (const char* family : {"explain.", "walk.", "term.", "check."})
          CHECK_FALSE(has(page.output, family));
      }
    }
  }
}

TEST_CASE("the list names everything that has a page, each once") {
  const std::vector<Topic> list = topics(all_notes());
  for (const std::string language : {"zh", "en"}) {
    const Ran page = run({"explain", "--lang", language});
    CHECK(page.code == 0);
    for (const Topic& topic : list) {
      INFO(topic.id << " in " << language);
      CHECK(has(page.output, "\n" + topic.id + " "));
      CHECK(has(page.output, topic.name.in(language == "zh" ? Language::zh : Language::en)));
    }
  }
  // Steps, mistakes, concepts and terms; aliases have no line of their own.
  CHECK(list.size() == step_count + mistakes().size() + concepts().size() + terms().size());
}

TEST_CASE("no two pages answer to the same words") {
  const std::vector<Topic> list = topics(all_notes());
  for (const Topic& topic : list) {
    INFO(topic.id);
    CHECK(find_topic(list, topic.id) == &topic);
    for (const std::string& alias : topic.aliases) CHECK(find_topic(list, alias) == &topic);
  }
}

TEST_CASE("the common mistakes of a first course have their pages") {
  for (const char* id :
       {"softmax-columns", "mask-zero-before-softmax", "causal-padding-confused", "scale-missing",
        "weights-as-explanation", "future-changes-past", "scores-shape-bthh"}) {
    INFO(id);
    CHECK(run({"explain", id}).output.find(id) == 0);
  }
}

TEST_CASE("what a page says to try next works") {
  for (const std::string& id : every_id()) {
    const Ran page = run({"explain", id});
    const std::vector<std::string> commands = commands_to_try(page.output);
    INFO(id);
    CHECK_FALSE(commands.empty());
    for (const std::string& command : commands) {
      INFO(command);
      const std::vector<std::string> words = words_of(command);
      REQUIRE(words.front() == "qkv");
      CHECK(run({words.begin() + 1, words.end()}).code == 0);
    }
  }
}

TEST_CASE("case, blanks and names lead to the page as well") {
  const std::string page = run({"explain", "scale-missing"}).output;
  CHECK(run({"explain", "Scale-Missing"}).output == page);
  CHECK(run({"explain", "scale", "missing"}).output == page);
  CHECK(run({"explain", "scale missing"}).output == page);
  CHECK(run({"explain", "scale_missing"}).output == page);
  CHECK(run({"explain", "q"}).output == run({"explain", "Q"}).output);
  CHECK(run({"explain", "d_k"}).output == run({"explain", "d-k"}).output);
  CHECK(run({"explain", "点积"}).output == run({"explain", "dot-product"}).output);
  CHECK(run({"explain", "attention", "weights"}).output == run({"explain", "weights-row"}).output);
  CHECK(run({"explain", "scale-twice"}).output == run({"explain", "scale-by-dk"}).output);
}

TEST_CASE("an id that does not exist is answered with the one that was meant") {
  const auto suggested = [](const std::vector<std::string>& words) {
    const Ran answer = run(words);
    CHECK(answer.code == 2);
    CHECK(answer.output.empty());
    return answer.errors;
  };
  CHECK(has(suggested({"explain", "scale-mising"}), "did you mean \"scale-missing\"?"));
  CHECK(has(suggested({"explain", "missing", "scale"}), "did you mean \"scale-missing\"?"));
  CHECK(has(suggested({"explain", "softmx", "columns"}), "did you mean \"softmax-columns\"?"));
  CHECK(has(suggested({"--lang", "zh", "explain", "softmax 按列做"}), "“softmax-columns”"));
  CHECK_FALSE(has(suggested({"explain", "xyzzy"}), "did you mean"));
  CHECK(has(suggested({"explain", "xyzzy"}), "qkv explain"));
  CHECK(has(suggested({"explain", ""}), "empty"));
}

TEST_CASE("a mistake that leads to another shape is shown with both shapes") {
  const std::string page = run({"explain", "heads-averaged"}).output;
  CHECK(has(page, "[1, 3, 6]"));
  CHECK(has(page, "[1, 3, 3]"));
}

TEST_CASE("with several heads the first one in which the tables differ is shown") {
  CHECK(has(run({"explain", "kv-head-shifted"}).output, "\nhead 2\n"));
}

TEST_CASE("an example of a mistake can be walked though it is not listed") {
  CHECK(run({"walk", "near-by"}).code == 0);
  CHECK_FALSE(has(run({"list"}).output, "near-by"));
}
