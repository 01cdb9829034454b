// Tables that stand side by side.
#include <string>

#include "qkv/render/markdown.hpp"
#include "qkv/render/text.hpp"
#include "support/catch.hpp"
#include "support/document.hpp"

using namespace qkv;
using qkv::test::cell;
using qkv::test::document_of;
using qkv::test::row;

namespace {

Table right_and_wrong() {
  Table table;
  table.row_axis = "query";
  table.column_axis = "key";
  table.column_names = {"合同", "过高", "合同", "过高"};
  table.groups = {"right", "with the mistake"};
  table.rows = {row("过高", {cell("0.25"), cell("0.50"), cell("1.00", Mark::wrong), cell("0.50")})};
  return table;
}

std::string shown(const TextOptions& options) {
  return render_text(document_of({right_and_wrong()}), options);
}

}  // namespace

TEST_CASE("tables side by side have their names over their columns") {
  CHECK(shown({}) ==
        "              │ right      │ with the mistake\n"
        "query ↓ key → │ 合同  过高 │       合同  过高\n"
        "──────────────┼────────────┼─────────────────\n"
        "过高          │ 0.25  0.50 │     1.00 ✗  0.50\n");
}

TEST_CASE("a table that does not fit beside the other is set below it, whole") {
  const std::string text = shown({.width = 36});
  CHECK(text ==
        "              │ right\n"
        "query ↓ key → │ 合同  过高\n"
        "──────────────┼───────────\n"
        "过高          │ 0.25  0.50\n"
        "\n"
        "              │ with the mistake\n"
        "query ↓ key → │       合同  过高\n"
        "──────────────┼─────────────────\n"
        "过高          │     1.00 ✗  0.50\n");
}

TEST_CASE("a screen reader hears which table a cell belongs to") {
  CHECK(shown({.plain = true}) ==
        "right, query 过高, key 合同: 0.25\n"
        "right, query 过高, key 过高: 0.50\n"
        "with the mistake, query 过高, key 合同: 1.00\n"
        "with the mistake, query 过高, key 过高: 0.50\n");
}

TEST_CASE("in Markdown the names of the tables stand before those of the columns") {
  CHECK(render_markdown(document_of({right_and_wrong()}))
            .find("| query ↓ key → | right: 合同 | right: 过高 | with the mistake: 合同 | with the mistake: "
                  "过高 |") == 0);
}

TEST_CASE("in ASCII the line between the tables is ASCII as well") {
  const std::string text = shown({.ascii = true});
  CHECK(text.find("---+------------+-----") != std::string::npos);
  CHECK(text.find("| 0.25  0.50 |") != std::string::npos);
}
