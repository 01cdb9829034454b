// tests/readers: what a newcomer can answer after lessons 0 to 4, and where in them it stands.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include "qkv/json/read_content.hpp"
#include "qkv/tutor/lesson.hpp"
#include "support/catch.hpp"
#include "support/json_members.hpp"

using namespace qkv;
using qkv::test::get;

namespace {

std::string file_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Everything that is to be read in a lesson.
std::string words_of(const Lesson& lesson, Language language) {
  std::string words;
  for (const LessonPart& part : lesson.parts) {
    if (const auto* text = std::get_if<TextPart>(&part.body)) words += text->text.text.in(language) + "\n";
    if (const auto* list = std::get_if<ListPart>(&part.body)) {
      for (const LocatedText& item : list->items) words += item.text.in(language) + "\n";
    }
  }
  return words;
}

}  // namespace

TEST_CASE("the answers to the five questions of a newcomer stand in the first five lessons") {
  ProblemShelf problems;
  const Content content = embedded_content(problems);
  const auto questions =
      parse_json(file_text(std::string(QKV_SOURCE_DIR) + "/tests/readers/questions.json"), "questions.json");
  REQUIRE(questions);
  REQUIRE(questions.value().root().elements().size() == 5);
  for (const JsonValue& question : questions.value().root().elements()) {
    const std::string id = get(question, "lesson").string();
    INFO(id);
    const auto lesson = std::ranges::find(content.lessons, id, &Lesson::id);
    REQUIRE(lesson - content.lessons.begin() < 5);
    for (const Language language : {Language::zh, Language::en}) {
      const std::string phrase = get(get(question, "rests_on"), language_name(language)).string();
      INFO(phrase);
      CHECK(words_of(*lesson, language).find(phrase) != std::string::npos);
    }
  }
}
