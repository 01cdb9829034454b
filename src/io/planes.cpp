#include "planes.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "qkv/base/number.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv::sheets {
namespace {

bool has_heads(Step step) {
  const auto& axes = step_row(step).axes;
  return std::ranges::find(axes, Axis::head) != axes.end();
}

void report_twice(const Plane& first, const Plane& second, FaultList& faults) {
  faults.add({"answers.table-twice",
              second.place,
              {argument("name", std::string(step_name(second.step))), argument("line", first.place.line)},
              {}});
}

// One plane for each part.
std::vector<Plane> without_repetition(std::vector<Plane> planes, FaultList& faults) {
  std::vector<Plane> kept;
  std::map<std::tuple<Step, int, int>, std::size_t> places;
  for (Plane& plane : planes) {
    const auto [place, is_first] =
        places.emplace(std::tuple(plane.step, plane.batch, plane.head), kept.size());
    if (is_first) {
      kept.push_back(std::move(plane));
      continue;
    }
    Plane& earlier = kept[place->second];
    if (!earlier.filled_in()) {
      earlier = std::move(plane);
    } else if (plane.filled_in()) {
      report_twice(earlier, plane, faults);
    }
  }
  return kept;
}

void split_typed_rows(Plane& plane) {
  std::size_t widest = 0;
  for (PlaneRow& row : plane.rows) {
    const AnswerCell text = row.cells.front();
    row.cells.clear();
    for (std::string& cell : split_row(text.written)) row.cells.push_back({std::move(cell), text.place});
    widest = std::max(widest, row.cells.size());
  }
  plane.columns.assign(widest, {});
  plane.typed = false;
}

// Each query has one sum: numbers in one line are as good as one below the other.
void straighten_sums(Plane& plane, FaultList& faults) {
  if (plane.typed) {
    split_typed_rows(plane);
    std::vector<PlaneRow> rows;
    for (PlaneRow& row : plane.rows) {
      const bool alone = row.cells.size() == 1;
      for (AnswerCell& cell : row.cells)
        rows.push_back({alone ? row.name : AnswerCell{{}, cell.place}, {cell}});
    }
    plane.rows = std::move(rows);
    plane.columns.resize(1);
  }
  if (plane.columns.size() > 1) {
    faults.add({"answers.column.surplus",
                place_in_file(plane.place.file, plane.columns[1].place),
                {argument("table", std::string(step_name(plane.step)))},
                {}});
  }
  plane.columns.resize(1);
  for (PlaneRow& row : plane.rows) row.cells.resize(1);
}

struct Size {
  int batch = 0;
  int heads = 0;
  int rows = 0;
  int columns = 0;

  std::size_t cells() const {
    return static_cast<std::size_t>(batch) * static_cast<std::size_t>(heads) *
           static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  }
};

Size size_of(const std::vector<Plane>& planes) {
  Size size;
  for (const Plane& plane : planes) {
    size.batch = std::max(size.batch, plane.batch + 1);
    size.heads = std::max(size.heads, plane.head + 1);
    size.rows = std::max(size.rows, static_cast<int>(plane.rows.size()));
    size.columns = std::max(size.columns, static_cast<int>(plane.columns.size()));
    for (const PlaneRow& row : plane.rows) {
      size.columns = std::max(size.columns, static_cast<int>(row.cells.size()));
    }
  }
  return size;
}

void put(Plane& plane, const Size& size, AnswerTable& table) {
  const int index = plane.batch * size.heads + plane.head;
  AnswerLabels& labels = table.labels[static_cast<std::size_t>(index)];
  labels.columns = std::move(plane.columns);
  for (std::size_t row = 0; row < plane.rows.size(); ++row) {
    labels.rows.push_back(std::move(plane.rows[row].name));
    const std::size_t first = (static_cast<std::size_t>(index) * static_cast<std::size_t>(size.rows) + row) *
                              static_cast<std::size_t>(size.columns);
    std::ranges::move(plane.rows[row].cells, table.cells.begin() + static_cast<std::ptrdiff_t>(first));
  }
}

AnswerTable table_of(std::vector<Plane>& planes, const Size& size, AnswerTable::By by) {
  AnswerTable table;
  table.step = planes.front().step;
  table.place = planes.front().place;
  table.by = by;
  table.shape = {size.batch};
  if (has_heads(table.step)) table.shape.push_back(size.heads);
  table.shape.push_back(size.rows);
  const bool typed = planes.front().typed;
  if (!typed && table.step != Step::sum) table.shape.push_back(size.columns);
  table.cells.resize(size.cells());
  table.labels.resize(static_cast<std::size_t>(size.batch) * static_cast<std::size_t>(size.heads));
  for (Plane& plane : planes) put(plane, size, table);
  return table;
}

}  // namespace

bool Plane::filled_in() const {
  return std::ranges::any_of(rows, [](const PlaneRow& row) {
    return std::ranges::any_of(row.cells, [](const AnswerCell& cell) { return !cell.written.empty(); });
  });
}

std::vector<AnswerTable> tables_of(std::vector<Plane> all, AnswerTable::By by, FaultList& faults) {
  std::vector<std::vector<Plane>> tables;  // the planes of each
  for (Plane& plane : without_repetition(std::move(all), faults)) {
    if (plane.step == Step::sum) straighten_sums(plane, faults);
    const auto table = std::ranges::find_if(
        tables, [&](const std::vector<Plane>& planes) { return planes.front().step == plane.step; });
    if (table == tables.end()) {
      tables.push_back({std::move(plane)});
    } else {
      table->push_back(std::move(plane));
    }
  }
  std::vector<AnswerTable> result;
  std::size_t room = most_answer_cells;
  for (std::vector<Plane>& planes : tables) {
    const bool all_typed = std::ranges::all_of(planes, &Plane::typed);
    for (Plane& plane : planes) {
      if (plane.typed && !all_typed) split_typed_rows(plane);
    }
    const Size size = size_of(planes);
    if (size.cells() > room) {
      faults.add({"answers.too-many-cells",
                  planes.front().place,
                  {argument("name", std::string(step_name(planes.front().step))),
                   argument("limit", static_cast<long long>(most_answer_cells))},
                  {}});
      continue;
    }
    room -= size.cells();
    if (size.cells() > 0) result.push_back(table_of(planes, size, by));
  }
  return result;
}

}  // namespace qkv::sheets
