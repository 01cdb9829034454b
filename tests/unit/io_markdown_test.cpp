// Markdown sheets: what learners make of them is read, or reported with its line.
#include "qkv/io/read_sheet.hpp"
#include "support/faults.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

using Lines = std::vector<std::string>;

Answers read(const std::string& text) {
  auto answers = read_markdown_answers(text, "s001.md");
  if (!answers) FAIL(brief(answers.faults().front()));
  check_sayable(answers.value().faults);
  for (const AnswerTable& table : answers.value().tables)
    CHECK(table.cells.size() == element_count(table.shape));
  return std::move(answers.value());
}

// "scores [1, 1, 1, 3]: 1 2 1", a blank cell as _.
std::string dump(const AnswerTable& table) {
  std::string text = std::string(step_name(table.step)) + " " + shape_text(table.shape) + ":";
  for (const AnswerCell& cell : table.cells) text += " " + (cell.written.empty() ? "_" : cell.written);
  return text;
}

Lines dump(const Answers& answers) {
  Lines lines;
  for (const AnswerTable& table : answers.tables) lines.push_back(dump(table));
  return lines;
}

struct Case {
  std::string what;
  std::string sheet;
  Lines tables;
  Lines faults;
};

void check_cases(const std::vector<Case>& cases) {
  for (const Case& one : cases) {
    INFO(one.what);
    const Answers answers = read(one.sheet);
    CHECK(dump(answers) == one.tables);
    CHECK(brief(answers.faults) == one.faults);
  }
}

const std::string head = "## weights\n\n| | a | b |\n|---|---|---|\n";

}  // namespace

TEST_CASE("a sheet says whose it is, and every cell knows its place") {
  const Answers answers = read(
      "---\nproblem: contract\nlearner: s001\nname: 小明\n---\n\n## weights\n\n"
      "|      | 合同 | 过高 |\n|------|------|------|\n| 过高 | 0.25 | 0.50 |\n");
  CHECK(answers.faults.empty());
  CHECK(answers.problem == "contract");
  CHECK(answers.learner == "s001");
  CHECK(answers.learner_name == "小明");
  REQUIRE(answers.tables.size() == 1);
  const AnswerTable& table = answers.tables.front();
  CHECK(dump(table) == "weights [1, 1, 1, 2]: 0.25 0.50");
  CHECK(table.place.file == "s001.md");
  CHECK(table.place.line == 7);
  CHECK(table.cells[1].place.line == 11);
  CHECK(table.cells[1].place.column == 15);
  REQUIRE(table.labels.size() == 1);
  CHECK(table.labels[0].rows[0].written == "过高");
  CHECK(table.labels[0].columns[1].written == "过高");
}

TEST_CASE("tables are put together from batch members and heads") {
  check_cases({
      {"two heads",
       "## output [head 1]\n| | 1 |\n|--|--|\n| a | 1 |\n\n## output [head 2]\n| | 1 |\n|--|--|\n| a | 2 |\n",
       {"output [1, 2, 1, 1]: 1 2"},
       {}},
      {"a head that is missing",
       "## output [batch 2, head 2]\n| | 1 |\n|--|--|\n| a | 2 |\n",
       {"output [2, 2, 1, 1]: _ _ _ 2"},
       {}},
      {"other brackets",
       "## output （Batch ２，Head:1）\n| | 1 |\n|--|--|\n| a | 2 |\n",
       {"output [2, 1, 1, 1]: _ 2"},
       {}},
      {"no heads after merging",
       "## merged [batch 2]\n| | 1 |\n|--|--|\n| a | 2 |\n",
       {"merged [2, 1, 1]: _ 2"},
       {}},
      {"a sum for each row",
       "## sum\n| | sum |\n|--|--|\n| a | 8 |\n| b | 9 |\n",
       {"sum [1, 1, 2]: 8 9"},
       {}},
      {"brackets that say nothing",
       "## output [head x]\n| | 1 |\n|--|--|\n| a | 2 |\n" + head + "| a | 1 | 2 |\n",
       {"weights [1, 1, 1, 2]: 1 2"},
       {"1:1 sheet.bad-part"}},
  });
}

TEST_CASE("rows may be typed without bars") {
  check_cases({
      {"as one text each",
       "## weights\n0.25 0.50\n[0.1, 0.9]\n",
       {"weights [1, 1, 2]: 0.25 0.50 [0.1, 0.9]"},
       {}},
      {"with a name", "## weights\n过高：0.25 0.50\n", {"weights [1, 1, 1]: 0.25 0.50"}, {}},
      {"among words",
       "## weights\nRound to 2 decimals.\n保留 2 位小数\n0.25 0.50\n",
       {"weights [1, 1, 1]: 0.25 0.50"},
       {}},
      {"sums in one line", "## sum\n8.16 7.30\n", {"sum [1, 1, 2]: 8.16 7.30"}, {}},
      {"beside a table",
       head + "| a | 1 | 2 |\n\n0.25 0.50\n",
       {"weights [1, 1, 1, 2]: 1 2"},
       {"7:1 sheet.loose-row"}},
  });
}

TEST_CASE("what word processors and input methods make of a cell is read") {
  const std::vector<std::pair<std::string, std::string>> cells = {
      {"**0.5**", "0.5"}, {"`0.5`", "0.5"},   {"“0.5”", "0.5"}, {"__0.5__", "0.5"}, {"０．５", "０．５"},
      {"\\-inf", "-inf"}, {"0.2*3", "0.2*3"}, {"", "_"},        {"　0.5　", "0.5"}, {"0.5o", "0.5o"}};
  for (const auto& [typed, kept] : cells) {
    INFO(typed);
    CHECK(dump(read(head + "| a | " + typed + " | 2 |\n")) == Lines{"weights [1, 1, 1, 2]: " + kept + " 2"});
  }
}

TEST_CASE("what is broken is reported with its line, and the rest is read") {
  check_cases({
      {"full-width bars",
       "＃＃ weights\n｜ ｜ a ｜ b ｜\n｜——｜——｜——｜\n｜ x ｜ 1 ｜ 2 ｜\n",
       {"weights [1, 1, 1, 2]: 1 2"},
       {}},
      {"no bars at the ends",
       "## weights\n | a | b\n--|--|--\nx | 1 | 2\n",
       {"weights [1, 1, 1, 2]: 1 2"},
       {}},
      {"a heading without its marks",
       "**weights**\n\n| | a |\n|--|--|\n| x | 1 |\n",
       {"weights [1, 1, 1, 1]: 1"},
       {}},
      {"another letter case", "# Weights:\n| | a |\n|--|--|\n| x | 1 |\n", {"weights [1, 1, 1, 1]: 1"}, {}},
      {"a renamed heading",
       "## wieghts\n| | a |\n|--|--|\n| x | 1 |\n" + head + "| x | 1 | 2 |\n",
       {"weights [1, 1, 1, 2]: 1 2"},
       {"1:1 sheet.unknown-table"}},
      {"no line below the head",
       "## weights\n| | a | b |\n| x | 1 | 2 |\n",
       {"weights [1, 1, 1, 2]: 1 2"},
       {"2:1 sheet.no-separator"}},
      {"no head",
       "## weights\n| x | 1 | 2 |\n| y | 3 | 4 |\n",
       {"weights [1, 1, 2, 2]: 1 2 3 4"},
       {"2:1 sheet.no-head"}},
      {"a heading twice",
       head + "| x | 1 | 2 |\n" + head + "| x | 3 | 4 |\n",
       {"weights [1, 1, 1, 2]: 1 2"},
       {"6:1 answers.table-twice"}},
      {"a heading twice, the first one blank",
       head + "| x | | |\n" + head + "| x | 3 | 4 |\n",
       {"weights [1, 1, 1, 2]: 3 4"},
       {}},
      {"a cell too many",
       head + "| x | 1 | 2 | 3 |\n",
       {"weights [1, 1, 1, 2]: 1 2"},
       {"5:1 sheet.many-cells"}},
      {"a cell too few", head + "| x | 1 |\n", {"weights [1, 1, 1, 2]: 1 _"}, {"5:1 sheet.few-cells"}},
      {"blank cells too many", head + "| x | 1 | 2 | | |\n", {"weights [1, 1, 1, 2]: 1 2"}, {}},
      {"two tables below one heading",
       head + "| x | 1 | 2 |\n\n| | c |\n|--|--|\n| y | 3 |\n",
       {"weights [1, 1, 1, 2]: 1 2"},
       {"7:1 sheet.second-table"}},
      {"a table before any heading",
       "| | a |\n|--|--|\n" + head + "| x | 1 | 2 |\n",
       {"weights [1, 1, 1, 2]: 1 2"},
       {"1:1 sheet.no-heading"}},
      {"no names of rows", "## weights\n| a | b |\n|--|--|\n| 1 | 2 |\n", {"weights [1, 1, 1, 2]: 1 2"}, {}},
      {"a key that is misspelt",
       "---\nlerner: s001\n---\n" + head + "| x | 1 | 2 |\n",
       {"weights [1, 1, 1, 2]: 1 2"},
       {"2:1 unknown-key"}},
      {"bytes of another encoding",
       head + "| \xB9\xFD | 1 | 2 |\n",
       {"weights [1, 1, 1, 2]: 1 2"},
       {"5:0 sheet.utf8"}},
  });
}

TEST_CASE("a bar inside a name is written with a backslash") {
  const Answers answers = read("## weights\n| | a\\|b | ｜c |\n|--|--|--|--|\n| x | 1 | 2 | 3 |\n");
  CHECK(answers.tables[0].labels[0].columns[0].written == "a|b");
}

TEST_CASE("line ends, byte order marks and UTF-16 make no difference") {
  const std::string sheet = head + "| x | 1 | 2 |\n";
  const auto with = [&](const std::string& line_end) {
    std::string text;
    for (const char c : sheet) text += c == '\n' ? line_end : std::string(1, c);
    return text;
  };
  std::string little = "\xFF\xFE";
  std::string big = "\xFE\xFF";
  for (const char c : sheet) {
    little += std::string{c, '\0'};
    big += std::string{'\0', c};
  }
  for (const std::string& text :
       {with("\r\n"), with("\r"), "\xEF\xBB\xBF" + sheet, little, big, little.substr(2)}) {
    const Answers answers = read(text);
    CHECK(dump(answers) == Lines{"weights [1, 1, 1, 2]: 1 2"});
    CHECK(answers.faults.empty());
    CHECK(answers.tables[0].cells[0].place.line == 5);
  }
}

TEST_CASE("a text without a table is refused") {
  for (const std::string& text : {std::string(), std::string("\n\n"), std::string("# notes\n\nnothing yet\n"),
                                  std::string("## weights\n")}) {
    const auto answers = read_markdown_answers(text, "s001.md");
    REQUIRE_FALSE(answers);
    check_sayable(answers.faults());
    CHECK(answers.faults().back().code == "sheet.no-table");
  }
}

TEST_CASE("the format is told by what the text looks like") {
  const std::vector<std::pair<std::string, AnswerFormat>> cases = {
      {"{\"qkv\": 1}", AnswerFormat::json},
      {"\xEF\xBB\xBF\n [1]", AnswerFormat::json},
      {"", AnswerFormat::json},
      {"\"qkv\": 1}", AnswerFormat::json},
      {"---\nproblem: contract\n", AnswerFormat::markdown},
      {"\nlearner：s001\n", AnswerFormat::markdown},
      {"# weights", AnswerFormat::markdown},
      {"weights\n0.25 0.5", AnswerFormat::markdown},
      {"step,batch,head", AnswerFormat::csv},
      {"sep=;\nstep;batch", AnswerFormat::csv},
      {"\"step\"\t\"batch\"", AnswerFormat::csv},
      {"weights,1,1,1,1,0.25", AnswerFormat::csv},
      {{"\xFF\xFEs\0t\0e\0p\0,\0", 12}, AnswerFormat::csv},
  };
  for (const auto& [text, format] : cases) {
    INFO(text);
    CHECK(format_of_answers(text) == format);
  }
}
