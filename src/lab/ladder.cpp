// From a token that sees itself alone to several heads, one rung after the other: whom a token looks at.
#include <algorithm>
#include <cmath>
#include <utility>

#include "attention.hpp"
#include "labs.hpp"

namespace qkv {
namespace {

using enum LabClaim::Relation;

constexpr double noise = 1e-12;  // of sums in double precision
constexpr std::string_view pronoun = "pronoun";
constexpr int pronoun_tokens = 8;

// What every rung is made of, of the first batch member.
struct Ground {
  std::vector<std::string> names;
  std::vector<int> looking;  // the queries whose rows are shown
  Tensor features;           // [T, …]: of the tokens themselves, before Q, K and V part
  Tensor q, k, v;            // [1, 1, T, d]
  int heads = 1;             // of the last rung; 1: the features cannot be split
  bool is_pronoun = false;   // the sentence that has words of its own
};

struct Rung {
  std::string id;
  Tensor weights;  // [1, H, T, T]
  Tensor output;   // [1, H, T, d_v]
};

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

// [1, 1, T, H·d] → [1, H, T, d]
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

double dot(const Tensor& a, int row, const Tensor& b, int other, int head = 0) {
  double sum = 0.0;
  for (int i = 0; i < a.size(3); ++i) sum += a.at({0, head, row, i}) * b.at({0, head, other, i});
  return sum;
}

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

LabSection section_of(const Rung& rung, const Ground& ground) {
  LabSection section{.heading = lab_text("lab.ladder." + rung.id + ".heading"), .blocks = {}};
  section.blocks.emplace_back(lab_text("lab.ladder." + rung.id + ".what"));
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

// ---- claims

Argument token(const char* name, const Ground& ground, int position) {
  return argument(name, ground.names[static_cast<std::size_t>(position)]);
}

void claim_own(LabSection& section, const Rung& rung, const Ground& ground) {
  const int query = ground.looking.front();
  section.blocks.emplace_back(LabClaim{.id = "own",
                                       .key = "lab.ladder.claim.own",
                                       .found = rung.weights.at({0, 0, query, query}),
                                       .relation = equal,
                                       .bound = 1.0,
                                       .decimals = 2,
                                       .arguments = {token("token", ground, query)}});
}

void claim_average(LabSection& section, const Rung& rung, const Ground& ground) {
  const int one = ground.looking.front();
  const int other = ground.looking.back();
  const std::vector<Argument> both = {token("one", ground, one), token("other", ground, other)};
  section.blocks.emplace_back(LabClaim{.id = "average-same-weight",
                                       .key = "lab.ladder.claim.average-weight",
                                       .found = largest_of(rung.weights.values()),
                                       .relation = equal,
                                       .bound = 1.0 / static_cast<double>(ground.names.size()),
                                       .tolerance = noise,
                                       .decimals = 3});
  section.blocks.emplace_back(
      LabClaim{.id = "average-same-output",
               .key = "lab.ladder.claim.average-output",
               .found = largest_change(row_of(rung.output, 0, 0, one), row_of(rung.output, 0, 0, other)),
               .relation = equal,
               .bound = 0.0,
               .tolerance = noise,
               .decimals = 2,
               .arguments = both});
}

// Whether no weight among these tokens is so small that a double makes 0 of it.
bool is_positive(const Rung& rung, const std::vector<int>& tokens) {
  return std::ranges::all_of(tokens, [&](int row) {
    return std::ranges::all_of(tokens, [&](int column) { return rung.weights.at({0, 0, row, column}) > 0; });
  });
}

// What a looks at in b, b looks at in a: the table of scores is its own mirror image. The weights show it as
// odds: w(a,b)/w(a,a) · w(b,b)/w(b,a) is e^(s_ab − s_aa + s_bb − s_ba).
void claim_similarity(LabSection& section, const Rung& rung, const Ground& ground) {
  const int a = ground.looking.front();
  const int b = ground.looking.back();
  if (!is_positive(rung, {a, b})) return;
  const auto w = [&](int row, int column) { return std::log(rung.weights.at({0, 0, row, column})); };
  section.blocks.emplace_back(LabClaim{
      .id = "similarity-mirrored",
      .key = "lab.ladder.claim.mirrored",
      .found = (w(a, b) - w(a, a)) - (w(b, a) - w(b, b)),
      .relation = equal,
      .bound = dot(ground.features, b, ground.features, b) - dot(ground.features, a, ground.features, a),
      .tolerance = 1e-9,
      .decimals = 2,
      .arguments = {token("one", ground, a), token("other", ground, b)}});
  if (!ground.is_pronoun) return;
  section.blocks.emplace_back(
      LabClaim{.id = "similarity-cannot-choose",
               .key = "lab.ladder.claim.cannot-choose",
               .found = rung.weights.at({0, 0, a, 1}) - rung.weights.at({0, 0, a, 0}),
               .relation = equal,
               .bound = 0.0,
               .tolerance = noise,
               .decimals = 2,
               .arguments = {token("token", ground, a), token("one", ground, 0), token("other", ground, 1)}});
}

// The scores of a query before any softmax.
std::vector<double> dots_of(const Tensor& q, const Tensor& k, int query, int head = 0) {
  std::vector<double> dots;
  for (int key = 0; key < k.size(2); ++key) dots.push_back(dot(q, query, k, key, head));
  return dots;
}

int place_of_largest(const std::vector<double>& numbers) {
  return static_cast<int>(std::ranges::max_element(numbers) - numbers.begin());
}

double largest_but(const std::vector<double>& row, int place) {
  double largest = -1.0;
  for (std::size_t j = 0; j < row.size(); ++j) {
    if (static_cast<int>(j) != place) largest = std::max(largest, row[j]);
  }
  return largest;
}

void claim_apart(LabSection& section, const Rung& rung, const Ground& ground) {
  for (const int query : ground.looking) {
    const std::vector<double> dots = dots_of(ground.q, ground.k, query);
    const int best = place_of_largest(dots);
    const bool is_alone = dots[static_cast<std::size_t>(best)] > largest_but(dots, best);
    section.blocks.emplace_back(
        LabClaim{.id = "looks-at-" + std::to_string(query + 1),
                 .key = "lab.ladder.claim.looks",
                 .found = rung.weights.at({0, 0, query, best}),
                 .relation = is_alone ? greater : at_least,
                 .bound = largest_but(row_of(rung.weights, 0, 0, query), best),
                 .decimals = 2,
                 .arguments = {token("token", ground, query), token("key", ground, best)}});
  }
}

// A row of equal scores cannot become softer, and of one that is 1 but for the last digits nobody sees it.
void claim_scaled(LabSection& section, const Rung& rung, const Rung& unscaled, const Ground& ground) {
  for (const int query : ground.looking) {
    const std::vector<double> dots = dots_of(ground.q, ground.k, query);
    const double before = largest_of(row_of(unscaled.weights, 0, 0, query));
    const bool is_flat = largest_of(dots) == *std::ranges::min_element(dots) || ground.q.size(3) == 1;
    const bool shows = !is_flat && before < 1 - 1e-9;
    section.blocks.emplace_back(LabClaim{.id = "scaling-softens-" + std::to_string(query + 1),
                                         .key = "lab.ladder.claim.softens",
                                         .found = largest_of(row_of(rung.weights, 0, 0, query)),
                                         .relation = shows ? less : at_most,
                                         .bound = shows ? before : before + noise,
                                         .decimals = 2,
                                         .arguments = {token("token", ground, query)}});
  }
}

void claim_causal(LabSection& section, const Rung& rung, const Ground& ground) {
  const int count = rung.weights.size(2);
  double future = 0.0;
  for (int i = 0; i < count; ++i) {
    for (int j = i + 1; j < count; ++j) future += std::fabs(rung.weights.at({0, 0, i, j}));
  }
  section.blocks.emplace_back(LabClaim{.id = "future-gets-nothing",
                                       .key = "lab.ladder.claim.future",
                                       .found = future,
                                       .relation = equal,
                                       .bound = 0.0,
                                       .decimals = 0});
  // The odds of two keys that stay visible do not change: e^(difference of their scores).
  const int query = ground.looking.back();
  const std::vector<double> dots = dots_of(ground.q, ground.k, query);
  const double divisor = std::sqrt(static_cast<double>(ground.q.size(3)));
  const int best = place_of_largest({dots.begin(), dots.begin() + query + 1});
  const int other = best == 0 ? 1 : 0;
  if (!(rung.weights.at({0, 0, query, other}) > 0)) return;
  const auto score = [&](int key) { return dots[static_cast<std::size_t>(key)] / divisor; };
  const double odds = std::exp(score(best) - score(other));
  section.blocks.emplace_back(
      LabClaim{.id = "odds-stay",
               .key = "lab.ladder.claim.odds",
               .found = rung.weights.at({0, 0, query, best}) / rung.weights.at({0, 0, query, other}),
               .relation = equal,
               .bound = odds,
               .tolerance = odds * 1e-9,
               .decimals = 2,
               .arguments = {token("token", ground, query), token("one", ground, best),
                             token("other", ground, other)}});
}

// Where the dot products of two heads point at different tokens, each head has to give its own more weight
// than the other head does.
void claim_heads(LabSection& section, const Rung& rung, const Ground& ground) {
  const Tensor q = split(ground.q, ground.heads);
  const Tensor k = split(ground.k, ground.heads);
  for (const int query : ground.looking) {
    std::vector<int> best;
    for (int head = 0; head < 2; ++head) {
      std::vector<double> dots = dots_of(q, k, query, head);
      dots.resize(static_cast<std::size_t>(query) + 1);
      best.push_back(place_of_largest(dots));
      const bool is_alone = dots[static_cast<std::size_t>(best.back())] > largest_but(dots, best.back());
      if (!is_alone && dots.size() > 1) best.back() = -1;
    }
    if (best[0] == best[1] || best[0] < 0 || best[1] < 0) continue;
    for (int head = 0; head < 2; ++head) {
      const int key = best[static_cast<std::size_t>(head)];
      section.blocks.emplace_back(
          LabClaim{.id = "head-" + std::to_string(head + 1) + "-of-" + std::to_string(query + 1),
                   .key = "lab.ladder.claim.head",
                   .found = rung.weights.at({0, head, query, key}),
                   .relation = greater,
                   .bound = rung.weights.at({0, 1 - head, query, key}),
                   .decimals = 2,
                   .arguments = {token("token", ground, query), token("key", ground, key),
                                 argument("head", head + 1), argument("other", 2 - head)}});
    }
  }
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

Result<LabResult> lab_ladder(const LabRequest& request) {
  const Problem& problem = *request.problem;
  if (!has_rungs(problem))
    return Diagnostic{"lab.ladder.no-rungs", {}, {argument("problem", problem.id)}, {}};
  const Ground ground = ground_of(problem);
  return LabResult{.lab = "ladder",
                   .seed = request.seed,
                   .problem = problem.id,
                   .sections = sections_of(rungs_of(ground), ground)};
}

}  // namespace qkv
