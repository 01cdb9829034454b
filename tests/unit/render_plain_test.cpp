// Text for screen readers.
#include "qkv/render/text.hpp"
#include "support/catch.hpp"
#include "support/document.hpp"

using namespace qkv;
using qkv::test::cell;
using qkv::test::contract_weights;
using qkv::test::document_of;
using qkv::test::row;

TEST_CASE("each cell is a line that says where it stands, what it is and what grading says") {
  Table table = contract_weights();
  table.rows = {row("合同", {cell("0.25", Mark::correct, Role::learner), cell("", Mark::blank, Role::learner),
                             cell("0", Mark::none, Role::masked)}),
                row("过高", {cell("0.50", Mark::none, Role::asked)})};
  table.rows[0].cells[0].worked = "1 ÷ 4 = 0.25";
  Document document =
      document_of({Heading{1, "Title"}, Heading{2, "8  weights"}, Formula{"A = E / Σ"}, table,
                   Note{NoteKind::remark, "a remark"}, Note{NoteKind::bad, "not yet"}, List{{"one", "two"}}});
  document.mark_words = {{Mark::correct, "correct"}, {Mark::blank, "left blank"}};
  document.role_words = {{Role::masked, "masked"}, {Role::learner, "your number"}, {Role::asked, "not said"}};
  const std::string expected =
      "Title\n"
      "\n"
      "8  weights\n"
      "A = E / Σ\n"
      "\n"
      "1 ÷ 4 = 0.25\n"
      "weights A\n"
      "query 合同, key 合同: 0.25, correct, your number\n"
      "query 合同, key 违约金: left blank, your number\n"
      "query 合同, key 过高: 0, masked\n"
      "query 过高, key 合同: 0.50\n"
      "\n"
      "a remark\n"
      "✗ not yet\n"
      "\n"
      "one\n"
      "two\n";
  CHECK(render_text(document, {.plain = true}) == expected);
  // A screen reader wants neither colours nor lines broken for a terminal.
  CHECK(render_text(document, {.width = 10, .color = true, .plain = true}) == expected);
}

TEST_CASE("what a table does not name is not said") {
  Table table;
  table.rows = {row("", {cell("1"), cell("2")}), row("b", {cell("3"), cell("")})};
  table.column_names = {"", "c"};
  CHECK(render_text(document_of({table}), {.plain = true}) ==
        "1\n"
        "c: 2\n"
        "b: 3\n"
        "b, c:\n");
}

TEST_CASE("words that the document does not have are left out") {
  Table table = contract_weights();
  table.rows = {row("过高", {cell("1", Mark::wrong, Role::masked)})};
  CHECK(render_text(document_of({table}), {.plain = true}) == "weights A\nquery 过高, key 合同: 1\n");
}

TEST_CASE("plain and ASCII go together") {
  Table table = contract_weights();
  table.rows = {row("过高", {cell("−∞")})};
  CHECK(render_text(document_of({Note{NoteKind::good, "√2"}, table}), {.ascii = true, .plain = true}) ==
        "+ sqrt(2)\n\nweights A\nquery 过高, key 合同: -inf\n");
}

TEST_CASE("a plot is read point by point") {
  const Plot plot{"softness", "temperature", "weight", {{"合同", {{1, 0.5}, {0.1, 1.0 / 3.0}}}}};
  CHECK(render_text(document_of({plot}), {.plain = true}) ==
        "softness\n"
        "合同, temperature 1: weight 0.5\n"
        "合同, temperature 0.1: weight 0.3333\n");
}
