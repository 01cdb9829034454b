// Why a leak makes training look good: a small language model learns to tell tokens that nobody can tell,
// with the future hidden and with the future to copy from.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "labs.hpp"
#include "qkv/lab/words.hpp"
#include "statistics.hpp"
#include "tiny_model.hpp"

namespace qkv {
namespace {

using enum LabClaim::Relation;

constexpr TinyShape trained_shape{.vocabulary = 8, .length = 8, .width = 16, .heads = 1};
constexpr int steps = 300;
constexpr int sequences = 32;  // of a step, all of them new
constexpr double learning_rate = 0.01;
// Steps after which the curve is measured: often where it falls.
constexpr std::array looks = {0, 10, 20, 30, 40, 50, 75, 100, 150, 200, 250, steps};
constexpr int looked_at = 128;  // sequences that the curve is measured on, never trained on
constexpr int examined = 512;   // sequences at the end, never trained on

double loss_of_guessing() {
  return std::log(static_cast<double>(trained_shape.vocabulary));
}

// ---- is the gradient right

constexpr TinyShape nudged_shape{.vocabulary = 5, .length = 4, .width = 6, .heads = 2};
constexpr double nudge = 1e-5;

struct GradientError {
  double largest = 0.0;  // slope of the loss that nudging finds
  double error = 0.0;    // largest difference from the backward pass, relative
};

// Numbers next to 0 are held against the largest of their table: nudging has an absolute error of its own,
// about 1e-11 here.
GradientError error_of(const Tensor& gradient, const Tensor& nudged) {
  GradientError result;
  for (const double value : nudged.values()) result.largest = std::max(result.largest, std::fabs(value));
  for (std::size_t i = 0; i < nudged.values().size(); ++i) {
    const double size = std::max(std::fabs(nudged.values()[i]), 0.01 * result.largest);
    const double error = std::fabs(gradient.values()[i] - nudged.values()[i]) / size;
    if (!(error <= result.error)) result.error = error;
  }
  return result;
}

Tensor gradient_by_nudging(Parameters parameters, Parameter parameter, const TokenBatch& batch,
                           Future future) {
  Tensor result = parameters[parameter];
  for (std::size_t i = 0; i < result.values().size(); ++i) {
    double& number = parameters[parameter].values()[i];
    const double before = number;
    number = before + nudge;
    const double above = tell(nudged_shape, parameters, batch, future).mean;
    number = before - nudge;
    const double below = tell(nudged_shape, parameters, batch, future).mean;
    number = before;
    result.values()[i] = (above - below) / (2 * nudge);
  }
  return result;
}

LabClaim gradient_claim(std::string id, double error) {
  return {.id = "gradient-" + id,
          .key = "lab.loss.claim.gradient." + id,
          .found = error,
          .relation = less,
          .bound = 1e-5,
          .decimals = significant,
          .arguments = {argument("tables", static_cast<long long>(all_parameters.size()))}};
}

LabSection gradient_section(std::uint64_t seed) {
  Draws draws(seed_of(seed, "loss-gradient"));
  const TokenBatch batch = uniform_tokens(nudged_shape, 3, draws);
  const Parameters parameters = drawn_parameters(nudged_shape, seed_of(seed, "loss-gradient-model"));
  const Slope hidden = slope(nudged_shape, parameters, batch, Future::hidden);
  const Slope visible = slope(nudged_shape, parameters, batch, Future::visible);
  LabTable table{
      .id = "gradient",
      .caption = lab_text("lab.loss.gradient.caption"),
      .row_axis = lab_text("lab.loss.gradient.table"),
      .columns = {lab_text("lab.loss.gradient.largest-masked"), lab_text("lab.loss.gradient.masked"),
                  lab_text("lab.loss.gradient.largest-open"), lab_text("lab.loss.gradient.open")},
      .rows = {}};
  GradientError masked{.largest = 1e300, .error = 0.0};
  GradientError open = masked;
  for (const Parameter parameter : all_parameters) {
    const auto one = error_of(hidden.gradient[parameter],
                              gradient_by_nudging(parameters, parameter, batch, Future::hidden));
    const auto other = error_of(visible.gradient[parameter],
                                gradient_by_nudging(parameters, parameter, batch, Future::visible));
    table.rows.push_back({lab_literal(std::string(parameter_symbol(parameter))),
                          {LabNumber{one.largest, significant}, LabNumber{one.error, significant},
                           LabNumber{other.largest, significant}, LabNumber{other.error, significant}}});
    masked = {std::min(masked.largest, one.largest), std::max(masked.error, one.error)};
    open = {std::min(open.largest, other.largest), std::max(open.error, other.error)};
  }
  LabSection section{.heading = lab_text("lab.loss.gradient.heading"), .blocks = {}};
  section.blocks.emplace_back(lab_text("lab.loss.gradient.what"));
  section.blocks.emplace_back(std::move(table));
  section.blocks.emplace_back(gradient_claim("masked", masked.error));
  section.blocks.emplace_back(gradient_claim("open", open.error));
  // A gradient that is 0 everywhere would agree with anything.
  section.blocks.emplace_back(LabClaim{.id = "gradient-seen",
                                       .key = "lab.loss.claim.gradient.seen",
                                       .found = std::min(masked.largest, open.largest),
                                       .relation = greater,
                                       .bound = 1e-4,
                                       .decimals = significant});
  return section;
}

// ---- training

struct Trained {
  Parameters parameters;
  std::vector<std::pair<double, double>> curve;  // step, loss on tokens that it is not trained on
};

using Progress = std::function<void(double share)>;

Trained train(std::uint64_t seed, Future future, const Progress& progress) {
  Trained result{.parameters = drawn_parameters(trained_shape, seed_of(seed, "loss-model")), .curve = {}};
  Draws draws(seed_of(seed, "loss-training"));
  Draws fresh(seed_of(seed, "loss-curve"));
  const TokenBatch looked = uniform_tokens(trained_shape, looked_at, fresh);
  Adam adam(trained_shape, learning_rate);
  for (int step = 0; step <= steps; ++step) {
    if (std::ranges::find(looks, step) != looks.end()) {
      result.curve.emplace_back(step, tell(trained_shape, result.parameters, looked, future).mean);
      progress(static_cast<double>(step) / steps);
    }
    if (step == steps) break;
    const TokenBatch batch = uniform_tokens(trained_shape, sequences, draws);
    adam.step(result.parameters, slope(trained_shape, result.parameters, batch, future).gradient);
  }
  return result;
}

// One model after the other: the first half of the work and the second.
std::pair<Trained, Trained> train_both(const LabRequest& request) {
  const auto part = [&](double from) {
    return [&request, from](double share) {
      if (request.progress) request.progress(from + share / 2);
    };
  };
  Trained honest = train(request.seed, Future::hidden, part(0.0));
  Trained leaky = train(request.seed, Future::visible, part(0.5));
  return {std::move(honest), std::move(leaky)};
}

TokenBatch examination(std::uint64_t seed) {
  Draws draws(seed_of(seed, "loss-examination"));
  return uniform_tokens(trained_shape, examined, draws);
}

LabTable curve_table(const Trained& honest, const Trained& leaky) {
  LabTable table{
      .id = "curve",
      .caption = lab_text("lab.loss.curve.caption"),
      .row_axis = lab_text("lab.loss.step"),
      .columns = {lab_text("lab.loss.honest"), lab_text("lab.loss.leaky"), lab_text("lab.loss.guessing")},
      .rows = {}};
  for (std::size_t i = 0; i < honest.curve.size(); ++i) {
    table.rows.push_back({lab_literal(std::to_string(std::lround(honest.curve[i].first))),
                          {LabNumber{honest.curve[i].second, 3}, LabNumber{leaky.curve[i].second, 3},
                           LabNumber{loss_of_guessing(), 3}}});
  }
  return table;
}

LabPlot curve_plot(const Trained& honest, const Trained& leaky) {
  return {.id = "curves",
          .caption = lab_text("lab.loss.plot.caption"),
          .x_axis = lab_text("lab.loss.step"),
          .y_axis = lab_text("lab.loss.loss"),
          .series = {{lab_text("lab.loss.honest"), honest.curve}, {lab_text("lab.loss.leaky"), leaky.curve}}};
}

LabSection training_section(const Trained& honest, const Trained& leaky, std::uint64_t seed) {
  const TokenBatch fresh = examination(seed);
  LabSection section{.heading = lab_text("lab.loss.training.heading"), .blocks = {}};
  section.blocks.emplace_back(
      lab_text("lab.loss.training.what", {argument("steps", steps), argument("sequences", sequences)}));
  section.blocks.emplace_back(curve_table(honest, leaky));
  section.blocks.emplace_back(curve_plot(honest, leaky));
  section.blocks.emplace_back(lab_text("lab.loss.training.read"));
  section.blocks.emplace_back(
      LabClaim{.id = "honest",
               .key = "lab.loss.claim.honest",
               .found = tell(trained_shape, honest.parameters, fresh, Future::hidden).mean,
               .relation = at_least,
               .bound = 0.97 * loss_of_guessing(),
               .decimals = 3});
  section.blocks.emplace_back(
      LabClaim{.id = "leaky",
               .key = "lab.loss.claim.leaky",
               .found = tell(trained_shape, leaky.parameters, fresh, Future::visible).mean,
               .relation = at_most,
               .bound = 0.5 * loss_of_guessing(),
               .decimals = 3});
  return section;
}

// ---- and then it has to write

double column_mean(const Tensor& table, int position) {
  double sum = 0.0;
  for (int b = 0; b < table.size(0); ++b) sum += table.at({b, position});
  return sum / table.size(0);
}

double weight_on_next(const Telling& telling, int position) {
  double sum = 0.0;
  for (int b = 0; b < telling.weights.size(0); ++b) sum += telling.weights.at({b, 0, position, position + 1});
  return sum / telling.weights.size(0);
}

LabTable position_table(const Telling& honest, const Telling& visible, const Telling& hidden) {
  LabTable table{.id = "positions",
                 .caption = lab_text("lab.loss.positions.caption", {argument("sequences", examined)}),
                 .row_axis = lab_text("lab.loss.position"),
                 .columns = {lab_text("lab.loss.positions.weight"), lab_text("lab.loss.positions.visible"),
                             lab_text("lab.loss.positions.hidden"), lab_text("lab.loss.honest")},
                 .rows = {}};
  for (int t = 0; t < trained_shape.length; ++t) {
    const bool has_next = t + 1 < trained_shape.length;
    table.rows.push_back(
        {lab_literal(std::to_string(t + 1)),
         {has_next ? LabCell(LabNumber{weight_on_next(visible, t), 3}) : LabCell(lab_text("lab.loss.none")),
          LabNumber{column_mean(visible.losses, t), 3}, LabNumber{column_mean(hidden.losses, t), 3},
          LabNumber{column_mean(honest.losses, t), 3}}});
  }
  return table;
}

// The model as it was trained, without any mask, but given only what a program that writes has: the tokens up
// to now. The loss of the next one, on average over all lengths.
double loss_while_writing(const Parameters& parameters, const TokenBatch& batch) {
  double sum = 0.0;
  for (int length = 1; length <= batch.length; ++length) {
    const Telling telling = tell(trained_shape, parameters, prefix_of(batch, length), Future::visible);
    sum += column_mean(telling.losses, length - 1);
  }
  return sum / batch.length;
}

double hit_share(const Telling& telling) {
  return sum_of(telling.hits.values()) / static_cast<double>(telling.hits.values().size());
}

LabSection writing_section(const Trained& honest_model, const Trained& leaky, std::uint64_t seed) {
  const TokenBatch fresh = examination(seed);
  const Telling honest = tell(trained_shape, honest_model.parameters, fresh, Future::hidden);
  const Telling visible = tell(trained_shape, leaky.parameters, fresh, Future::visible);
  const Telling hidden = tell(trained_shape, leaky.parameters, fresh, Future::hidden);
  LabSection section{.heading = lab_text("lab.loss.writing.heading"), .blocks = {}};
  section.blocks.emplace_back(lab_text("lab.loss.writing.what"));
  section.blocks.emplace_back(position_table(honest, visible, hidden));
  section.blocks.emplace_back(LabClaim{.id = "last",
                                       .key = "lab.loss.claim.last",
                                       .found = column_mean(visible.losses, trained_shape.length - 1),
                                       .relation = at_least,
                                       .bound = 0.97 * loss_of_guessing(),
                                       .decimals = 3});
  section.blocks.emplace_back(LabClaim{.id = "hidden",
                                       .key = "lab.loss.claim.hidden",
                                       .found = hidden.mean,
                                       .relation = greater,
                                       .bound = loss_of_guessing(),
                                       .decimals = 3});
  section.blocks.emplace_back(LabClaim{.id = "writing",
                                       .key = "lab.loss.claim.writing",
                                       .found = loss_while_writing(leaky.parameters, fresh),
                                       .relation = equal,
                                       .bound = hidden.mean,
                                       .tolerance = 1e-9,
                                       .decimals = 3});
  // Half as many again as guessing gets: far from what it seemed to be able to do.
  section.blocks.emplace_back(LabClaim{.id = "hits-visible",
                                       .key = "lab.loss.claim.hits-visible",
                                       .found = 100 * hit_share(visible),
                                       .relation = greater,
                                       .bound = 75.0,
                                       .decimals = 1});
  section.blocks.emplace_back(LabClaim{.id = "hits-hidden",
                                       .key = "lab.loss.claim.hits-hidden",
                                       .found = 100 * hit_share(hidden),
                                       .relation = less,
                                       .bound = 150.0 / trained_shape.vocabulary,
                                       .decimals = 1});
  section.blocks.emplace_back(lab_text("lab.loss.writing.read"));
  return section;
}

LabSection task_section() {
  LabSection section{.heading = lab_text("lab.loss.task.heading"), .blocks = {}};
  section.blocks.emplace_back(lab_text(
      "lab.loss.task.what",
      {argument("tokens", trained_shape.vocabulary), argument("length", trained_shape.length),
       argument("width", trained_shape.width), argument("best", lab_number(loss_of_guessing(), 3))}));
  return section;
}

}  // namespace

Result<LabResult> lab_loss(const LabRequest& request) {
  const auto [honest, leaky] = train_both(request);
  return LabResult{.lab = "loss",
                   .seed = request.seed,
                   .problem = {},
                   .sections = {task_section(), gradient_section(request.seed),
                                training_section(honest, leaky, request.seed),
                                writing_section(honest, leaky, request.seed)}};
}

}  // namespace qkv
