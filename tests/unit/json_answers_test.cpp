// Answer files: whatever can be read is kept as it was written, the rest is reported.
#include "qkv/json/read_answers.hpp"
#include "support/faults.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

using Lines = std::vector<std::string>;

Answers read(const std::string& text) {
  auto answers = read_answers(text, "s001.json");
  if (!answers) FAIL(brief(answers.faults().front()));
  check_sayable(answers.value().faults);
  for (const AnswerTable& table : answers.value().tables)
    CHECK(table.cells.size() == element_count(table.shape));
  return std::move(answers.value());
}

Answers read_table(const std::string& table) {
  return read(R"({"qkv": 1, "answers": {"weights": )" + table + "}}");
}

Lines written(const AnswerTable& table) {
  Lines cells;
  for (const AnswerCell& cell : table.cells) cells.push_back(cell.written);
  return cells;
}

std::vector<Diagnostic> refused(const std::string& text) {
  const auto answers = read_answers(text, "s001.json");
  REQUIRE_FALSE(answers);
  check_sayable(answers.faults());
  return answers.faults();
}

}  // namespace

TEST_CASE("the example of the format is read as it was written") {
  const Answers answers = read(R"({"qkv":1,"problem":"contract","learner":"s001",
    "answers":{"scores":[[1,2,1]],"weights":[["0.25","0.50",null]]}})");
  CHECK(answers.faults.empty());
  CHECK(answers.problem == "contract");
  CHECK(answers.learner == "s001");
  CHECK(answers.learner_name.empty());
  REQUIRE(answers.tables.size() == 2);
  CHECK(answers.tables[0].step == Step::scores);
  CHECK(answers.tables[0].shape == Shape{1, 3});
  CHECK(written(answers.tables[0]) == Lines{"1", "2", "1"});
  CHECK(written(*answers.find(Step::weights)) == Lines{"0.25", "0.50", ""});
}

TEST_CASE("a number keeps its literal, a string what was typed") {
  const Answers answers = read_table(R"([[0.50, -1.0e1, "1/3", " .5", "−∞", "0,27", 1e999, ""]])");
  CHECK(written(answers.tables[0]) == Lines{"0.50", "-1.0e1", "1/3", " .5", "−∞", "0,27", "1e999", ""});
  CHECK(answers.faults.empty());
}

TEST_CASE("a line of a file counts from its own number, in places and in what is said") {
  const std::string line =
      R"({"qkv": 1, "learner": 7, "answers": {"scores": [[1, 2]], "scores": [[1]], "weights": [[1], [2, 3]]}})";
  const auto alone = read_answers(line, "all.jsonl");
  const auto later = read_answers(line, "all.jsonl", 1000);
  REQUIRE(alone);
  REQUIRE(later);
  CHECK(later.value().tables[0].place.line == 1000);
  CHECK(later.value().tables[0].place.column == alone.value().tables[0].place.column);
  CHECK(later.value().tables[1].cells[3].place.line == 1000);
  const auto& faults = later.value().faults;
  REQUIRE(faults.size() == alone.value().faults.size());
  for (std::size_t i = 0; i < faults.size(); ++i) {
    CHECK(faults[i].place.line == 1000);
    CHECK(faults[i].place.column == alone.value().faults[i].place.column);
    CHECK(faults[i].place.source == line);
    for (const Argument& argument : faults[i].arguments) {
      if (argument.name == "line") CHECK(argument.value == "1000");
    }
  }
  for (const std::string& bad : {std::string(), std::string("{"), std::string("{\"qkv\": 1\xff"),
                                 std::string("\xff\xfe{"), std::string("\n[1,\n")}) {
    const auto refused = read_answers(bad, "all.jsonl", 1000);
    REQUIRE_FALSE(refused);
    const auto first = read_answers(bad, "all.jsonl");
    CHECK(refused.faults().front().place.line == first.faults().front().place.line + 999);
  }
}

TEST_CASE("every cell knows its line and column") {
  const Answers answers = read("{\"qkv\": 1, \"answers\": {\n  \"weights\": [[0.25, \"合\",\n    null]]}}");
  const auto& cells = answers.tables[0].cells;
  CHECK(cells[0].place.line == 2);
  CHECK(cells[0].place.column == 16);
  CHECK(cells[1].place.column == 22);
  CHECK(cells[2].place.line == 3);
  CHECK(cells[2].place.column == 5);
  CHECK(answers.tables[0].place.pointer == "/answers/weights");
}

TEST_CASE("tables are nested one to four lists deep") {
  CHECK(read_table("[1, 2]").tables[0].shape == Shape{2});
  CHECK(read_table("[[1, 2]]").tables[0].shape == Shape{1, 2});
  CHECK(read_table("[[[1, 2], [3, 4]]]").tables[0].shape == Shape{1, 2, 2});
  CHECK(read_table("[[[[1, 2], [3, 4]]]]").tables[0].shape == Shape{1, 1, 2, 2});
  CHECK(brief(refused(R"({"qkv": 1, "answers": {"weights": [[[[[1]]]]]}})")) ==
        Lines{"1:35 answers.too-deep"});
}

TEST_CASE("the learner is an id, or an id and a name") {
  const Answers answers =
      read(R"({"qkv": 1, "learner": {"id": "s001", "name": "李雷"}, "answers": {"sum": [1]}})");
  CHECK(answers.learner == "s001");
  CHECK(answers.learner_name == "李雷");
  const Answers odd = read(R"({"qkv": 1, "learner": 7, "answers": {"sum": [1]}})");
  CHECK(brief(odd.faults) == Lines{"1:23 wrong-type"});
  CHECK(odd.tables.size() == 1);
}

TEST_CASE("a missing cell is blank, its row is named, and the others stay where they belong") {
  const Answers answers = read_table("[[1, 2, 3],\n [4, 5],\n [7, 8, 9]]");
  CHECK(answers.tables[0].shape == Shape{3, 3});
  CHECK(written(answers.tables[0]) == Lines{"1", "2", "3", "4", "5", "", "7", "8", "9"});
  REQUIRE(brief(answers.faults) == Lines{"2:2 answers.ragged"});
  CHECK(answers.faults[0].place.pointer == "/answers/weights/1");
  CHECK(argument_of(answers.faults[0], "found") == "2");
  CHECK(argument_of(answers.faults[0], "expected") == "3");
}

TEST_CASE("a triangle, as causal weights are often written, keeps every number in its place") {
  const Answers answers = read_table("[[1], [0.3, 0.7], [0.2, 0.5, 0.3]]");
  CHECK(written(answers.tables[0]) == Lines{"1", "", "", "0.3", "0.7", "", "0.2", "0.5", "0.3"});
  CHECK(answers.faults.size() == 2);
}

TEST_CASE("a number in place of a row is a row of one, and null a blank row") {
  const Answers answers = read_table("[[1, 2], 3, null]");
  CHECK(answers.tables[0].shape == Shape{3, 2});
  CHECK(written(answers.tables[0]) == Lines{"1", "2", "3", "", "", ""});
  REQUIRE(brief(answers.faults) == Lines{"1:44 answers.no-row"});
  CHECK(argument_of(answers.faults[0], "text") == "3");
}

TEST_CASE("a list in a cell is an unreadable cell, named by its place, and the others are kept") {
  const Answers answers = read_table("[[[0.25], 0.5, 0.25]]");
  CHECK(answers.tables[0].shape == Shape{1, 3});
  CHECK(written(answers.tables[0]) == Lines{"[0.25]", "0.5", "0.25"});
  REQUIRE(brief(answers.faults) == Lines{"1:37 answers.list-in-cell"});
  CHECK(answers.faults[0].place.pointer == "/answers/weights/0/0");
  // As many cells at either depth: rows are likelier.
  CHECK(read_table("[[[0.25], 0.75]]").tables[0].shape == Shape{1, 2});
  CHECK(read_table("[[1], 2]").tables[0].shape == Shape{2, 1});
  // However deep the list in the cell is.
  CHECK(read_table("[[[[[[0.25]]]], 0.5, 0.25]]").tables[0].shape == Shape{1, 3});
}

TEST_CASE("a head with too few rows is not called a row") {
  const Answers answers = read_table("[[[1, 2], [3, 4]], [[5, 6]]]");
  CHECK(brief(answers.faults) == Lines{"1:54 answers.ragged-part"});
}

TEST_CASE("uneven nesting fills every cell of the table exactly once") {
  for (const char* table :
       {"[[[1]], 2, [3, [4, 5]]]", "[1, [[2, 3]], null]", "[[], [[[1]]]]", "[[[[1], 2], 3], 4]"}) {
    INFO(table);
    CHECK(read_table(table).tables.size() == 1);  // read() counts the cells
  }
}

TEST_CASE("what is no cell is kept as text, for the grader to call unreadable") {
  const Answers answers = read_table(R"([[true, {"a": 1}, 0.5]])");
  CHECK(written(answers.tables[0]) == Lines{"true", "{\"a\": 1}", "0.5"});
  CHECK(answers.faults.empty());
}

TEST_CASE("a table with an unknown name is reported and the rest is kept") {
  const Answers answers = read(R"({"qkv": 1, "answers": {"wieghts": [[1]], "scores": [[1]]}, "note": "x"})");
  REQUIRE(answers.tables.size() == 1);
  CHECK(answers.tables[0].step == Step::scores);
  REQUIRE(brief(answers.faults) == Lines{"1:24 unknown-key-in", "1:60 unknown-key"});
  CHECK(answers.faults[0].suggestion == "weights");
}

TEST_CASE("tables that are none are reported and the rest is kept") {
  const Answers answers =
      read(R"({"qkv": 1, "answers": {"sum": 3, "exp": [], "scaled": [[], []], "scores": [[1]]}})");
  CHECK(answers.tables.size() == 1);
  CHECK(brief(answers.faults) ==
        Lines{"1:31 wrong-type", "1:41 answers.empty-table", "1:55 answers.empty-table"});
}

TEST_CASE("of a table given twice the first counts") {
  const Answers answers = read(R"({"qkv": 1, "answers": {"scores": [[1]], "scores": [[2]]}})");
  REQUIRE(answers.tables.size() == 1);
  CHECK(written(answers.tables[0]) == Lines{"1"});
  CHECK(brief(answers.faults) == Lines{"1:41 answers.table-twice"});
}

TEST_CASE("without a version that is known nothing is read") {
  CHECK(brief(refused(R"({"answers": {"scores": [[1]]}})")) == Lines{"1:1 version.missing"});
  CHECK(brief(refused(R"({"qkv": 2, "answers": {"scores": [[1]]}})")) == Lines{"1:9 version.other"});
}

TEST_CASE("a file without one readable table is refused") {
  CHECK(brief(refused("[]")) == Lines{"1:1 wrong-type.file"});
  CHECK(brief(refused("{}")) == Lines{"1:1 version.missing"});
  CHECK(brief(refused(R"({"qkv": 1, "answers": {}})")) == Lines{"1:1 answers.none"});
  CHECK(brief(refused(R"({"qkv": 1, "answers": {"wieghts": [[1]]}})")) == Lines{"1:24 unknown-key-in"});
  CHECK(brief(refused(R"({"qkv": 1, "answers": [[1]]})")) == Lines{"1:23 wrong-type"});
  CHECK(brief(refused(R"({"qkv": 1, "answers": {)")) == Lines{"1:24 json.unclosed"});
}

TEST_CASE("uneven rows cannot be made to fill the memory") {
  std::string row = "1";
  for (int i = 1; i < 5000; ++i) row += ",1";
  std::string table = "[[" + row + "]";
  for (int i = 0; i < 5000; ++i) table += ",[]";
  CHECK(brief(refused(R"({"qkv": 1, "answers": {"scores": )" + table + "]}}")) ==
        Lines{"1:34 answers.too-many-cells"});
}

TEST_CASE("what a sheet has filled in already is passed over") {
  const Answers answers =
      read(R"({"qkv": 1, "given": {"scaled": [[0.71, "x"]]}, "answers": {"scores": [[1]]}})");
  CHECK(answers.faults.empty());
  REQUIRE(answers.tables.size() == 1);
  CHECK(answers.tables[0].step == Step::scores);
}
