// Which mistakes are served is decided by what they do to answers.
#include <algorithm>
#include <cmath>
#include <set>

#include "qkv/verify/served.hpp"
#include "support/catch.hpp"
#include "support/requests.hpp"

using namespace qkv;

namespace {

// As a black box is judged: zeros exactly, other numbers to a relative 1e-4.
bool differ(const Tensor& right, const Tensor& wrong) {
  constexpr double tolerance = 1e-4;
  if (right.shape() != wrong.shape()) return true;
  for (std::size_t i = 0; i < right.values().size(); ++i) {
    const double a = right.values()[i];
    if (!(std::fabs(a - wrong.values()[i]) <= tolerance * std::fabs(a))) return true;
  }
  return false;
}

int times_visible(const Mistake& mistake, const Way& way) {
  static const std::vector<AttentionRequest> requests = test::varied_requests();
  static const std::vector<AttentionAnswer> right = [] {
    std::vector<AttentionAnswer> answers;
    for (const AttentionRequest& request : requests) answers.push_back(answer_of(request, right_recipe()));
    return answers;
  }();
  int count = 0;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const AttentionAnswer wrong = mistaken_answer(requests[i], mistake, way);
    CHECK(wrong.id == requests[i].id);
    if (differ(right[i].output, wrong.output) || differ(right[i].weights, wrong.weights)) ++count;
  }
  return count;
}

bool applies_to_a_request(const Mistake& mistake) {
  return std::ranges::any_of(test::varied_requests(), [&](const AttentionRequest& request) {
    return mistake.applies(problem_of(request));
  });
}

AttentionRequest heads_of_two(bool layer) {
  Draws draws(3);
  AttentionRequest request{.id = "a"};
  if (layer) {
    request.inputs = test::random_layer_inputs(draws, 1, 4, 6, 2);
  } else {
    request.inputs = test::random_attention(draws, {1, 2, 4, 4, 3, 3});
  }
  return request;
}

AttentionAnswer served(const AttentionRequest& request, std::string_view id) {
  const ServedMistake& row = *find_served(id);
  return mistaken_answer(request, *row.mistake, *row.way);
}

}  // namespace

TEST_CASE("every mistake and every concept is served, or there is a reason why not") {
  std::set<std::string_view> known;
  for (const Mistake& mistake : mistakes()) known.insert(mistake.id);
  for (const std::string_view id : concepts()) known.insert(id);
  std::set<std::string_view> found;
  for (const ServedMistake& row : served_mistakes()) CHECK(found.insert(row.mistake->id).second);
  for (const UnservedMistake& row : unserved_mistakes()) {
    CHECK(found.insert(row.id).second);
    CHECK(find_served(row.id) == nullptr);
  }
  CHECK(found == known);
}

TEST_CASE("a mistake that is served shows in the answers to several requests") {
  for (const ServedMistake& row : served_mistakes()) {
    INFO(row.mistake->id);
    CHECK(times_visible(*row.mistake, *row.way) >= 4);
    CHECK(find_served(row.mistake->id) == &row);
  }
}

TEST_CASE("a mistake that is not served shows in no answer, for the reason that is given") {
  for (const UnservedMistake& row : unserved_mistakes()) {
    INFO(row.id);
    const Mistake* mistake = find_mistake(row.id);
    CHECK((mistake == nullptr) == (row.why == Unserved::concept_only));
    if (mistake == nullptr) continue;
    for (const Way& way : mistake->ways) CHECK(times_visible(*mistake, way) == 0);
    CHECK(applies_to_a_request(*mistake) == (row.why == Unserved::padded_queries));
  }
}

TEST_CASE("a window and a bias would show the mistakes that need them") {
  Problem problem = problem_of(heads_of_two(false));
  const auto applies = [&](std::string_view id) { return find_mistake(id)->applies(problem); };
  CHECK_FALSE(applies("window-one-short"));
  problem.masks.window = 2;
  CHECK(applies("window-one-short"));
  CHECK_FALSE(applies("bias-scaled-with-scores"));
  problem.masks.bias = Tensor({1, 1, 4, 4}, 1.0);
  CHECK(applies("bias-scaled-with-scores"));
}

TEST_CASE("heads that are given apart cannot be split wrongly, those of a layer can") {
  for (const char* id : {"head-split-no-transpose", "head-split-interleaved", "head-merge-no-transpose",
                         "head-merge-interleaved", "head-order-reversed", "heads-averaged", "heads-summed"}) {
    INFO(id);
    const AttentionAnswer apart = served(heads_of_two(false), id);
    CHECK(apart.output == answer_of(heads_of_two(false), right_recipe()).output);
    const AttentionAnswer layer = served(heads_of_two(true), id);
    CHECK(differ(answer_of(heads_of_two(true), right_recipe()).output, layer.output));
  }
}

TEST_CASE("another layout goes all the way, in its own shapes") {
  const AttentionAnswer among = served(heads_of_two(true), "heads-attend-heads");
  CHECK(among.weights.shape() == Shape{1, 4, 2, 2});
  CHECK(among.output.shape() == Shape{1, 4, 6});
  const AttentionAnswer one = served(heads_of_two(true), "single-head-instead-of-split");
  CHECK(one.weights.shape() == Shape{1, 1, 4, 4});
  CHECK(one.output.shape() == Shape{1, 4, 6});
  CHECK(served(heads_of_two(true), "heads-averaged").output.shape() == Shape{1, 4, 3});
}

TEST_CASE(
    "nothing comes out where the shapes do not fit, and the right thing where there is nothing to get "
    "wrong") {
  Draws draws(4);
  AttentionRequest request{.id = "a", .inputs = test::random_attention(draws, {1, 1, 2, 3, 2, 2})};
  const AttentionAnswer none = served(request, "scores-transposed");
  CHECK(none.weights.values().empty());
  CHECK(none.output.values().empty());
  CHECK(served(request, "mask-missing").output == answer_of(request, right_recipe()).output);
}
