#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "csv_records.hpp"
#include "planes.hpp"
#include "qkv/base/suggest.hpp"
#include "qkv/io/read_sheet.hpp"
#include "qkv/text/name.hpp"
#include "qkv/text/unicode.hpp"
#include "sheet_text.hpp"

namespace qkv {
namespace {

using namespace sheets;

// The columns that are read, in the order that a file without a head has.
constexpr std::array<std::string_view, 8> column_names = {"step",   "batch", "head",     "row",
                                                          "column", "value", "row_name", "column_name"};
enum Column : std::size_t { step_column, batch, head, row, column, value, row_name, column_name };
constexpr std::array needed = {step_column, row, column, value};

struct Entry {
  std::array<int, 4> at{};  // batch, head, row, column, from 0
  AnswerCell cell;
  AnswerCell row_name;
  AnswerCell column_name;
};

// Quotation marks that a word processor turned, or that lost their other half.
std::string without_quotes(const std::string& text) {
  std::string_view inside = text;
  for (const std::string_view mark : {"\"", "“", "”", "‘", "’", "'"}) {
    if (inside.starts_with(mark)) inside.remove_prefix(mark.size());
    if (inside.ends_with(mark)) inside.remove_suffix(mark.size());
  }
  return std::string(trimmed(inside));
}

class CsvAnswers {
 public:
  CsvAnswers(const std::string& file, FaultList& faults) : file_(file), faults_(faults) {
    positions_.fill(none);
  }

  void read(const std::vector<Record>& records) {
    if (records.empty()) return;
    const bool has_head = read_head(records.front());
    for (std::size_t i = has_head ? 1 : 0; i < records.size(); ++i) read_record(records[i]);
  }

  std::vector<Plane> planes() {
    std::vector<Plane> planes;
    for (const Step step : order_) add_planes(step, planes);
    return planes;
  }

  Answers answers;

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  // ---- the head
  // -------------------------------------------------------------------------------------------

  // Whether the record is one. Its columns may come in any order; a missing one is found by its likeness.
  bool read_head(const Record& record) {
    std::vector<std::string> names;
    for (const Field& field : record) names.push_back(lower_case(folded(without_quotes(field.text))));
    const bool is_head = std::ranges::any_of(names, [](const std::string& name) {
      return name == column_names[value] || name == column_names[row] || name == column_names[column_name];
    });
    if (!is_head) {
      for (std::size_t i = 0; i < column_names.size(); ++i) positions_[i] = i;
      add("sheet.no-csv-head", record.front(), {});
      return false;
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto known = std::ranges::find(column_names, names[i]);
      if (known == column_names.end()) continue;
      std::size_t& position = positions_[static_cast<std::size_t>(known - column_names.begin())];
      if (position == none) position = i;
    }
    for (const Column wanted : needed) find_misspelt(wanted, record, names);
    find_renamed(record, names);
    for (const Column wanted : needed) {
      if (positions_[wanted] == none) {
        add("sheet.csv-column-missing", record.front(),
            {argument("name", std::string(column_names[wanted]))});
      }
    }
    return true;
  }

  // One column too few and one that nobody knows: that one has got another name.
  void find_renamed(const Record& record, const std::vector<std::string>& names) {
    std::vector<std::size_t> unknown;
    for (std::size_t i = 0; i < names.size(); ++i) {
      // The decimals asked stand in the sheet for whoever fills it in.
      const bool known =
          names[i] == "decimals" || std::ranges::find(column_names, names[i]) != column_names.end();
      if (!known && std::ranges::find(positions_, i) == positions_.end()) unknown.push_back(i);
    }
    const auto is_missing = [this](Column wanted) { return positions_[wanted] == none; };
    if (unknown.size() != 1 || std::ranges::count_if(needed, is_missing) != 1) return;
    const Column wanted = *std::ranges::find_if(needed, is_missing);
    positions_[wanted] = unknown.front();
    add_misspelt(record[unknown.front()], wanted);
  }

  void add_misspelt(const Field& field, Column meant) {
    add("sheet.csv-column-misspelt", field,
        {argument("name", shown(field.text)), argument("meant", std::string(column_names[meant]))});
  }

  void find_misspelt(Column wanted, const Record& record, const std::vector<std::string>& names) {
    if (positions_[wanted] != none) return;
    const std::array<std::string_view, 1> candidates = {column_names[wanted]};
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (std::ranges::find(column_names, names[i]) != column_names.end()) continue;
      if (nearest(names[i], candidates).empty()) continue;
      positions_[wanted] = i;
      return add_misspelt(record[i], wanted);
    }
  }

  // ---- a line
  // ---------------------------------------------------------------------------------------------

  void read_record(const Record& record) {
    const Field& first = field(record, step_column);
    const std::string id = folded(without_quotes(first.text));
    if (id.starts_with('#') || lower_case(id) == "note") return;
    if (take_key(record, lower_case(id))) return;
    const std::optional<Step> step = step_of_id(id);
    if (!step) return report_unknown(first, id);
    Entry entry;
    for (const Column which : {batch, head, row, column}) {
      const std::optional<int> number = read_number_of(record, which);
      if (!number) return;
      entry.at[which - batch] = *number - 1;
    }
    entry.cell = cell_of(field(record, value));
    entry.row_name = name_of(record, row_name);
    entry.column_name = name_of(record, column_name);
    auto& entries = entries_[*step];
    if (entries.empty()) order_.push_back(*step);
    entries.push_back(std::move(entry));
  }

  bool take_key(const Record& record, const std::string& key) {
    const bool known = key == "problem" || key == "learner" || key == "name";
    if (!known) return false;
    // In the column of the values, or simply in the next one that is filled.
    const Field* found = &field(record, value);
    for (std::size_t i = 1; i < record.size() && found->text.empty(); ++i) found = &record[i];
    const Place place{file_, found->line, found->column, {}, {}};
    std::string& target = key == "problem"   ? answers.problem
                          : key == "learner" ? answers.learner
                                             : answers.learner_name;
    take_name(target, readable_name(without_quotes(found->text)),
              key == "problem" ? name_columns : title_columns, place, faults_);
    return true;
  }

  void report_unknown(const Field& first, const std::string& id) {
    // A name that is wrong is wrong on every line of its table.
    if (!unknown_.insert(id).second) return;
    add("sheet.unknown-step", first, {argument("name", shown(id))}, nearest_step(id));
  }

  // From 1; an empty field is 1.
  std::optional<int> read_number_of(const Record& record, Column which) {
    const Field& given = field(record, which);
    const std::string text = folded(without_quotes(given.text));
    if (text.empty()) return 1;
    const int most = which == batch ? Limits::batch : which == head ? Limits::heads : Limits::channels;
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && (end == text.data() + text.size() ||
                                                std::string_view(end) == ".0");  // a spreadsheet's own idea
    if (whole && number >= 1 && number <= most) return number;
    add("sheet.bad-number", given,
        {argument("column", std::string(column_names[which])), argument("text", shown(given.text)),
         argument("limit", most)});
    return std::nullopt;
  }

  AnswerCell cell_of(const Field& given) const {
    return {without_quotes(given.text), {given.line, given.column}};
  }

  AnswerCell name_of(const Record& record, Column which) const {
    const Field& given = field(record, which);
    return {readable_name(given.text), {record.front().line, std::max(given.column, 1)}};
  }

  const Field& field(const Record& record, Column which) const {
    static const Field empty;
    const std::size_t position = positions_[which];
    return position < record.size() ? record[position] : empty;
  }

  // ---- tables
  // ---------------------------------------------------------------------------------------------

  void add_planes(Step step, std::vector<Plane>& planes) {
    std::vector<Entry>& entries = entries_[step];
    std::array<int, 4> size{};
    for (const Entry& entry : entries) {
      for (std::size_t i = 0; i < size.size(); ++i) size[i] = std::max(size[i], entry.at[i] + 1);
    }
    std::size_t cells = 1;
    for (const int one : size) cells *= static_cast<std::size_t>(one);
    const Place place{file_, entries.front().row_name.place.line, 1, {}, {}};
    if (cells > room_) {
      faults_.add({"answers.too-many-cells",
                   place,
                   {argument("name", std::string(step_name(step))),
                    argument("limit", static_cast<long long>(most_answer_cells))},
                   {}});
      return;
    }
    room_ -= cells;
    std::map<std::pair<int, int>, Plane> parts;
    for (Entry& entry : entries) {
      Plane& plane = parts[{entry.at[0], entry.at[1]}];
      if (plane.rows.empty()) {
        plane.step = step;
        plane.batch = entry.at[0];
        plane.head = entry.at[1];
        plane.place = place;
        plane.columns.resize(static_cast<std::size_t>(size[3]));
        plane.rows.resize(static_cast<std::size_t>(size[2]));
        for (PlaneRow& one : plane.rows) one.cells.resize(static_cast<std::size_t>(size[3]));
      }
      put(entry, plane);
    }
    for (auto& [part, plane] : parts) planes.push_back(std::move(plane));
  }

  void put(Entry& entry, Plane& plane) {
    PlaneRow& into = plane.rows[static_cast<std::size_t>(entry.at[2])];
    const auto index = static_cast<std::size_t>(entry.at[3]);
    name(into.name, entry.row_name);
    name(plane.columns[index], entry.column_name);
    AnswerCell& cell = into.cells[index];
    const bool taken = cell.place.line > 0 && !cell.written.empty();
    if (!taken) {
      cell = std::move(entry.cell);
      cell.place.line = std::max(cell.place.line, entry.row_name.place.line);
    } else if (!entry.cell.written.empty()) {
      faults_.add({"sheet.cell-twice",
                   Place{file_, entry.row_name.place.line, 1, {}, {}},
                   {argument("name", std::string(step_name(plane.step))), argument("line", cell.place.line)},
                   {}});
    }
  }

  // A row is there as soon as one of its lines is; the first name counts.
  static void name(AnswerCell& target, AnswerCell& given) {
    if (target.place.line == 0 || target.written.empty()) target = given;
  }

  void add(std::string code, const Field& at, std::vector<Argument> arguments, std::string suggestion = {}) {
    faults_.add({std::move(code), Place{file_, at.line, at.column, {}, {}}, std::move(arguments),
                 std::move(suggestion)});
  }

  const std::string& file_;
  FaultList& faults_;
  std::array<std::size_t, column_names.size()> positions_{};
  std::map<Step, std::vector<Entry>> entries_;
  std::vector<Step> order_;
  std::set<std::string> unknown_;
  std::size_t room_ = most_answer_cells;
};

}  // namespace

Result<Answers> read_csv_answers(std::string bytes, const std::string& file) {
  FaultList faults;
  const std::optional<std::string> text = readable_text(std::move(bytes), file, faults);
  if (!text) return faults.take(file);
  CsvAnswers reader(file, faults);
  reader.read(csv_records(*text, file, faults));
  Answers answers = std::move(reader.answers);
  answers.tables = tables_of(reader.planes(), AnswerTable::By::number, faults);
  if (answers.tables.empty()) {
    faults.add({"sheet.no-csv-lines", Place{file, 1, 1, {}, {}}, {}, {}});
    return faults.take(file);
  }
  answers.faults = faults.take(file);
  return answers;
}

}  // namespace qkv
