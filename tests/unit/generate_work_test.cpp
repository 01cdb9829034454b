// Operations counted by hand.
#include "qkv/generate/work.hpp"
#include "support/builtin.hpp"
#include "support/lint.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

const std::string contract = R"("Q": [[1, 1]], "K": [[1, 0], [1, 1], [0, 1]], "V": [[1, 0], [0, 2], [1, 1]])";

Effort on(const Work& work, Step step) {
  const auto found = std::ranges::find(work.tables, step, &WorkOnTable::step);
  return found == work.tables.end() ? Effort{} : found->effort;
}

}  // namespace

TEST_CASE("the work of contract: products with 0 are none") {
  const Work work = work_of(builtin("contract"));
  CHECK(on(work, Step::scores).multiplications == 4);  // two of the six products are with 0
  CHECK(on(work, Step::scaled).divisions == 3);
  CHECK(on(work, Step::exp).exponentials == 3);
  CHECK(on(work, Step::sum).numbers == 1);
  CHECK(on(work, Step::weights).divisions == 3);
  CHECK(on(work, Step::output).multiplications == 4);
  CHECK(work.total.multiplications == 8);
  CHECK(work.total.exponentials == 3);
  CHECK(work.total.divisions == 6);
  CHECK(work.total.numbers == 3 + 3 + 3 + 1 + 3 + 2);
  const long long seconds = 8 * seconds_a_multiplication + 3 * seconds_an_exponential +
                            6 * seconds_a_division + 15 * seconds_a_number;
  CHECK(work.minutes == (seconds + 59) / 60);
}

TEST_CASE("blocked cells have no exponential and no division") {
  const Work work = work_of(builtin("causal-3"));
  CHECK(on(work, Step::exp).exponentials == 6);
  CHECK(on(work, Step::weights).divisions == 6);
  // Asked tables are written in full, a table that nobody asks for as far as it is needed.
  CHECK(on(work, Step::weights).numbers == 9);
  CHECK(on(work, Step::exp).numbers == 6);
}

TEST_CASE("tables that are given, or not needed, are no work") {
  const Work given = work_of(titled_problem(contract + R"(, "given": ["scaled"], "ask": ["weights"])"));
  CHECK(on(given, Step::scores).numbers == 0);
  CHECK(on(given, Step::scaled).divisions == 0);
  CHECK(given.total.multiplications == 0);
  CHECK(given.total.exponentials == 3);

  const Work scores = work_of(titled_problem(contract + R"(, "ask": ["scores"])"));
  CHECK(scores.tables.size() == 1);
  CHECK(scores.total.numbers == 3);
  CHECK(scores.minutes == 1);
}

TEST_CASE("a division by 1 is none, and a copy that nobody asks for is not written") {
  const Work work = work_of(titled_problem(contract + R"(, "scale": "none", "ask": ["weights"])"));
  CHECK(on(work, Step::scaled).divisions == 0);
  CHECK(on(work, Step::scaled).numbers == 0);
}

TEST_CASE("projections are counted from the embeddings on") {
  const Work work = work_of(titled_problem(
      R"("X": [[1, 0], [2, 3]], "W_Q": [[1, 2], [0, 1]], "W_K": [[1, 1], [1, 1]], "W_V": [[1], [2]],
         "ask": ["Q", "V"])"));
  // Row 1 meets two factors that are not 0, row 2 three of four.
  CHECK(on(work, Step::q).multiplications == 2 + 3);
  CHECK(on(work, Step::v).multiplications == 1 + 2);
  CHECK(on(work, Step::k).numbers == 0);
  CHECK(work.total.numbers == 4 + 2);
}

TEST_CASE("rows of padded queries are not calculated from the weights on") {
  const Problem problem = titled_problem(
      R"("Q": [[1, 1], [2, 1]], "K": [[1, 2], [2, 1]], "V": [[1], [2]],
         "mask": {"padding": [1, 0]}, "ask": ["scores", "weights", "output"])");
  const Work work = work_of(problem);
  CHECK(on(work, Step::scores).numbers == 4);
  CHECK(on(work, Step::weights).numbers == 2);
  CHECK(on(work, Step::exp).exponentials == 1);
  CHECK(on(work, Step::output).numbers == 1);
}
