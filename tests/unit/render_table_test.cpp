// Tables as text: what a reader sees, to the column.
#include <set>
#include <string>

#include "qkv/render/text.hpp"
#include "support/catch.hpp"
#include "support/document.hpp"

using namespace qkv;
using qkv::test::cell;
using qkv::test::contract_weights;
using qkv::test::document_of;
using qkv::test::row;

namespace {

std::string shown(const Table& table, const TextOptions& options = {}) {
  return render_text(document_of({table}), options);
}

}  // namespace

TEST_CASE("Chinese column names stand over their numbers, two columns a character") {
  CHECK(shown(contract_weights()) ==
        "weights A\n"
        "query ↓ key → │ 合同  违约金  过高\n"
        "──────────────┼───────────────────\n"
        "过高          │ 0.25    0.50  0.25\n");
}

TEST_CASE("names with combining marks, emoji, full-width digits and long words keep the columns straight") {
  Table table;
  table.row_axis = "q";
  table.column_axis = "k";
  table.column_names = {"e\u0301te\u0301", "👩\u200D⚖\uFE0F", "１２", "a long name"};
  table.rows = {row("e\u0301te\u0301", {cell("1.00"), cell("-10.25"), cell("0.50"), cell("7")}),
                row("👩\u200D⚖\uFE0F", {cell("0.25"), cell("0.25"), cell("0.25"), cell("0.25")}),
                row("１２", {cell("−∞"), cell("0"), cell("12.00"), cell("3.00")})};
  // e + U+0301 is one column; the judge is two, though she is four code points; a full-width digit is two.
  CHECK(shown(table) ==
        "q ↓ k → │  e\u0301te\u0301      👩\u200D⚖\uFE0F   １２  a long name\n"
        "────────┼─────────────────────────────────\n"
        "e\u0301te\u0301     │ 1.00  -10.25   0.50            7\n"
        "👩\u200D⚖\uFE0F      │ 0.25    0.25   0.25         0.25\n"
        "１２    │   −∞       0  12.00         3.00\n");
}

TEST_CASE("hostile names are shown as code points and never reach the terminal") {
  Table table;
  table.caption = "title\u202Eevil";
  table.row_axis = "query";
  table.column_axis = "key";
  table.column_names = {"a\x1b[31m", "b\nc"};
  table.rows = {row("\u202Edcba", {cell("1"), cell("2\r")})};
  table.rows[0].cells[0].worked = "1\x07 = 1";
  const std::string text = shown(table);
  CHECK(text ==
        "    1<U+0007> = 1\n"
        "\n"
        "title<U+202E>evil\n"
        "query ↓ key → │ a<U+001B>[31m  b<U+000A>c\n"
        "──────────────┼──────────────────────────\n"
        "<U+202E>dcba  │             1   2<U+000D>\n");
  const std::string coloured = shown(table, {.color = true});
  CHECK(coloured.find("\x1b[31m") == std::string::npos);
}

TEST_CASE("marks are signs in a lane of their own, explained once below the table") {
  Table table = contract_weights();
  table.rows = {
      row("合同", {cell("0.25", Mark::correct), cell("0.5", Mark::imprecise), cell("0.25", Mark::correct)}),
      row("过高", {cell("0.25", Mark::mistake), cell("0.50"), cell("", Mark::blank)})};
  Document document = document_of({table});
  document.mark_words = {{Mark::correct, "correct"},
                         {Mark::mistake, "known mistake"},
                         {Mark::imprecise, "more decimals, please"},
                         {Mark::blank, "left blank"},
                         {Mark::wrong, "does not occur here"}};
  CHECK(render_text(document, {}) ==
        "weights A\n"
        "query ↓ key → │   合同  违约金    过高\n"
        "──────────────┼───────────────────────\n"
        "合同          │ 0.25 ✓   0.5 …  0.25 ✓\n"
        "过高          │ 0.25 ⊗  0.50         ·\n"
        "✓ correct   ⊗ known mistake   … more decimals, please   · left blank\n");
  CHECK(render_text(document, {.width = 40}) ==
        "weights A\n"
        "query ↓ key → │   合同  违约金    过高\n"
        "──────────────┼───────────────────────\n"
        "合同          │ 0.25 ✓   0.5 …  0.25 ✓\n"
        "过高          │ 0.25 ⊗  0.50         ·\n"
        "✓ correct   ⊗ known mistake\n"
        "… more decimals, please   · left blank\n");
}

TEST_CASE("no two marks share a sign, in Unicode and in ASCII, so that nothing rests on colour") {
  const bool ascii = GENERATE(false, true);
  std::set<std::string> signs;
  for (int mark = 1; mark <= static_cast<int>(Mark::unreadable); ++mark) {
    Table table;
    table.rows = {row("", {cell("5", static_cast<Mark>(mark))})};
    const std::string text = shown(table, {.ascii = ascii});
    REQUIRE(text.starts_with("5 "));
    CHECK(text.size() > 3);
    signs.insert(text);
  }
  CHECK(signs.size() == 9);
}

TEST_CASE("worked lines come before the grid, a row's own line in place of its cells' lines") {
  Table table = contract_weights();
  table.rows = {row("合同", {cell("1"), cell("2"), cell("1")}),
                row("过高", {cell("3"), cell("4"), cell("5")})};
  table.rows[0].cells[0].worked = "1×1 + 1×0 = 1";
  table.rows[0].cells[2].worked = "1×0 + 1×1 = 1";
  table.rows[1].cells[0].worked = "not shown";
  table.rows[1].worked = "3 + 4 + 5 = 12";
  CHECK(shown(table) ==
        "    1×1 + 1×0 = 1\n"
        "    1×0 + 1×1 = 1\n"
        "    3 + 4 + 5 = 12\n"
        "\n"
        "weights A\n"
        "query ↓ key → │ 合同  违约金  过高\n"
        "──────────────┼───────────────────\n"
        "合同          │    1       2     1\n"
        "过高          │    3       4     5\n");
  CHECK(shown(table, {.worked = false}) ==
        "weights A\n"
        "query ↓ key → │ 合同  违约金  过高\n"
        "──────────────┼───────────────────\n"
        "合同          │    1       2     1\n"
        "过高          │    3       4     5\n");
}

TEST_CASE("worked lines that do not name their cell get a label, as short as the table allows") {
  Table table = contract_weights();
  table.label_worked = true;
  table.rows = {row("合同", {cell("1"), cell("2"), cell("1")}),
                row("过高", {cell("3"), cell("4"), cell("5")})};
  table.rows[0].cells[1].worked = "4 ÷ 2 = 2";
  table.rows[1].worked = "3 + 4 + 5 = 12";
  CHECK(
      shown(table).starts_with("    合同 · 违约金   4 ÷ 2 = 2\n"
                               "    过高            3 + 4 + 5 = 12\n"));
  table.rows.pop_back();  // one row: the column alone tells the lines apart
  CHECK(shown(table).starts_with("    违约金   4 ÷ 2 = 2\n"));
  CHECK(shown(table, {.plain = true}).starts_with("违约金: 4 ÷ 2 = 2\n"));
}

TEST_CASE("a table wider than the terminal is split into blocks that repeat the row names") {
  // 16 columns for the names, then 4 + 2 + 6 + 2 + 4: 34 in all.
  CHECK(shown(contract_weights(), {.width = 34}) == shown(contract_weights()));
  CHECK(shown(contract_weights(), {.width = 33}) ==
        "weights A\n"
        "query ↓ key → │ 合同  违约金\n"
        "──────────────┼─────────────\n"
        "过高          │ 0.25    0.50\n"
        "\n"
        "query ↓ key → │ 过高\n"
        "──────────────┼─────\n"
        "过高          │ 0.25\n");
}

TEST_CASE("a single column wider than the terminal is left whole") {
  CHECK(shown(contract_weights(), {.width = 5}) ==
        "weights A\n"
        "query ↓ key → │ 合同\n"
        "──────────────┼─────\n"
        "过高          │ 0.25\n"
        "\n"
        "query ↓ key → │ 违约金\n"
        "──────────────┼───────\n"
        "过高          │   0.50\n"
        "\n"
        "query ↓ key → │ 过高\n"
        "──────────────┼─────\n"
        "过高          │ 0.25\n");
}

TEST_CASE("a single column of words is wrapped beside the names") {
  Table table;
  table.row_axis = "name";
  table.column_names = {"title"};
  table.rows = {{.name = "a", .cells = {{.text = "one two three four five six"}}},
                {.name = "b", .cells = {{.text = "short"}}}};
  CHECK(shown(table, {.width = 28}) ==
        "name │ title\n"
        "─────┼──────────────────────\n"
        "a    │ one two three four\n"
        "     │ five six\n"
        "b    │ short\n");
  CHECK(shown(table, {}).find("one two three four five six") != std::string::npos);
}

TEST_CASE(
    "columns of words begin at the left, numbers end at the right, lines carry no blanks at their end") {
  Table table;
  table.column_names = {"mistake", "cells", "what happens"};
  table.rows = {row("", {cell("scale-missing"), cell("3"), cell("S is not divided")}),
                row("", {cell("transposed"), cell("12"), cell("K Q")})};
  CHECK(shown(table) ==
        "mistake        cells  what happens\n"
        "──────────────────────────────────────\n"
        "scale-missing      3  S is not divided\n"
        "transposed        12  K Q\n");
}

TEST_CASE("empty and ragged tables are shown as far as they go") {
  CHECK(shown(Table{}).empty());
  Table table;
  table.caption = "only a caption";
  CHECK(shown(table) == "only a caption\n");
  table.rows = {{"", {}, "1 + 1 = 2"}};
  CHECK(shown(table) == "    1 + 1 = 2\nonly a caption\n");
  table = contract_weights();
  table.caption.clear();
  table.rows.clear();
  CHECK(shown(table) ==
        "query ↓ key → │ 合同  违约金  过高\n"
        "──────────────┼───────────────────\n");
  table.column_names = {"合同"};
  table.rows = {row("一", {}), row("二", {cell("1"), cell("2")}), row("三", {cell("3")})};
  CHECK(shown(table) ==
        "query ↓ key → │ 合同\n"
        "──────────────┼────────\n"
        "一            │\n"
        "二            │    1  2\n"
        "三            │    3\n");
  table.column_names.clear();
  table.rows = {row("一", {}), row("二", {})};
  CHECK(shown(table, {.width = 10}) ==
        "query ↓ key → │\n"
        "──────────────┼\n"
        "一            │\n"
        "二            │\n");
}

TEST_CASE("in ASCII the table is drawn with keyboard signs and measured after the replacement") {
  Table table = contract_weights();
  table.caption = "masked S / √d_k";
  table.rows = {row("过高", {cell("−∞", Mark::none, Role::masked), cell("1.41", Mark::rounding), cell("½")})};
  CHECK(shown(table, {.ascii = true}) ==
        "masked S / sqrt(d_k)\n"
        "query \\ key | 合同  违约金  过高\n"
        "------------+-------------------\n"
        "过高        | -inf  1.41 ~   1/2\n");
}
