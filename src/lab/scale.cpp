// Why the scores are divided by √d_k: the variance of q·k, and what it does to softmax and its gradient.
#include <array>
#include <cmath>

#include "labs.hpp"
#include "qkv/lab/words.hpp"
#include "statistics.hpp"

namespace qkv {
namespace {

constexpr std::array sizes = {1, 4, 16, 64, 256, 1024};  // d
constexpr int pairs = 4000;                              // of q and k, for each d
constexpr int rows = 200;                                // of scores, for each d
constexpr int keys = 16;                                 // that a row of scores looks at
constexpr double wide = 5.0;                             // standard errors that chance may be off by

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// ---- the variance of q·k

struct Spread {
  int d = 0;
  Average square;         // of (q·k)²: the variance, since the mean is 0
  Average scaled_square;  // of (q·k/√d)², of other pairs
};

// (q·k / divisor)² for fresh pairs.
Average square_of(int d, double divisor, Normals normals) {
  std::vector<double> squares;
  for (int pair = 0; pair < pairs; ++pair) {
    double dot_product = 0.0;
    for (int i = 0; i < d; ++i) {
      const double q = normals.next();
      const double k = normals.next();
      dot_product += q * k;
    }
    const double score = dot_product / divisor;
    squares.push_back(score * score);
  }
  return average_of(squares);
}

Spread spread_of(int d, std::uint64_t seed) {
  const std::string name = std::to_string(d);
  return {.d = d,
          .square = square_of(d, 1.0, Normals(seed, "scale-raw-" + name)),
          .scaled_square = square_of(d, std::sqrt(d), Normals(seed, "scale-divided-" + name))};
}

// The standard error of a variance measured on `pairs` pairs, in units of d. A product of two standard normal
// numbers has the fourth moment 9, so the sum of d has 3d² + 6d, and its square the variance 2d² + 6d.
double error_by_theory(int d) {
  return std::sqrt((2.0 + 6.0 / d) / pairs);
}

LabClaim variance_claim(std::string id, std::string key, const Spread& spread, double found, double bound) {
  return {.id = std::move(id),
          .key = std::move(key),
          .found = found,
          .relation = LabClaim::Relation::equal,
          .bound = bound,
          .tolerance = bound * wide * error_by_theory(spread.d),
          .decimals = 2,
          .arguments = {argument("d", spread.d)}};
}

LabTable spread_table(const std::vector<Spread>& spreads) {
  constexpr double z = 2.576;  // 99 of 100
  LabTable table{.id = "variance",
                 .caption = lab_text("lab.scale.variance.caption", {argument("pairs", pairs)}),
                 .row_axis = lab_literal("d"),
                 .columns = {lab_text("lab.scale.column.variance"), lab_text("lab.scale.column.from"),
                             lab_text("lab.scale.column.to"), lab_text("lab.scale.column.per-d"),
                             lab_text("lab.scale.column.scaled")},
                 .rows = {}};
  for (const Spread& spread : spreads) {
    const auto& [mean, error] = spread.square;
    table.rows.push_back({lab_literal(std::to_string(spread.d)),
                          {LabNumber{mean, 2}, LabNumber{mean - z * error, 2}, LabNumber{mean + z * error, 2},
                           LabNumber{mean / spread.d, 3}, LabNumber{spread.scaled_square.mean, 3}}});
  }
  return table;
}

LabSection variance_section(const std::vector<Spread>& spreads) {
  LabSection section{.heading = lab_text("lab.scale.variance.heading"), .blocks = {}};
  section.blocks.emplace_back(lab_text("lab.scale.variance.why"));
  section.blocks.emplace_back(spread_table(spreads));
  section.blocks.emplace_back(lab_text("lab.scale.variance.read"));
  for (const Spread& spread : spreads) {
    const std::string d = std::to_string(spread.d);
    section.blocks.emplace_back(
        variance_claim("variance-" + d, "lab.scale.claim.variance", spread, spread.square.mean, spread.d));
    section.blocks.emplace_back(variance_claim("scaled-variance-" + d, "lab.scale.claim.scaled", spread,
                                               spread.scaled_square.mean, 1.0));
  }
  return section;
}

// ---- softmax and its gradient

// ‖diag(p) − p pᵀ‖: how much the weights move when the scores are nudged; 0 means that nothing is learned.
double gradient_norm(const std::vector<double>& p) {
  double squares = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (std::size_t j = 0; j < p.size(); ++j) {
      const double entry = (i == j ? p[i] : 0.0) - p[i] * p[j];
      squares += entry * entry;
    }
  }
  return std::sqrt(squares);
}

// The same by nudging each score and looking at what the weights do.
double gradient_norm_by_nudging(const std::vector<double>& scores) {
  constexpr double nudge = 1e-5;
  double squares = 0.0;
  for (std::size_t j = 0; j < scores.size(); ++j) {
    std::vector<double> up = scores;
    std::vector<double> down = scores;
    up[j] += nudge;
    down[j] -= nudge;
    const std::vector<double> above = softmax_of(up);
    const std::vector<double> below = softmax_of(down);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const double slope = (above[i] - below[i]) / (2 * nudge);
      squares += slope * slope;
    }
  }
  return std::sqrt(squares);
}

struct Sharpness {
  Average largest;
  Average entropy;
  Average gradient;
};

class SharpnessTally {
 public:
  void add(const std::vector<double>& scores) {
    const std::vector<double> weights = softmax_of(scores);
    largest_.push_back(largest_of(weights));
    entropy_.push_back(entropy_of(weights));
    gradient_.push_back(gradient_norm(weights));
  }
  Sharpness result() const { return {average_of(largest_), average_of(entropy_), average_of(gradient_)}; }

 private:
  std::vector<double> largest_, entropy_, gradient_;
};

struct Sharpening {
  int d = 0;
  Sharpness raw;
  Sharpness scaled;
  std::vector<double> first;  // the first row of scaled scores
};

Sharpening sharpening_of(int d, std::uint64_t seed) {
  Normals normals(seed, "scale-rows-" + std::to_string(d));
  SharpnessTally raw;
  SharpnessTally scaled;
  std::vector<double> first;
  for (int row = 0; row < rows; ++row) {
    const std::vector<double> q = normals.next(d);
    std::vector<double> scores;
    std::vector<double> divided;
    for (int key = 0; key < keys; ++key) {
      scores.push_back(dot(q, normals.next(d)));
      divided.push_back(scores.back() / std::sqrt(d));
    }
    raw.add(scores);
    scaled.add(divided);
    if (row == 0) first = divided;
  }
  return {.d = d, .raw = raw.result(), .scaled = scaled.result(), .first = std::move(first)};
}

// What rows of scores with variance 1 look like when nothing else is behind them.
Sharpness of_standard_scores(std::uint64_t seed) {
  Normals normals(seed, "scale-standard");
  SharpnessTally tally;
  for (int row = 0; row < rows; ++row) tally.add(normals.next(keys));
  return tally.result();
}

LabTable sharpness_table(const std::vector<Sharpening>& all) {
  LabTable table{
      .id = "softmax",
      .caption = lab_text("lab.scale.softmax.caption", {argument("rows", rows), argument("keys", keys)}),
      .row_axis = lab_literal("d"),
      .columns = {lab_text("lab.scale.column.largest"), lab_text("lab.scale.column.largest-scaled"),
                  lab_text("lab.scale.column.entropy"), lab_text("lab.scale.column.entropy-scaled"),
                  lab_text("lab.scale.column.gradient"), lab_text("lab.scale.column.gradient-scaled")},
      .rows = {}};
  for (const Sharpening& each : all) {
    table.rows.push_back({lab_literal(std::to_string(each.d)),
                          {LabNumber{each.raw.largest.mean, 3}, LabNumber{each.scaled.largest.mean, 3},
                           LabNumber{each.raw.entropy.mean, 3}, LabNumber{each.scaled.entropy.mean, 3},
                           LabNumber{each.raw.gradient.mean, 3}, LabNumber{each.scaled.gradient.mean, 3}}});
  }
  return table;
}

LabPlot largest_plot(const std::vector<Sharpening>& all) {
  LabPlot plot{.id = "largest",
               .caption = lab_text("lab.scale.plot.caption"),
               .x_axis = lab_literal("d"),
               .y_axis = lab_text("lab.scale.plot.y"),
               .series = {{lab_text("lab.scale.plot.raw"), {}}, {lab_text("lab.scale.plot.scaled"), {}}}};
  for (const Sharpening& each : all) {
    plot.series[0].points.emplace_back(each.d, each.raw.largest.mean);
    plot.series[1].points.emplace_back(each.d, each.scaled.largest.mean);
  }
  return plot;
}

LabClaim like_standard(std::string id, std::string key, Average found, Average standard) {
  return {.id = std::move(id),
          .key = std::move(key),
          .found = found.mean,
          .relation = LabClaim::Relation::equal,
          .bound = standard.mean,
          .tolerance = wide * std::hypot(found.error, standard.error),
          .decimals = 3,
          .arguments = {argument("d", sizes.back()), argument("keys", keys)}};
}

void add_softmax_claims(LabSection& section, const std::vector<Sharpening>& all, std::uint64_t seed) {
  using enum LabClaim::Relation;
  const Sharpening& last = all.back();
  const Sharpness standard = of_standard_scores(seed);
  const Argument d = argument("d", last.d);
  section.blocks.emplace_back(like_standard("scaled-largest", "lab.scale.claim.scaled-largest",
                                            last.scaled.largest, standard.largest));
  section.blocks.emplace_back(like_standard("scaled-entropy", "lab.scale.claim.scaled-entropy",
                                            last.scaled.entropy, standard.entropy));
  // Entropy and gradient have to go with the largest weight p: the trace of diag(p) − p pᵀ is 1 − Σ p², at
  // most 1 − p², which is at most 2 (1 − p).
  section.blocks.emplace_back(LabClaim{.id = "raw-largest",
                                       .key = "lab.scale.claim.raw-largest",
                                       .found = last.raw.largest.mean,
                                       .relation = greater,
                                       .bound = 2 * last.scaled.largest.mean,
                                       .decimals = 3,
                                       .arguments = {d}});
  section.blocks.emplace_back(LabClaim{.id = "raw-gradient-bound",
                                       .key = "lab.scale.claim.raw-gradient-bound",
                                       .found = last.raw.gradient.mean,
                                       .relation = at_most,
                                       .bound = 2 * (1 - last.raw.largest.mean),
                                       .decimals = 3,
                                       .arguments = {d}});
  section.blocks.emplace_back(
      LabClaim{.id = "raw-gradient",
               .key = "lab.scale.claim.raw-gradient",
               .found = last.raw.gradient.mean,
               .relation = less,
               .bound = last.scaled.gradient.mean / 3,
               .decimals = 3,
               .arguments = {d, argument("divided", lab_number(last.scaled.gradient.mean, 3))}});
  section.blocks.emplace_back(LabClaim{.id = "gradient-by-nudging",
                                       .key = "lab.scale.claim.nudging",
                                       .found = gradient_norm(softmax_of(last.first)),
                                       .relation = equal,
                                       .bound = gradient_norm_by_nudging(last.first),
                                       .tolerance = 1e-8,
                                       .decimals = 6});
}

LabSection softmax_section(const std::vector<Sharpening>& all, std::uint64_t seed) {
  LabSection section{.heading = lab_text("lab.scale.softmax.heading"), .blocks = {}};
  section.blocks.emplace_back(lab_text("lab.scale.softmax.why", {argument("keys", keys)}));
  section.blocks.emplace_back(sharpness_table(all));
  section.blocks.emplace_back(largest_plot(all));
  section.blocks.emplace_back(lab_text("lab.scale.softmax.read"));
  add_softmax_claims(section, all, seed);
  return section;
}

// ---- 1, 2, 3 against 10, 20, 30

LabSection ten_times_section() {
  using enum LabClaim::Relation;
  const std::vector<double> small = softmax_of({1, 2, 3});
  const std::vector<double> large = softmax_of({10, 20, 30});
  LabTable table{.id = "ten-times",
                 .caption = {},
                 .row_axis = lab_text("lab.scale.ten.scores"),
                 .columns = {lab_text("lab.scale.ten.weight", {argument("number", 1)}),
                             lab_text("lab.scale.ten.weight", {argument("number", 2)}),
                             lab_text("lab.scale.ten.weight", {argument("number", 3)})},
                 .rows = {{lab_literal("1, 2, 3"), {}}, {lab_literal("10, 20, 30"), {}}}};
  for (const double weight : small) table.rows[0].cells.emplace_back(LabNumber{weight, 6});
  for (const double weight : large) table.rows[1].cells.emplace_back(LabNumber{weight, 6});
  LabSection section{.heading = lab_text("lab.scale.ten.heading"), .blocks = {}};
  section.blocks.emplace_back(lab_text("lab.scale.ten.why"));
  section.blocks.emplace_back(std::move(table));
  // Two weights stand to each other as e^(difference of their scores).
  section.blocks.emplace_back(LabClaim{.id = "odds",
                                       .key = "lab.scale.claim.odds",
                                       .found = small[2] / small[1],
                                       .relation = equal,
                                       .bound = std::exp(1.0),
                                       .tolerance = 1e-9,
                                       .decimals = 3});
  section.blocks.emplace_back(LabClaim{.id = "odds-ten-times",
                                       .key = "lab.scale.claim.odds-ten",
                                       .found = large[2] / large[1],
                                       .relation = equal,
                                       .bound = std::exp(10.0),
                                       .tolerance = 1e-6,
                                       .decimals = 0});
  // The others have at most e^(−10) of what it has.
  section.blocks.emplace_back(LabClaim{.id = "nearly-everything",
                                       .key = "lab.scale.claim.nearly-everything",
                                       .found = large[2],
                                       .relation = greater,
                                       .bound = 1.0 - 2.0 / std::exp(10.0),
                                       .decimals = 6});
  return section;
}

}  // namespace

Result<LabResult> lab_scale(const LabRequest& request) {
  std::vector<Spread> spreads;
  std::vector<Sharpening> sharpenings;
  // The work grows with d: most of it is done for the last.
  double done = 0.0;
  double total = 0.0;
  for (const int d : sizes) total += d;
  for (const int d : sizes) {
    spreads.push_back(spread_of(d, request.seed));
    sharpenings.push_back(sharpening_of(d, request.seed));
    done += d;
    if (request.progress) request.progress(done / total);
  }
  return LabResult{.lab = "scale",
                   .seed = request.seed,
                   .sections = {variance_section(spreads), softmax_section(sharpenings, request.seed),
                                ten_times_section()}};
}

}  // namespace qkv
