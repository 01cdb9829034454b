#include "qkv/io/read_roster.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "csv_head.hpp"
#include "csv_records.hpp"
#include "qkv/text/catalogue.hpp"
#include "qkv/text/code_point.hpp"
#include "qkv/text/name.hpp"
#include "qkv/text/unicode.hpp"
#include "sheet_text.hpp"

namespace qkv {
namespace {

using namespace sheets;

using Column = std::optional<std::size_t>;

// Canvas has the points possible in a line of its own below the head, and a student made for trials at the
// end.
constexpr std::array<std::string_view, 3> no_learners = {"pointspossible", "student,test", "teststudent"};

bool is_no_learner(std::string_view name) {
  return std::ranges::find(no_learners, head_word(name)) != no_learners.end();
}

// Those of the names that stand in the head, in any language: a list has no language of its own.
// `names`: a text of the catalogue that parts them by bars, the surest first.
std::vector<std::size_t> columns_of_names(const Record& head, std::string_view names) {
  std::vector<std::size_t> columns;
  for (const Language language : {Language::en, Language::zh}) {
    std::string_view rest = Catalogue(language).text(names);
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('|'), rest.size());
      if (const Column found = column_called(head, rest.substr(0, end))) columns.push_back(*found);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return columns;
}

// The first of them in which anything stands: an export has columns that nobody fills. Else the first.
Column column_in_use(const std::vector<Record>& records, std::string_view names) {
  const std::vector<std::size_t> columns = columns_of_names(records.front(), names);
  for (const std::size_t column : columns) {
    const bool used = std::any_of(records.begin() + 1, records.end(), [column](const Record& record) {
      return !value_at(record, column).empty();
    });
    if (used) return column;
  }
  return columns.empty() ? Column() : columns.front();
}

// Rows may be numbered further down than there are learners.
bool names_nobody(const Field& field) {
  return field.text.find_first_not_of("0123456789.") == std::string::npos;
}

bool is_blank(const Record& record) {
  return std::ranges::all_of(record, names_nobody);
}

class RosterReader {
 public:
  RosterReader(const std::string& file, FaultList& faults) : file_(file), faults_(faults) {}

  std::vector<RosterEntry> read(const std::vector<Record>& records) {
    std::vector<RosterEntry> entries;
    if (records.empty()) {
      add("roster.empty", Field{{}, 1, 1});
      return entries;
    }
    if (!read_head(records)) return entries;
    bool names_somebody = false;
    for (std::size_t i = 1; i < records.size(); ++i) {
      const RosterEntry entry = entry_of(records[i]);
      if (is_no_learner(entry.name) || (entry.id.empty() && is_blank(records[i]))) continue;
      names_somebody = true;
      check(entry, records[i]);
      entries.push_back(entry);
    }
    if (!names_somebody) add("roster.empty", records.front().front());
    return entries;
  }

 private:
  bool read_head(const std::vector<Record>& records) {
    const Record& head = records.front();
    head_ = head;
    id_ = column_in_use(records, "roster.column.id");
    name_ = column_in_use(records, "roster.column.name");
    if (id_) return true;
    add(name_ ? "roster.no-id-column" : "roster.no-head", head.front(), {}, misspelt_in(head, "id"));
    return false;
  }

  RosterEntry entry_of(const Record& record) const {
    return {value_at(record, id_), value_at(record, name_), record.front().line};
  }

  void check(const RosterEntry& entry, const Record& record) {
    if (entry.id.empty()) {
      add("roster.no-id", record.front(),
          {argument("name", shown(somebody(entry, record))), argument("column", shown(head_[*id_].text))});
    } else if (is_fit(record, *id_)) {
      check_twice(entry, record[*id_]);
    }
    if (!entry.name.empty()) is_fit(record, *name_);
    check_length(record);
  }

  // Who a line without an id speaks of.
  static std::string somebody(const RosterEntry& entry, const Record& record) {
    if (!entry.name.empty()) return entry.name;
    return std::ranges::find_if_not(record, names_nobody)->text;
  }

  // Whether the field may serve as a name; if not, that is reported.
  bool is_fit(const Record& record, std::size_t column) {
    const Field& field = record[column];
    if (const std::optional<char32_t> control = first_control(field.text)) {
      add("roster.control", field,
          {argument("column", shown(head_[column].text)), argument("code_point", code_point_name(*control))});
      return false;
    }
    // Spreadsheet programs would calculate it, wherever the name turns up.
    if (field.text.starts_with('=') || field.text.starts_with('@')) {
      add("roster.formula", field, {argument("text", shown(field.text))});
      return false;
    }
    std::optional<Diagnostic> fault = name_fault(field.text, title_columns);
    if (fault) add(std::move(fault->code), field, std::move(fault->arguments));
    return !fault;
  }

  // Ids that look the same are the same to everybody who reads them.
  void check_twice(const RosterEntry& entry, const Field& field) {
    const auto [first, is_new] = line_of_.try_emplace(look_of(entry.id), entry.line);
    if (is_new) return;
    add("roster.twice", field, {argument("id", shown(entry.id)), argument("line", first->second)});
  }

  // A name with a separator in it would be cut, and shift what stands behind it.
  void check_length(const Record& record) {
    for (std::size_t i = head_.size(); i < record.size(); ++i) {
      if (record[i].text.empty()) continue;
      add("roster.many-fields", record[i], {argument("text", shown(record[i].text))});
      return;
    }
  }

  void add(std::string code, const Field& at, std::vector<Argument> arguments = {},
           std::string suggestion = {}) {
    faults_.add({std::move(code), Place{file_, at.line, at.column, {}, {}}, std::move(arguments),
                 std::move(suggestion)});
  }

  const std::string& file_;
  FaultList& faults_;
  Record head_;
  Column id_;
  Column name_;
  std::map<std::string, int> line_of_;
};

}  // namespace

Result<std::vector<RosterEntry>> read_roster(std::string bytes, const std::string& file) {
  const Result<std::string> text = readable_list(bytes, file, {"roster.utf8", "roster.too-large"});
  if (!text) return text.faults();
  FaultList faults;
  std::vector<RosterEntry> entries = RosterReader(file, faults).read(csv_records(text.value(), file, faults));
  if (faults.count() > 0) return faults.take(file);
  return entries;
}

}  // namespace qkv
