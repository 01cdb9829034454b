// Plots as horizontal bars, one line a point, on one scale for all series.
#include <algorithm>
#include <cmath>

#include "qkv/base/number.hpp"
#include "qkv/text/unicode.hpp"
#include "text_blocks.hpp"
#include "text_glyphs.hpp"

namespace qkv::rendering {
namespace {

constexpr int longest_bar = 32;
constexpr int shortest_bar = 8;

// Bars grow from a zero line, to the left where values are negative.
struct Scale {
  int label_width = 0;   // the names along the axis
  int length = 0;        // columns of all bars, both sides together
  int left = 0;          // of these on the negative side
  double half_span = 0;  // from the lowest to the highest value, halved: the whole could overflow
};

struct Extent {
  double low = 0;
  double high = 0;
  int value_width = 0;
};

Extent extent_of(const Plot& plot, const TextOptions& options) {
  Extent extent;
  for (const Plot::Series& series : plot.series) {
    for (const auto& point : series.points) {
      const double y = point.second;
      extent.value_width = std::max(extent.value_width, display_width(point_text(y, options)));
      if (!std::isfinite(y)) continue;
      extent.low = std::min(extent.low, y);
      extent.high = std::max(extent.high, y);
    }
  }
  return extent;
}

double columns_of(double value, const Scale& scale) {
  if (!std::isfinite(value) || scale.half_span <= 0) return 0;
  return std::abs(value) / 2 / scale.half_span * scale.length;
}

Scale scale_of(const Plot& plot, const TextOptions& options) {
  Scale scale;
  scale.label_width = display_width(plot.x_axis);
  for (const Plot::Series& series : plot.series) {
    for (const auto& point : series.points) {
      scale.label_width = std::max(scale.label_width, display_width(point_text(point.first, options)));
    }
  }
  const Extent extent = extent_of(plot, options);
  const int around = scale.label_width + 2 + 1 + extent.value_width;  // label, " │", bar, blank, value
  scale.length = options.width ? std::clamp(*options.width - around, shortest_bar, longest_bar) : longest_bar;
  scale.half_span = extent.high / 2 - extent.low / 2;
  scale.left = static_cast<int>(std::ceil(columns_of(extent.low, scale)));
  return scale;
}

// Half columns that a value takes; rounded to whole ones where the glyphs have no half.
int half_columns(double value, const Scale& scale, const Glyphs& glyphs) {
  const double columns = columns_of(value, scale);
  if (glyphs.bar_half_right.empty()) return 2 * static_cast<int>(std::lround(columns));
  return static_cast<int>(std::lround(2 * columns));
}

Line point_line(double x, double y, const Scale& scale, const TextOptions& options) {
  const Glyphs& glyphs = glyphs_for(options);
  const int halves = half_columns(y, scale, glyphs);
  const std::string whole = repeat(glyphs.bar, halves / 2);
  const bool half = halves % 2 != 0;
  std::string left;
  std::string right;
  if (y < 0) {
    left = (half ? std::string(glyphs.bar_half_left) : "") + whole;
  } else {
    right = whole + (half ? std::string(glyphs.bar_half_right) : "");
  }
  return {{pad_left(point_text(x, options), scale.label_width) + " "},
          {pad_left(left, scale.left), Ink::accent},
          {std::string(glyphs.vertical), Ink::faint},
          {right, Ink::accent},
          {" " + point_text(y, options)}};
}

}  // namespace

std::string point_text(double value, const TextOptions& options) {
  const Glyphs& glyphs = glyphs_for(options);
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return std::string(value < 0 ? glyphs.minus_infinity : glyphs.infinity);
  if (value == 0) return "0";
  const int decimals = 3 - static_cast<int>(std::floor(std::log10(std::abs(value))));
  if (decimals < 0) return format_shortest(round_half_away(value, 0));
  return format_shortest(decimals > 15 ? snap(value) : round_half_away(value, decimals));
}

Lines drawn(const Plot& plot, const Setting& setting) {
  const TextOptions& options = setting.options;
  const Glyphs& glyphs = glyphs_for(options);
  const Scale scale = scale_of(plot, options);
  Lines lines;
  if (!plot.caption.empty()) lines = hanging({}, plot.caption, options.width, Ink::strong);
  for (const Plot::Series& series : plot.series) {
    if (&series != plot.series.data()) lines.push_back({});
    if (!series.name.empty()) lines.push_back({{series.name}});
    if (!plot.x_axis.empty() || !plot.y_axis.empty()) {
      lines.push_back({{pad_left(plot.x_axis, scale.label_width) + " " + blanks(scale.left)},
                       {std::string(glyphs.vertical), Ink::faint},
                       {" " + plot.y_axis}});
    }
    for (const auto& [x, y] : series.points) lines.push_back(point_line(x, y, scale, options));
  }
  return lines;
}

}  // namespace qkv::rendering
