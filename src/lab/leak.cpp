// Does the future leak into the past: change every later position and look at every earlier output.
#include <algorithm>
#include <utility>

#include "attention.hpp"
#include "labs.hpp"

namespace qkv {
namespace {

using enum LabClaim::Relation;

constexpr int most_positions = 64;  // every one is changed, and everything calculated again
constexpr int most_shown = 12;      // rows and columns of a table
constexpr double nudge = 1.0;       // standard deviation of what is added

// A calculation with positions that can be changed one by one. `changed`: what comes out when key position
// `position` of every batch member is another, as [B, H, T_q, d]; −1: nothing is.
struct Subject {
  int batch = 1;
  int queries = 0;
  int keys = 0;
  Tensor (*outputs)(const Problem& problem) = nullptr;
  Problem problem;
  std::vector<Problem> changed;  // one for each key position
};

// The largest change at each query by a change at each key. [B, T_q, T_k]
struct Reach {
  Tensor change;
};

Problem without_causal(Problem problem) {
  problem.masks.causal.reset();
  return problem;
}

Reach reach_of(const Subject& subject, bool masked) {
  const auto outputs = [&](const Problem& problem) {
    return subject.outputs(masked ? problem : without_causal(problem));
  };
  const Tensor before = outputs(subject.problem);
  Reach reach{Tensor({subject.batch, subject.queries, subject.keys})};
  for (int key = 0; key < subject.keys; ++key) {
    const Tensor after = outputs(subject.changed[static_cast<std::size_t>(key)]);
    for (int b = 0; b < subject.batch; ++b) {
      for (int query = 0; query < subject.queries; ++query) {
        double& largest = reach.change.at({b, query, key});
        for (int h = 0; h < before.size(1); ++h) {
          const double change = largest_change(row_of(before, b, h, query), row_of(after, b, h, query));
          if (!(change <= largest)) largest = change;
        }
      }
    }
  }
  return reach;
}

// ---- pairs of a query and a key

using Pair = std::vector<int>;  // batch, query, key

// Pairs of which the query may look at the key.
std::vector<Pair> open_pairs(const Problem& problem) {
  std::vector<Pair> pairs;
  for (int b = 0; b < problem.batch; ++b) {
    for (int query = 0; query < problem.query_count; ++query) {
      if (problem.is_padded_query(b, query)) continue;
      for (int key = 0; key < problem.key_count; ++key) {
        bool can_look = false;
        for (int h = 0; h < problem.heads; ++h) can_look |= problem.may_look(b, h, query, key);
        if (can_look) pairs.push_back({b, query, key});
      }
    }
  }
  return pairs;
}

// Those that nothing but the causal mask keeps apart.
std::vector<Pair> future_pairs(const Problem& problem) {
  std::vector<Pair> pairs = open_pairs(without_causal(problem));
  std::erase_if(pairs, [&](const Pair& pair) { return pair[2] <= pair[1] + problem.masks.causal->offset; });
  return pairs;
}

long long count_changed(const Reach& reach, const std::vector<Pair>& pairs) {
  return std::ranges::count_if(pairs, [&](const Pair& pair) { return reach.change.at(pair) != 0; });
}

double largest_at(const Reach& reach, const std::vector<Pair>& pairs) {
  double largest = 0.0;
  for (const Pair& pair : pairs) {
    if (!(reach.change.at(pair) <= largest)) largest = reach.change.at(pair);
  }
  return largest;
}

// ---- what is shown

LabTable table_of(const Subject& subject, const Reach& reach, std::string id, std::string caption) {
  LabTable table{.id = std::move(id),
                 .caption = lab_text(std::move(caption)),
                 .row_axis = lab_text("lab.leak.changed"),
                 .columns = {},
                 .rows = {}};
  const int queries = std::min(subject.queries, most_shown);
  for (int query = 0; query < queries; ++query)
    table.columns.push_back(lab_literal(subject.problem.query_names[0][static_cast<std::size_t>(query)]));
  for (int key = 0; key < std::min(subject.keys, most_shown); ++key) {
    LabTable::Row row{lab_literal(subject.problem.key_names[0][static_cast<std::size_t>(key)]), {}};
    for (int query = 0; query < queries; ++query) {
      const double change = reach.change.at({0, query, key});
      row.cells.emplace_back(change == 0 ? LabNumber{0.0, 0} : LabNumber{change, significant});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

LabClaim count_claim(std::string id, std::string key, const Reach& reach, const std::vector<Pair>& pairs) {
  return {.id = std::move(id),
          .key = std::move(key),
          .found = static_cast<double>(count_changed(reach, pairs)),
          .relation = equal,
          .bound = static_cast<double>(pairs.size()),
          .decimals = 0};
}

void add_findings(LabSection& section, const Subject& subject, const std::string& name) {
  const Reach masked = reach_of(subject, true);
  const Reach open = reach_of(subject, false);
  const std::vector<Pair> future = future_pairs(subject.problem);
  section.blocks.emplace_back(table_of(subject, masked, name + "-masked", "lab.leak.masked.caption"));
  section.blocks.emplace_back(table_of(subject, open, name + "-open", "lab.leak.open.caption"));
  section.blocks.emplace_back(
      LabClaim{.id = name + "-no-leak",
               .key = "lab.leak.claim.none",
               .found = largest_at(masked, future),
               .relation = equal,
               .bound = 0.0,
               .decimals = significant,
               .arguments = {argument("pairs", static_cast<long long>(future.size()))}});
  section.blocks.emplace_back(count_claim(name + "-open-leaks", "lab.leak.claim.open", open, future));
  section.blocks.emplace_back(
      count_claim(name + "-seen", "lab.leak.claim.seen", masked, open_pairs(subject.problem)));
}

// ---- k and v of a problem

void add_at(Tensor& table, int position, Normals& normals) {
  for (int b = 0; b < table.size(0); ++b) {
    for (int h = 0; h < table.size(1); ++h) {
      for (int i = 0; i < table.size(3); ++i) table.at({b, h, position, i}) += nudge * normals.next();
    }
  }
}

Subject keys_and_values(const Problem& problem, std::uint64_t seed) {
  Subject subject{.batch = problem.batch,
                  .queries = problem.query_count,
                  .keys = problem.key_count,
                  .outputs = output_of,
                  .problem = attention_within(problem),
                  .changed = {}};
  Normals normals(seed, "leak-kv");
  for (int key = 0; key < subject.keys; ++key) {
    Problem changed = subject.problem;
    add_at(*changed.k, key, normals);
    add_at(*changed.v, key, normals);
    subject.changed.push_back(std::move(changed));
  }
  return subject;
}

// ---- x of a whole layer

constexpr int tokens = 5;    // T
constexpr int channels = 8;  // C
constexpr int heads = 2;

Projection matrix(Normals& normals) {
  return {drawn({channels, channels}, normals, 0.4), std::nullopt};
}

Tensor layer_output(const Problem& problem) {
  const Tensor projected = compute(problem, right_recipe(), Carry::exact).at(Step::projected);
  return Tensor({1, 1, tokens, channels}, projected.values());
}

Problem drawn_layer(Normals& normals) {
  constexpr int width = channels / heads;
  const Tensor unused({1, heads, tokens, width});
  Problem layer = attention_of(unused, unused, unused);
  layer.q.reset();
  layer.k.reset();
  layer.v.reset();
  const Tensor x = drawn({1, tokens, channels}, normals);
  layer.source = Source{.x = x, .x_kv = x, .q = matrix(normals), .k = matrix(normals), .v = matrix(normals)};
  layer.w_o = matrix(normals);
  layer.masks.causal = CausalMask{};
  layer.asked = {Step::weights, Step::projected};
  return layer;
}

Subject whole_layer(std::uint64_t seed) {
  Normals normals(seed, "leak-layer");
  Subject subject{.batch = 1,
                  .queries = tokens,
                  .keys = tokens,
                  .outputs = layer_output,
                  .problem = drawn_layer(normals),
                  .changed = {}};
  for (int position = 0; position < tokens; ++position) {
    Problem changed = subject.problem;
    for (int i = 0; i < channels; ++i) changed.source->x.at({0, position, i}) += nudge * normals.next();
    changed.source->x_kv = changed.source->x;
    subject.changed.push_back(std::move(changed));
  }
  return subject;
}

LabSection section_of(const std::string& name, const Subject& subject) {
  LabSection section{.heading = lab_text("lab.leak." + name + ".heading"), .blocks = {}};
  section.blocks.emplace_back(lab_text("lab.leak." + name + ".what"));
  add_findings(section, subject, name);
  return section;
}

std::vector<Diagnostic> faults_of(const Problem& problem) {
  const Argument name = argument("problem", problem.id);
  if (!problem.masks.causal) return {{"lab.leak.no-mask", {}, {name}, {}}};
  if (problem.given_scores || !problem.has_values() || problem.softmax != Softmax::exp)
    return {{"lab.leak.no-values", {}, {name}, {}}};
  if (std::max(problem.key_count, problem.query_count) > most_positions)
    return {{"lab.leak.too-long", {}, {name, argument("limit", most_positions)}, {}}};
  return {};
}

}  // namespace

Result<LabResult> lab_leak(const LabRequest& request) {
  const Problem& problem = *request.problem;
  if (std::vector<Diagnostic> faults = faults_of(problem); !faults.empty()) return faults;
  const Subject alone = keys_and_values(problem, request.seed);
  if (future_pairs(alone.problem).empty())
    return Diagnostic{"lab.leak.no-future", {}, {argument("problem", problem.id)}, {}};
  LabResult result{.lab = "leak", .seed = request.seed, .problem = problem.id, .sections = {}};
  result.sections.push_back(section_of("kv", alone));
  result.sections.push_back(section_of("layer", whole_layer(request.seed)));
  LabSection closing{.heading = lab_text("lab.leak.test.heading"), .blocks = {}};
  closing.blocks.emplace_back(lab_text("lab.leak.test.what"));
  result.sections.push_back(std::move(closing));
  return result;
}

}  // namespace qkv
