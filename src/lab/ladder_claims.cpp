// What has to be true on each rung. Whom a token ought to look at comes from plain dot products, the weights
// from the steps of the calculation.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "attention.hpp"
#include "ladder.hpp"

namespace qkv::ladder {
namespace {

using enum LabClaim::Relation;

double dot(const Tensor& a, int row, const Tensor& b, int other, int head = 0) {
  double sum = 0.0;
  for (int i = 0; i < a.size(3); ++i) sum += a.at({0, head, row, i}) * b.at({0, head, other, i});
  return sum;
}

Argument token(const char* name, const Ground& ground, int position) {
  return argument(name, ground.names[static_cast<std::size_t>(position)]);
}

// Whether no weight among these tokens is so small that a double makes 0 of it.
bool is_positive(const Rung& rung, const std::vector<int>& tokens) {
  return std::ranges::all_of(tokens, [&](int row) {
    return std::ranges::all_of(tokens, [&](int column) { return rung.weights.at({0, 0, row, column}) > 0; });
  });
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
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < row.size(); ++j) {
    if (static_cast<int>(j) != place) largest = std::max(largest, row[j]);
  }
  return largest;
}

}  // namespace

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

// a·b is b·a: the table of scores is its own mirror image. Read back from a row of weights, a·b is a·a plus
// the logarithm of w(a,b)/w(a,a); the row of b gives b·a in the same way.
void claim_similarity(LabSection& section, const Rung& rung, const Ground& ground) {
  const int a = ground.looking.front();
  const int b = ground.looking.back();
  if (!is_positive(rung, {a, b})) return;
  const auto w = [&](int row, int column) { return std::log(rung.weights.at({0, 0, row, column})); };
  section.blocks.emplace_back(
      LabClaim{.id = "similarity-mirrored",
               .key = "lab.ladder.claim.mirrored",
               .found = w(a, b) - w(a, a) + dot(ground.features, a, ground.features, a),
               .relation = equal,
               .bound = w(b, a) - w(b, b) + dot(ground.features, b, ground.features, b),
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

}  // namespace qkv::ladder
