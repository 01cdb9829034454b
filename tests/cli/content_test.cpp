// qkv lint --content: the content that is built in, and content with one fault each.
#include <algorithm>
#include <sstream>

#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/process.hpp"

using namespace qkv::test;

namespace {

const std::string both = R"({"zh": "甲", "en": "A"})";

std::string lesson(const std::string& parts) {
  return R"({"qkv": 1, "id": "x", "title": )" + both + R"(, "aim": )" + both +
         R"(, "points": [], "parts": [)" + parts + "]}";
}

std::string questions(const std::string& list) {
  return R"({"qkv": 1, "topic": "scale", "questions": [)" + list + "]}";
}

std::string question(const std::string& rest, const std::string& hint = both) {
  return R"({"id": "q", "points": [], "why": )" + both + R"(, "hints": [)" + hint + ", " + both +
         R"(], "ask": )" + both + ", " + rest + "}";
}

const std::string shape = R"("kind": "shape", "answer": "[B,H,T,T]")";

// The lines that say what is to be changed.
std::vector<std::string> findings(const Finished& run) {
  std::istringstream text(run.output);
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("! ")) lines.push_back(line);
  }
  return lines;
}

struct Case {
  std::string file;
  std::string text;
  std::string says;
};

}  // namespace

TEST_CASE("nothing is amiss with the lessons and questions that are built in") {
  const std::string data = std::string(QKV_SOURCE_DIR) + "/data";
  const Finished run = run_qkv_binary({"lint", "--content", data});
  for (const std::string& line : findings(run)) FAIL_CHECK(line);
  CHECK(run.exit_code == 0);
}

TEST_CASE("each fault of content is found once, with file and place") {
  const std::vector<Case> cases = {
      {"lessons/00-x.json", lesson(R"({"text": {"zh": "甲"}})"), "has no text in English"},
      {"lessons/00-x.json", lesson(R"({"look": {"problem": "contrct", "steps": ["scores"]}})"),
       "/parts/0/look: There is no built-in problem “contrct”"},
      {"lessons/00-x.json", lesson(R"({"look": {"problem": "contract", "steps": ["masked"]}})"),
       "/parts/0/look: The problem has no table masked"},
      {"lessons/00-x.json", lesson(R"({"do": {"problem": "contract", "ask": ["weights", "scores"]}})"),
       "not in the order of the calculation"},
      {"lessons/00-x.json", lesson(R"({"question": "no-such"})"), "There is no question “no-such”"},
      {"lessons/00-x.json", lesson(R"({"see": [{"kind": "lesson", "id": "y"}]})"), "There is no lesson “y”"},
      {"lessons/00-x.json", lesson(R"({"see": [{"kind": "explain", "id": "scale-missin"}]})"),
       "qkv explain knows no “scale-missin”"},
      {"lessons/00-x.json", lesson(R"({"see": [{"kind": "command", "command": "qkv wlak contract"}]})"),
       "The command “qkv wlak contract” cannot be run"},
      {"lessons/00-x.json", lesson(R"({"see": [{"kind": "command", "command": "qkv walk contrac"}]})"),
       "The command “qkv walk contrac” cannot be run"},
      {"lessons/00-x.json", lesson(R"({"text": {"zh": "看 `a`", "en": "see `b`"}})"),
       "different code between backquotes"},
      {"questions/scale.json", questions(question(shape, R"({"zh": "写 [b, h, t, t]", "en": "A"})")),
       "/questions/0/hints/0: A hint of “q” holds the answer"},
      {"questions/scale.json", questions(question(shape) + ", " + question(shape)),
       "Two questions are called “q”"},
      {"questions/scale.json", questions(question(R"("kind": "shape", "answer": "?!")")),
       "does not accept its own answer"},
      {"questions/scale.json",
       questions(question(
           R"("kind": "mistake", "problem": "contract", "mistake": "causal-missing", "others": ["scale-missing"])")),
       "does not show in the tables"},
      {"questions/scale.json",
       questions(question(
           R"("kind": "mistake", "problem": "contract", "mistake": "scale-missing", "others": ["scale-missing"])")),
       "gives the same numbers"},
  };
  for (const Case& each : cases) {
    INFO(each.text);
    const Folder folder;
    folder.write("lessons/.keep", "");
    folder.write("questions/.keep", "");
    folder.write(each.file, each.text);
    const Finished run = run_qkv_binary({"lint", "--content", folder.path()});
    CHECK(run.exit_code == 1);
    const std::vector<std::string> lines = findings(run);
    REQUIRE(std::ranges::count_if(lines, [&](const std::string& line) {
              return line.find(each.says) != std::string::npos;
            }) == 1);
    CHECK(lines.front().find(each.file) != std::string::npos);
  }
}

TEST_CASE("content that teaches too little is told what is missing, once each") {
  const Folder folder;
  folder.write("lessons/00-x.json", lesson(R"({"text": )" + both + "}"));
  folder.write("questions/scale.json", questions(question(shape)));
  const std::vector<std::string> lines = findings(run_qkv_binary({"lint", "--content", folder.path()}));
  const auto count = [&](const std::string& part) {
    return std::ranges::count_if(
        lines, [&](const std::string& line) { return line.find(part) != std::string::npos; });
  };
  CHECK(count("the point “can-leak-test”") == 1);
  CHECK(count("The mistake “window-one-short”") == 1);
  CHECK(count("The mistake “scale-missing”") == 0);  // generated questions hold it
  CHECK(count("The topic “limits”") == 1);
}

TEST_CASE("a folder without content cannot be used, and JSON stays well-formed") {
  const Folder folder;
  const Finished none = run_qkv_binary({"lint", "--content", folder.path()});
  CHECK(none.exit_code == 2);
  CHECK(none.errors.find("neither lessons nor questions") != std::string::npos);
  folder.write("questions/scale.json", questions(question(R"("kind": "shap", "answer": "[B]")")));
  const Finished json = run_qkv_binary({"lint", "--content", folder.path(), "--format", "json"});
  CHECK(json.exit_code == 1);
  CHECK(json.output.starts_with(R"({"qkv":1,"content":)"));
  CHECK(json.output.find(R"("code":"content.unknown-kind")") != std::string::npos);
  CHECK(run_qkv_binary({"lint", "contract", "--content", folder.path()}).exit_code == 2);
}
