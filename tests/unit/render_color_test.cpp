// Colour repeats what signs say: never without being asked for, never part of the text.
#include "qkv/render/text.hpp"
#include "support/catch.hpp"
#include "support/document.hpp"

using namespace qkv;
using qkv::test::cell;
using qkv::test::contract_weights;
using qkv::test::document_of;
using qkv::test::row;

namespace {

// A document with every kind of block, every role and every mark.
Document everything() {
  Table table = contract_weights();
  table.column_names = {"合同", "违约金"};
  for (int mark = 0; mark <= static_cast<int>(Mark::unreadable); ++mark) {
    for (int role = 0; role <= static_cast<int>(Role::learner); role += 2) {
      table.rows.push_back(row("行", {cell("0.25", static_cast<Mark>(mark), static_cast<Role>(role)),
                                      cell("0", Mark::none, static_cast<Role>(role + 1))}));
    }
  }
  Document document =
      document_of({Heading{1, "one heading of several words"}, Heading{2, "two"}, Heading{3, "three"},
                   Paragraph{"paragraph"}, Formula{"√2"}, Note{NoteKind::remark, "r"},
                   Note{NoteKind::warning, "w"}, Note{NoteKind::good, "g"}, Note{NoteKind::bad, "b"},
                   List{{"item"}}, table, Plot{"plot", "x", "y", {{"series", {{1, 1}, {2, -2.5}}}}}});
  document.mark_words = {{Mark::correct, "correct"}, {Mark::wrong, "wrong"}, {Mark::slip, "slip"}};
  return document;
}

std::string without_colour(const std::string& text) {
  std::string bare;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\x1b') {
      at = text.find('m', at);
    } else {
      bare += text[at];
    }
  }
  return bare;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = text.find('\n', begin);
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace

TEST_CASE("there is no escape code unless colour is asked for") {
  CHECK(render_text(everything(), {}).find('\x1b') == std::string::npos);
  CHECK(render_text(everything(), {.width = 30, .ascii = true}).find('\x1b') == std::string::npos);
}

TEST_CASE("colour changes nothing of the text, in any combination") {
  for (const bool ascii : {false, true}) {
    for (const int width : {0, 25, 80}) {
      TextOptions options;
      options.ascii = ascii;
      if (width > 0) options.width = width;
      const std::string bare = render_text(everything(), options);
      options.color = true;
      const std::string coloured = render_text(everything(), options);
      CHECK(coloured != bare);
      CHECK(without_colour(coloured) == bare);
    }
  }
}

TEST_CASE("every colour ends on its own line, so that a cut or paged output stays readable") {
  for (const std::string& line : lines_of(render_text(everything(), {.color = true}))) {
    const std::size_t last = line.rfind('\x1b');
    if (last == std::string::npos) continue;
    INFO(line);
    CHECK(line.compare(last, 4, "\x1b[0m") == 0);
  }
}

TEST_CASE("a masked cell is faint, a cell to fill in strong, a mistake red with its sign, padding bare") {
  Table table;
  table.rows = {row("", {cell("0", Mark::none, Role::masked), cell("____", Mark::none, Role::asked),
                         cell("0.5", Mark::mistake)}),
                row("", {cell("1.25"), cell("0.25"), cell("0.75", Mark::correct)})};
  CHECK(render_text(document_of({table}), {.color = true}) ==
        "   \x1b[2m0\x1b[0m  \x1b[1m____\x1b[0m   \x1b[31m0.5 ⊗\x1b[0m\n"
        "1.25  0.25  \x1b[32m0.75 ✓\x1b[0m\n");
}
