// What attention costs: the tables [T, T] against the number of tokens.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "attention.hpp"
#include "labs.hpp"

namespace qkv {
namespace {

using enum LabClaim::Relation;

constexpr std::array lengths = {64, 128, 256, 512, 1024};  // T
constexpr int features = 32;                               // d
constexpr int repeats = 3;                                 // of which the fastest counts

struct Inputs {
  Tensor q, k, v;  // [T, d]
};

Inputs drawn_inputs(int length, std::uint64_t seed) {
  Normals normals(seed, "cost-" + std::to_string(length));
  const Shape shape = {length, features};
  Tensor q = drawn(shape, normals);
  Tensor k = drawn(shape, normals);
  Tensor v = drawn(shape, normals);
  return {std::move(q), std::move(k), std::move(v)};
}

// What was done: counted where it is done.
struct Count {
  long long multiplications = 0;
  long long exponentials = 0;
  long long numbers_kept = 0;  // in tables between input and output
};

const double* row_in(const Tensor& table, int row) {
  return &table.values()[static_cast<std::size_t>(row) * static_cast<std::size_t>(table.size(1))];
}
double* row_in(Tensor& table, int row) {
  return &table.values()[static_cast<std::size_t>(row) * static_cast<std::size_t>(table.size(1))];
}

void score_row(const Inputs& inputs, int query, double* scores, Count& count) {
  const int keys = inputs.k.size(0);
  for (int key = 0; key < keys; ++key) {
    const double* q = row_in(inputs.q, query);
    const double* k = row_in(inputs.k, key);
    double sum = 0.0;
    for (int i = 0; i < features; ++i) {
      sum += q[i] * k[i];
      ++count.multiplications;
    }
    scores[key] = sum / std::sqrt(static_cast<double>(features));
  }
}

void weigh_row(const double* scores, double* weights, int keys, Count& count) {
  const double largest = *std::max_element(scores, scores + keys);
  double sum = 0.0;
  for (int key = 0; key < keys; ++key) {
    weights[key] = std::exp(scores[key] - largest);
    sum += weights[key];
    ++count.exponentials;
  }
  for (int key = 0; key < keys; ++key) weights[key] /= sum;
}

void mix_row(const Inputs& inputs, int query, const double* weights, Tensor& output, Count& count) {
  for (int key = 0; key < inputs.v.size(0); ++key) {
    const double* v = row_in(inputs.v, key);
    double* out = row_in(output, query);
    for (int i = 0; i < features; ++i) {
      out[i] += weights[key] * v[i];
      ++count.multiplications;
    }
  }
}

// Table after table, as it is calculated by hand.
Tensor by_tables(const Inputs& inputs, Count& count) {
  const int length = inputs.q.size(0);
  Tensor scores({length, length});
  Tensor weights({length, length});
  Tensor output({length, features});
  count.numbers_kept = static_cast<long long>(scores.values().size() + weights.values().size());
  for (int query = 0; query < length; ++query) score_row(inputs, query, row_in(scores, query), count);
  for (int query = 0; query < length; ++query)
    weigh_row(row_in(scores, query), row_in(weights, query), length, count);
  for (int query = 0; query < length; ++query) mix_row(inputs, query, row_in(weights, query), output, count);
  return output;
}

// One query after the other: the tables are never there as a whole.
Tensor by_rows(const Inputs& inputs, Count& count) {
  const int length = inputs.q.size(0);
  Tensor scores({1, length});
  Tensor weights({1, length});
  Tensor output({length, features});
  count.numbers_kept = static_cast<long long>(scores.values().size() + weights.values().size());
  for (int query = 0; query < length; ++query) {
    score_row(inputs, query, row_in(scores, 0), count);
    weigh_row(row_in(scores, 0), row_in(weights, 0), length, count);
    mix_row(inputs, query, row_in(weights, 0), output, count);
  }
  return output;
}

struct Measured {
  int length = 0;
  Count tables, rows;
  double difference = 0.0;  // between the outputs of both ways
  double seconds = 0.0;     // of the first way; 0 without a clock
};

double fastest(const Inputs& inputs, const std::function<double()>& seconds) {
  double best = 1e300;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    Count ignored;
    const double before = seconds();
    by_tables(inputs, ignored);
    best = std::min(best, seconds() - before);
  }
  return best;
}

Measured measured(int length, const LabRequest& request) {
  const Inputs inputs = drawn_inputs(length, request.seed);
  Measured result{.length = length, .tables = {}, .rows = {}};
  const Tensor one = by_tables(inputs, result.tables);
  const Tensor other = by_rows(inputs, result.rows);
  result.difference = largest_change(one.values(), other.values());
  if (request.seconds) result.seconds = fastest(inputs, request.seconds);
  return result;
}

constexpr double bytes_of(long long numbers) {
  return static_cast<double>(numbers) * static_cast<double>(sizeof(double));
}

// ---- memory and operations

LabTable count_table(const std::vector<Measured>& all) {
  LabTable table{.id = "counts",
                 .caption = lab_text("lab.cost.counts.caption", {argument("features", features)}),
                 .row_axis = lab_literal("T"),
                 .columns = {lab_text("lab.cost.bytes"), lab_text("lab.cost.bytes-rows"),
                             lab_text("lab.cost.bytes-inputs"), lab_text("lab.cost.multiplications"),
                             lab_text("lab.cost.exponentials")},
                 .rows = {}};
  for (const Measured& each : all) {
    table.rows.push_back(
        {lab_literal(std::to_string(each.length)),
         {LabNumber{bytes_of(each.tables.numbers_kept), 0}, LabNumber{bytes_of(each.rows.numbers_kept), 0},
          LabNumber{bytes_of(3LL * each.length * features), 0},
          LabNumber{static_cast<double>(each.tables.multiplications), 0},
          LabNumber{static_cast<double>(each.tables.exponentials), 0}}});
  }
  return table;
}

LabClaim exact(std::string id, double found, double bound, std::vector<Argument> arguments = {}) {
  return {.id = id,
          .key = "lab.cost.claim." + id,
          .found = found,
          .relation = equal,
          .bound = bound,
          .decimals = 0,
          .arguments = std::move(arguments)};
}

LabSection count_section(const std::vector<Measured>& all) {
  const Measured& last = all.back();
  const Measured& half = all[all.size() - 2];
  const double squared = 1.0 * last.length * last.length;
  const Argument length = argument("length", last.length);
  LabSection section{.heading = lab_text("lab.cost.counts.heading"), .blocks = {}};
  section.blocks.emplace_back(lab_text("lab.cost.counts.what"));
  section.blocks.emplace_back(count_table(all));
  section.blocks.emplace_back(exact("bytes", bytes_of(last.tables.numbers_kept), 2 * 8 * squared, {length}));
  section.blocks.emplace_back(exact(
      "fourfold",
      1.0 * static_cast<double>(last.tables.numbers_kept) / static_cast<double>(half.tables.numbers_kept), 4,
      {length, argument("half", half.length)}));
  section.blocks.emplace_back(exact("multiplications", static_cast<double>(last.tables.multiplications),
                                    2 * squared * features, {length}));
  section.blocks.emplace_back(
      exact("exponentials", static_cast<double>(last.tables.exponentials), squared, {length}));
  return section;
}

LabSection rows_section(const std::vector<Measured>& all) {
  double difference = 0.0;
  for (const Measured& each : all) difference = std::max(difference, each.difference);
  const Measured& last = all.back();
  LabSection section{.heading = lab_text("lab.cost.rows.heading"), .blocks = {}};
  section.blocks.emplace_back(lab_text("lab.cost.rows.what"));
  section.blocks.emplace_back(LabClaim{.id = "rows-same",
                                       .key = "lab.cost.claim.rows-same",
                                       .found = difference,
                                       .relation = at_most,
                                       .bound = 1e-12,
                                       .decimals = significant});
  section.blocks.emplace_back(exact("rows-bytes", bytes_of(last.rows.numbers_kept), 2.0 * 8 * last.length,
                                    {argument("length", last.length)}));
  section.blocks.emplace_back(exact("rows-work", static_cast<double>(last.rows.multiplications),
                                    2.0 * last.length * last.length * features));
  return section;
}

// ---- time

// The exponent p of y = c·xᵖ, by least squares on logarithms.
double fitted_exponent(const std::vector<std::pair<double, double>>& points) {
  double mean_x = 0.0;
  double mean_y = 0.0;
  for (const auto& [x, y] : points) {
    mean_x += std::log(x) / static_cast<double>(points.size());
    mean_y += std::log(y) / static_cast<double>(points.size());
  }
  double above = 0.0;
  double below = 0.0;
  for (const auto& [x, y] : points) {
    above += (std::log(x) - mean_x) * (std::log(y) - mean_y);
    below += (std::log(x) - mean_x) * (std::log(x) - mean_x);
  }
  return above / below;
}

// Measured, not claimed: on a machine that is busy with something else anything may come out.
LabSection time_section(const std::vector<Measured>& all) {
  LabSection section{.heading = lab_text("lab.cost.time.heading"), .blocks = {}};
  if (all.front().seconds <= 0) {
    section.blocks.emplace_back(lab_text("lab.cost.time.none"));
    return section;
  }
  LabTable table{.id = "time",
                 .caption = lab_text("lab.cost.time.caption", {argument("repeats", repeats)}),
                 .row_axis = lab_literal("T"),
                 .columns = {lab_text("lab.cost.time.milliseconds"), lab_text("lab.cost.time.ratio")},
                 .rows = {}};
  LabPlot plot{.id = "times",
               .caption = lab_text("lab.cost.time.plot"),
               .x_axis = lab_literal("T"),
               .y_axis = lab_text("lab.cost.time.milliseconds"),
               .series = {{lab_text("lab.cost.time.milliseconds"), {}}}};
  double before = 0.0;
  for (const Measured& each : all) {
    table.rows.push_back({lab_literal(std::to_string(each.length)),
                          {LabNumber{1000 * each.seconds, significant},
                           before > 0 ? LabCell(LabNumber{each.seconds / before, 2})
                                      : LabCell(lab_text("lab.cost.time.first"))}});
    plot.series[0].points.emplace_back(each.length, 1000 * each.seconds);
    before = each.seconds;
  }
  section.blocks.emplace_back(lab_text("lab.cost.time.what"));
  section.blocks.emplace_back(std::move(table));
  LabTable fit{
      .id = "fit",
      .caption = lab_text("lab.cost.time.fit"),
      .row_axis = lab_text("lab.cost.time.fitted"),
      .columns = {lab_text("lab.cost.time.exponent")},
      .rows = {{lab_text("lab.cost.time.measured"), {LabNumber{fitted_exponent(plot.series[0].points), 2}}}}};
  section.blocks.emplace_back(std::move(fit));
  section.blocks.emplace_back(std::move(plot));
  return section;
}

}  // namespace

Result<LabResult> lab_cost(const LabRequest& request) {
  std::vector<Measured> all;
  double total = 0.0;
  double done = 0.0;
  for (const int length : lengths) total += 1.0 * length * length;
  for (const int length : lengths) {
    all.push_back(measured(length, request));
    done += 1.0 * length * length;
    if (request.progress) request.progress(done / total);
  }
  return LabResult{.lab = "cost",
                   .seed = request.seed,
                   .problem = {},
                   .sections = {count_section(all), rows_section(all), time_section(all)}};
}

}  // namespace qkv
