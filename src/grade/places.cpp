#include "qkv/grade/places.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "qkv/base/suggest.hpp"
#include "qkv/text/unicode.hpp"
#include "qkv/trace/labels.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv::grading {
namespace {

// A table's axes apart: planes (a batch member and a head each), rows and columns.
struct Grid {
  int batch = 1;
  int heads = 1;
  bool has_heads = false;
  int rows = 0;
  int columns = 1;

  int planes() const { return batch * heads; }
  std::size_t flat(int plane, int row, int column) const {
    return (static_cast<std::size_t>(plane) * static_cast<std::size_t>(rows) +
            static_cast<std::size_t>(row)) *
               static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(column);
  }
};

// `with_columns`: whether the last axis are the columns.
Grid grid_of(Step step, const Shape& shape, bool with_columns) {
  const auto& axes = step_row(step).axes;
  Grid grid;
  std::size_t axis = 0;
  grid.batch = shape[axis++];
  grid.has_heads = std::ranges::find(axes, Axis::head) != axes.end();
  if (grid.has_heads) grid.heads = shape[axis++];
  grid.rows = shape[axis++];
  if (with_columns) grid.columns = shape[axis];
  return grid;
}

// Which row (or column) of the problem each written one is; −1: none.
using Places = std::vector<int>;

// What messages call the two directions.
struct Direction {
  std::string code;  // "answers.row."
  const std::vector<std::string>& expected;
  std::vector<bool> asked;
  bool positional;  // names are mere numbers: whatever stands there goes by its place
};

class Placer {
 public:
  Placer(const Problem& problem, AnswerTable& table, std::vector<Diagnostic>& faults)
      : problem_(problem), table_(table), faults_(faults) {
    const bool sum = table.step == Step::sum;
    whole_ = grid_of(table.step, shape_of(problem, table.step), !sum);
    typed_ = !sum && std::ranges::all_of(table.labels,
                                         [](const AnswerLabels& labels) { return labels.columns.empty(); });
    given_ = grid_of(table.step, table.shape, !sum && !typed_);
  }

  void place() {
    if (is_transposed() || (typed_ && !fits_typed())) return unplaced();
    Grid wanted = whole_;
    if (typed_) wanted.columns = 1;
    std::vector<AnswerCell> cells(element_count({wanted.planes(), wanted.rows, wanted.columns}));
    bool any = false;
    for (int batch = 0; batch < given_.batch; ++batch) {
      for (int head = 0; head < given_.heads; ++head) any |= place_plane(batch, head, wanted, cells);
    }
    if (!any) return unplaced();
    report_missing_planes();
    faults_.insert(faults_.end(), found_.begin(), found_.end());
    table_.cells = std::move(cells);
    table_.shape = shape_of(problem_, table_.step);
    if (typed_) table_.shape.pop_back();
    done();
  }

 private:
  static constexpr std::size_t most_found = 20;  // in one table

  // Grading compares the shape and says so.
  void unplaced() { done(); }
  void done() {
    table_.by = AnswerTable::By::order;
    table_.labels.clear();
  }

  bool is_transposed() const {
    return !typed_ && whole_.rows != whole_.columns && given_.rows == whole_.columns &&
           given_.columns == whole_.rows;
  }

  bool fits_typed() const { return given_.batch <= whole_.batch && given_.heads <= whole_.heads; }

  const AnswerLabels& labels(int batch, int head) const {
    return table_.labels[static_cast<std::size_t>(batch * given_.heads + head)];
  }

  bool place_plane(int batch, int head, const Grid& wanted, std::vector<AnswerCell>& cells) {
    const AnswerLabels& named = labels(batch, head);
    if (named.rows.empty()) return false;
    if (batch >= whole_.batch || head >= whole_.heads) {
      add("answers.no-such-part", named.rows.front().place, {argument("part", part(batch, head))});
      return false;
    }
    const Places rows = places_of(named.rows, row_direction(batch));
    Places columns = {0};
    if (!typed_ && table_.step != Step::sum) columns = places_of(named.columns, column_direction(batch));
    bool any = false;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      for (std::size_t column = 0; column < columns.size(); ++column) {
        if (rows[row] < 0 || columns[column] < 0) continue;
        cells[wanted.flat(batch * whole_.heads + head, rows[row], columns[column])] =
            table_.cells[given_.flat(batch * given_.heads + head, static_cast<int>(row),
                                     static_cast<int>(column))];
        any = true;
      }
    }
    if (any && table_.by == AnswerTable::By::number) report_missing_cells(batch, head, rows, columns);
    return any;
  }

  // Lines that were deleted: their row and their column are there, they are not.
  void report_missing_cells(int batch, int head, const Places& rows, const Places& columns) {
    const AnswerLabels& named = labels(batch, head);
    const auto is_given = [](const std::vector<AnswerCell>& names, std::size_t i) {
      return i >= names.size() || names[i].place.line > 0;
    };
    long long count = 0;
    std::size_t first = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (rows[row] < 0 || !is_given(named.rows, row)) continue;
      if (!is_asked_row(problem_, table_.step, batch, rows[row])) continue;
      for (std::size_t column = 0; column < columns.size(); ++column) {
        if (columns[column] < 0 || !is_given(named.columns, column)) continue;
        const std::size_t flat =
            given_.flat(batch * given_.heads + head, static_cast<int>(row), static_cast<int>(column));
        if (table_.cells[flat].place.line == 0 && ++count == 1) first = row;
      }
    }
    if (count == 0) return;
    add("answers.cells-missing", named.rows[first].place,
        {argument_count("count", count, "thing.cell"),
         argument("name", shown(row_name(problem_, table_.step, batch, rows[first])))});
  }

  Direction row_direction(int batch) {
    names_.clear();
    std::vector<bool> asked;
    for (int row = 0; row < whole_.rows; ++row) {
      names_.push_back(row_name(problem_, table_.step, batch, row));
      asked.push_back(is_asked_row(problem_, table_.step, batch, row));
    }
    return {"answers.row.", names_, std::move(asked), false};
  }

  Direction column_direction(int batch) {
    names_.clear();
    for (int column = 0; column < whole_.columns; ++column) {
      names_.push_back(column_name(problem_, table_.step, batch, column));
    }
    return {"answers.column.", names_, std::vector<bool>(names_.size(), true),
            !columns_are_keys(table_.step)};
  }

  Places places_of(const std::vector<AnswerCell>& written, const Direction& direction) {
    return table_.by == AnswerTable::By::number ? by_number(written, direction) : by_name(written, direction);
  }

  // ---- by name
  // --------------------------------------------------------------------------------------------

  Places by_name(const std::vector<AnswerCell>& written, const Direction& direction) {
    std::map<std::string, int> index;
    for (std::size_t i = 0; i < direction.expected.size(); ++i) {
      index.emplace(look_of(visible(direction.expected[i])), static_cast<int>(i));
    }
    Places places(written.size(), -1);
    std::vector<int> taken(direction.expected.size(), -1);
    for (std::size_t i = 0; i < written.size(); ++i) {
      const auto found = index.find(look_of(written[i].written));
      if (written[i].written.empty() || found == index.end()) continue;
      int& by = taken[static_cast<std::size_t>(found->second)];
      if (by >= 0) continue;
      by = static_cast<int>(i);
      places[i] = found->second;
    }
    place_by_order(written, direction, places, taken);
    report_missing(written, direction, taken);
    return places;
  }

  // Where the rows stand that have no name, or none that helps: in their order, if there are as many as are
  // asked.
  static Places order(std::size_t count, const Direction& direction) {
    Places places;
    const bool all = count == direction.expected.size();
    for (std::size_t i = 0; i < direction.expected.size(); ++i) {
      if (all || direction.asked[i]) places.push_back(static_cast<int>(i));
    }
    if (places.size() != count) places.assign(count, -1);
    return places;
  }

  void place_by_order(const std::vector<AnswerCell>& written, const Direction& direction, Places& places,
                      std::vector<int>& taken) {
    const Places in_order = order(written.size(), direction);
    const bool none_named = std::ranges::all_of(places, [](int place) { return place < 0; });
    for (std::size_t i = 0; i < written.size(); ++i) {
      if (places[i] >= 0) continue;
      const int place = in_order[i];
      if (place >= 0 && taken[static_cast<std::size_t>(place)] < 0) {
        places[i] = place;
        taken[static_cast<std::size_t>(place)] = static_cast<int>(i);
      }
      if (written[i].written.empty() && places[i] >= 0) continue;
      if (direction.positional && none_named && places[i] >= 0) continue;
      report_name(written[i], direction, places[i], taken);
    }
  }

  // A name that is unknown or taken, and whether its place helped.
  void report_name(const AnswerCell& written, const Direction& direction, int place,
                   const std::vector<int>& by) {
    if (found_.size() >= most_found) return;
    bool taken = false;
    std::vector<std::string> free;
    for (std::size_t i = 0; i < direction.expected.size(); ++i) {
      taken |= look_of(visible(direction.expected[i])) == look_of(written.written);
      if (by[i] < 0) free.push_back(direction.expected[i]);
    }
    std::vector<Argument> arguments = {argument("name", shown(written.written))};
    if (place < 0) {
      const std::string reason = written.written.empty() ? "surplus" : taken ? "twice" : "unknown";
      std::string meant = nearest(written.written, std::span<const std::string>(free));
      add(direction.code + reason, written.place, std::move(arguments), std::move(meant));
      return;
    }
    const std::string& meant = direction.expected[static_cast<std::size_t>(place)];
    arguments.push_back(argument("meant", shown(meant)));
    add(direction.code + (taken ? "twice-by-order" : "by-order"), written.place, std::move(arguments));
  }

  void report_missing(const std::vector<AnswerCell>& written, const Direction& direction,
                      const std::vector<int>& taken) {
    const bool any = std::ranges::any_of(taken, [](int by) { return by >= 0; });
    if (!any) return;
    for (std::size_t i = 0; i < taken.size(); ++i) {
      if (taken[i] >= 0 || !direction.asked[i]) continue;
      add(direction.code + "missing", written.front().place,
          {argument("name", shown(direction.expected[i]))});
    }
  }

  // ---- by number
  // ------------------------------------------------------------------------------------------

  Places by_number(const std::vector<AnswerCell>& written, const Direction& direction) {
    Places places;
    for (std::size_t i = 0; i < written.size(); ++i) {
      const bool given = written[i].place.line > 0;
      const bool known = i < direction.expected.size();
      places.push_back(known ? static_cast<int>(i) : -1);
      const std::vector<Argument> number = {argument("number", static_cast<long long>(i + 1)),
                                            argument("name", shown(written[i].written))};
      if (!known && given) add(direction.code + "no-such-number", written[i].place, number);
      if (!known || !given || written[i].written.empty()) continue;
      if (look_of(written[i].written) == look_of(visible(direction.expected[i]))) continue;
      add(direction.code + "other-name", written[i].place,
          {number[0], number[1], argument("meant", shown(direction.expected[i]))});
    }
    for (std::size_t i = 0; i < direction.expected.size(); ++i) {
      const bool given = i < written.size() && written[i].place.line > 0;
      if (given || !direction.asked[i]) continue;
      add(direction.code + "missing", table_.place, {argument("name", shown(direction.expected[i]))});
    }
    return places;
  }

  // ---- planes
  // ---------------------------------------------------------------------------------------------

  // "batch 2, head 1": as the sheets write it, in every language.
  std::string part(int batch, int head) const {
    std::string text = whole_.batch > 1 || batch > 0 ? "batch " + std::to_string(batch + 1) : "";
    if (whole_.heads > 1 || head > 0) {
      text += (text.empty() ? "" : ", ") + std::string("head ") + std::to_string(head + 1);
    }
    return text;
  }

  bool is_asked_batch(int batch) const {
    for (int row = 0; row < whole_.rows; ++row) {
      if (is_asked_row(problem_, table_.step, batch, row)) return true;
    }
    return false;
  }

  void report_missing_planes() {
    for (int batch = 0; batch < whole_.batch; ++batch) {
      if (!is_asked_batch(batch)) continue;
      for (int head = 0; head < whole_.heads; ++head) {
        const bool there = batch < given_.batch && head < given_.heads && !labels(batch, head).rows.empty();
        if (!there) add("answers.part-missing", table_.place, {argument("part", part(batch, head))});
      }
    }
  }

  static std::string shown(const std::string& name) {
    constexpr int columns = 40;
    return elide(visible(name), columns);
  }

  void add(std::string code, LineColumn at, std::vector<Argument> arguments, std::string suggestion = {}) {
    add(std::move(code), place_in_file({}, at), std::move(arguments), std::move(suggestion));
  }
  void add(std::string code, Place place, std::vector<Argument> arguments, std::string suggestion = {}) {
    if (found_.size() >= most_found) return;
    place.file = table_.place.file;
    arguments.push_back(argument("table", std::string(step_name(table_.step))));
    found_.push_back({std::move(code), std::move(place), std::move(arguments), std::move(suggestion)});
  }

  const Problem& problem_;
  AnswerTable& table_;
  std::vector<Diagnostic>& faults_;
  std::vector<Diagnostic> found_;
  Grid whole_;
  Grid given_;
  bool typed_ = false;
  std::vector<std::string> names_;  // of the direction at hand
};

}  // namespace

bool has_names(const Problem& problem, const Answers& answers) {
  return std::ranges::any_of(answers.tables, [&](const AnswerTable& table) {
    return table.by != AnswerTable::By::order && problem.is_asked(table.step);
  });
}

Answers in_their_places(const Problem& problem, Answers answers) {
  for (AnswerTable& table : answers.tables) {
    if (table.by == AnswerTable::By::order || !problem.is_asked(table.step)) continue;
    Placer(problem, table, answers.faults).place();
  }
  return answers;
}

}  // namespace qkv::grading
