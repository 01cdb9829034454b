#include "qkv/report/list.hpp"

namespace qkv {

Document list_document(const std::vector<ListedProblem>& problems, const Catalogue& catalogue) {
  Table table;
  table.row_axis = std::string(catalogue.text("list.name"));
  table.column_names = {std::string(catalogue.text("list.title"))};
  for (const ListedProblem& problem : problems) {
    table.rows.push_back({.name = problem.name, .cells = {{.text = problem.title.in(catalogue.language())}}});
  }
  Document document;
  document.title = std::string(catalogue.text("list.heading"));
  document.language = std::string(language_name(catalogue.language()));
  document.sections.push_back({.tag = {},
                               .blocks = {Heading{1, document.title}, std::move(table),
                                          Paragraph{std::string(catalogue.text("list.next"))}}});
  return document;
}

}  // namespace qkv
