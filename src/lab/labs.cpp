#include "labs.hpp"

#include <algorithm>
#include <array>

#include "qkv/lab/lab.hpp"

namespace qkv {
namespace {

// THE table of experiments: one row and one file each.
constexpr std::array lab_rows = {
    Lab{.id = "ladder", .default_problem = "pronoun", .run = lab_ladder, .draws = false},
    Lab{.id = "scale", .default_problem = {}, .run = lab_scale},
    Lab{.id = "leak", .default_problem = "causal-4", .run = lab_leak},
    Lab{.id = "fill", .default_problem = {}, .run = lab_fill},
    Lab{.id = "padding", .default_problem = {}, .run = lab_padding},
    Lab{.id = "axis", .default_problem = "contract-full", .run = lab_axis},
    Lab{.id = "heads", .default_problem = "multi-head", .run = lab_heads},
    Lab{.id = "loss", .default_problem = {}, .run = lab_loss},
    Lab{.id = "weights", .default_problem = "pronoun", .run = lab_weights},
    Lab{.id = "cost", .default_problem = {}, .run = lab_cost, .draws = false},
};

}  // namespace

std::span<const Lab> labs() {
  return lab_rows;
}

const Lab* find_lab(std::string_view id) {
  const auto found = std::ranges::find(lab_rows, id, &Lab::id);
  return found == lab_rows.end() ? nullptr : &*found;
}

}  // namespace qkv
