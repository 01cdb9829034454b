// What padding may not do: its content, its length, its side, its own rows, and what a loss must leave out.
#include <array>
#include <cmath>
#include <utility>

#include "labs.hpp"
#include "padding_sentence.hpp"
#include "qkv/lab/words.hpp"

namespace qkv {
namespace {

using namespace padding_lab;
using enum LabClaim::Relation;

constexpr double noise = 1e-12;

LabClaim claim(std::string id, double found, LabClaim::Relation relation, double bound, double tolerance,
               int decimals, std::vector<Argument> arguments = {}) {
  const std::string key = "lab.padding.claim." + id;
  return {.id = std::move(id),
          .key = key,
          .found = found,
          .relation = relation,
          .bound = bound,
          .tolerance = tolerance,
          .decimals = decimals,
          .arguments = std::move(arguments)};
}

LabNumber small(double value) {
  return value == 0 ? LabNumber{0.0, 0} : LabNumber{value, significant};
}

LabSection section_named(const std::string& name) {
  LabSection section{.heading = lab_text("lab.padding." + name + ".heading"), .blocks = {}};
  section.blocks.emplace_back(lab_text("lab.padding." + name + ".what"));
  return section;
}

// ---- what stands in the padding

struct Moved {
  double least = 0.0;
  double most = 0.0;
};

constexpr int contents = 50;

// How far the outputs of real tokens move when the padding holds something else, over all contents.
Moved moved_by_content(const Tokens& words, Mask mask, std::uint64_t seed) {
  const Setting setting = {.mask = mask};
  Normals normals(seed, "padding-content");
  const std::vector<double> before =
      real_outputs(sentence(words, tokens_of(usual_pads, normals), setting), setting);
  Moved moved;
  for (int i = 0; i < contents; ++i) {
    const Tokens other = tokens_of(usual_pads, normals);
    const double change = largest_change(before, real_outputs(sentence(words, other, setting), setting));
    if (i == 0 || !(change >= moved.least)) moved.least = change;
    if (!(change <= moved.most)) moved.most = change;
  }
  return moved;
}

LabSection content_section(const Tokens& words, std::uint64_t seed) {
  const Moved masked = moved_by_content(words, Mask::keys, seed);
  const Moved open = moved_by_content(words, Mask::none, seed);
  LabSection section = section_named("content");
  section.blocks.emplace_back(
      claim("content-masked", masked.most, equal, 0.0, 0.0, significant, {argument("contents", contents)}));
  section.blocks.emplace_back(
      claim("content-open", open.least, greater, 0.0, 0.0, significant, {argument("contents", contents)}));
  return section;
}

// ---- how much of it there is

constexpr std::array lengths = {1, 2, 4, 8, 16};

LabSection length_section(const Tokens& words, std::uint64_t seed) {
  const std::vector<double> alone = unpadded_outputs(words, Order::free);
  LabTable table{.id = "length",
                 .caption = {},
                 .row_axis = lab_text("lab.padding.pads"),
                 .columns = {lab_text("lab.padding.share-open"), lab_text("lab.padding.change-open"),
                             lab_text("lab.padding.change-masked")},
                 .rows = {}};
  LabPlot plot{.id = "share",
               .caption = lab_text("lab.padding.plot.caption"),
               .x_axis = lab_text("lab.padding.pads"),
               .y_axis = lab_text("lab.padding.plot.y"),
               .series = {{{}, {}}}};
  double largest = 0.0;
  double first_share = 0.0;
  double last_share = 0.0;
  Normals normals(seed, "padding-length");
  const Tokens many = tokens_of(lengths.back(), normals);
  for (const int count : lengths) {
    const auto first = [count](const Tensor& all) {
      const auto size = static_cast<std::size_t>(count * features);
      return Tensor({1, 1, count, features},
                    {all.values().begin(), all.values().begin() + static_cast<long>(size)});
    };
    const Tokens padding = {first(many.q), first(many.k), first(many.v)};
    const Setting open = {.pads = count, .mask = Mask::none};
    const Setting masked = {.pads = count, .mask = Mask::keys};
    const Problem seen = sentence(words, padding, open);
    const double share = share_of_padding(seen, open);
    const double change = largest_change(alone, real_outputs(sentence(words, padding, masked), masked));
    if (!(change <= largest)) largest = change;
    (count == lengths.front() ? first_share : last_share) = share;
    table.rows.push_back(
        {lab_literal(std::to_string(count)),
         {LabNumber{share, 3}, small(largest_change(alone, real_outputs(seen, open))), small(change)}});
    plot.series[0].points.emplace_back(count, share);
  }
  LabSection section = section_named("length");
  section.blocks.emplace_back(std::move(table));
  section.blocks.emplace_back(std::move(plot));
  section.blocks.emplace_back(claim("length-masked", largest, equal, 0.0, noise, significant));
  section.blocks.emplace_back(claim("length-open", last_share, greater, first_share, 0.0, 3,
                                    {argument("one", lengths.front()), argument("other", lengths.back())}));
  return section;
}

// ---- which axis, and which side

LabSection axis_section(const Tokens& words, const Tokens& padding) {
  LabSection section = section_named("axis");
  LabTable table{.id = "axis",
                 .caption = {},
                 .row_axis = lab_text("lab.padding.mask"),
                 .columns = {lab_text("lab.padding.share"), lab_text("lab.padding.change")},
                 .rows = {}};
  const std::vector<double> alone = unpadded_outputs(words, Order::free);
  const auto add = [&](const char* name, Mask mask) {
    const Setting setting = {.mask = mask};
    const Problem problem = sentence(words, padding, setting);
    const double share = share_of_padding(problem, setting);
    table.rows.push_back(
        {lab_text(name), {small(share), small(largest_change(alone, real_outputs(problem, setting)))}});
    return share;
  };
  const double open = add("lab.padding.mask.none", Mask::none);
  const double queries = add("lab.padding.mask.queries", Mask::queries);
  const double keys = add("lab.padding.mask.keys", Mask::keys);
  section.blocks.emplace_back(std::move(table));
  section.blocks.emplace_back(claim("key-side", keys, equal, 0.0, 0.0, 0));
  section.blocks.emplace_back(claim("query-side", queries, equal, open, noise, 3));
  return section;
}

LabSection side_section(const Tokens& words, const Tokens& padding) {
  LabSection section = section_named("side");
  LabTable table{.id = "side",
                 .caption = lab_text("lab.padding.side.caption"),
                 .row_axis = lab_text("lab.padding.side"),
                 .columns = {lab_text("lab.padding.causal-alone"), lab_text("lab.padding.causal-and-mask"),
                             lab_text("lab.padding.change")},
                 .rows = {}};
  const std::vector<double> alone = unpadded_outputs(words, Order::causal);
  const auto add = [&](const char* name, Side side) {
    const Setting open = {.side = side, .mask = Mask::none, .order = Order::causal};
    const Setting masked = {.side = side, .mask = Mask::keys, .order = Order::causal};
    const Problem both = sentence(words, padding, masked);
    const double share = share_of_padding(sentence(words, padding, open), open);
    const double change = largest_change(alone, real_outputs(both, masked));
    table.rows.push_back(
        {lab_text(name), {small(share), small(share_of_padding(both, masked)), small(change)}});
    return std::pair(share, change);
  };
  const auto right = add("lab.padding.side.right", Side::right);
  const auto left = add("lab.padding.side.left", Side::left);
  section.blocks.emplace_back(std::move(table));
  section.blocks.emplace_back(claim("right-causal", right.first, equal, 0.0, 0.0, 0));
  section.blocks.emplace_back(claim("left-causal", left.first, greater, 0.0, 0.0, 3));
  section.blocks.emplace_back(claim("left-masked", left.second, equal, 0.0, noise, significant));
  return section;
}

// ---- the rows of the padding itself

// softmax as it comes, without anybody looking after rows that see nothing. [T][T]
std::vector<std::vector<double>> bare_weights(const Problem& problem) {
  const Trace trace = compute(problem, right_recipe(), Carry::exact);
  std::vector<std::vector<double>> weights;
  for (int query = 0; query < problem.query_count; ++query)
    weights.push_back(softmax_of(row_of(trace.at(Step::masked), 0, 0, query)));
  return weights;
}

// Σ w·v in plain arithmetic, in which 0 · NaN is NaN. [T][features]
std::vector<std::vector<double>> mixed(const std::vector<std::vector<double>>& weights,
                                       const std::vector<std::vector<double>>& values) {
  std::vector<std::vector<double>> outputs;
  for (const std::vector<double>& row : weights) {
    std::vector<double> output(values.front().size(), 0.0);
    for (std::size_t key = 0; key < row.size(); ++key) {
      for (std::size_t i = 0; i < output.size(); ++i) output[i] += row[key] * values[key][i];
    }
    outputs.push_back(std::move(output));
  }
  return outputs;
}

void clean_up(std::vector<std::vector<double>>& weights, const Setting& setting) {
  for (std::size_t query = 0; query < weights.size(); ++query) {
    if (!is_real(setting, static_cast<int>(query))) weights[query].assign(weights.size(), 0.0);
  }
}

int count_spoilt(const std::vector<std::vector<double>>& outputs, const Setting& setting) {
  int count = 0;
  for (std::size_t query = 0; query < outputs.size(); ++query) {
    if (is_real(setting, static_cast<int>(query)) && std::isnan(sum_of(outputs[query]))) ++count;
  }
  return count;
}

// Two layers with the same weights: what the first puts out are the values of the second.
int spoilt_after_two_layers(const Problem& problem, const Setting& setting, bool cleaned) {
  std::vector<std::vector<double>> weights = bare_weights(problem);
  if (cleaned) clean_up(weights, setting);
  std::vector<std::vector<double>> values;
  for (int key = 0; key < problem.key_count; ++key) values.push_back(row_of(*problem.v, 0, 0, key));
  return count_spoilt(mixed(weights, mixed(weights, values)), setting);
}

LabSection rows_section(const Tokens& words, const Tokens& padding) {
  LabSection section = section_named("rows");
  const Setting right = {.mask = Mask::keys};
  const std::vector<double> pad_row = bare_weights(sentence(words, padding, right)).back();
  Problem cleaned = sentence(words, padding, right);
  cleaned.masks.query_padding = kept(right);
  const Tensor output = output_of(cleaned);
  double left_over = 0.0;
  for (const double value : row_of(output, 0, 0, real + usual_pads - 1)) left_over += std::fabs(value);

  const Setting left = {.side = Side::left, .mask = Mask::keys, .order = Order::causal};
  const Problem problem = sentence(words, padding, left);
  section.blocks.emplace_back(claim("pad-row", sum_of(pad_row), equal, 1.0, noise, 2));
  section.blocks.emplace_back(claim("pad-row-cleaned", left_over, equal, 0.0, 0.0, 0));
  section.blocks.emplace_back(
      claim("nan-spreads", spoilt_after_two_layers(problem, left, false), equal, real, 0.0, 0));
  section.blocks.emplace_back(
      claim("nan-cleaned", spoilt_after_two_layers(problem, left, true), equal, 0.0, 0.0, 0));
  return section;
}

// ---- the loss

// The losses of two sentences of different length; what stands in the padding is as bad as can be expected.
struct Losses {
  std::vector<double> long_one, short_one;  // of the real positions
  std::vector<double> padding;              // as many as are ever needed
};

Losses losses_of(std::uint64_t seed) {
  Normals normals(seed, "padding-loss");
  const auto some = [&](int count, double around) {
    std::vector<double> losses;
    for (int i = 0; i < count; ++i) losses.push_back(around + 0.2 * std::tanh(normals.next()));
    return losses;
  };
  return {some(6, 2.0), some(2, 2.0), some(32, 5.0)};
}

double mean_with_padding(const Losses& losses, int pads_of_long, double worth) {
  double sum = sum_of(losses.long_one) + sum_of(losses.short_one);
  const int length = static_cast<int>(losses.long_one.size()) + pads_of_long;
  const int padded = 2 * length - static_cast<int>(losses.long_one.size() + losses.short_one.size());
  for (int i = 0; i < padded; ++i) sum += worth * losses.padding[static_cast<std::size_t>(i)];
  return sum / (2 * length);
}

// Σ loss · keep / Σ keep over the padded batch.
double mean_of_kept(const Losses& losses, int pads_of_long) {
  double sum = 0.0;
  double count = 0.0;
  std::size_t next = 0;
  for (const std::vector<double>* sentence : {&losses.long_one, &losses.short_one}) {
    const std::size_t length = losses.long_one.size() + static_cast<std::size_t>(pads_of_long);
    for (std::size_t i = 0; i < length; ++i) {
      const bool keep = i < sentence->size();
      const double loss = keep ? (*sentence)[i] : losses.padding[next++];
      sum += loss * keep;
      count += keep;
    }
  }
  return sum / count;
}

LabSection loss_section(std::uint64_t seed) {
  LabSection section = section_named("loss");
  const Losses losses = losses_of(seed);
  const double real_sum = sum_of(losses.long_one) + sum_of(losses.short_one);
  const double count = static_cast<double>(losses.long_one.size() + losses.short_one.size());
  LabTable table{.id = "loss",
                 .caption = {},
                 .row_axis = lab_text("lab.padding.more-pads"),
                 .columns = {lab_text("lab.padding.loss-all"), lab_text("lab.padding.loss-zeroed"),
                             lab_text("lab.padding.loss-kept")},
                 .rows = {}};
  for (const int more : {0, 4, 8}) {
    table.rows.push_back(
        {lab_literal(std::to_string(more)),
         {LabNumber{mean_with_padding(losses, more, 1.0), 3},
          LabNumber{mean_with_padding(losses, more, 0.0), 3}, LabNumber{mean_of_kept(losses, more), 3}}});
  }
  section.blocks.emplace_back(std::move(table));
  section.blocks.emplace_back(claim("loss-kept", mean_of_kept(losses, 8), equal, real_sum / count, noise, 3));
  section.blocks.emplace_back(claim("loss-all", mean_with_padding(losses, 0, 1.0), greater,
                                    real_sum / count + 0.5, 0.0, 3,
                                    {argument("right", lab_number(real_sum / count, 3))}));
  section.blocks.emplace_back(claim("loss-zeroed",
                                    mean_with_padding(losses, 0, 0.0) / mean_of_kept(losses, 0), equal,
                                    count / (2.0 * static_cast<double>(losses.long_one.size())), noise, 3));
  return section;
}

}  // namespace

Result<LabResult> lab_padding(const LabRequest& request) {
  Normals normals(request.seed, "padding");
  const Tokens words = tokens_of(real, normals);
  const Tokens padding = tokens_of(usual_pads, normals);
  return LabResult{.lab = "padding",
                   .seed = request.seed,
                   .sections = {content_section(words, request.seed), length_section(words, request.seed),
                                axis_section(words, padding), side_section(words, padding),
                                rows_section(words, padding), loss_section(request.seed)}};
}

}  // namespace qkv
