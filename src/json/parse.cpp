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
#include "tokens.hpp"

namespace qkv {
namespace {

Argument limit(std::size_t value) {
  return argument("limit", static_cast<long long>(value));
}

}  // namespace

// Receives nlohmann's events. It is told no positions, but where every value begins and ends is known before:
// the grammar only says what it is and what it is in.
class JsonBuilder {
 public:
  JsonBuilder(std::string text, std::string file, const JsonLimits& limits, int first_line)
      : limits_(limits) {
    document_.file_ = std::move(file);
    document_.text_ = std::move(text);
    document_.map_ = SourceMap(document_.text_, first_line);
  }

  Result<JsonText> run();

  bool null() { return add_value(document_.nodes_[told_].kind); }  // what a number is told as
  bool boolean(bool value) { return add_value(JsonKind::boolean, value); }
  bool number_integer(std::int64_t) { return add_value(JsonKind::number); }
  bool number_unsigned(std::uint64_t) { return add_value(JsonKind::number); }
  bool number_float(double, const std::string&) { return add_value(JsonKind::number); }
  bool string(std::string& value);
  bool binary(nlohmann::json::binary_t&) { return false; }
  bool start_object(std::size_t) { return open_bracket(JsonKind::object); }
  bool start_array(std::size_t) { return open_bracket(JsonKind::array); }
  bool key(std::string& name);
  bool end_object();
  bool end_array() { return close_bracket(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&);

 private:
  using Node = JsonText::Node;
  struct Open {
    std::uint32_t node;
    std::uint32_t string = 0;  // of the last key
  };

  // Every value gets its node, of which only the place is known.
  Grammar find_tokens();
  bool add_value(JsonKind kind, bool boolean = false);
  bool add_string(std::string& value);
  bool open_bracket(JsonKind kind);
  bool close_bracket();
  void find_duplicate_keys(std::uint32_t object);
  // Where the reading is: one key or index for each of the outermost brackets that are open.
  std::string pointer_to(std::size_t depth) const;
  bool stop(SyntaxFault fault, std::string pointer = {});

  JsonLimits limits_;
  JsonText document_;
  std::uint32_t told_ = 0;  // nodes that an event has been about
  std::vector<Open> open_;
  SyntaxState::After after_ = SyntaxState::After::nothing;
  std::size_t last_start_ = 0;
  std::size_t cursor_ = 0;  // one past the last token
  std::optional<Diagnostic> fault_;
};

Grammar JsonBuilder::find_tokens() {
  // What most texts of a line have; long ones grow.
  constexpr std::size_t bytes_per_value = 4;
  constexpr std::size_t most_at_first = 1024;
  constexpr std::size_t usual_depth = 8;
  const std::string_view text = document_.text_;
  document_.nodes_.reserve(std::min(text.size() / bytes_per_value + 1, most_at_first));
  open_.reserve(usual_depth);
  // One more than allowed, so that there is a place to say it at.
  const std::size_t most_tokens = limits_.values + 1;
  TokenScanner scanner(text, most_tokens);
  std::size_t strings = 0;
  std::size_t depth = 0;
  while (document_.nodes_.size() < most_tokens && depth <= limits_.depth) {
    const Token token = scanner.next();
    if (token.kind == Token::Kind::end) break;
    if (token.kind == Token::Kind::closing) {
      if (depth > 0) --depth;
      continue;
    }
    if (token.kind == Token::Kind::opening) ++depth;
    if (token.kind == Token::Kind::string) ++strings;
    const JsonKind kind = token.kind == Token::Kind::number ? JsonKind::number : JsonKind::null;
    document_.nodes_.push_back({kind, false, token.begin, token.end, 0, 0});
  }
  document_.strings_.reserve(std::min(strings, most_at_first));
  return scanner.take();
}

bool JsonBuilder::stop(SyntaxFault fault, std::string pointer) {
  fault_ =
      Diagnostic{std::move(fault.code),
                 document_.map_.place(document_.text_, fault.offset, document_.file_, std::move(pointer)),
                 std::move(fault.arguments), std::move(fault.suggestion)};
  return false;
}

bool JsonBuilder::add_value(JsonKind kind, bool boolean) {
  Node& node = document_.nodes_[told_];
  if (told_ >= limits_.values) {
    return stop({"json.too-many-values", node.offset, {limit(limits_.values)}});
  }
  last_start_ = node.offset;
  cursor_ = node.end;
  if (!open_.empty()) ++document_.nodes_[open_.back().node].count;
  node.kind = kind;
  node.boolean = boolean;
  node.next = ++told_;
  after_ = SyntaxState::After::value;
  return true;
}

bool JsonBuilder::add_string(std::string& value) {
  if (!add_value(JsonKind::string)) return false;
  document_.nodes_[told_ - 1].count = static_cast<std::uint32_t>(document_.strings_.size());
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
  open_.back().string = document_.nodes_[told_ - 1].count;
  after_ = SyntaxState::After::key;
  return true;
}

bool JsonBuilder::open_bracket(JsonKind kind) {
  if (open_.size() == limits_.depth) {
    return stop({"json.too-deep", document_.nodes_[told_].offset, {limit(limits_.depth)}});
  }
  if (!add_value(kind)) return false;
  open_.push_back({told_ - 1});
  after_ = SyntaxState::After::opening_bracket;
  return true;
}

bool JsonBuilder::close_bracket() {
  cursor_ = skip_blanks(document_.text_, cursor_);
  last_start_ = cursor_++;
  Node& node = document_.nodes_[open_.back().node];
  node.end = static_cast<std::uint32_t>(cursor_);
  node.next = told_;
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
  keys.reserve(document_.nodes_[object].count);
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

bool JsonBuilder::parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) {
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

Result<JsonText> JsonBuilder::run() {
  const Grammar grammar = find_tokens();
  const char* const begin = grammar.text.get();
  if (nlohmann::json::sax_parse(begin, begin + grammar.size, this)) return std::move(document_);
  assert(fault_);
  return std::move(*fault_);
}

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

  return JsonBuilder(std::move(text), std::move(file), limits, first_line).run();
}

}  // namespace qkv
