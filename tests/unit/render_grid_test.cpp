// Properties of every grid, on random tables.
#include <algorithm>
#include <random>

#include "qkv/render/text.hpp"
#include "qkv/text/unicode.hpp"
#include "support/catch.hpp"
#include "support/document.hpp"

using namespace qkv;
using qkv::test::cell;
using qkv::test::document_of;

namespace {

using Engine = std::mt19937;

int draw(Engine& engine, int below) {
  return static_cast<int>(engine() % static_cast<unsigned>(below));
}

std::string random_name(Engine& engine) {
  const std::vector<std::string> pieces = {"a",  "Ω", "合", "１",   "e\u0301", "👍🏽",
                                           "🇨🇳", "é", "√",  "\x1b", "\u202E",  " x"};
  std::string name = "n";
  for (int left = draw(engine, 5); left > 0; --left)
    name += pieces[static_cast<std::size_t>(draw(engine, 12))];
  return name;
}

// With or without marks as a whole, so that every line reaches the end of the grid.
Table random_table(Engine& engine, bool marked) {
  Table table;
  table.row_axis = draw(engine, 2) == 0 ? "query" : "查询";
  table.column_axis = draw(engine, 2) == 0 ? "key" : "";
  const int columns = 1 + draw(engine, 9);
  for (int at = 0; at < columns; ++at) table.column_names.push_back(random_name(engine));
  for (int rows = 1 + draw(engine, 5); rows > 0; --rows) {
    table.rows.push_back({random_name(engine), {}, {}});
    for (int at = 0; at < columns; ++at) {
      const Mark mark = marked ? static_cast<Mark>(1 + draw(engine, 9)) : Mark::none;
      const std::string number = std::to_string(draw(engine, 100000));
      table.rows.back().cells.push_back(cell(draw(engine, 6) == 0 ? "−∞" : number, mark));
    }
  }
  return table;
}

// The blocks of lines between empty lines.
std::vector<std::vector<std::string>> blocks_of(const std::string& text) {
  std::vector<std::vector<std::string>> blocks(1);
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = text.find('\n', begin);
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.empty()) {
      blocks.emplace_back();
    } else {
      blocks.back().push_back(line);
    }
  }
  return blocks;
}

int column_of(const std::string& line, const std::string& sign) {
  const std::size_t at = line.find(sign);
  return at == std::string::npos ? -1 : display_width(line.substr(0, at));
}

// Gives each cell a number that stands nowhere else, of six digits or more.
void make_unique(Table& table) {
  int number = 100000;
  for (Row& row : table.rows) {
    for (Cell& each : row.cells) {
      each.text = std::to_string(number);
      if (number % 3 == 0) each.text += ".25";
      ++number;
    }
  }
}

// The texts of a row's cells that stand in a line.
std::vector<std::string> cells_of(const std::string& line, const Row& row) {
  std::vector<std::string> texts;
  for (const Cell& each : row.cells) {
    if (line.find(each.text) != std::string::npos) texts.push_back(each.text);
  }
  return texts;
}

}  // namespace

TEST_CASE("all lines of one block have the same width, with the upright line in the same column") {
  Engine engine(20240607);
  for (int round = 0; round < 400; ++round) {
    const Table table = random_table(engine, round % 2 == 0);
    TextOptions options;
    options.ascii = round % 3 == 0;
    if (round % 5 != 0) options.width = 20 + draw(engine, 80);
    for (const auto& block : blocks_of(render_text(document_of({table}), options))) {
      REQUIRE(block.size() == table.rows.size() + 2);
      const int upright = column_of(block[1], options.ascii ? "+" : "┼");
      for (const std::string& line : block) {
        INFO(line);
        REQUIRE(display_width(line) == display_width(block[0]));
        if (&line != &block[1]) REQUIRE(column_of(line, options.ascii ? "|" : "│") == upright);
      }
    }
  }
}

TEST_CASE("every cell ends in the column of its neighbours above and below, whatever is missing between") {
  Engine engine(7);
  for (int round = 0; round < 200; ++round) {
    Table table = random_table(engine, false);
    make_unique(table);
    for (Row& row : table.rows) {
      for (Cell& each : row.cells) each.mark = static_cast<Mark>(draw(engine, 10));
      if (draw(engine, 3) == 0) row.cells.resize(std::min(row.cells.size(), std::size_t{2}));
    }
    const std::vector<std::string> lines = blocks_of(render_text(document_of({table}), {})).front();
    for (std::size_t column = 0; column < table.column_names.size(); ++column) {
      int expected = -1;
      for (std::size_t at = 0; at < table.rows.size(); ++at) {
        if (column >= table.rows[at].cells.size()) continue;
        const std::string& text = table.rows[at].cells[column].text;
        const int end = column_of(lines[at + 2], text) + display_width(text);
        if (expected < 0) expected = end;
        INFO(lines[at + 2]);
        REQUIRE(end == expected);
        REQUIRE(end <= display_width(lines[1]));
      }
    }
  }
}

TEST_CASE(
    "splitting loses no cell and repeats none, and only a single column may be wider than the terminal") {
  Engine engine(99);
  for (int round = 0; round < 200; ++round) {
    Table table = random_table(engine, round % 2 == 0);
    make_unique(table);
    const int width = 16 + draw(engine, 60);
    std::vector<std::vector<std::string>> found(table.rows.size());
    for (const auto& block : blocks_of(render_text(document_of({table}), {.width = width}))) {
      REQUIRE(block.size() == table.rows.size() + 2);
      for (std::size_t at = 0; at < table.rows.size(); ++at) {
        const std::vector<std::string> cells = cells_of(block[at + 2], table.rows[at]);
        REQUIRE(!cells.empty());
        INFO(block[at + 2]);
        REQUIRE((cells.size() == 1 || display_width(block[at + 2]) <= width));
        found[at].insert(found[at].end(), cells.begin(), cells.end());
      }
    }
    for (std::size_t at = 0; at < table.rows.size(); ++at) {
      REQUIRE(found[at].size() == table.rows[at].cells.size());
      for (std::size_t column = 0; column < found[at].size(); ++column) {
        REQUIRE(found[at][column] == table.rows[at].cells[column].text);
      }
    }
  }
}
