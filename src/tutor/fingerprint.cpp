// Which problem it is, by its numbers.
#include <cstdint>

#include "qkv/base/number.hpp"
#include "qkv/tutor/session.hpp"

namespace qkv {
namespace {

// FNV-1a over a text of all that a calculation depends on, each part with its name. No secret is kept by it;
// it only has to differ where problems differ.
class Fingerprint {
 public:
  void add(std::string_view text) {
    for (const char c : text) {
      hash_ ^= static_cast<unsigned char>(c);
      hash_ *= 0x100000001b3U;
    }
    hash_ ^= 0xff;
    hash_ *= 0x100000001b3U;
  }
  void add(std::string_view name, long long value) {
    add(name);
    add(std::to_string(value));
  }
  // Twelve digits: the last ones of an expression may differ from one C library to another.
  void add(std::string_view name, double value) {
    add(name);
    add(format_shortest(snap(value)));
  }
  void add(std::string_view name, const Tensor& tensor) {
    add(name);
    add(shape_text(tensor.shape()));
    for (const double value : tensor.values()) add("", value);
  }
  void add(std::string_view name, const std::optional<Tensor>& tensor) {
    if (tensor) add(name, *tensor);
  }
  void add(std::string_view name, const Projection& projection) {
    add(name, projection.w);
    add(name, projection.b);
  }

  std::string digits() const {
    constexpr std::string_view hexadecimal = "0123456789abcdef";
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4) text += hexadecimal[(hash_ >> shift) & 0xf];
    return text;
  }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

void add_inputs(Fingerprint& print, const Problem& problem) {
  print.add("q", problem.q);
  print.add("k", problem.k);
  print.add("v", problem.v);
  print.add("scores", problem.given_scores);
  if (problem.source) {
    print.add("x", problem.source->x);
    print.add("x_kv", problem.source->x_kv);
    print.add("w_q", problem.source->q);
    print.add("w_k", problem.source->k);
    print.add("w_v", problem.source->v);
  }
  if (problem.w_o) print.add("w_o", *problem.w_o);
  if (problem.dropout) {
    print.add("p", problem.dropout->p);
    print.add("keep", problem.dropout->keep);
  }
}

void add_masks(Fingerprint& print, const Masks& masks) {
  if (masks.causal) print.add("causal", static_cast<long long>(masks.causal->offset));
  if (masks.window) print.add("window", static_cast<long long>(*masks.window));
  print.add("padding", masks.padding);
  print.add("query_padding", masks.query_padding);
  print.add("allow", masks.allow);
  print.add("bias", masks.bias);
}

}  // namespace

std::string fingerprint_of(const Problem& problem) {
  Fingerprint print;
  for (const int size : {problem.batch, problem.heads, problem.kv_heads, problem.query_count,
                         problem.key_count, problem.d_k, problem.d_v}) {
    print.add("size", static_cast<long long>(size));
  }
  add_inputs(print, problem);
  add_masks(print, problem.masks);
  print.add("divisor", problem.scale.divisor);
  print.add("softmax", static_cast<long long>(problem.softmax));
  for (const Step step : problem.asked) {
    print.add(step_name(step), static_cast<long long>(of_step(problem.decimals, step)));
    print.add("points", static_cast<long long>(of_step(problem.points, step)));
  }
  for (const Step step : problem.given) print.add("given", static_cast<long long>(step));
  print.add("follow", static_cast<long long>(problem.follow_through));
  return print.digits();
}

}  // namespace qkv
