// The door for texts: nothing behind it can move a cursor, and all of it is in the wanted character set.
#include "qkv/text/ascii.hpp"
#include "qkv/text/unicode.hpp"
#include "text_blocks.hpp"

namespace qkv::rendering {
namespace {

class Cleaner {
 public:
  explicit Cleaner(const TextOptions& options) : ascii_(options.ascii), calls_(options.calls) {}

  void operator()(Heading& heading) const { clean(heading.text); }
  void operator()(Paragraph& paragraph) const { clean(paragraph.text); }
  void operator()(Formula& formula) const { clean(formula.text); }
  void operator()(Note& note) const {
    clean(note.text);
    for (std::string& detail : note.details) clean(detail);
  }
  void operator()(List& list) const {
    for (std::string& item : list.items) clean(item);
  }
  void operator()(Table& table) const {
    clean(table.caption);
    clean(table.row_axis);
    clean(table.column_axis);
    for (std::string& name : table.column_names) clean(name);
    for (std::string& name : table.groups) clean(name);
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
    if (!calls_.options.empty()) text = with_calls(text, calls_);
    if (is_printable_ascii(text)) return;
    text = visible(text);
    if (ascii_) text = to_ascii(text);
  }

  bool ascii_;
  const CommandCalls& calls_;
};

}  // namespace

Document cleaned(Document document, const TextOptions& options) {
  const Cleaner clean(options);
  for (Section& section : document.sections) {
    for (Block& block : section.blocks) std::visit(clean, block);
  }
  clean(document.role_words);
  clean(document.mark_words);
  return document;
}

}  // namespace qkv::rendering
