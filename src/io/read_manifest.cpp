#include "qkv/io/read_manifest.hpp"

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "csv_head.hpp"
#include "csv_records.hpp"
#include "sheet_text.hpp"

namespace qkv {
namespace {

using namespace sheets;

constexpr std::array<std::string_view, 4> column_names = {"answers", "problem", "learner", "name"};
constexpr std::size_t columns_needed = 2;  // the first of them

class ManifestReader {
 public:
  ManifestReader(const std::string& file, FaultList& faults) : file_(file), faults_(faults) {}

  std::vector<Assignment> read(const std::vector<Record>& records) {
    std::vector<Assignment> assignments;
    if (records.empty() || !read_head(records.front())) return assignments;
    for (std::size_t i = 1; i < records.size(); ++i) assignments.push_back(read_record(records[i]));
    return assignments;
  }

 private:
  bool read_head(const Record& head) {
    for (std::size_t column = 0; column < column_names.size(); ++column)
      positions_[column] = column_called(head, column_names[column]);
    bool complete = true;
    for (std::size_t column = 0; column < columns_needed; ++column) {
      if (positions_[column]) continue;
      complete = false;
      add("manifest.column-missing", head.front(), {argument("name", std::string(column_names[column]))},
          misspelt_in(head, column_names[column]));
    }
    return complete;
  }

  std::string value(const Record& record, std::size_t column) const {
    return value_at(record, positions_[column]);
  }

  Assignment read_record(const Record& record) {
    for (std::size_t column = 0; column < columns_needed; ++column) {
      // The standard input can be read only once.
      if (value(record, column) == "-")
        add("manifest.input", record.front(), {argument("name", std::string(column_names[column]))});
      if (!value(record, column).empty()) continue;
      add("manifest.value-missing", record.front(), {argument("name", std::string(column_names[column]))});
    }
    return {value(record, 0), value(record, 1), value(record, 2), value(record, 3), record.front().line};
  }

  void add(std::string code, const Field& at, std::vector<Argument> arguments, std::string suggestion = {}) {
    faults_.add({std::move(code), Place{file_, at.line, at.column, {}, {}}, std::move(arguments),
                 std::move(suggestion)});
  }

  const std::string& file_;
  FaultList& faults_;
  std::array<std::optional<std::size_t>, column_names.size()> positions_;
};

}  // namespace

Result<std::vector<Assignment>> read_manifest(std::string bytes, const std::string& file) {
  const Result<std::string> text = readable_list(bytes, file, {"manifest.utf8", "sheet.too-large"});
  if (!text) return text.faults();
  FaultList faults;
  std::vector<Assignment> assignments =
      ManifestReader(file, faults).read(csv_records(text.value(), file, faults));
  if (assignments.empty() && faults.count() == 0)
    faults.add({"manifest.empty", Place{file, 1, 1, {}, {}}, {}, {}});
  if (faults.count() != 0) return faults.take(file);
  return assignments;
}

}  // namespace qkv
