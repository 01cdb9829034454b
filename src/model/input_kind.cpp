// Which of the three ways a problem begins.
#include <algorithm>
#include <limits>
#include <utility>

#include "checks.hpp"

namespace qkv {
namespace {

constexpr int from_qkv = 1;
constexpr int from_embeddings = 2;
constexpr int from_scores = 4;

// A key, and the ways to begin that it goes with.
struct Way {
  std::string_view name;
  const std::optional<Located<Tensor>>* input;
  int fits;
};

}  // namespace

// The first key that goes with no way of beginning that is still open is the one that mixes them. One that
// the reader could not use has no place here and comes last.
std::optional<InputKind> kind_of_input(FaultList& faults, const RawProblem& raw) {
  std::vector<Way> given = {
      {"Q", &raw.q, from_qkv},
      {"K", &raw.k, from_qkv},
      {"V", &raw.v, from_qkv | from_scores},
      {"X", &raw.x, from_embeddings},
      {"X_kv", &raw.x_kv, from_embeddings},
      {"W_Q", &raw.w_q, from_embeddings},
      {"W_K", &raw.w_k, from_embeddings},
      {"W_V", &raw.w_v, from_embeddings},
      {"W_QKV", &raw.w_qkv, from_embeddings},
      {"scores", &raw.scores, from_scores},
  };
  std::erase_if(given,
                [&](const Way& way) { return !way.input->has_value() && !was_reported(raw, way.name); });
  std::ranges::stable_sort(given, {}, [](const Way& way) {
    return way.input->has_value() ? std::pair((*way.input)->place.line, (*way.input)->place.column)
                                  : std::pair(std::numeric_limits<int>::max(), 0);
  });
  int open = from_qkv | from_embeddings | from_scores;
  for (const Way& way : given) {
    if ((open & way.fits) == 0) {
      const auto other =
          std::ranges::find_if(given, [&](const Way& each) { return (each.fits & way.fits) == 0; });
      add_fault(faults, way.input->has_value() ? (*way.input)->place : raw.place, "inputs.mixed",
                {argument("name", std::string(way.name)), argument("other", std::string(other->name))});
      return std::nullopt;
    }
    open &= way.fits;
  }
  if (given.empty()) {
    add_fault(faults, raw.place, "inputs.none");
    return std::nullopt;
  }
  if (open == from_scores) return InputKind::scores;
  return open == from_embeddings ? InputKind::embeddings : InputKind::qkv;
}

}  // namespace qkv
