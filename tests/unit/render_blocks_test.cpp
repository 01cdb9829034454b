// Headings, paragraphs, formulas, notes, lists and plots as text.
#include <cmath>
#include <limits>

#include "qkv/render/text.hpp"
#include "support/catch.hpp"
#include "support/document.hpp"

using namespace qkv;
using qkv::test::contract_weights;
using qkv::test::document_of;

TEST_CASE("an empty document is an empty text, and empty blocks leave no gap") {
  CHECK(render_text(Document{}, {}).empty());
  CHECK(render_text(Document{}, {.plain = true}).empty());
  const Document document =
      document_of({Paragraph{"one"}, Paragraph{""}, List{}, Table{}, Plot{}, Formula{""},
                   Note{NoteKind::good, ""}, Heading{1, ""}, Paragraph{"two"}});
  CHECK(render_text(document, {}) == "one\n\ntwo\n");
}

TEST_CASE("a lesson looks like a blackboard: underlined title, ruled steps, formulas set in") {
  const Document document = document_of({
      Heading{1, "合同违约金"},
      Paragraph{"Three tokens, one query."},
      Heading{2, "2  scaled   S / √d_k"},
      Formula{"√d_k = √2 = 1.4142"},
      Formula{"1 ÷ 1.4142 = 0.71"},
      contract_weights(),
      Note{NoteKind::remark, "unrounded 1.26"},
      Note{NoteKind::warning, "a row sees nothing"},
      Note{NoteKind::good, "all right"},
      Note{NoteKind::bad, "not yet"},
      Heading{3, "What to look at"},
      List{{"the signs", "the sums"}},
  });
  CHECK(render_text(document, {}) ==
        "合同违约金\n"
        "══════════\n"
        "\n"
        "Three tokens, one query.\n"
        "\n"
        "── 2  scaled   S / √d_k ────────────────────────────────────────\n"
        "    √d_k = √2 = 1.4142\n"
        "    1 ÷ 1.4142 = 0.71\n"
        "\n"
        "weights A\n"
        "query ↓ key → │ 合同  违约金  过高\n"
        "──────────────┼───────────────────\n"
        "过高          │ 0.25    0.50  0.25\n"
        "\n"
        "※ unrounded 1.26\n"
        "! a row sees nothing\n"
        "✓ all right\n"
        "✗ not yet\n"
        "\n"
        "What to look at\n"
        "• the signs\n"
        "• the sums\n");
  CHECK(render_text(document, {.ascii = true}) ==
        "合同违约金\n"
        "==========\n"
        "\n"
        "Three tokens, one query.\n"
        "\n"
        "-- 2  scaled   S / sqrt(d_k) -----------------------------------\n"
        "    sqrt(d_k) = sqrt(2) = 1.4142\n"
        "    1 / 1.4142 = 0.71\n"
        "\n"
        "weights A\n"
        "query \\ key | 合同  违约金  过高\n"
        "------------+-------------------\n"
        "过高        | 0.25    0.50  0.25\n"
        "\n"
        "- unrounded 1.26\n"
        "! a row sees nothing\n"
        "+ all right\n"
        "x not yet\n"
        "\n"
        "What to look at\n"
        "* the signs\n"
        "* the sums\n");
}

TEST_CASE("blocks of different sections are set apart like blocks of one") {
  Document document = document_of({Paragraph{"one"}});
  document.sections.push_back({{}, {Paragraph{"two"}}});
  CHECK(render_text(document, {}) == "one\n\ntwo\n");
}

TEST_CASE("without a width nothing is ever wrapped, split or cut") {
  std::string text;
  for (int i = 0; i < 500; ++i) text += "word ";
  text += "end";
  Table table = contract_weights();
  table.column_names.assign(300, "column");
  const Document document =
      document_of({Heading{1, text}, Heading{2, text}, Heading{3, text}, Paragraph{text}, Formula{text},
                   Note{NoteKind::good, text}, List{{text}}, table});
  const std::string shown = render_text(document, {});
  CHECK(shown.starts_with(text + "\n═"));
  CHECK(shown.find("\n── " + text + "\n" + text + "\n") != std::string::npos);
  CHECK(shown.find("\n" + text + "\n\n    " + text + "\n\n✓ " + text + "\n\n• " + text + "\n") !=
        std::string::npos);
  // One caption, one header, one rule and one row after the list.
  CHECK(shown.find("\n\nweights A\nquery ↓ key → │ column  column") != std::string::npos);
  CHECK(shown.substr(shown.find("weights A")).find("\n\n") == std::string::npos);
}

TEST_CASE("with a width the words wrap and hang behind their sign, formulas stay whole") {
  const Document document = document_of({
      Heading{1, "A heading of many words"},
      Heading{2, "3  a step of many words"},
      Paragraph{"alpha beta gamma delta epsilon"},
      Formula{"0.25×[1, 0] + 0.50×[0, 2] = [0.25, 1.00]"},
      Note{NoteKind::warning, "alpha beta gamma delta"},
      List{{"alpha beta gamma delta", "one"}},
      Paragraph{"合同约定的违约金过高，可以请求减少。"},
  });
  CHECK(render_text(document, {.width = 20}) ==
        "A heading of many\n"
        "words\n"
        "═════════════════\n"
        "\n"
        "── 3  a step of many\n"
        "   words ───────────\n"
        "alpha beta gamma\n"
        "delta epsilon\n"
        "\n"
        "    0.25×[1, 0] + 0.50×[0, 2] = [0.25, 1.00]\n"
        "\n"
        "! alpha beta gamma\n"
        "  delta\n"
        "\n"
        "• alpha beta gamma\n"
        "  delta\n"
        "• one\n"
        "\n"
        "合同约定的违约金过\n"
        "高，可以请求减少。\n");
}

TEST_CASE("a rule ends with the terminal where that is narrower, and text that just fits is left alone") {
  CHECK(render_text(document_of({Heading{2, "step"}}), {.width = 12}) == "── step ────\n");
  CHECK(render_text(document_of({Heading{2, "step"}}), {.width = 9}) == "── step ─\n");
  CHECK(render_text(document_of({Heading{2, "step"}}), {.width = 8}) == "── step\n");
  CHECK(render_text(document_of({Paragraph{"two  blanks kept"}}), {.width = 16}) == "two  blanks kept\n");
}

TEST_CASE("absurd widths are survived") {
  const Document document = document_of({Heading{1, "合同违约金过高合同违约金过高"}, Heading{2, "步骤"},
                                         Note{NoteKind::bad, "一二三四五六七八九十"}, contract_weights()});
  for (const int width : {-1, 0, 1, 2, 3}) {
    CHECK(render_text(document, {.width = width}).find("0.50") != std::string::npos);
  }
}

TEST_CASE("control characters are shown wherever a text may hold them") {
  const std::string evil = "a\x1b]0;x\x07\n\u202E\x9b";
  Plot plot{evil, evil, evil, {{evil, {{1, 2}}}}};
  Table table = contract_weights();
  table.row_axis = table.column_axis = table.rows[0].worked = table.rows[0].cells[0].text = evil;
  table.rows[0].cells[1].mark = Mark::wrong;
  Document document = document_of({Heading{1, evil}, Heading{2, evil}, Heading{3, evil}, Paragraph{evil},
                                   Formula{evil}, Note{NoteKind::good, evil}, List{{evil}}, table, plot});
  document.mark_words = {{Mark::wrong, evil}};
  document.role_words = {{Role::masked, evil}};
  for (const bool plain : {false, true}) {
    for (const bool ascii : {false, true}) {
      const std::string text = render_text(document, {.ascii = ascii, .plain = plain});
      CHECK(text.find('\x1b') == std::string::npos);
      CHECK(text.find('\x07') == std::string::npos);
      CHECK(text.find("\u202E") == std::string::npos);
      CHECK(text.find('\x9b') == std::string::npos);
      CHECK(text.find("a<U+001B>]0;x<U+0007><U+000A><U+202E><0x9B>\n") != std::string::npos);
    }
  }
}

TEST_CASE("a plot is a bar a point on one scale for all series") {
  const Plot plot{"weight of 合同",
                  "T",
                  "weight",
                  {{"soft", {{1, 0.5}, {2, 0.25}, {16384, 0}}}, {"sharp", {{1, 1}, {2, 0.984375}}}}};
  // 32 columns are the largest value, 1; half a column is 1/64.
  CHECK(render_text(document_of({plot}), {}) ==
        "weight of 合同\n"
        "soft\n"
        "    T │ weight\n"
        "    1 │████████████████ 0.5\n"
        "    2 │████████ 0.25\n"
        "16384 │ 0\n"
        "\n"
        "sharp\n"
        "    T │ weight\n"
        "    1 │████████████████████████████████ 1\n"
        "    2 │███████████████████████████████▌ 0.9844\n");
  CHECK(render_text(document_of({plot}), {.ascii = true}) ==
        "weight of 合同\n"
        "soft\n"
        "    T | weight\n"
        "    1 |################ 0.5\n"
        "    2 |######## 0.25\n"
        "16384 | 0\n"
        "\n"
        "sharp\n"
        "    T | weight\n"
        "    1 |################################ 1\n"
        "    2 |################################ 0.9844\n");
}

TEST_CASE("bars of a plot keep within the terminal") {
  const Plot plot{"", "x", "", {{"", {{1, 8}, {2, 4}}}}};
  // 20 columns: label 1, " │" 2, blank 1, value 1 leave 15 for the bar.
  CHECK(render_text(document_of({plot}), {.width = 20}) ==
        "x │\n"
        "1 │███████████████ 8\n"
        "2 │███████▌ 4\n");
}

TEST_CASE("negative values grow to the left of the zero line, values that are not finite have no bar") {
  const double infinity = std::numeric_limits<double>::infinity();
  const Plot plot{"", "", "", {{"", {{1, 3}, {2, -1}, {3, -infinity}, {4, std::nan("")}}}}};
  CHECK(render_text(document_of({plot}), {}) ==
        "1         │████████████████████████ 3\n"
        "2 ████████│ -1\n"
        "3         │ −∞\n"
        "4         │ NaN\n");
  const Plot huge{"", "", "", {{"", {{1, 1e308}, {2, -1e308}, {3, 5e-324}}}}};
  CHECK(render_text(document_of({huge}), {.ascii = true}).find("################|") != std::string::npos);
  const Plot flat{"", "", "", {{"", {{1, 0}, {2, 0}}}}};
  CHECK(render_text(document_of({flat}), {}) == "1 │ 0\n2 │ 0\n");
}
