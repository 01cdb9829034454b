// Sentences to take tokens from: files of teachers, and the sets that are built in.
#include <algorithm>
#include <set>

#include "qkv/base/embedded.hpp"
#include "qkv/io/read_sentences.hpp"
#include "qkv/text/unicode.hpp"
#include "support/faults.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

using Words = std::vector<std::string>;
using Sentences = std::vector<Words>;

Sentences sentences_of(const std::string& text) {
  const auto sentences = read_sentences(text, "words.txt");
  if (!sentences) FAIL(brief(sentences.faults().front()));
  return sentences.value();
}

Words faults_of(const std::string& text) {
  const auto sentences = read_sentences(text, "words.txt");
  REQUIRE_FALSE(sentences);
  check_sayable(sentences.faults());
  return brief(sentences.faults());
}

bool all_differ(const Words& words) {
  return std::set<std::string>(words.begin(), words.end()).size() == words.size();
}

}  // namespace

TEST_CASE("a line is a sentence, and blanks part its words") {
  CHECK(sentences_of("合同 违约金 过高\nnotice in writing\n") ==
        Sentences{{"合同", "违约金", "过高"}, {"notice", "in", "writing"}});
  CHECK(sentences_of("\xEF\xBB\xBF　合同　违约金\t 过高  \r\n") == Sentences{{"合同", "违约金", "过高"}});
  CHECK(sentences_of(std::string("\xFF\xFE"
                                 "a\0 \0b\0",
                                 8)) == Sentences{{"a", "b"}});
  CHECK(sentences_of("# a note\n\n  # another\n　\n＃ 第三\na b # c\n") == Sentences{{"a", "b", "#", "c"}});
  CHECK(sentences_of("the cat the dog") == Sentences{{"the", "cat", "the", "dog"}});
  CHECK(sentences_of(std::string(40, 'x')) == Sentences{{std::string(40, 'x')}});
}

TEST_CASE("what is wrong with sentences is said at once, with its place") {
  CHECK(faults_of("") == Words{"1:1 sentences.empty"});
  CHECK(faults_of("# only a note\n\n") == Words{"1:1 sentences.empty"});
  CHECK(faults_of("a " + std::string(41, 'x') + "\nb\n合同 \x1B[31m\n") ==
        Words{"1:3 name.too-long", "3:4 sentences.control"});
  CHECK(faults_of("合 \xE2\x80\x8D\n") == Words{"1:3 name.invisible"});
  CHECK(faults_of("notice\nd\xE9lai\n\xFF\n") == Words{"2:0 sentences.utf8"});
}

TEST_CASE("a file in GBK is read") {
  // 合同 有效
  CHECK(sentences_of("\xBA\xCF\xCD\xAC \xD3\xD0\xD0\xA7\n") == Sentences{{"合同", "有效"}});
}

TEST_CASE("the built-in sentences can be used") {
  for (const std::string name : {"legal-zh", "legal-en", "medical-zh", "medical-en"}) {
    INFO(name);
    const auto bytes = embedded_file("sentences/" + name + ".txt");
    REQUIRE(bytes);
    const Sentences sentences = sentences_of(std::string(*bytes));
    const auto long_ones =
        std::ranges::count_if(sentences, [](const Words& words) { return words.size() >= 5; });
    CHECK(long_ones >= 12);
    // The longest exercises have as many positions.
    CHECK(std::ranges::count_if(sentences, [](const Words& words) { return words.size() == 8; }) >= 4);
    for (const Words& words : sentences) {
      INFO(words.front() << " …");
      CHECK(words.size() >= 4);
      CHECK(words.size() <= 8);
      CHECK(all_differ(words));
      for (const std::string& word : words) CHECK(display_width(word) <= 12);
    }
    std::set<Words> different(sentences.begin(), sentences.end());
    CHECK(different.size() == sentences.size());
  }
}
