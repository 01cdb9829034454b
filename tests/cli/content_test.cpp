// qkv lint --content: the content that is built in, and content with one fault each.
#include <algorithm>
#include <filesystem>
#include <sstream>
#include <sys/stat.h>

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

std::string question(const std::string& rest, const std::string& hint = both, const std::string& id = "q") {
  return R"({"id": ")" + id + R"(", "points": [], "why": )" + both + R"(, "hints": [)" + hint + ", " + both +
         R"(], "ask": )" + both + ", " + rest + "}";
}

std::string said(const std::string& text) {
  return R"({"zh": ")" + text + R"(", "en": ")" + text + R"("})";
}

std::string choice(const std::string& first, const std::string& second) {
  return R"("kind": "choice", "options": [{"text": )" + said(first) + R"(, "right": true, "why": )" + both +
         R"(}, {"text": )" + said(second) + R"(, "why": )" + both + "}]";
}

const std::string shape = R"("kind": "shape", "answer": "[B,H,T,T]")";
const std::string digits = R"("kind": "numbers", "problem": "contract", "step": "scores", "row": "过高")";
const std::string numbers = R"("kind": "numbers", "problem": "contract", "step": "weights", "row": "过高")";

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
      {"lessons/00-x.json",
       lesson(R"({"text": {"zh": "打 qkv wlak contract 看看", "en": "Type qkv walk contract"}})"),
       "/parts/0/text: There is no command “qkv wlak”"},
      {"questions/scale.json", questions(question(numbers, R"({"zh": "一格是 .5", "en": "A"})")),
       "/questions/0/hints/0: A hint of “q” holds the answer"},
      {"questions/scale.json",
       questions(question(numbers, R"({"zh": "A", "en": "one share is 50%, one 1/4"})")),
       "/questions/0/hints/0: A hint of “q” holds the answer"},
      {"questions/scale.json", questions(question(numbers, R"({"zh": "A", "en": "one share is 50 %"})")),
       "/questions/0/hints/0: A hint of “q” holds the answer"},
      {"questions/scale.json", questions(question(digits, R"({"zh": "A", "en": "1, 2 and 1 come out"})")),
       "/questions/0/hints/0: A hint of “q” holds the answer"},
      {"questions/scale.json", questions(question(shape, R"({"zh": "写 [b, h, t, t]", "en": "A"})")),
       "/questions/0/hints/0: A hint of “q” holds the answer"},
      {"questions/scale.json", questions(question(shape, R"({"zh": "B×H×T×T", "en": "A"})")),
       "/questions/0/hints/0: A hint of “q” holds the answer"},
      {"questions/scale.json", questions(question(shape, R"({"zh": "A", "en": "it is B, H, T, T here"})")),
       "/questions/0/hints/0: A hint of “q” holds the answer"},
      {"questions/scale.json",
       questions(question(choice("0.5", "0.25"), R"({"zh": "A", "en": "it is 1/2"})")),
       "/questions/0/hints/0: A hint of “q” holds the answer"},
      {"lessons/00-x.json",
       lesson(
           R"({"text": {"zh": "打 qkv walk contract --qurey 1", "en": "Type qkv walk contract --query 1"}})"),
       "/parts/0/text: qkv walk has no option --qurey"},
      {"questions/scale.json", questions(question(shape) + ", " + question(shape)),
       "Two questions are called “q”"},
      {"questions/scale.json", questions(question(R"("kind": "shape", "answer": "?!")")),
       "/questions/0: “?!” is no shape"},
      {"questions/scale.json", questions(question(R"("kind": "shape", "answer": "B,T,D")")),
       "“B,T,D” is no shape"},
      {"questions/scale.json", questions(question(R"("kind": "shape", "answer": "[2,3]", "also": ["[2,]"])")),
       "“[2,]” is no shape"},
      {"questions/scale.json", questions(question(choice("[B, T]", "[b,t]"))),
       "/questions/0/options/1/text: This option reads like option 1"},
      {"questions/scale.json",
       questions(question(R"("kind": "order", "items": [)" + said("one") + ", " + said("two") + ", " +
                          said("One ") + "]")),
       "/questions/0/items/2: This item reads like item 1"},
      {"lessons/00-x.json", lesson(R"({"text": {"zh": "权重是 0.61", "en": "the weight is 0.16"}})"),
       "/parts/0/text: The two languages have different numbers (0.61 in Chinese, 0.16 in English)"},
      {"lessons/00-x.json", lesson(R"({"text": {"zh": "d_k 是 16", "en": "d_k is large"}})"),
       "different numbers (16 in Chinese, – in English)"},
      {"lessons/00-x.json",
       R"({"qkv": 1, "id": "x\u0007y", "title": )" + both + R"(, "aim": )" + both +
           R"(, "points": [], "parts": [{"text": )" + both + "}]}",
       "/id: An id holds neither blanks nor signs that cannot be seen: “x<U+0007>y”"},
      {"lessons/00-x/y.json", lesson(R"({"text": )" + both + "}"), "00-x/y.json: This was not read"},
      {"questions/scale.json.bak", "", "scale.json.bak: This was not read"},
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
    folder.write("questions/code.json", questions(question(shape, both, "other")));
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
  // Generated questions may hold it: that teaches nobody what it is.
  CHECK(count("The mistake “scale-missing”") == 1);
  CHECK(count("The topic “limits”") == 1);
}

TEST_CASE("a lesson of a course needs text, tables to look at, tables to fill in, and a question") {
  namespace fs = std::filesystem;
  const Folder folder;
  const std::string data = std::string(QKV_SOURCE_DIR) + "/data/";
  for (const char* part : {"lessons", "questions"})
    fs::copy(data + part, folder.path() + "/" + part, fs::copy_options::recursive);
  folder.write("lessons/14-x.json", lesson(R"({"text": )" + both + R"(}, {"question": "self-1"})"));
  const std::vector<std::string> lines = findings(run_qkv_binary({"lint", "--content", folder.path()}));
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].find("14-x.json:1:1: The lesson “x” has no part \"look\"") != std::string::npos);
  CHECK(lines[1].find("The lesson “x” has no part \"do\"") != std::string::npos);
}

TEST_CASE("a mistake is taught by a point, by a link of a lesson and by the question for it") {
  const Folder folder;
  const std::string see = R"({"see": [{"kind": "explain", "id": "softmax-columns"},
      {"kind": "command", "command": "qkv explain scale-by-dk"}]}, {"text": {"zh": "`qkv explain softmax-global`",
      "en": "`qkv explain softmax-global`"}})";
  std::string taught = lesson(see);
  taught.replace(taught.find(R"("points": [])"), 12, R"("points": ["weights-transposed"])");
  folder.write("lessons/00-x.json", taught);
  folder.write(
      "questions/scale.json",
      questions(question(R"("kind": "mistake", "problem": "contract-full", "mistake": "scale-missing",
      "others": ["scores-transposed"])")));
  const std::vector<std::string> lines = findings(run_qkv_binary({"lint", "--content", folder.path()}));
  const auto is_missing = [&](const std::string& id) {
    return std::ranges::any_of(lines, [&](const std::string& line) {
      return line.find("The mistake “" + id + "” is taught nowhere") != std::string::npos;
    });
  };
  for (const char* id : {"softmax-columns", "scale-by-dk", "weights-transposed", "scale-missing"}) {
    INFO(id);
    CHECK_FALSE(is_missing(id));
  }
  CHECK(is_missing("scores-transposed"));  // only offered beside the right one
  CHECK(is_missing("softmax-global"));     // only named
}

TEST_CASE("of two that have one id it is said where the other is") {
  const Folder folder;
  folder.write("lessons/00-x.json", lesson(R"({"text": )" + both + "}"));
  folder.write("lessons/01-y.json", lesson(R"({"text": )" + both + "}"));
  folder.write("questions/code.json", questions(question(shape)));
  folder.write("questions/scale.json", questions(question(shape)));
  const std::vector<std::string> lines = findings(run_qkv_binary({"lint", "--content", folder.path()}));
  const auto says = [&](const std::string& at, const std::string& what) {
    return std::ranges::count_if(lines, [&](const std::string& line) {
      return line.find(at) != std::string::npos && line.find(what) != std::string::npos;
    });
  };
  CHECK(says("01-y.json:1", "The other stands in " + folder.path() + "/lessons/00-x.json.") == 1);
  CHECK(says("scale.json:1", "The other stands in " + folder.path() + "/questions/code.json, line 1.") == 1);
}

TEST_CASE("links to files and to a whole folder are followed, and other folders are none of lessons") {
  namespace fs = std::filesystem;
  const Folder folder;
  const Folder elsewhere;
  const std::string asks = lesson(R"({"question": "q"})");
  elsewhere.write("x.json", asks);
  elsewhere.write("questions/scale.json", questions(question(shape)));
  folder.write("lessons/.keep", "");
  folder.write("old-lessons/00-x.json", asks);
  fs::create_symlink(elsewhere.path() + "/x.json", folder.path() + "/lessons/00-x.json");
  fs::create_symlink(elsewhere.path() + "/questions", folder.path() + "/questions");
  const Finished run = run_qkv_binary({"lint", "--content", folder.path()});
  CHECK(run.output.find("1 lesson and 1 question were read") != std::string::npos);
  CHECK(run.output.find("There is no question") == std::string::npos);
  CHECK(run.output.find("Two lessons") == std::string::npos);

  fs::create_symlink("nowhere", folder.path() + "/lessons/01-y.json");
  const Finished broken_file = run_qkv_binary({"lint", "--content", folder.path()});
  CHECK(broken_file.exit_code == 1);
  CHECK(broken_file.errors.empty());
  CHECK(broken_file.output.find("1 lesson and 1 question were read") != std::string::npos);
  CHECK(broken_file.output.find("lessons/01-y.json: This was not read") != std::string::npos);
  fs::remove(folder.path() + "/lessons/01-y.json");
  fs::remove(folder.path() + "/questions");
  fs::create_symlink("nowhere", folder.path() + "/questions");
  const Finished broken_folder = run_qkv_binary({"lint", "--content", folder.path()});
  CHECK(broken_folder.exit_code == 2);
  CHECK(broken_folder.errors.find("/questions: This is no folder") != std::string::npos);
}

TEST_CASE("a pipe among the lessons is passed over and named, though nobody writes into it") {
  const Folder folder;
  folder.write("lessons/.keep", "");
  REQUIRE(mkfifo((folder.path() + "/lessons/x.json").c_str(), 0600) == 0);
  std::filesystem::create_symlink("x.json", folder.path() + "/lessons/y.json");
  for (const char* format : {"text", "json"}) {
    const Finished run = run_qkv_binary({"lint", "--content", folder.path(), "--format", format});
    CHECK(run.exit_code == 1);
    CHECK(run.errors.empty());
    for (const char* name : {"lessons/x.json", "lessons/y.json"}) {
      const auto at = run.output.find(name);
      REQUIRE(at != std::string::npos);
      CHECK(run.output.find(name, at + 1) == std::string::npos);
    }
  }
}

TEST_CASE("what stands in place of the folder, or nothing, is said to be that") {
  const Folder folder;
  folder.write("file", "");
  for (const std::string& path : {std::string("/dev/null"), folder.path() + "/file"}) {
    const Finished run = run_qkv_binary({"lint", "--content", path});
    CHECK(run.exit_code == 2);
    CHECK(run.errors.find(path + ": This is no folder") != std::string::npos);
  }
  CHECK(
      run_qkv_binary({"lint", "--content", folder.path() + "/none"}).errors.find("There is no such folder") !=
      std::string::npos);
  const Finished valueless = run_qkv_binary({"lint", "--content"});
  CHECK(valueless.exit_code == 2);
  CHECK(valueless.errors.find("--content") != std::string::npos);
  CHECK(valueless.errors.find("PROBLEM is missing") == std::string::npos);
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
