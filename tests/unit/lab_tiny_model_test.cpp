// The small language model of `qkv lab loss`: what it may see, and what its loss is where that is known.
#include <cmath>

#include "../../src/lab/tiny_model.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

constexpr TinyShape shape{.vocabulary = 5, .length = 4, .width = 6, .heads = 2};

TokenBatch some_tokens() {
  Draws draws(3);
  return uniform_tokens(shape, 2, draws);
}

}  // namespace

TEST_CASE("a model of zeros guesses: its loss is ln V and its bias learns p minus 1 for the right token") {
  const TokenBatch batch = some_tokens();
  for (const Future future : {Future::hidden, Future::visible}) {
    const Slope found = slope(shape, zeros(shape), batch, future);
    CHECK(std::fabs(found.loss - std::log(5.0)) < 1e-12);
    for (int token = 0; token < 5; ++token) {
      double expected = 0.2;
      for (int b = 0; b < 2; ++b) {
        for (int t = 0; t < 4; ++t) expected -= batch.next(b, t) == token ? 1.0 / 8 : 0.0;
      }
      CHECK(std::fabs(found.gradient[Parameter::bias].at({token}) - expected) < 1e-12);
    }
  }
}

TEST_CASE("with the future hidden a later token changes no earlier loss, and with it visible it does") {
  const Parameters parameters = drawn_parameters(shape, 1);
  TokenBatch batch = some_tokens();
  TokenBatch changed = batch;
  // The last token that goes in, which is also the one to be told before it: the first two are free of both.
  changed.tokens[3] = (changed.tokens[3] + 1) % 5;
  const auto losses = [&](const TokenBatch& tokens, Future future) {
    return tell(shape, parameters, tokens, future).losses;
  };
  for (int t = 0; t < 2; ++t) {
    CHECK(losses(batch, Future::hidden).at({0, t}) == losses(changed, Future::hidden).at({0, t}));
    CHECK(losses(batch, Future::visible).at({0, t}) != losses(changed, Future::visible).at({0, t}));
  }
}

TEST_CASE("the weights of each row add up to 1, and those of the future are 0 where it is hidden") {
  const Parameters parameters = drawn_parameters(shape, 2);
  for (const Future future : {Future::hidden, Future::visible}) {
    const Tensor weights = tell(shape, parameters, some_tokens(), future).weights;
    for (int t = 0; t < 4; ++t) {
      double sum = 0.0;
      for (int key = 0; key < 4; ++key) sum += weights.at({1, 1, t, key});
      CHECK(std::fabs(sum - 1.0) < 1e-12);
      for (int key = t + 1; key < 4; ++key)
        CHECK((weights.at({1, 1, t, key}) == 0.0) == (future == Future::hidden));
    }
  }
}
