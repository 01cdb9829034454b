#include <algorithm>
#include <array>
#include <utility>

#include "markdown_line.hpp"
#include "planes.hpp"
#include "qkv/base/suggest.hpp"
#include "qkv/io/read_sheet.hpp"
#include "qkv/text/name.hpp"
#include "qkv/text/unicode.hpp"
#include "sheet_text.hpp"

namespace qkv {
namespace {

using namespace sheets;

struct BarRow {
  Line line;
  std::vector<Piece> pieces;
};

// What stands below one heading.
struct Section {
  Heading heading;
  Line line;
  std::vector<BarRow> bars;
  std::vector<std::pair<Line, TypedRow>> typed;
};

// The places in one line, from left to right.
class Columns {
 public:
  explicit Columns(const Line& line) : line_(line) {}

  LineColumn place(std::size_t offset) {
    column_ += count_code_points(line_.text.substr(offset_, offset - offset_));
    offset_ = offset;
    return {line_.number, column_};
  }

 private:
  Line line_;
  std::size_t offset_ = 0;
  int column_ = 1;
};

// What a sheet quotes is what the problem begins with, never an answer.
bool is_quoted(std::string_view line) {
  return folded(trimmed(line).substr(0, sizeof "＞" - 1)).starts_with('>');
}

class MarkdownReader {
 public:
  MarkdownReader(const std::string& file, FaultList& faults) : file_(file), faults_(faults) {}

  void read(const std::vector<Line>& lines) {
    for (const Line& line : lines) {
      if (line.text.empty() || is_quoted(line.text)) continue;
      if (auto heading = read_heading(line.text)) {
        end_section();
        section_ = Section{std::move(*heading), line, {}, {}};
      } else if (section_) {
        read_body(line);
      } else {
        read_front(line);
      }
    }
    end_section();
  }

  Answers answers;
  std::vector<Plane> planes;

 private:
  // ---- before the first heading
  // ---------------------------------------------------------------------------

  void read_front(const Line& line) {
    const std::string_view text = trimmed(line.text);
    if (text == "---") {
      in_front_block_ = line.number == 1;
    } else if (!split_at_bars(line.text).empty()) {
      if (text.front() == '|') report_stray_table(line);
    } else if (const auto key_line = read_key_line(line.text)) {
      take_key(line, *key_line);
    }
  }

  void take_key(const Line& line, const KeyLine& key_line) {
    constexpr std::array<std::string_view, 3> keys = {"problem", "learner", "name"};
    const Place place = place_in(line, 0, file_);
    if (key_line.key == keys[0]) {
      take_name(answers.problem, key_line.value, name_columns, place, faults_);
    } else if (key_line.key == keys[1]) {
      take_name(answers.learner, key_line.value, title_columns, place, faults_);
    } else if (key_line.key == keys[2]) {
      take_name(answers.learner_name, key_line.value, title_columns, place, faults_);
    } else if (in_front_block_ && !key_line.value.empty()) {
      faults_.add(
          {"unknown-key", place, {argument("name", shown(key_line.key))}, nearest(key_line.key, keys)});
    }
  }

  void report_stray_table(const Line& line) {
    if (std::exchange(has_stray_table_, true)) return;
    faults_.add({"sheet.no-heading", place_in(line, 0, file_), {}, {}});
  }

  // ---- below a heading
  // ------------------------------------------------------------------------------------

  void read_body(const Line& line) {
    if (trimmed(line.text).empty()) return;
    std::vector<Piece> pieces = split_at_bars(line.text);
    if (!pieces.empty()) {
      section_->bars.push_back({line, std::move(pieces)});
    } else if (auto typed = read_typed_row(line.text)) {
      section_->typed.emplace_back(line, std::move(*typed));
    }
  }

  void end_section() {
    if (!section_) return;
    const Section section = std::move(*section_);
    section_.reset();
    if (section.bars.empty() && section.typed.empty()) return;  // a title, or a table that was left out
    if (!section.heading.step) {
      // Text with a number in it is no table, unless the heading is nearly the id of one.
      const std::string meant = nearest_step(section.heading.name);
      if (section.bars.empty() && meant.empty()) return;
      add("sheet.unknown-table", section.line, {argument("name", shown(section.heading.name))}, meant);
      return;
    }
    if (section.heading.bad_part) {
      add("sheet.bad-part", section.line, {name_of(section)});
      return;
    }
    Plane plane;
    plane.step = *section.heading.step;
    plane.batch = section.heading.batch;
    plane.head = section.heading.head;
    plane.place = place_in(section.line, 0, file_);
    if (section.bars.empty()) {
      read_typed(section, plane);
    } else {
      read_table(section, plane);
    }
    if (!plane.rows.empty()) planes.push_back(std::move(plane));
  }

  void read_typed(const Section& section, Plane& plane) const {
    plane.typed = true;
    for (const auto& [line, row] : section.typed) {
      const LineColumn place = bare_place(line, 0);
      plane.rows.push_back({{readable_name(row.name), place}, {{row.numbers, place}}});
    }
  }

  // ---- a table with bars
  // ----------------------------------------------------------------------------------

  void read_table(const Section& section, Plane& plane) {
    if (!section.typed.empty()) add("sheet.loose-row", section.typed.front().first, {name_of(section)});
    std::vector<const BarRow*> rows;
    const BarRow* head = find_head(section, rows);
    const bool named = has_names(head, rows);
    if (head != nullptr) {
      Columns columns(head->line);
      for (std::size_t i = named && !lost_corner(*head, rows) ? 1 : 0; i < head->pieces.size(); ++i) {
        plane.columns.push_back(name_cell(head->pieces[i], columns));
      }
    } else {
      std::size_t columns = 0;
      for (const BarRow* row : rows) columns = std::max(columns, row->pieces.size());
      plane.columns.resize(columns - (named && columns > 0 ? 1 : 0),
                           AnswerCell{{}, bare_place(section.line, 0)});
    }
    for (const BarRow* row : rows) read_row(section, *row, named, plane);
  }

  // The row with the names of the columns, or null; and the rows below it. A second table is reported.
  const BarRow* find_head(const Section& section, std::vector<const BarRow*>& rows) {
    std::vector<std::size_t> separators;
    const std::vector<BarRow>& bars = section.bars;
    for (std::size_t i = 0; i < bars.size(); ++i) {
      if (is_separator(bars[i].pieces)) separators.push_back(i);
    }
    std::size_t end = bars.size();
    if (separators.size() > 1 && separators[1] > 1 && separators[1] + 1 < bars.size() &&
        looks_like_head(bars[separators[1] - 1])) {
      end = separators[1] - 1;
      add("sheet.second-table", bars[end].line, {name_of(section)});
    }
    const bool has_separator = !separators.empty();
    const bool has_head = has_separator ? separators.front() > 0 : looks_like_head(bars.front());
    if (!has_separator) {
      add(has_head ? "sheet.no-separator" : "sheet.no-head", bars.front().line, {name_of(section)});
    } else if (!has_head) {
      add("sheet.no-head", bars.front().line, {name_of(section)});
    }
    for (std::size_t i = has_head ? 1 : 0; i < end; ++i) {
      if (!is_separator(bars[i].pieces)) rows.push_back(&bars[i]);
    }
    return has_head ? &bars.front() : nullptr;
  }

  // Names of columns are words, or come after an empty corner.
  static bool looks_like_head(const BarRow& row) {
    if (row.pieces.front().text.empty()) return true;
    return std::any_of(row.pieces.begin() + 1, row.pieces.end(), [](const Piece& piece) {
      const std::string cell = cell_text(piece.text);
      return !cell.empty() && !is_number(cell);
    });
  }

  // Whether the first column holds names: not if it holds nothing but numbers below a name of its own.
  static bool has_names(const BarRow* head, const std::vector<const BarRow*>& rows) {
    if (head != nullptr && !head->pieces.empty() && head->pieces.front().text.empty()) return true;
    if (rows.empty()) return true;
    return std::ranges::any_of(rows, [](const BarRow* row) {
      return row->pieces.empty() || !is_number(cell_text(row->pieces.front().text));
    });
  }

  static bool begins_with_bar(const BarRow& row) {
    return folded(trimmed(row.line.text).substr(0, 3)).starts_with('|');
  }

  // Rows without a bar in front, and a head whose empty corner leaves the first bar in front.
  static bool lost_corner(const BarRow& head, const std::vector<const BarRow*>& rows) {
    return begins_with_bar(head) && !rows.empty() &&
           std::ranges::none_of(rows, [](const BarRow* row) { return begins_with_bar(*row); });
  }

  void read_row(const Section& section, const BarRow& row, bool named, Plane& plane) {
    PlaneRow read;
    read.name.place = bare_place(row.line, 0);
    Columns places(row.line);
    const std::size_t first = named ? 1 : 0;
    if (named) read.name = name_cell(row.pieces.front(), places);
    bool filled = false;
    for (std::size_t i = first; i < row.pieces.size(); ++i) {
      std::string written = cell_text(row.pieces[i].text);
      filled |= !written.empty();
      read.cells.push_back({std::move(written), places.place(row.pieces[i].offset)});
    }
    const std::size_t columns = plane.columns.size();
    const std::vector<Argument> counts = {
        name_of(section), argument_count("expected", static_cast<long long>(columns), "thing.column"),
        argument_count("found", static_cast<long long>(read.cells.size()), "thing.cell")};
    if (read.cells.size() > columns) {
      const bool surplus =
          std::any_of(read.cells.begin() + static_cast<std::ptrdiff_t>(columns), read.cells.end(),
                      [](const AnswerCell& cell) { return !cell.written.empty(); });
      if (surplus) add("sheet.many-cells", row.line, counts);
    } else if (read.cells.size() < columns && filled) {
      add("sheet.few-cells", row.line, counts);
    }
    read.cells.resize(columns, {{}, places.place(row.line.text.size())});
    plane.rows.push_back(std::move(read));
  }

  static AnswerCell name_cell(const Piece& piece, Columns& places) {
    return {readable_name(name_text(piece.text)), places.place(piece.offset)};
  }

  static LineColumn bare_place(const Line& line, std::size_t offset) { return Columns(line).place(offset); }

  static Argument name_of(const Section& section) {
    return argument("name", std::string(step_name(*section.heading.step)));
  }

  void add(std::string code, const Line& line, std::vector<Argument> arguments, std::string suggestion = {}) {
    faults_.add({std::move(code), place_in(line, 0, file_), std::move(arguments), std::move(suggestion)});
  }

  const std::string& file_;
  FaultList& faults_;
  std::optional<Section> section_;
  bool in_front_block_ = false;
  bool has_stray_table_ = false;
};

}  // namespace

Result<Answers> read_markdown_answers(std::string bytes, const std::string& file) {
  FaultList faults;
  const std::optional<std::string> text = readable_text(std::move(bytes), file, faults);
  if (!text) return faults.take(file);
  MarkdownReader reader(file, faults);
  reader.read(lines_of(*text));
  Answers answers = std::move(reader.answers);
  answers.tables = tables_of(std::move(reader.planes), AnswerTable::By::name, faults);
  if (answers.tables.empty()) {
    faults.add({"sheet.no-table", Place{file, 1, 1, {}, {}}, {}, {}});
    return faults.take(file);
  }
  answers.faults = faults.take(file);
  return answers;
}

}  // namespace qkv
