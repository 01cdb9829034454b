// The door for texts: nothing behind it can move a cursor, and all of it is in the wanted character set.
#include "qkv/text/unicode.hpp"
#include "text_blocks.hpp"

namespace qkv::rendering {
namespace {

class Cleaner {
 public:
  explicit Cleaner(const TextOptions& options) : ascii_(options.ascii) {}

  void operator()(Heading& heading) const { clean(heading.text); }
  void operator()(Paragraph& paragraph) const { clean(paragraph.text); }
  void operator()(Formula& formula) const { clean(formula.text); }
  void operator()(Note& note) const { clean(note.text); }
  void operator()(List& list) const {
    for (std::string& item : list.items) clean(item);
  }
  void operator()(Table& table) const {
    clean(table.caption);
    clean(table.row_axis);
    clean(table.column_axis);
    for (std::string& name : table.column_names) clean(name);
    for (Row& row : table.rows) (*this)(row);
  }
  void operator()(Row& row) const {
    clean(row.name);
    clean(row.worked);
    for (Cell& cell : row.cells) {
      clean(cell.text);
      clean(cell.worked);
    }
  }
  void operator()(Plot& plot) const {
    clean(plot.caption);
    clean(plot.x_axis);
    clean(plot.y_axis);
    for (Plot::Series& series : plot.series) clean(series.name);
  }
  template <typename Key>
  void operator()(std::map<Key, std::string>& words) const {
    for (auto& [key, word] : words) clean(word);
  }

 private:
  void clean(std::string& text) const {
    text = visible(text);
    if (ascii_) text = to_ascii(text);
  }

  bool ascii_;
};

}  // namespace

Document cleaned(const Document& document, const TextOptions& options) {
  const Cleaner clean(options);
  Document copy = document;
  for (Section& section : copy.sections) {
    for (Block& block : section.blocks) std::visit(clean, block);
  }
  clean(copy.role_words);
  clean(copy.mark_words);
  return copy;
}

}  // namespace qkv::rendering
