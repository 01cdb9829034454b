// The grammar: nlohmann/json reads, this file notes where everything stands.
#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "encoding.hpp"
#include "qkv/json/value.hpp"
#include "qkv/text/encoding.hpp"
#include "reading.hpp"
#include "syntax_fault.hpp"

namespace qkv {
namespace {

Argument limit(std::size_t value) {
  return argument("limit", static_cast<long long>(value));
}

}  // namespace

// Receives nlohmann's events. It is told no positions, so it keeps its own: a token begins at the first
// character after the previous token that is no blank, comma or colon.
class JsonBuilder {
 public:
  JsonBuilder(std::string text, std::string file, const JsonLimits& limits, int first_line)
      : limits_(limits) {
    document_.file_ = std::move(file);
    document_.text_ = std::move(text);
    document_.map_ = SourceMap(document_.text_, first_line);
  }

  // Parses a text of the same layout as the builder's own. Empty: a number in it is beyond the range of a
  // double.
  std::optional<Result<JsonText>> run(const std::string& grammar_text);
  const std::string& text() const { return document_.text_; }

  bool null() { return add_value(JsonKind::null, false, 4); }
  bool boolean(bool value) { return add_value(JsonKind::boolean, value, value ? 4 : 5); }
  bool number_integer(std::int64_t) { return add_number(); }
  bool number_unsigned(std::uint64_t) { return add_number(); }
  bool number_float(double, const std::string&) { return add_number(); }
  bool string(std::string& value);
  bool binary(nlohmann::json::binary_t&) { return false; }
  bool start_object(std::size_t) { return open_bracket(JsonKind::object); }
  bool start_array(std::size_t) { return open_bracket(JsonKind::array); }
  bool key(std::string& name);
  bool end_object();
  bool end_array() { return close_bracket(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error);

 private:
  using Node = JsonText::Node;
  struct Open {
    std::uint32_t node;
    std::uint32_t string = 0;  // of the last key
  };

  std::size_t next_token() const;
  bool add_value(JsonKind kind, bool boolean, std::size_t length);
  bool add_number();
  bool add_string(std::string& value);
  bool open_bracket(JsonKind kind);
  bool close_bracket();
  void find_duplicate_keys(std::uint32_t object);
  // Where the reading is: one key or index for each of the outermost brackets that are open.
  std::string pointer_to(std::size_t depth) const;
  bool stop(SyntaxFault fault, std::string pointer = {});

  JsonLimits limits_;
  JsonText document_;
  std::vector<Open> open_;
  SyntaxState::After after_ = SyntaxState::After::nothing;
  std::size_t last_start_ = 0;
  std::size_t cursor_ = 0;  // one past the last token
  std::optional<Diagnostic> fault_;
  bool number_too_large_ = false;
};

std::size_t JsonBuilder::next_token() const {
  const std::size_t found = document_.text_.find_first_not_of(" \t\r\n,:", cursor_);
  return found == std::string::npos ? document_.text_.size() : found;
}

bool JsonBuilder::stop(SyntaxFault fault, std::string pointer) {
  fault_ =
      Diagnostic{std::move(fault.code),
                 document_.map_.place(document_.text_, fault.offset, document_.file_, std::move(pointer)),
                 std::move(fault.arguments), std::move(fault.suggestion)};
  return false;
}

bool JsonBuilder::add_value(JsonKind kind, bool boolean, std::size_t length) {
  const std::size_t start = next_token();
  if (document_.nodes_.size() >= limits_.values) {
    return stop({"json.too-many-values", start, {limit(limits_.values)}});
  }
  last_start_ = start;
  cursor_ = start + length;
  if (!open_.empty()) ++document_.nodes_[open_.back().node].count;
  const auto index = static_cast<std::uint32_t>(document_.nodes_.size());
  document_.nodes_.push_back(
      {kind, boolean, static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(cursor_), index + 1, 0});
  after_ = SyntaxState::After::value;
  return true;
}

bool JsonBuilder::add_number() {
  const std::size_t start = next_token();
  return add_value(JsonKind::number, false, json_number_end(document_.text_, start) - start);
}

bool JsonBuilder::add_string(std::string& value) {
  const std::size_t start = next_token();
  std::size_t end = start + 1;
  while (document_.text_[end] != '"') end += document_.text_[end] == '\\' ? 2U : 1U;
  if (!add_value(JsonKind::string, false, end + 1 - start)) return false;
  document_.nodes_.back().count = static_cast<std::uint32_t>(document_.strings_.size());
  document_.strings_.push_back(std::move(value));
  return true;
}

bool JsonBuilder::string(std::string& value) {
  return add_string(value);
}

bool JsonBuilder::key(std::string& name) {
  if (!add_string(name)) return false;
  // A member is counted by its value.
  --document_.nodes_[open_.back().node].count;
  open_.back().string = document_.nodes_.back().count;
  after_ = SyntaxState::After::key;
  return true;
}

bool JsonBuilder::open_bracket(JsonKind kind) {
  if (open_.size() == limits_.depth) {
    return stop({"json.too-deep", next_token(), {limit(limits_.depth)}});
  }
  if (!add_value(kind, false, 1)) return false;
  open_.push_back({static_cast<std::uint32_t>(document_.nodes_.size() - 1)});
  after_ = SyntaxState::After::opening_bracket;
  return true;
}

bool JsonBuilder::close_bracket() {
  last_start_ = next_token();
  cursor_ = last_start_ + 1;
  Node& node = document_.nodes_[open_.back().node];
  node.end = static_cast<std::uint32_t>(cursor_);
  node.next = static_cast<std::uint32_t>(document_.nodes_.size());
  open_.pop_back();
  after_ = SyntaxState::After::value;
  return true;
}

bool JsonBuilder::end_object() {
  const std::uint32_t object = open_.back().node;
  close_bracket();
  find_duplicate_keys(object);
  return true;
}

void JsonBuilder::find_duplicate_keys(std::uint32_t object) {
  constexpr std::size_t enough = 100;
  const auto name_of = [&](std::uint32_t key) -> const std::string& {
    return document_.strings_[document_.nodes_[key].count];
  };
  std::vector<std::uint32_t> keys;
  for (std::uint32_t key = object + 1; key < document_.nodes_[object].next;
       key = document_.nodes_[key + 1].next) {
    keys.push_back(key);
  }
  // Few keys are compared with each other sooner than they are sorted.
  constexpr std::size_t few = 16;
  const auto is_repeated = [&](std::size_t i) {
    return std::any_of(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(i),
                       [&](std::uint32_t earlier) { return name_of(earlier) == name_of(keys[i]); });
  };
  if (keys.size() <= few) {
    bool repeated = false;
    for (std::size_t i = 1; i < keys.size(); ++i) repeated |= is_repeated(i);
    if (!repeated) return;
  }
  std::ranges::stable_sort(keys, {}, name_of);
  for (std::size_t i = 1; i < keys.size() && document_.duplicate_keys_.size() < enough; ++i) {
    const std::string& name = name_of(keys[i]);
    if (name != name_of(keys[i - 1])) continue;
    const auto first = std::ranges::lower_bound(keys, name, {}, name_of);
    const Node& second_key = document_.nodes_[keys[i]];
    document_.duplicate_keys_.push_back(
        {"json.duplicate-key",
         document_.map_.place(document_.text_, second_key.offset, document_.file_,
                              pointer_join(pointer_to(open_.size()), name)),
         {argument("name", shown_key(name)),
          argument("line", document_.map_.line(document_.nodes_[*first].offset))},
         {}});
  }
}

std::string JsonBuilder::pointer_to(std::size_t depth) const {
  std::string pointer;
  for (std::size_t i = 0; i < depth; ++i) {
    const Node& node = document_.nodes_[open_[i].node];
    pointer = node.kind == JsonKind::object ? pointer_join(pointer, document_.strings_[open_[i].string])
                                            : pointer_join(pointer, static_cast<std::size_t>(node.count - 1));
  }
  return pointer;
}

bool JsonBuilder::parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) {
  constexpr int number_out_of_range = 406;
  if (error.id == number_out_of_range) {
    number_too_large_ = true;
    return false;
  }
  SyntaxState state;
  state.text = document_.text_;
  state.map = &document_.map_;
  state.after = after_;
  state.last_start = last_start_;
  state.cursor = cursor_;
  for (const Open& open : open_) state.open.push_back(document_.nodes_[open.node].offset);
  // The innermost bracket, and the key whose value was being read.
  const std::size_t known = open_.size() - (open_.empty() || after_ == SyntaxState::After::key ? 0 : 1);
  return stop(explain_syntax(state), pointer_to(known));
}

std::optional<Result<JsonText>> JsonBuilder::run(const std::string& grammar_text) {
  const bool good = nlohmann::json::sax_parse(grammar_text, this);
  if (good) return Result<JsonText>(std::move(document_));
  if (number_too_large_) return std::nullopt;
  assert(fault_);
  return Result<JsonText>(std::move(*fault_));
}

namespace {

// The same text with every number replaced by 0 and blanks.
std::string without_numbers(std::string text) {
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (in_string && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      in_string = !in_string;
    } else if (!in_string) {
      const std::size_t end = json_number_end(text, i);
      if (end == i) continue;
      std::fill(text.begin() + static_cast<std::ptrdiff_t>(i),
                text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
      text[i] = '0';
      i = end - 1;
    }
  }
  return text;
}

}  // namespace

Result<JsonText> parse_json(std::string text, std::string file, const JsonLimits& limits, int first_line) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  drop_byte_order_mark(text);
  if (auto fault = encoding_fault(text, file, limits, first_line)) return std::move(*fault);
  if (text.compare(0, byte_order_mark.size(), byte_order_mark) == 0) {
    // nlohmann would pass over a second one, and every later place would be wrong.
    return Diagnostic{"json.invisible",
                      SourceMap(text, first_line).place(text, 0, file, {}),
                      {argument("code_point", "U+FEFF")},
                      {}};
  }

  JsonBuilder builder(std::move(text), file, limits, first_line);
  if (auto result = builder.run(builder.text())) return std::move(*result);
  // A number such as 1e999 ends nlohmann's reading; it is for our readers to say that about the value.
  JsonBuilder again(builder.text(), std::move(file), limits, first_line);
  return std::move(*again.run(without_numbers(builder.text())));
}

}  // namespace qkv
