// From a token that sees itself alone to several heads, one rung after the other: whom a token looks at.
#include "ladder.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "attention.hpp"
#include "labs.hpp"

namespace qkv {
namespace ladder {
namespace {

constexpr std::string_view pronoun = "pronoun";
constexpr int pronoun_tokens = 8;

Rung rung_of(std::string id, const Problem& problem) {
  return {.id = std::move(id), .weights = weights_of(problem), .output = output_of(problem)};
}

// ---- the ground

// [1, H, T, d] → [1, 1, T, H·d]
Tensor side_by_side(const Tensor& heads) {
  const int width = heads.size(3);
  Tensor table({1, 1, heads.size(2), heads.size(1) * width});
  for (int h = 0; h < heads.size(1); ++h) {
    for (int t = 0; t < heads.size(2); ++t) {
      for (int i = 0; i < width; ++i) table.at({0, 0, t, h * width + i}) = heads.at({0, h, t, i});
    }
  }
  return table;
}

Tensor repeated(const Tensor& table, int heads) {
  Tensor copies({1, heads, table.size(2), table.size(3)});
  for (int h = 0; h < heads; ++h) {
    for (int t = 0; t < table.size(2); ++t) {
      for (int i = 0; i < table.size(3); ++i) copies.at({0, h, t, i}) = table.at({0, 0, t, i});
    }
  }
  return copies;
}

// X where the problem has it; else K, which says what a token has to offer.
Tensor features_of(const Problem& problem, const Tensor& k) {
  if (!problem.source) return k;
  const Tensor& x = problem.source->x;
  Tensor first({1, 1, x.size(1), x.size(2)});
  std::copy_n(x.values().begin(), first.values().size(), first.values().begin());
  return first;
}

bool has_rungs(const Problem& problem) {
  const bool has_tokens = !problem.given_scores && problem.has_values() &&
                          problem.query_count == problem.key_count && problem.query_count >= 2;
  const bool is_self = !problem.source || !problem.source->cross;
  return has_tokens && is_self && problem.kv_heads == problem.heads && problem.softmax == Softmax::exp;
}

Ground ground_of(const Problem& problem) {
  const Problem within = attention_within(problem);
  const auto first_of = [](const Tensor& table) {
    Tensor first({1, table.size(1), table.size(2), table.size(3)});
    std::copy_n(table.values().begin(), first.values().size(), first.values().begin());
    return first;
  };
  Ground ground;
  ground.names = problem.key_names.front();
  ground.q = side_by_side(first_of(*within.q));
  ground.k = side_by_side(first_of(*within.k));
  ground.v = side_by_side(first_of(*within.v));
  ground.features = features_of(problem, ground.k);
  ground.is_pronoun = problem.id == pronoun && problem.key_count == pronoun_tokens;
  const int last = problem.query_count - 1;
  ground.looking = {ground.is_pronoun ? 4 : last - 1, last};
  const int width = ground.q.size(3);
  ground.heads = problem.heads > 1 ? problem.heads : width % 2 == 0 ? 2 : 1;
  return ground;
}

// ---- what is shown of a rung

// The keys that share the largest weight, joined by equals signs; a dash where all do.
LabText looked_at(const std::vector<double>& row, const std::vector<std::string>& names) {
  const double largest = largest_of(row);
  std::string found;
  std::size_t count = 0;
  for (std::size_t j = 0; j < row.size(); ++j) {
    if (row[j] < largest - noise) continue;
    found += (count == 0 ? "" : " = ") + names[j];
    ++count;
  }
  return count == row.size() ? lab_text("lab.ladder.all-alike") : lab_literal(found);
}

LabText head_name(const std::string& token, int head) {
  return lab_text("lab.ladder.head", {argument("token", token), argument("head", head + 1)});
}

LabTable table_of(const Rung& rung, const Ground& ground) {
  LabTable table{
      .id = rung.id, .caption = {}, .row_axis = lab_text("lab.ladder.looks"), .columns = {}, .rows = {}};
  for (const std::string& name : ground.names) table.columns.push_back(lab_literal(name));
  const int heads = rung.weights.size(1);
  for (const int query : ground.looking) {
    for (int head = 0; head < heads; ++head) {
      const std::string& token = ground.names[static_cast<std::size_t>(query)];
      LabTable::Row row{heads == 1 ? lab_literal(token) : head_name(token, head), {}};
      for (const double weight : row_of(rung.weights, 0, head, query))
        row.cells.emplace_back(LabNumber{weight, 2});
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

std::vector<LabText> feature_names(const Ground& ground, int width) {
  std::vector<LabText> names;
  if (ground.is_pronoun && width == 4) {
    for (const char* key : {"lab.ladder.feature.thing", "lab.ladder.feature.money",
                            "lab.ladder.feature.judgement", "lab.ladder.feature.connection"})
      names.push_back(lab_text(key));
    return names;
  }
  for (int i = 0; i < width; ++i) names.push_back(lab_literal(std::to_string(i + 1)));
  return names;
}

// Rows of a table [1, 1, T, d] that the weights are made from.
LabTable numbers_of(std::string id, std::string caption, const Tensor& table, const std::vector<int>& tokens,
                    const Ground& ground) {
  const int width = table.size(3);
  LabTable shown{.id = std::move(id),
                 .caption = lab_text(std::move(caption)),
                 .row_axis = lab_text("lab.ladder.token"),
                 .columns = feature_names(ground, width),
                 .rows = {}};
  const bool is_whole =
      std::ranges::all_of(table.values(), [](double value) { return value == std::round(value); });
  for (const int token : tokens) {
    LabTable::Row row{lab_literal(ground.names[static_cast<std::size_t>(token)]), {}};
    for (const double value : row_of(table, 0, 0, token))
      row.cells.emplace_back(LabNumber{value, is_whole ? 0 : 2});
    shown.rows.push_back(std::move(row));
  }
  return shown;
}

std::vector<int> all_tokens(const Ground& ground) {
  std::vector<int> tokens(ground.names.size());
  std::iota(tokens.begin(), tokens.end(), 0);
  return tokens;
}

// What a rung begins with that the rungs before it do not.
std::vector<LabTable> new_numbers(const Rung& rung, const Ground& ground) {
  if (rung.id == "similarity")
    return {numbers_of("features", "lab.ladder.features", ground.features, all_tokens(ground), ground)};
  if (rung.id != "apart") return {};
  std::vector<LabTable> tables = {
      numbers_of("queries", "lab.ladder.queries", ground.q, ground.looking, ground)};
  if (ground.k.values() != ground.features.values())
    tables.push_back(numbers_of("keys", "lab.ladder.keys", ground.k, all_tokens(ground), ground));
  return tables;
}

LabSection section_of(const Rung& rung, const Ground& ground) {
  LabSection section{.heading = lab_text("lab.ladder." + rung.id + ".heading"), .blocks = {}};
  section.blocks.emplace_back(lab_text("lab.ladder." + rung.id + ".what"));
  for (LabTable& table : new_numbers(rung, ground)) section.blocks.emplace_back(std::move(table));
  section.blocks.emplace_back(table_of(rung, ground));
  if (ground.is_pronoun) section.blocks.emplace_back(lab_text("lab.ladder." + rung.id + ".pronoun"));
  return section;
}

LabTable summary_table(const std::vector<Rung>& rungs, const Ground& ground) {
  LabTable table{
      .id = "summary", .caption = {}, .row_axis = lab_text("lab.ladder.rung"), .columns = {}, .rows = {}};
  for (const int query : ground.looking)
    table.columns.push_back(lab_literal(ground.names[static_cast<std::size_t>(query)]));
  for (const Rung& rung : rungs) {
    const int heads = rung.weights.size(1);
    for (int head = 0; head < heads; ++head) {
      const std::string key = "lab.ladder." + rung.id + ".name";
      LabTable::Row row{
          heads == 1 ? lab_text(key) : lab_text("lab.ladder.heads.number", {argument("head", head + 1)}), {}};
      for (const int query : ground.looking)
        row.cells.emplace_back(looked_at(row_of(rung.weights, 0, head, query), ground.names));
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

// ---- the rungs

Problem unscaled(Problem problem) {
  problem.scale = {Scale::Kind::none, 1.0, {}};
  return problem;
}

Problem causal(Problem problem) {
  problem.masks.causal = CausalMask{};
  return problem;
}

// A window of one key, the causal mask beside it: nothing but the token itself.
Problem own_alone(Problem problem) {
  problem = causal(std::move(problem));
  problem.masks.window = 1;
  return problem;
}

std::vector<Rung> rungs_of(const Ground& ground) {
  const Problem apart = attention_of(ground.q, ground.k, ground.v);
  const Tensor nothing(ground.q.shape());
  std::vector<Rung> rungs = {
      rung_of("own", own_alone(apart)),
      rung_of("average", attention_of(nothing, ground.k, ground.v)),
      rung_of("similarity", unscaled(attention_of(ground.features, ground.features, ground.v))),
      rung_of("apart", unscaled(apart)),
      rung_of("scaled", apart),
      rung_of("causal", causal(apart)),
  };
  if (ground.heads > 1) {
    rungs.push_back(
        rung_of("heads", causal(attention_of(split(ground.q, ground.heads), split(ground.k, ground.heads),
                                             repeated(ground.v, ground.heads)))));
  }
  return rungs;
}

std::vector<LabSection> sections_of(const std::vector<Rung>& rungs, const Ground& ground) {
  std::vector<LabSection> sections;
  for (const Rung& rung : rungs) sections.push_back(section_of(rung, ground));
  claim_own(sections[0], rungs[0], ground);
  claim_average(sections[1], rungs[1], ground);
  claim_similarity(sections[2], rungs[2], ground);
  claim_apart(sections[3], rungs[3], ground);
  claim_scaled(sections[4], rungs[4], rungs[3], ground);
  claim_causal(sections[5], rungs[5], ground);
  if (rungs.size() > 6) claim_heads(sections[6], rungs[6], ground);
  LabSection summary{.heading = lab_text("lab.ladder.summary.heading"), .blocks = {}};
  if (rungs.size() <= 6) summary.blocks.emplace_back(lab_text("lab.ladder.no-heads"));
  summary.blocks.emplace_back(summary_table(rungs, ground));
  sections.push_back(std::move(summary));
  return sections;
}

}  // namespace

Tensor split(const Tensor& table, int heads) {
  const int width = table.size(3) / heads;
  Tensor parts({1, heads, table.size(2), width});
  for (int h = 0; h < heads; ++h) {
    for (int t = 0; t < table.size(2); ++t) {
      for (int i = 0; i < width; ++i) parts.at({0, h, t, i}) = table.at({0, 0, t, h * width + i});
    }
  }
  return parts;
}

}  // namespace ladder

Result<LabResult> lab_ladder(const LabRequest& request) {
  const Problem& problem = *request.problem;
  if (!ladder::has_rungs(problem))
    return Diagnostic{"lab.ladder.no-rungs", {}, {argument("problem", problem.id)}, {}};
  const ladder::Ground ground = ladder::ground_of(problem);
  return LabResult{.lab = "ladder",
                   .seed = request.seed,
                   .problem = problem.id,
                   .sections = ladder::sections_of(ladder::rungs_of(ground), ground)};
}

}  // namespace qkv
