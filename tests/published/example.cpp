#include "published/example.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>

namespace qkv::published {
namespace {

std::string cell_of(const JsonValue& value) {
  switch (value.kind()) {
    case JsonKind::number:
      return std::string(value.number_text());
    case JsonKind::boolean:
      return value.boolean() ? "true" : "false";
    case JsonKind::string:
      return "\"" + value.string() + "\"";
    case JsonKind::null:
    case JsonKind::array:
    case JsonKind::object:
      break;
  }
  return "null";
}

std::vector<std::string> row_of(const JsonValue& value) {
  std::vector<std::string> row;
  for (const JsonValue& element : value.elements()) row.push_back(cell_of(element));
  return row;
}

Grid grid_of(const JsonValue& value) {
  Grid grid;
  for (const JsonValue& row : value.elements()) grid.push_back(row_of(row));
  return grid;
}

std::string list_of(const std::vector<std::string>& items) {
  std::string text = "[";
  for (const std::string& item : items) text += (text.size() > 1 ? ", " : "") + item;
  return text + "]";
}

std::string text_of(const Grid& grid) {
  std::vector<std::string> rows;
  for (const auto& row : grid) rows.push_back(list_of(row));
  return list_of(rows);
}

int whole_of(const JsonValue& value) {
  return std::atoi(std::string(value.number_text()).c_str());
}

// The matrices of the heads, columns side by side.
Grid side_by_side(const JsonValue& heads, std::string_view key) {
  Grid all;
  for (const JsonValue& head : heads.elements()) {
    const Grid one = grid_of(get(head, key));
    all.resize(one.size());
    for (std::size_t row = 0; row < one.size(); ++row) {
      all[row].insert(all[row].end(), one[row].begin(), one[row].end());
    }
  }
  return all;
}

std::string in_quotes(std::string_view text) {
  return "\"" + std::string(text) + "\"";
}

// ---- the problem file

class ProblemWriter {
 public:
  ProblemWriter(const JsonValue& line, const std::vector<PublishedTable>& tables)
      : line_(line), inputs_(get(line, "inputs")), tables_(tables) {}

  std::string write() {
    text_ = "{\"qkv\": 1";
    add("id", in_quotes(get(line_, "id").string()));
    if (const auto tokens = find(line_, "tokens")) add("tokens", list_of(row_of(*tokens)));
    if (find(inputs_, "heads")) {
      add_layer();
    } else if (find(inputs_, "scores")) {
      add_scores();
    } else {
      add_tables();
    }
    if (find(inputs_, "scale") && !has_unknown_width())
      add("scale", in_quotes(get(inputs_, "scale").string()));
    if (const auto mask = find(inputs_, "mask")) {
      add("mask", "{\"allow\": " + text_of(grid_of(*mask)) + "}");
    }
    add_decimals();
    add_asked();
    return text_ + "}\n";
  }

 private:
  void add(std::string_view key, const std::string& value) {
    text_ += ",\n " + in_quotes(key) + ": " + value;
  }

  void add_layer() {
    const JsonValue heads = get(inputs_, "heads");
    add("X", text_of(grid_of(get(inputs_, "x_mh"))));
    add("W_Q", text_of(side_by_side(heads, "wq")));
    add("W_K", text_of(side_by_side(heads, "wk")));
    add("W_V", text_of(side_by_side(heads, "wv")));
    if (const auto wo = find(inputs_, "wo")) add("W_O", text_of(grid_of(*wo)));
    add("heads", std::to_string(heads.size()));
  }

  // Whether the source shows scores without saying for which d_k: they are divided already.
  bool has_unknown_width() const { return find(inputs_, "scores") && !find(inputs_, "d_k"); }

  // What a mask hides is printed as −∞ and not known: any number will do there.
  void add_scores() {
    Grid scores = grid_of(get(inputs_, "scores"));
    Grid allow = scores;
    bool hides = false;
    for (std::size_t row = 0; row < scores.size(); ++row) {
      for (std::size_t column = 0; column < scores[row].size(); ++column) {
        const bool hidden = scores[row][column] == "\"-inf\"";
        if (hidden) scores[row][column] = "0";
        allow[row][column] = hidden ? "false" : "true";
        hides |= hidden;
      }
    }
    add("scores", text_of(scores));
    add("d_k", has_unknown_width() ? "1" : std::string(get(inputs_, "d_k").number_text()));
    if (has_unknown_width()) add("scale", in_quotes("none"));
    if (hides && !find(inputs_, "mask")) add("mask", "{\"allow\": " + text_of(allow) + "}");
  }

  void add_tables() {
    constexpr std::array<std::array<std::string_view, 2>, 10> names = {{{"x", "X"},
                                                                        {"wq", "W_Q"},
                                                                        {"wk", "W_K"},
                                                                        {"wv", "W_V"},
                                                                        {"q", "Q"},
                                                                        {"k", "K"},
                                                                        {"v", "V"},
                                                                        {"q_mh", "Q"},
                                                                        {"k_mh", "K"},
                                                                        {"v_mh", "V"}}};
    for (const auto& [theirs, ours] : names) {
      if (const auto table = find(inputs_, theirs)) add(ours, text_of(grid_of(*table)));
    }
    if (const auto heads = find(inputs_, "n_heads")) add("heads", std::string(heads->number_text()));
  }

  void add_decimals() {
    const JsonValue decimals = get(line_, "rounding_decimals");
    if (decimals.is(JsonKind::number)) {
      add("decimals", std::string(decimals.number_text()));
      return;
    }
    std::string members;
    for (const JsonValue::Member& member : decimals.members()) {
      const auto step = step_of(member.key.string(), layout_of(line_));
      assert(step);
      members += (members.empty() ? "" : ", ") + in_quotes(step_name(*step)) + ": " +
                 std::string(member.value.number_text());
    }
    add("decimals", "{" + members + "}");
  }

  void add_asked() {
    std::vector<std::string> names;
    for (const PublishedTable& table : tables_) names.push_back(in_quotes(step_name(table.step)));
    add("ask", list_of(names));
  }

  const JsonValue& line_;
  JsonValue inputs_;
  const std::vector<PublishedTable>& tables_;
  std::string text_;
};

// ---- the answer file

int query_count(const JsonValue& line) {
  const JsonValue inputs = get(line, "inputs");
  for (const std::string_view key : {"scores", "x", "x_mh", "q", "q_mh"}) {
    if (const auto table = find(inputs, key)) return static_cast<int>(table->size());
  }
  return 0;
}

// "weights_h1" and "weights_row2" name a part of a table.
struct FieldName {
  std::string table;
  int head = -1;
  int row = -1;
};

FieldName field_name(const std::string& key) {
  const std::size_t mark = key.rfind('_');
  if (mark == std::string::npos) return {key};
  const std::string part = key.substr(mark + 1);
  const std::string table = key.substr(0, mark);
  if (part.rfind("row", 0) == 0) return {table, -1, std::atoi(part.c_str() + 3)};
  if (part.size() == 2 && part[0] == 'h') return {table, part[1] - '1'};
  return {key};
}

Grid blank_grid(int rows, std::size_t columns) {
  return Grid(static_cast<std::size_t>(rows), std::vector<std::string>(columns, "null"));
}

class TableReader {
 public:
  explicit TableReader(const JsonValue& line) : line_(line), layout_(layout_of(line)) {}

  void read(std::vector<PublishedTable>& tables, std::vector<std::string>& background) {
    for (const JsonValue::Member& member : get(line_, "published").members()) {
      const FieldName name = field_name(member.key.string());
      const auto step = name.head >= 0 ? step_from_name(name.table) : step_of(name.table, layout_);
      if (!step || *step == Step::exp || !member.value.is(JsonKind::array)) {
        background.push_back(member.key.string());
        continue;
      }
      place(table(tables, *step), name, member.value);
    }
    std::ranges::sort(tables, {}, &PublishedTable::step);
    for (PublishedTable& table : tables) fill(table);
  }

 private:
  static PublishedTable& table(std::vector<PublishedTable>& tables, Step step) {
    const auto found = std::ranges::find(tables, step, &PublishedTable::step);
    if (found != tables.end()) return *found;
    tables.push_back({step, {}});
    return tables.back();
  }

  void place(PublishedTable& table, const FieldName& name, const JsonValue& value) {
    const bool by_head = layout_.heads > 1 && table.step < Step::merged;
    table.heads.resize(by_head ? static_cast<std::size_t>(layout_.heads) : 1);
    table.heads[static_cast<std::size_t>(std::max(name.head, 0))] = rows(name, value);
  }

  // All rows of the table, those that were not printed blank.
  Grid rows(const FieldName& name, const JsonValue& value) const {
    if (name.row >= 0) {
      Grid grid = blank_grid(query_count(line_), value.size());
      grid[static_cast<std::size_t>(name.row)] = row_of(value);
      return grid;
    }
    const auto printed = find(line_, "published_rows");
    if (!printed) return grid_of(value);
    const Grid some = grid_of(value);
    Grid grid = blank_grid(query_count(line_), some.front().size());
    for (std::size_t i = 0; i < some.size(); ++i) {
      grid[static_cast<std::size_t>(whole_of(printed->elements()[i]))] = some[i];
    }
    return grid;
  }

  // A head that was not printed is blank.
  static void fill(PublishedTable& table) {
    const auto printed = std::ranges::find_if(table.heads, [](const Grid& grid) { return !grid.empty(); });
    const Grid blank = blank_grid(static_cast<int>(printed->size()), printed->front().size());
    for (Grid& head : table.heads) {
      if (head.empty()) head = blank;
    }
  }

  const JsonValue& line_;
  Layout layout_;
};

std::string answers_text(const std::string& id, const std::vector<PublishedTable>& tables) {
  std::string members;
  for (const PublishedTable& table : tables) {
    std::vector<std::string> heads;
    for (const Grid& head : table.heads) heads.push_back(text_of(head));
    members += (members.empty() ? "\n  " : ",\n  ") + in_quotes(step_name(table.step)) + ": " +
               (heads.size() == 1 ? heads.front() : list_of(heads));
  }
  return "{\"qkv\": 1, \"problem\": " + in_quotes(id) + ", \"answers\": {" + members + "}}\n";
}

}  // namespace

Layout layout_of(const JsonValue& line) {
  const JsonValue inputs = get(line, "inputs");
  Layout layout;
  if (const auto heads = find(inputs, "heads")) layout.heads = static_cast<int>(heads->size());
  if (const auto count = find(inputs, "n_heads")) layout.heads = whole_of(*count);
  layout.has_output_projection = find(inputs, "wo").has_value();
  return layout;
}

std::optional<Step> step_of(std::string_view name, const Layout& layout) {
  if (name == "q") return Step::q;
  if (name == "k") return Step::k;
  if (name == "v") return Step::v;
  if (name == "concat") return Step::merged;
  if (name == "output" && layout.has_output_projection) return Step::projected;
  if (name == "output" && layout.heads > 1) return Step::merged;
  return step_from_name(name);
}

Example example_of(const JsonText& text) {
  const JsonValue line = text.root();
  std::vector<PublishedTable> tables;
  std::vector<std::string> background;
  TableReader(line).read(tables, background);
  const std::string id = get(line, "id").string();
  const auto stated = find(line, "correct_under_stated_convention");
  return {.id = id,
          .verdict = get(line, "verdict").string(),
          .problem = ProblemWriter(line, tables).write(),
          .answers = answers_text(id, tables),
          .tables = std::move(tables),
          .background = std::move(background),
          .correct = stated ? *stated : get(line, "correct_values")};
}

}  // namespace qkv::published
