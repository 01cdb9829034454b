// Reading lessons and questions: what is read, and what is said about files that are not right.
#include "qkv/json/read_content.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

const std::string both = R"({"zh": "甲", "en": "A"})";

std::string lesson(const std::string& parts) {
  return R"({"qkv": 1, "id": "x", "title": )" + both + R"(, "aim": )" + both + R"(, "points": ["can-scale"],
    "parts": [)" +
         parts + "]}";
}

std::string question(const std::string& rest) {
  return R"({"qkv": 1, "topic": "scale", "questions": [{"id": "q", "points": ["can-scale"], "why": )" + both +
         R"(, "hints": [)" + both + ", " + both + R"(], "ask": )" + both + ", " + rest + "}]}";
}

struct Case {
  std::string text;
  std::string code;
  std::string pointer;
  std::string suggestion = {};
};

template <typename Read>
void check_faults(const std::vector<Case>& cases, Read read) {
  for (const Case& each : cases) {
    INFO(each.text);
    const auto result = read(each.text);
    REQUIRE_FALSE(result);
    REQUIRE(result.faults().size() == 1);
    const Diagnostic& fault = result.faults().front();
    CHECK(fault.code == each.code);
    CHECK(fault.place.pointer == each.pointer);
    CHECK(fault.place.file == "file.json");
    CHECK(fault.place.line > 0);
    CHECK(fault.suggestion == each.suggestion);
  }
}

}  // namespace

TEST_CASE("a lesson with every kind of part is read") {
  const auto read =
      read_lesson(lesson(R"({"text": )" + both + R"(}, {"list": [)" + both + R"(]}, {"formula": "S = QKᵀ"},
        {"code": ["a", "", "b"]}, {"look": {"problem": "contract", "steps": ["scores"]}},
        {"do": {"problem": "contract", "ask": ["weights"]}}, {"question": "q"},
        {"see": [{"kind": "lesson", "id": "y"}, {"kind": "command", "command": "qkv list"}]})"),
                  "file.json");
  REQUIRE(read);
  REQUIRE(read.value().parts.size() == 8);
  CHECK(std::get<FormulaPart>(read.value().parts[2].body).formula.text.zh == "S = QKᵀ");
  CHECK(std::get<CodePart>(read.value().parts[3].body).lines.size() == 3);
  CHECK(std::get<DoPart>(read.value().parts[5].body).ask == std::vector{Step::weights});
  CHECK(std::get<SeePart>(read.value().parts[7].body).links[1].target == "qkv list");
}

TEST_CASE("what is wrong with a lesson is told with its place") {
  check_faults({{lesson(R"({"text": {"zh": "甲"}})"), "content.missing-language", "/parts/0/text"},
                {lesson(R"({"text": {"zh": "甲", "en": ""}})"), "name.empty", "/parts/0/text/en"},
                {lesson(R"({"tetx": )" + both + "}"), "unknown-key-in", "/parts/0/tetx", "text"},
                {lesson(R"({"text": )" + both + R"(, "question": "q"})"), "content.one-key", "/parts/0"},
                {lesson(R"({"look": {"problem": "contract", "steps": ["score"]}})"), "step.unknown",
                 "/parts/0/look/steps/0", "scores"},
                {lesson(R"({"look": {"problem": "contract"}})"), "content.missing-key", "/parts/0/look"},
                {lesson(R"({"see": [{"kind": "leson", "id": "x"}]})"), "content.unknown-link",
                 "/parts/0/see/0", "lesson"},
                {lesson(R"({"list": []})"), "content.empty-list", "/parts/0/list"},
                {lesson(""), "content.empty-list", "/parts"}},
               [](const std::string& text) { return read_lesson(text, "file.json"); });
}

TEST_CASE("a question of every kind is read") {
  ProblemShelf problems;
  const std::vector<std::string> kinds = {
      R"("kind": "choice", "options": [{"text": )" + both + R"(, "right": true, "why": )" + both +
          R"(}, {"text": )" + both + R"(, "why": )" + both + "}]",
      R"("kind": "true-false", "answer": false)",
      R"("kind": "shape", "answer": "[B,T]", "also": ["[B,T,1]"])",
      R"("kind": "numbers", "problem": "contract", "step": "weights")",
      R"("kind": "order", "items": [)" + both + ", " + both + ", " + both + "]",
      R"("kind": "mistake", "problem": "contract", "mistake": "scale-missing", "others": ["scale-by-dk"])"};
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    INFO(kinds[i]);
    const auto read = read_questions(question(kinds[i]), "file.json", problems);
    REQUIRE(read);
    CHECK(static_cast<std::size_t>(read.value().front().kind()) == i);
  }
  const auto own = read_questions(question(R"("kind": "numbers", "step": "scores", "row": "b", "problem":
        {"qkv": 1, "tokens": ["a", "b"], "Q": [[1], [2]], "K": [[1], [3]], "V": [[1], [1]]})"),
                                  "file.json", problems);
  REQUIRE(own);
  CHECK(std::get<NumbersBody>(own.value().front().body).row == 1);
}

TEST_CASE("what is wrong with a question is told with its place") {
  ProblemShelf problems;
  check_faults(
      {{question(R"("kind": "choise")"), "content.unknown-kind", "/questions/0/kind", "choice"},
       {question(R"("kind": "shape", "answer": "[B]", "options": [])"), "unknown-key-in",
        "/questions/0/options"},
       {question(R"("kind": "true-false")"), "content.missing-key", "/questions/0"},
       {question(R"("kind": "true-false", "answer": "true")"), "wrong-type", "/questions/0/answer"},
       {question(R"("kind": "numbers", "problem": "contrat", "step": "weights")"), "content.unknown-problem",
        "/questions/0/problem"},
       {question(R"("kind": "numbers", "problem": "contract", "step": "masked")"), "content.no-table",
        "/questions/0/step"},
       {question(R"("kind": "numbers", "problem": "causal-3", "step": "weights")"), "content.missing-key",
        "/questions/0"},
       {question(R"("kind": "numbers", "step": "scores", "problem": {"qkv": 1, "Q": [[1]], "K": [[1]]})"),
        "missing.V", "/questions/0/problem"},
       {question(
            R"("kind": "mistake", "problem": "contract", "mistake": "scale-misssing", "others": ["softmax-twice"])"),
        "content.unknown-mistake", "/questions/0/mistake", "scale-missing"},
       {question(R"("kind": "order", "items": [)" + both + "]"), "content.count", "/questions/0/items"}},
      [&](const std::string& text) { return read_questions(text, "file.json", problems); });
  const std::string bare = R"({"qkv": 1, "topic": "scales", "questions": []})";
  check_faults({{bare, "content.unknown-topic", "/topic", "scale"}},
               [&](const std::string& text) { return read_questions(text, "file.json", problems); });
}

TEST_CASE("what is built in is read without a fault, with sixty written questions and more") {
  ProblemShelf problems;
  const ReadContent read = read_content(embedded_content_files(), problems);
  for (const Diagnostic& fault : read.faults)
    FAIL_CHECK(fault.place.file << ":" << fault.place.line << " " << fault.place.pointer << " "
                                << fault.code);
  CHECK(read.content.lessons.size() == 14);
  CHECK(read.content.questions.size() >= 60);
}

TEST_CASE("an id can be typed: it has no blanks, and nothing that cannot be seen") {
  for (const std::string id : {"a b", "a\\u0007b", "a\\u200bb", "\\u001b[31m"}) {
    INFO(id);
    std::string text = lesson(R"({"text": )" + both + "}");
    text.replace(text.find("\"x\""), 3, '"' + id + '"');
    const auto read = read_lesson(text, "file.json");
    REQUIRE_FALSE(read);
    CHECK(read.faults().front().code == "content.odd-id");
    CHECK(read.faults().front().place.pointer == "/id");
  }
}
