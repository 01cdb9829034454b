// What hidden scores are filled with: −∞, the smallest number, −1e9, −1e4, 0, or weights set to 0 afterwards;
// in double, single and half precision, on rows that are hidden in part and as a whole.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "labs.hpp"
#include "number_format.hpp"
#include "statistics.hpp"

namespace qkv {
namespace {

using enum LabClaim::Relation;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int keys = 6;
constexpr int hidden = 2;  // the last ones, in a row that is hidden in part
constexpr int visible = keys - hidden;

// ---- a row, calculated as a machine does

// Every result is rounded to the format before it is used. A sum or a quotient that a double rounds first
// comes out the same: it has more than twice the bits.
class Machine {
 public:
  explicit Machine(const NumberFormat& format) : format_(format) {}

  double store(double value) const { return rounded_to(format_, value); }

  std::vector<double> softmax(const std::vector<double>& scores) const {
    const double largest = largest_of(scores);
    std::vector<double> weights;
    for (const double score : scores) weights.push_back(store(std::exp(store(score - largest))));
    return shared_out(std::move(weights));
  }

  // Each divided by the sum of all.
  std::vector<double> shared_out(std::vector<double> numbers) const {
    const double sum = this->sum(numbers);
    for (double& number : numbers) number = store(number / sum);
    return numbers;
  }

  double sum(const std::vector<double>& numbers) const {
    double total = 0.0;
    for (const double number : numbers) total = store(total + number);
    return total;
  }

 private:
  const NumberFormat& format_;
};

struct Row {
  std::vector<double> scores;
  std::vector<bool> hidden;
};

// One way to hide, in one precision.
struct Way {
  enum class Kind { fill, zero_weights, zero_and_share };
  std::string id;
  const NumberFormat* format;
  Kind kind = Kind::fill;
  double filling = 0.0;
};

std::vector<double> weights_of(const Way& way, const Row& row) {
  const Machine machine(*way.format);
  std::vector<double> scores;
  for (std::size_t j = 0; j < row.scores.size(); ++j) {
    const bool is_filled = way.kind == Way::Kind::fill && row.hidden[j];
    scores.push_back(machine.store(is_filled ? way.filling : row.scores[j]));
  }
  std::vector<double> weights = machine.softmax(scores);
  if (way.kind == Way::Kind::fill) return weights;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    if (row.hidden[j]) weights[j] = 0.0;
  }
  return way.kind == Way::Kind::zero_and_share ? machine.shared_out(std::move(weights)) : weights;
}

// ---- what is tried

const std::vector<Way>& ways() {
  using Kind = Way::Kind;
  static const std::vector<Way> all = {
      {"minus-infinity", &float32, Kind::fill, -infinity},
      {"minimum-32", &float32, Kind::fill, -largest_number(float32)},
      {"minimum-16", &float16, Kind::fill, -largest_number(float16)},
      {"billion-32", &float32, Kind::fill, -1e9},
      {"billion-16", &float16, Kind::fill, -1e9},
      {"ten-thousand", &float32, Kind::fill, -1e4},
      {"zero", &float32, Kind::fill, 0.0},
      {"after", &float32, Kind::zero_weights, 0.0},
      {"after-shared", &float32, Kind::zero_and_share, 0.0},
  };
  return all;
}

struct Rows {
  Row partly;  // the last keys are hidden
  Row fully;   // all are
  Row low;     // as the first, but all visible scores are far down
};

constexpr double far_down = -12'000.0;

Rows rows_of(std::uint64_t seed) {
  Normals normals(seed, "fill");
  Rows rows;
  rows.partly.scores = normals.next(keys);
  rows.partly.hidden.assign(keys, false);
  std::fill(rows.partly.hidden.end() - hidden, rows.partly.hidden.end(), true);
  rows.fully = {rows.partly.scores, std::vector<bool>(keys, true)};
  rows.low = rows.partly;
  for (int j = 0; j < visible; ++j) rows.low.scores[static_cast<std::size_t>(j)] += far_down;
  return rows;
}

double sum_where(const std::vector<double>& weights, const Row& row, bool is_hidden) {
  double sum = 0.0;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    if (row.hidden[j] == is_hidden) sum += weights[j];
  }
  return sum;
}

struct Finding {
  Way way;
  std::vector<double> partly, fully, low;  // weights
  double leaked = 0.0;                     // to hidden keys of the row that is hidden in part
  double low_leaked = 0.0;                 // the same far down
};

Finding finding_of(const Way& way, const Rows& rows) {
  Finding finding{.way = way,
                  .partly = weights_of(way, rows.partly),
                  .fully = weights_of(way, rows.fully),
                  .low = weights_of(way, rows.low)};
  finding.leaked = sum_where(finding.partly, rows.partly, true);
  finding.low_leaked = sum_where(finding.low, rows.low, true);
  return finding;
}

// ---- what is shown

LabText way_name(const Way& way) {
  return lab_text("lab.fill.way." + way.id);
}

LabTable score_table(const Row& row) {
  LabTable table{.id = "scores",
                 .caption = {},
                 .row_axis = lab_text("lab.fill.key"),
                 .columns = {},
                 .rows = {{lab_text("lab.fill.score"), {}}, {lab_text("lab.fill.may-look"), {}}}};
  for (int j = 0; j < keys; ++j) {
    const auto at = static_cast<std::size_t>(j);
    table.columns.push_back(lab_literal(std::to_string(j + 1)));
    table.rows[0].cells.emplace_back(LabNumber{row.scores[at], 4});
    table.rows[1].cells.emplace_back(lab_text(row.hidden[at] ? "lab.fill.no" : "lab.fill.yes"));
  }
  return table;
}

LabNumber small(double value) {
  return value == 0 ? LabNumber{0.0, 0} : LabNumber{value, significant};
}

LabTable partly_table(const std::vector<Finding>& findings) {
  LabTable table{
      .id = "partly",
      .caption = lab_text("lab.fill.partly.caption"),
      .row_axis = lab_text("lab.fill.filling"),
      .columns = {lab_text("lab.fill.kept-in"), lab_text("lab.fill.becomes"), lab_text("lab.fill.leaked"),
                  lab_text("lab.fill.sum"), lab_text("lab.fill.low-leaked")},
      .rows = {}};
  for (const Finding& finding : findings) {
    const Way& way = finding.way;
    const bool fills = way.kind == Way::Kind::fill;
    table.rows.push_back(
        {way_name(way),
         {lab_literal(std::string(way.format->name)),
          fills ? LabCell(small(rounded_to(*way.format, way.filling)))
                : LabCell(lab_text("lab.fill.nothing")),
          small(finding.leaked), LabNumber{sum_of(finding.partly), 3}, small(finding.low_leaked)}});
  }
  return table;
}

LabTable fully_table(const std::vector<Finding>& findings) {
  LabTable table{.id = "fully",
                 .caption = lab_text("lab.fill.fully.caption"),
                 .row_axis = lab_text("lab.fill.filling"),
                 .columns = {},
                 .rows = {}};
  for (int j = 0; j < keys; ++j) table.columns.push_back(lab_literal(std::to_string(j + 1)));
  table.columns.push_back(lab_text("lab.fill.sum"));
  for (const Finding& finding : findings) {
    LabTable::Row row{way_name(finding.way), {}};
    for (const double weight : finding.fully) row.cells.emplace_back(LabNumber{weight, 2});
    row.cells.emplace_back(LabNumber{sum_of(finding.fully), 2});
    table.rows.push_back(std::move(row));
  }
  return table;
}

// ---- claims

const Finding& of(const std::vector<Finding>& findings, std::string_view id) {
  return *std::ranges::find(findings, id, [](const Finding& finding) { return finding.way.id; });
}

double count_nan(const std::vector<double>& numbers) {
  return static_cast<double>(std::ranges::count_if(numbers, [](double each) { return std::isnan(each); }));
}

// Half a unit of the last bit for each of a handful of roundings.
double error_of(const NumberFormat& format) {
  return 8 * std::ldexp(0.5, -format.fraction_bits);
}

LabClaim claim(std::string id, double found, LabClaim::Relation relation, double bound, double tolerance,
               int decimals) {
  const std::string key = "lab.fill.claim." + id;
  return {.id = std::move(id),
          .key = key,
          .found = found,
          .relation = relation,
          .bound = bound,
          .tolerance = tolerance,
          .decimals = decimals};
}

// Σ e^s over the visible keys.
double visible_sum(const Row& row) {
  double sum = 0.0;
  for (int j = 0; j < visible; ++j) sum += std::exp(row.scores[static_cast<std::size_t>(j)]);
  return sum;
}

void claim_partly(LabSection& section, const std::vector<Finding>& findings, const Rows& rows) {
  const double kept = visible_sum(rows.partly);
  double all = kept;
  for (int j = visible; j < keys; ++j) all += std::exp(rows.partly.scores[static_cast<std::size_t>(j)]);
  double leaked = 0.0;
  for (const std::string_view id : {"minus-infinity", "minimum-32", "minimum-16", "billion-32"})
    if (!(of(findings, id).leaked <= leaked)) leaked = of(findings, id).leaked;
  const Finding& zero = of(findings, "zero");
  const Finding& after = of(findings, "after");
  const Finding& shared = of(findings, "after-shared");
  const double error = error_of(float32);
  section.blocks.emplace_back(claim("no-leak", leaked, equal, 0.0, 0.0, 0));
  section.blocks.emplace_back(claim("zero-leaks", zero.leaked, equal, hidden / (kept + hidden), error, 3));
  section.blocks.emplace_back(claim("after-sum", sum_of(after.partly), equal, kept / all, error, 3));
  section.blocks.emplace_back(
      claim("after-shared-first", shared.partly[0], equal, std::exp(rows.partly.scores[0]) / kept, error, 3));
  section.blocks.emplace_back(claim("overflow", rounded_to(float16, -1e9), less, -65504.0, 0.0, 0));
  section.blocks.emplace_back(
      claim("low-row", of(findings, "ten-thousand").low_leaked, greater, 0.99, 0.0, 2));
  section.blocks.emplace_back(
      claim("low-row-infinity", of(findings, "minus-infinity").low_leaked, equal, 0.0, 0.0, 0));
}

void claim_fully(LabSection& section, const std::vector<Finding>& findings) {
  section.blocks.emplace_back(
      claim("infinity-nan", count_nan(of(findings, "minus-infinity").fully), equal, keys, 0.0, 0));
  section.blocks.emplace_back(claim("minimum-uniform", largest_of(of(findings, "minimum-32").fully), equal,
                                    1.0 / keys, error_of(float32), 3));
  section.blocks.emplace_back(claim("minimum-uniform-half", largest_of(of(findings, "minimum-16").fully),
                                    equal, 1.0 / keys, error_of(float16), 3));
  section.blocks.emplace_back(
      claim("billion-half-nan", count_nan(of(findings, "billion-16").fully), equal, keys, 0.0, 0));
  section.blocks.emplace_back(claim("after-zero", sum_of(of(findings, "after").fully), equal, 0.0, 0.0, 0));
  section.blocks.emplace_back(
      claim("after-shared-nan", count_nan(of(findings, "after-shared").fully), equal, keys, 0.0, 0));
}

}  // namespace

Result<LabResult> lab_fill(const LabRequest& request) {
  const Rows rows = rows_of(request.seed);
  std::vector<Finding> findings;
  for (const Way& way : ways()) findings.push_back(finding_of(way, rows));

  LabSection partly{.heading = lab_text("lab.fill.partly.heading"), .blocks = {}};
  partly.blocks.emplace_back(lab_text("lab.fill.partly.what"));
  partly.blocks.emplace_back(score_table(rows.partly));
  partly.blocks.emplace_back(partly_table(findings));
  partly.blocks.emplace_back(lab_text("lab.fill.partly.read"));
  claim_partly(partly, findings, rows);
  LabSection fully{.heading = lab_text("lab.fill.fully.heading"), .blocks = {}};
  fully.blocks.emplace_back(lab_text("lab.fill.fully.what"));
  fully.blocks.emplace_back(fully_table(findings));
  claim_fully(fully, findings);
  fully.blocks.emplace_back(lab_text("lab.fill.advice"));
  return LabResult{.lab = "fill", .seed = request.seed, .sections = {std::move(partly), std::move(fully)}};
}

}  // namespace qkv
