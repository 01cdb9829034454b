// Where a page ends: behind what fits, before what would be torn, never between a header and its rows.
#include <algorithm>

#include "qkv/render/pages.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

Document document_of(std::vector<Block> blocks) {
  Document document;
  document.sections.push_back({{}, std::move(blocks)});
  return document;
}

// A caption, a header, a rule and the rows.
Table table_of(int rows) {
  Table table{
      .caption = "S", .row_axis = "query", .column_axis = "key", .column_names = {"a", "b"}, .rows = {}};
  for (int i = 0; i < rows; ++i)
    table.rows.push_back({"row " + std::to_string(i), {Cell{"1", 1.0}, Cell{"2", 2.0}}, ""});
  return table;
}

std::vector<RenderedLine> lines_of(std::vector<Block> blocks, int width = 40) {
  return render_text_lines(document_of(std::move(blocks)), {.width = width});
}

std::vector<std::vector<std::string>> pages_of(const std::vector<RenderedLine>& lines, PageSize size) {
  std::vector<std::vector<std::string>> pages;
  for (std::size_t from = 0; from < lines.size();) {
    const std::size_t end = page_end(lines, from, size);
    REQUIRE(end > from);
    pages.emplace_back();
    for (; from < end; ++from) pages.back().push_back(lines[from].text);
  }
  return pages;
}

bool begins(const std::string& text, const std::string& with) {
  return text.rfind(with, 0) == 0;
}

}  // namespace

TEST_CASE("the lines of a document are its text") {
  const std::vector<Block> blocks = {Heading{2, "scores"}, Paragraph{"What is looked at"}, table_of(3),
                                     Note{NoteKind::good, "Right", {"indeed"}}, Formula{"a = b"}};
  for (const bool plain : {false, true}) {
    std::string joined;
    for (const RenderedLine& line : render_text_lines(document_of(blocks), {.width = 40, .plain = plain}))
      joined += line.text;
    CHECK(joined == render_text(document_of(blocks), {.width = 40, .plain = plain}));
  }
}

TEST_CASE("what fits is one page, and blank lines at its end need no room") {
  auto lines = lines_of({Paragraph{"one"}, Paragraph{"two"}});
  lines.push_back({"\n", 0, Cut::never, 2});
  CHECK(page_end(lines, 0, {40, 3}) == 4);
  CHECK(page_end(lines, 0, {40, 2}) == 2);  // the blank line between them stays on the first page
  CHECK(shown_end(lines, 0, 4, {40, 4}) == 4);
  CHECK(shown_end(lines, 0, 4, {40, 3}) == 3);
}

TEST_CASE("a table that fits on a screen goes to the next page whole, with its heading and its title") {
  const auto lines = lines_of({Paragraph{"before"}, Heading{2, "weights"}, Paragraph{"head 1"}, table_of(4)});
  const auto pages = pages_of(lines, {40, 11});
  REQUIRE(pages.size() == 2);
  CHECK(begins(pages[0].front(), "before"));
  CHECK(pages[0].size() == 2);
  CHECK(pages[1].front().find("weights") != std::string::npos);
  CHECK(begins(pages[1].back(), "row 3"));
}

TEST_CASE("a page does not end between what introduces something and what it introduces") {
  for (const std::string words :
       {"Now the table:", "再看这张表：", "Three things, each in a line of its own, follow here:"}) {
    const auto lines =
        lines_of({Paragraph{"before"}, Paragraph{words}, Paragraph{"this"}, Paragraph{"that"}}, 30);
    const auto pages = pages_of(lines, {30, 4});
    REQUIRE(pages.size() >= 2);
    CHECK(begins(pages[0].front(), "before"));
    CHECK(begins(pages[1].front(), words.substr(0, 6)));
  }
  const auto others =
      pages_of(lines_of({Paragraph{"before"}, Paragraph{"No colon."}, Paragraph{"this"}}), {30, 3});
  CHECK(begins(others[0].back(), "\n"));
  CHECK(others[0].size() == 4);
}

TEST_CASE("where a heading and its table together are too long, the table is still not torn") {
  const auto pages = pages_of(lines_of({Heading{2, "weights"}, Paragraph{"head 1"}, table_of(6)}), {40, 9});
  REQUIRE(pages.size() == 2);
  CHECK(begins(pages[1].front(), "S"));
  CHECK(begins(pages[1].back(), "row 5"));
}

TEST_CASE("a table longer than the screen is cut between rows, and its header keeps two of them at least") {
  for (int above = 1; above < 9; ++above) {
    std::vector<Block> blocks(static_cast<std::size_t>(above), Formula{"x = 1"});
    blocks.emplace_back(table_of(20));
    for (const auto& page : pages_of(lines_of(blocks), {40, 9})) {
      const auto caption = std::ranges::find(page, "S\n");
      if (caption != page.end()) CHECK(page.end() - caption >= 5);
      CHECK(page.size() <= 10);
    }
  }
}

TEST_CASE("the blocks of columns of a wide table are parted rather than cut") {
  Table wide = table_of(5);
  wide.column_names.clear();
  for (Row& row : wide.rows) row.cells.clear();
  for (int i = 0; i < 12; ++i) {
    wide.column_names.push_back("column" + std::to_string(i));
    for (Row& row : wide.rows) row.cells.push_back(Cell{"1", 1.0});
  }
  const auto pages = pages_of(lines_of({wide}), {40, 12});
  REQUIRE(pages.size() >= 2);
  for (std::size_t i = 1; i < pages.size(); ++i) CHECK(begins(pages[i].front(), "query"));
}

TEST_CASE("a line wider than the screen counts with the rows that it takes, and always goes on") {
  const std::vector<RenderedLine> lines(4, {"x\n", 25, Cut::block, 1});
  CHECK(rows_of(lines, 0, 4, {10, 6}) == 12);
  CHECK(page_end(lines, 0, {10, 6}) == 2);
  CHECK(page_end(lines, 3, {1, 1}) == 4);
}

TEST_CASE("colour is no width") {
  const auto colored = render_text_lines(document_of({Heading{1, "title"}}), {.width = 40, .color = true});
  const auto bare = lines_of({Heading{1, "title"}});
  REQUIRE(colored.size() == bare.size());
  CHECK(colored[0].width == bare[0].width);
  CHECK(colored[0].text != bare[0].text);
}
