#include <algorithm>
#include <string>
#include <vector>

#include "qkv/text/unicode.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

using Lines = std::vector<std::string>;

std::string without_blanks(std::string text) {
  for (const std::string& blank : {std::string(" "), std::string("\n"), std::string("\u3000")}) {
    for (std::size_t at; (at = text.find(blank)) != std::string::npos;) text.erase(at, blank.size());
  }
  return text;
}

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

bool begins_with_one_of(const std::string& line, const std::vector<std::string>& marks) {
  return std::ranges::any_of(marks, [&line](const std::string& mark) { return line.rfind(mark, 0) == 0; });
}

bool ends_with_one_of(const std::string& line, const std::vector<std::string>& marks) {
  return std::ranges::any_of(marks, [&line](const std::string& mark) {
    return line.size() >= mark.size() && line.compare(line.size() - mark.size(), mark.size(), mark) == 0;
  });
}

const std::string mixed =
    "注意力（attention）先算查询与键的点积，再除以 √d_k：“得分”越大，权重越高；最后用权重对 V 求加权和。"
    "《合同法》里“违约金过高”怎么办？see section 3.1 (scaled dot-product attention), then 50%！";

}  // namespace

TEST_CASE("English breaks at blanks, and the blanks are gone") {
  CHECK(wrap("the scores are divided by the root", 12) == Lines{"the scores", "are divided", "by the root"});
  CHECK(wrap("one  two", 4) == Lines{"one", "two"});
  CHECK(wrap("one two", 7) == Lines{"one two"});
  CHECK(wrap("one two", 6) == Lines{"one", "two"});
}

TEST_CASE("Chinese breaks between characters") {
  CHECK(wrap("违约金过高怎么办", 6) == Lines{"违约金", "过高怎", "么办"});
  CHECK(wrap("违约金过高", 5) == Lines{"违约", "金过", "高"});
}

TEST_CASE("closing punctuation never begins a line, opening punctuation never ends one") {
  CHECK(wrap("违约金，过高", 6) == Lines{"违约", "金，过", "高"});
  CHECK(wrap("权重（和）为一", 6) == Lines{"权重", "（和）", "为一"});
  CHECK(wrap("他说“好”。", 6) == Lines{"他说", "“好”。"});
  CHECK(wrap("见《合同》。", 8) == Lines{"见《合", "同》。"});
  CHECK(wrap("得分(S)高", 6) == Lines{"得分", "(S)高"});
  CHECK(wrap("好 。", 2) == Lines{"好", "。"});
}

TEST_CASE("Chinese and English break between each other, English words stay whole") {
  CHECK(wrap("先算softmax再求和", 8) == Lines{"先算", "softmax", "再求和"});
  CHECK(wrap("用 V 求和", 4) == Lines{"用 V", "求和"});
  CHECK(wrap("value,合同", 6) == Lines{"value,", "合同"});
}

TEST_CASE("upright quotation marks stay with what they enclose") {
  CHECK(wrap("键\"合\"为空", 6) == Lines{"键\"合\"", "为空"});
  CHECK(wrap("这里的 \"合\" 字", 8) == Lines{"这里的", "\"合\" 字"});
}

TEST_CASE("a word wider than the line is cut where the line is full") {
  CHECK(wrap("abcdefghij", 4) == Lines{"abcd", "efgh", "ij"});
  CHECK(wrap("a abcdefghij k", 4) == Lines{"a", "abcd", "efgh", "ij k"});
  CHECK(wrap("！！！！！", 4) == Lines{"！！", "！！", "！"});
}

TEST_CASE("width 1 puts every character on a line of its own") {
  CHECK(wrap("ab c", 1) == Lines{"a", "b", "c"});
  CHECK(wrap("合同", 1) == Lines{"合", "同"});
  CHECK(wrap("合同", 0) == Lines{"合", "同"});
  CHECK(wrap("e\u0301x", 1) == Lines{"e\u0301", "x"});
  CHECK(wrap("\U0001F469\u200D\u2695\uFE0F\U0001F44D\U0001F3FD", 1) ==
        Lines{"\U0001F469\u200D\u2695\uFE0F", "\U0001F44D\U0001F3FD"});
}

TEST_CASE("line breaks of the text stay breaks") {
  CHECK(wrap("one\ntwo", 20) == Lines{"one", "two"});
  CHECK(wrap("one\n\ntwo", 20) == Lines{"one", "", "two"});
  CHECK(wrap("one\n", 20) == Lines{"one", ""});
  CHECK(wrap("", 20) == Lines{""});
}

TEST_CASE("blanks that are not at a break stay") {
  CHECK(wrap("  indented  twice", 20) == Lines{"  indented  twice"});
  CHECK(wrap("  indented words", 10) == Lines{"  indented", "words"});
  CHECK(wrap("a\u00A0b c", 4) == Lines{"a\u00A0b", "c"});
  CHECK(wrap("合同\u3000过高", 4) == Lines{"合同", "过高"});
  CHECK(wrap("ab \u0301 cd", 2) == Lines{"ab", " \u0301", "cd"});
}

TEST_CASE("mixed text keeps its characters, its width and its punctuation rules at every width") {
  const std::vector<std::string> closing = {"，", "。", "：", "；", "？", "！", "）", "》", "”", ",", ")"};
  const std::vector<std::string> opening = {"（", "《", "“", "("};
  for (int width = 1; width <= 120; ++width) {
    INFO("width " << width);
    const Lines lines = wrap(mixed, width);
    CHECK(without_blanks(joined(lines)) == without_blanks(mixed));
    for (const std::string& line : lines) {
      INFO(line);
      if (width >= 2) CHECK(display_width(line) <= width);
      // The longest word that must not be broken, “attention）”, takes 13 columns with its neighbours.
      if (width >= 14) CHECK_FALSE(begins_with_one_of(line, closing));
      if (width >= 14) CHECK_FALSE(ends_with_one_of(line, opening));
    }
  }
}
