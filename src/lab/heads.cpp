// Splitting into heads: view as [B, T, H, d] and transpose, against reshaping to [B, H, T, d] at once. Both
// have the same shape.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "attention.hpp"
#include "labs.hpp"

namespace qkv {
namespace {

using enum LabClaim::Relation;

// Rows [B, T, H·d] into heads [B, H, T, d].
Tensor split(const Tensor& rows, int heads) {
  const int width = rows.size(2) / heads;
  Tensor table({rows.size(0), heads, rows.size(1), width});
  for (int b = 0; b < rows.size(0); ++b) {
    for (int t = 0; t < rows.size(1); ++t) {
      for (int i = 0; i < rows.size(2); ++i) table.at({b, i / width, t, i % width}) = rows.at({b, t, i});
    }
  }
  return table;
}

// And back.
Tensor merged(const Tensor& table, int heads) {
  const int width = table.size(3);
  Tensor rows({table.size(0), table.size(2), heads * width});
  for (int b = 0; b < rows.size(0); ++b) {
    for (int t = 0; t < rows.size(1); ++t) {
      for (int i = 0; i < rows.size(2); ++i) rows.at({b, t, i}) = table.at({b, i / width, t, i % width});
    }
  }
  return rows;
}

// The same numbers in the same order under another shape.
Tensor reshaped_to_heads(const Tensor& rows, int heads) {
  return Tensor({rows.size(0), heads, rows.size(1), rows.size(2) / heads}, rows.values());
}
Tensor reshaped_to_rows(const Tensor& table, int heads) {
  return Tensor({table.size(0), table.size(2), heads * table.size(3)}, table.values());
}

// ---- numbers that say where they come from

constexpr int shown_tokens = 3;
constexpr int shown_heads = 2;
constexpr int shown_width = 2;

// Token 2, feature 3: 23. [1, T, H·d]
Tensor numbered(int tokens, int heads, int width) {
  Tensor rows({1, tokens, heads * width});
  for (int t = 0; t < tokens; ++t) {
    for (int i = 0; i < heads * width; ++i) rows.at({0, t, i}) = 10.0 * (t + 1) + (i + 1);
  }
  return rows;
}

int count_moved(const Tensor& one, const Tensor& other) {
  int moved = 0;
  for (std::size_t i = 0; i < one.values().size(); ++i) moved += one.values()[i] != other.values()[i] ? 1 : 0;
  return moved;
}

// Cells in the row of one token that hold a number of another.
int count_foreign(const Tensor& heads) {
  int foreign = 0;
  for (int h = 0; h < heads.size(1); ++h) {
    for (int t = 0; t < heads.size(2); ++t) {
      for (int i = 0; i < heads.size(3); ++i)
        foreign += std::lround(heads.at({0, h, t, i})) / 10 != t + 1 ? 1 : 0;
    }
  }
  return foreign;
}

// Row t of head h stays where it is when t (H − 1) = h (T − 1): both sides are multiples of
// (H − 1)(T − 1)/gcd, of which there are gcd + 1 within reach.
int rows_that_stay(int tokens, int heads) {
  return tokens == 1 && heads == 1 ? 1 : std::gcd(tokens - 1, heads - 1) + 1;
}

LabTable where_table() {
  const Tensor rows = numbered(shown_tokens, shown_heads, shown_width);
  const Tensor right = split(rows, shown_heads);
  const Tensor plain = reshaped_to_heads(rows, shown_heads);
  LabTable table{.id = "where",
                 .caption = lab_text("lab.heads.where.caption"),
                 .row_axis = lab_text("lab.heads.where.row"),
                 .columns = {},
                 .rows = {}};
  for (const char* way : {"lab.heads.right", "lab.heads.plain"}) {
    for (int i = 1; i <= shown_width; ++i) table.columns.push_back(lab_text(way, {argument("feature", i)}));
  }
  for (int h = 0; h < shown_heads; ++h) {
    for (int t = 0; t < shown_tokens; ++t) {
      LabTable::Row row{lab_text("lab.heads.where.name", {argument("head", h + 1), argument("token", t + 1)}),
                        {}};
      for (const Tensor* each : {&right, &plain}) {
        for (int i = 0; i < shown_width; ++i) row.cells.emplace_back(LabNumber{each->at({0, h, t, i}), 0});
      }
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

LabClaim count_claim(std::string id, int found, int bound, std::vector<Argument> arguments = {}) {
  return {.id = id,
          .key = "lab.heads.claim." + id,
          .found = static_cast<double>(found),
          .relation = equal,
          .bound = static_cast<double>(bound),
          .decimals = 0,
          .arguments = std::move(arguments)};
}

LabSection where_section() {
  const Tensor rows = numbered(shown_tokens, shown_heads, shown_width);
  const Tensor right = split(rows, shown_heads);
  const Tensor plain = reshaped_to_heads(rows, shown_heads);
  const auto all = static_cast<int>(rows.values().size());
  const int staying = rows_that_stay(shown_tokens, shown_heads) * shown_width;
  LabSection section{.heading = lab_text("lab.heads.where.heading"), .blocks = {}};
  section.blocks.emplace_back(lab_text("lab.heads.where.what"));
  section.blocks.emplace_back(where_table());
  section.blocks.emplace_back(count_claim("right", count_foreign(right), 0));
  section.blocks.emplace_back(LabClaim{.id = "plain",
                                       .key = "lab.heads.claim.plain",
                                       .found = static_cast<double>(count_foreign(plain)),
                                       .relation = greater,
                                       .bound = 0,
                                       .decimals = 0});
  section.blocks.emplace_back(
      count_claim("moved", count_moved(right, plain), all - staying, {argument("all", all)}));
  section.blocks.emplace_back(count_claim("round-trip", count_moved(merged(right, shown_heads), rows), 0));
  section.blocks.emplace_back(
      count_claim("merge", count_moved(reshaped_to_rows(right, shown_heads), rows), all - staying));
  section.blocks.emplace_back(
      count_claim("hidden", count_moved(reshaped_to_rows(plain, shown_heads), rows), 0));
  return section;
}

// ---- sizes

LabSection sizes_section() {
  LabTable table{.id = "sizes",
                 .caption = lab_text("lab.heads.sizes.caption"),
                 .row_axis = lab_text("lab.heads.sizes.row"),
                 .columns = {lab_text("lab.heads.sizes.numbers"), lab_text("lab.heads.sizes.moved"),
                             lab_text("lab.heads.sizes.formula")},
                 .rows = {}};
  int wrong = 0;
  int moved_where_one = 0;
  for (const int tokens : {1, 2, 3, 4, 5, 7}) {
    for (const int heads : {1, 2, 4}) {
      const Tensor rows = numbered(tokens, heads, shown_width);
      const auto all = static_cast<int>(rows.values().size());
      const int moved = count_moved(split(rows, heads), reshaped_to_heads(rows, heads));
      const int formula = all - rows_that_stay(tokens, heads) * shown_width;
      wrong += moved != formula ? 1 : 0;
      if (tokens == 1 || heads == 1) moved_where_one += moved;
      table.rows.push_back(
          {lab_literal("T = " + std::to_string(tokens) + ", H = " + std::to_string(heads)),
           {LabNumber{1.0 * all, 0}, LabNumber{1.0 * moved, 0}, LabNumber{1.0 * formula, 0}}});
    }
  }
  LabSection section{.heading = lab_text("lab.heads.sizes.heading"), .blocks = {}};
  section.blocks.emplace_back(lab_text("lab.heads.sizes.what"));
  const auto sizes = static_cast<long long>(table.rows.size());
  section.blocks.emplace_back(std::move(table));
  section.blocks.emplace_back(count_claim("single", moved_where_one, 0));
  section.blocks.emplace_back(count_claim("formula", wrong, 0, {argument("sizes", sizes)}));
  return section;
}

// ---- what it does to attention

// Q, K and V dealt out again, as a program does that reshapes at once. The heads of a problem are those that
// the right split makes.
Problem dealt_out_plainly(Problem problem) {
  for (auto [table, heads] : {std::pair{&problem.q, problem.heads}, std::pair{&problem.k, problem.kv_heads},
                              std::pair{&problem.v, problem.kv_heads}})
    *table = reshaped_to_heads(merged(**table, heads), heads);
  return problem;
}

Tensor right_output(const Problem& problem) {
  return merged(output_of(problem), problem.heads);
}
Tensor plain_output(const Problem& problem) {
  return reshaped_to_rows(output_of(dealt_out_plainly(problem)), problem.heads);
}

LabSection problem_section(const Problem& problem) {
  const Tensor right = right_output(problem);
  const Tensor plain = plain_output(problem);
  LabTable table{.id = "output",
                 .caption = lab_text("lab.heads.output.caption"),
                 .row_axis = lab_text("lab.heads.token"),
                 .columns = {},
                 .rows = {}};
  const int features = std::min(right.size(2), 4);
  for (const char* way : {"lab.heads.right", "lab.heads.plain"}) {
    for (int i = 1; i <= features; ++i) table.columns.push_back(lab_text(way, {argument("feature", i)}));
  }
  for (int t = 0; t < std::min(problem.query_count, 12); ++t) {
    LabTable::Row row{lab_literal(problem.query_names[0][static_cast<std::size_t>(t)]), {}};
    for (const Tensor* each : {&right, &plain}) {
      for (int i = 0; i < features; ++i) row.cells.emplace_back(LabNumber{each->at({0, t, i}), 3});
    }
    table.rows.push_back(std::move(row));
  }
  LabSection section{.heading = lab_text("lab.heads.output.heading"), .blocks = {}};
  section.blocks.emplace_back(lab_text("lab.heads.output.what",
                                       {argument("shape", shape_text(split(right, problem.heads).shape()))}));
  section.blocks.emplace_back(std::move(table));
  section.blocks.emplace_back(LabClaim{.id = "output",
                                       .key = "lab.heads.claim.output",
                                       .found = largest_change(right.values(), plain.values()),
                                       .relation = greater,
                                       .bound = 0.01,
                                       .decimals = 3});
  return section;
}

// ---- and to the causal mask

// Split plainly but merged as it should be: row t of every head goes to token t.
Tensor half_plain_output(const Problem& problem) {
  return merged(output_of(dealt_out_plainly(problem)), problem.heads);
}

constexpr int drawn_tokens = 4;

// The largest change of an earlier output when q, k and v of the last token change.
double leak_through(Tensor (*output)(const Problem& problem), const Problem& before, const Problem& after) {
  const Tensor one = output(before);
  const Tensor other = output(after);
  double largest = 0.0;
  for (int t = 0; t + 1 < drawn_tokens; ++t) {
    for (int i = 0; i < one.size(2); ++i)
      largest = std::max(largest, std::fabs(one.at({0, t, i}) - other.at({0, t, i})));
  }
  return largest;
}

LabSection causal_section(std::uint64_t seed) {
  Normals normals(seed, "heads");
  const Shape shape = {1, shown_heads, drawn_tokens, shown_width};
  Tensor q = drawn(shape, normals);
  Tensor k = drawn(shape, normals);
  Tensor v = drawn(shape, normals);
  Problem before = attention_of(std::move(q), std::move(k), std::move(v));
  before.masks.causal = CausalMask{};
  Problem after = before;
  for (auto* table : {&after.q, &after.k, &after.v}) {
    for (int h = 0; h < shown_heads; ++h) {
      for (int i = 0; i < shown_width; ++i) (*table)->at({0, h, drawn_tokens - 1, i}) += normals.next();
    }
  }
  LabSection section{.heading = lab_text("lab.heads.causal.heading"), .blocks = {}};
  section.blocks.emplace_back(lab_text("lab.heads.causal.what", {argument("tokens", drawn_tokens)}));
  section.blocks.emplace_back(LabClaim{.id = "causal-right",
                                       .key = "lab.heads.claim.causal-right",
                                       .found = leak_through(right_output, before, after),
                                       .relation = equal,
                                       .bound = 0.0,
                                       .decimals = significant});
  section.blocks.emplace_back(LabClaim{.id = "causal-plain",
                                       .key = "lab.heads.claim.causal-plain",
                                       .found = leak_through(half_plain_output, before, after),
                                       .relation = greater,
                                       .bound = 0.0,
                                       .decimals = significant});
  section.blocks.emplace_back(lab_text("lab.heads.causal.read"));
  return section;
}

}  // namespace

Result<LabResult> lab_heads(const LabRequest& request) {
  const Argument name = argument("problem", request.problem->id);
  if (request.problem->given_scores || !request.problem->has_values() ||
      request.problem->softmax != Softmax::exp)
    return Diagnostic{"lab.heads.no-values", {}, {name}, {}};
  if (request.problem->heads < 2 || request.problem->query_count < 2)
    return Diagnostic{"lab.heads.one-head", {}, {name}, {}};
  const Problem problem = attention_within(*request.problem);
  return LabResult{
      .lab = "heads",
      .seed = request.seed,
      .problem = problem.id,
      .sections = {where_section(), sizes_section(), problem_section(problem), causal_section(request.seed)}};
}

}  // namespace qkv
