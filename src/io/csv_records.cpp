#include "csv_records.hpp"

#include <algorithm>
#include <array>

#include "qkv/base/utf8.hpp"
#include "sheet_text.hpp"

namespace qkv::sheets {
namespace {

constexpr std::array<std::string_view, 5> separators = {",", ";", "\t", "，", "；"};

std::string_view first_line(std::string_view text) {
  return text.substr(0, std::min(text.find_first_of("\r\n"), text.size()));
}

std::size_t count_of(std::string_view text, std::string_view what) {
  std::size_t count = 0;
  for (auto at = text.find(what); at != std::string_view::npos; at = text.find(what, at + what.size()))
    ++count;
  return count;
}

std::string_view likeliest_separator(std::string_view line) {
  return *std::ranges::max_element(separators, {},
                                   [&](std::string_view separator) { return count_of(line, separator); });
}

class CsvReader {
 public:
  CsvReader(std::string_view text, const std::string& file, FaultList& faults)
      : text_(text), file_(file), faults_(faults) {}

  std::vector<Record> read() {
    choose_separator();
    while (at_ < text_.size()) {
      Record record = read_record();
      if (std::ranges::any_of(record, [](const Field& field) { return !field.text.empty(); })) {
        records_.push_back(std::move(record));
      }
    }
    return std::move(records_);
  }

 private:
  void choose_separator() {
    std::string_view line = first_line(text_);
    if (line.starts_with("sep=")) {
      const std::string_view named = line.substr(4);
      const auto known = std::ranges::find_if(
          separators, [&](std::string_view separator) { return named.starts_with(separator); });
      if (known != separators.end()) separator_ = *known;
      at_ = line.size();
      end_line();
      if (known != separators.end()) return;
    }
    // Blank lines come first now and then.
    std::size_t begin = std::min(text_.find_first_not_of("\r\n \t", at_), text_.size());
    separator_ = likeliest_separator(first_line(text_.substr(begin)));
  }

  bool at_line_end() const { return at_ == text_.size() || text_[at_] == '\r' || text_[at_] == '\n'; }

  void end_line() {
    if (at_ == text_.size()) return;
    const bool pair = text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n';
    at_ += pair ? 2 : 1;
    ++line_;
    column_ = 1;
  }

  void step() {
    at_ += decode_utf8(text_, at_).length;
    ++column_;
  }

  Record read_record() {
    Record record;
    while (true) {
      record.push_back(read_field());
      if (at_line_end()) break;
      at_ += separator_.size();
      ++column_;
    }
    end_line();
    return record;
  }

  bool at_separator() const { return text_.substr(at_).starts_with(separator_); }

  Field read_field() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t') && !at_separator()) step();
    Field field{{}, line_, column_};
    if (at_ < text_.size() && text_[at_] == '"' && read_quoted(field)) return field;
    const std::size_t begin = at_;
    while (!at_line_end() && !at_separator()) step();
    field.text = trimmed(text_.substr(begin, at_ - begin));
    return field;
  }

  // False, with nothing read, if the closing quotation mark is missing.
  bool read_quoted(Field& field) {
    if (unclosed_) return false;
    const std::size_t begin = at_;
    const int line = line_;
    const int column = column_;
    std::string text;
    step();
    while (at_ < text_.size()) {
      const bool quote = text_[at_] == '"';
      if (quote && at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
        text += '"';
        step();
        step();
      } else if (quote) {
        step();
        // What follows the closing mark belongs to the field all the same.
        const std::size_t rest = at_;
        while (!at_line_end() && !at_separator()) step();
        text += trimmed(text_.substr(rest, at_ - rest));
        field.text = trimmed(text);
        return true;
      } else if (at_line_end()) {
        text += '\n';
        end_line();
      } else {
        const std::size_t length = decode_utf8(text_, at_).length;
        text += text_.substr(at_, length);
        step();
      }
    }
    at_ = begin;
    line_ = line;
    column_ = column;
    unclosed_ = true;  // so is every later one: they would only be searched in vain
    faults_.add({"sheet.unclosed-quote", Place{file_, line, column, {}, {}}, {}, {}});
    return false;
  }

  std::string_view text_;
  const std::string& file_;
  FaultList& faults_;
  std::string_view separator_ = ",";
  std::size_t at_ = 0;
  int line_ = 1;
  int column_ = 1;
  bool unclosed_ = false;
  std::vector<Record> records_;
};

}  // namespace

std::vector<Record> csv_records(std::string_view text, const std::string& file, FaultList& faults) {
  return CsvReader(text, file, faults).read();
}

}  // namespace qkv::sheets
