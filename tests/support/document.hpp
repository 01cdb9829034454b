// Small documents for the tests of renderers.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "qkv/report/document.hpp"

namespace qkv::test {

inline Document document_of(std::vector<Block> blocks) {
  Document document;
  document.language = "en";
  Section section;
  section.blocks = std::move(blocks);
  document.sections.push_back(std::move(section));
  return document;
}

inline Cell cell(std::string text, Mark mark = Mark::none, Role role = Role::plain) {
  Cell made;
  made.text = std::move(text);
  made.mark = mark;
  made.role = role;
  return made;
}

inline Row row(std::string name, std::vector<Cell> cells) {
  Row made;
  made.name = std::move(name);
  made.cells = std::move(cells);
  return made;
}

// The weights of the contract example; the last query is the one that is worked out in the lesson.
inline Table contract_weights() {
  Table table;
  table.caption = "weights A";
  table.row_axis = "query";
  table.column_axis = "key";
  table.column_names = {"合同", "违约金", "过高"};
  table.rows = {row("过高", {cell("0.25"), cell("0.50"), cell("0.25")})};
  return table;
}

}  // namespace qkv::test
