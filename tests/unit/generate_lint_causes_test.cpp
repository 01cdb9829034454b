// Which sizes and numbers hide which mistakes. The facts stand in public notes on worked examples and are
// checked here against the proof, which makes and grades every mistake.
#include <vector>

#include "../../src/generate/causes.hpp"
#include "qkv/mistakes/mistakes.hpp"
#include "support/lint.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

// Four tokens, d_k 3, d_v 2: no two of the usual divisors meet, and all rows differ.
const std::string queries = R"("Q": [[1, 2, 0], [0, 1, 2], [2, 0, 1], [1, -1, 1]])";
const std::string keys = R"("K": [[1, 0, 2], [2, 1, 0], [0, 1, 1], [1, 1, -1]])";
const std::string values = R"("V": [[1, 0], [0, 2], [3, 1], [-1, 1]])";
const std::string base = queries + ", " + keys + ", " + values;

struct Hidden {
  std::string cause;
  std::string members;
  std::vector<std::string> mistakes;
};

struct Alike {
  std::string cause;
  std::string members;
  std::string one;
  std::string other;
};

std::string same(const std::string& letter) {
  return "\"" + letter + R"(": [[1, 2, 0], [0, 1, 2], [2, 0, 1], [1, -1, 1]])";
}

}  // namespace

TEST_CASE("numbers without coincidences have no findings") {
  const LintReport report = lint(titled_problem(base));
  CHECK(report.findings.empty());
  CHECK(report.mistakes.size() > 40);
}

TEST_CASE("a cause is reported with the mistakes that get full marks because of it") {
  const std::vector<Hidden> cases = {
      {"q-k-v-equal",
       same("Q") + ", " + same("K") + ", " + same("V"),
       {"scores-transposed", "query-self-scores", "key-self-scores", "score-with-value", "key-value-swapped",
        "weights-times-keys", "weights-times-queries"}},
      {"q-k-equal",
       same("Q") + ", " + same("K") + ", " + values,
       {"scores-transposed", "query-self-scores", "key-self-scores"}},
      {"k-v-equal",
       queries + ", " + keys + R"(, "V": [[1, 0, 2], [2, 1, 0], [0, 1, 1], [1, 1, -1]])",
       {"score-with-value", "key-value-swapped", "weights-times-keys"}},
      {"q-v-equal", same("Q") + ", " + keys + ", " + same("V"), {"weights-times-queries"}},
      {"symmetric-scores",
       R"("Q": [[1, 0], [0, 3], [1, 1]], "K": [[2, 0], [0, 6], [2, 2]], "V": [[1, 0, 1], [0, 2, 3], [3, 1, 0]])",
       {"scores-transposed"}},
      {"symmetric-w-o", base + R"(, "W_O": [[1, 2], [2, 0]])", {"output-projection-transposed"}},
      {"identity-w-o",
       base + R"(, "W_O": [[1, 0], [0, 1]])",
       {"output-projection-transposed", "output-projection-missing"}},
      {"padding-behind-causal",
       base + R"(, "mask": {"causal": true, "padding": [1, 1, 1, 0]}, "ask": ["weights", "output"])",
       {"pad-missing"}},
      {"masked-not-asked",
       base + R"(, "mask": {"causal": true}, "ask": ["scores", "scaled", "weights", "output"])",
       {"mask-finite-too-small"}},
      {"padded-rows", base + R"(, "mask": {"padding": [1, 1, 1, 0]})", {"pad-query-not-cleared"}},
  };
  for (const Hidden& each : cases) {
    INFO(each.cause);
    const LintReport report = lint(titled_problem(each.members));
    const Cause* cause = find_cause(report, each.cause);
    REQUIRE(cause != nullptr);
    check_texts(*cause);
    for (const std::string& mistake : each.mistakes) {
      INFO(mistake);
      CHECK(hides(*cause, mistake));
      CHECK(finds(report, Finding::Kind::full_marks, mistake));
    }
  }
}

TEST_CASE("sizes that make a wrong rule right are said, and are no findings") {
  const std::vector<Hidden> cases = {
      {"d-k-4",
       R"("Q": [[1, 2, 0, 1], [0, 1, 2, 0]], "K": [[1, 0, 2, 1], [2, 1, 0, 0], [0, 1, 1, 2]],
                   "V": [[1, 0, 2], [0, 2, 1], [3, 1, 0]])",
       {"scale-by-half-dk"}},
      {"tokens-are-d-k",
       R"("Q": [[1, 2, 0], [0, 1, 2]], "K": [[1, 0, 2], [2, 1, 0], [0, 1, 1]],
                            "V": [[1, 0], [0, 2], [3, 1]])",
       {"scale-by-sqrt-seq"}},
      {"d-v-is-d-k",
       queries + ", " + keys + R"(, "V": [[1, 0, 1], [0, 2, 0], [3, 1, 1], [-1, 1, 2]])",
       {"scale-by-sqrt-dv"}},
      {"one-head", base, {"scale-by-sqrt-dmodel"}},
      {"d-k-1",
       R"("Q": [[1], [2]], "K": [[1], [2], [-1]], "V": [[1, 0], [0, 2], [3, 1]])",
       {"scale-missing", "scale-by-dk"}},
      {"one-query",
       R"("Q": [[1, 2, 0]], "K": [[1, 0, 2], [2, 1, 0], [0, 1, 1]],
                       "V": [[1, 0], [0, 2], [3, 1]])",
       {"softmax-global"}},
  };
  for (const Hidden& each : cases) {
    INFO(each.cause);
    const LintReport report = lint(titled_problem(each.members));
    const Cause* cause = find_cause(report, each.cause);
    REQUIRE(cause != nullptr);
    check_texts(*cause);
    for (const std::string& mistake : each.mistakes) {
      CHECK(hides(*cause, mistake));
      CHECK_FALSE(finds(report, Finding::Kind::full_marks, mistake));
    }
  }
}

TEST_CASE("a cause is reported with the mistakes that cannot be told apart because of it") {
  const std::string heads = R"("heads": 2, "decimals": 1, "ask": ["weights"],
      "Q": [[-1, -1, -1, 1, 0, 1], [1, 0, -1, 0, 2, 2], [1, 2, 1, -1, -1, 1]],
      "K": [[2, 1, 2, 2, 0, 0], [0, 0, -1, 0, 1, 0], [0, 1, 0, 2, 2, 1]],
      "V": [[1, 1, 2, 0], [2, 2, 0, 2], [1, 2, 1, 2]])";
  const std::vector<Alike> cases = {
      {"d-k-2", R"("Q": [[1, 2], [0, 1], [2, 1]], "K": [[1, 0], [2, 1], [0, 1]],
                   "V": [[1, 0, 2, 1], [0, 2, 1, 0], [3, 1, 0, 1]])",
       "scale-by-half-dk", "scale-missing"},
      {"tokens-are-d-k", R"("Q": [[1, 2, 0], [0, 1, 2]], "K": [[1, 0, 2], [2, 1, 0], [0, 1, 1]],
                            "V": [[1, 0], [0, 2], [3, 1]])",
       "scale-by-seq", "scale-by-dk"},
      {"d-v-is-tokens",
       queries + ", " + keys + R"(, "V": [[1, 0, 1, 0], [0, 2, 0, 1], [3, 1, 1, 1], [-1, 1, 2, 0]])",
       "scale-by-sqrt-dv", "scale-by-sqrt-seq"},
      {"heads-are-d-k", R"("heads": 2, "Q": [[1, 2, 0, 1], [0, 1, 2, 0], [2, 0, 1, 3]],
                           "K": [[1, 0, 2, 1], [2, 1, 0, 0], [0, 1, 1, 2]],
                           "V": [[1, 0], [0, 2], [3, 1]])",
       "scale-by-sqrt-dmodel", "scale-by-dk"},
      {"two-heads", heads, "exp-base-2", "scale-by-sqrt-dmodel"},
      {"causal-alone", base + R"(, "mask": {"causal": true})", "mask-missing", "causal-missing"},
      {"padding-alone", base + R"(, "mask": {"padding": [1, 1, 1, 0]})", "mask-missing", "pad-missing"},
      {"blocked-scores-are-0",
       R"("Q": [[1, 0, 0], [1, 2, 0], [2, 1, 1]], "K": [[1, 2, 1], [0, 1, 0], [0, 0, 0]],
                                  "V": [[1, 0], [0, 2], [3, 1]], "mask": {"causal": true})",
       "mask-zero-before-softmax", "mask-missing"},
      {"divisors-alike", R"("Q": [[1, 2], [0, 1]], "K": [[1, 0], [2, 1], [0, 1], [1, -1]],
                            "V": [[1, 0, 1], [0, 2, 0], [3, 1, 1], [-1, 1, 2]])",
       "scale-by-dk", "scale-by-sqrt-seq"},
  };
  for (const Alike& each : cases) {
    INFO(each.cause);
    const LintReport report = lint(titled_problem(each.members));
    const Cause* cause = find_cause(report, each.cause);
    REQUIRE(cause != nullptr);
    check_texts(*cause);
    CHECK(confuses(*cause, each.one, each.other));
    CHECK(finds_confused(report, each.one, each.other));
  }
}

TEST_CASE("rows that may hide something are pointed out by name") {
  const LintReport equal = lint(titled_problem(
      R"("tokens": ["a", "b", "c"], "Q": [[1, 2, 0], [0, 1, 2], [2, 0, 1]], "K": [[1, 0, 2], [2, 1, 0], [1, 0, 2]],
         "V": [[1, 0], [0, 0], [3, 1]])"));
  const Cause* twins = find_cause(equal, "equal-keys");
  REQUIRE(twins != nullptr);
  CHECK(detail(*twins, "one") == "a");
  CHECK(detail(*twins, "other") == "c");
  CHECK(find_cause(equal, "equal-queries") == nullptr);
  const Cause* zero = find_cause(equal, "zero-row");
  REQUIRE(zero != nullptr);
  CHECK(detail(*zero, "table") == "V");
  CHECK(detail(*zero, "row") == "b");

  // Equal rows of X are the reason for those of Q, K and V.
  const LintReport inputs = lint(titled_problem(
      R"("X": [[1, 0], [0, 1], [1, 0]], "W_Q": [[1, 2, 0], [0, 1, 1]], "W_K": [[1, 0, 2], [2, 1, 0]],
         "W_V": [[1, 0], [3, 1]])"));
  CHECK(find_cause(inputs, "equal-inputs") != nullptr);
  CHECK(find_cause(inputs, "equal-queries") == nullptr);
  CHECK(find_cause(inputs, "equal-keys") == nullptr);
  CHECK(find_cause(inputs, "equal-values") == nullptr);
}

TEST_CASE("a single key to look at leaves nothing to the softmax") {
  const LintReport report =
      lint(titled_problem(R"("Q": [[1, 2, 0]], "K": [[1, 0, 2]], "V": [[3, 1]], "tokens": ["a"])"));
  const Cause* cause = find_cause(report, "one-visible-key");
  REQUIRE(cause != nullptr);
  check_texts(*cause);
  for (const char* id : {"exp-base-10", "softmax-negated", "argmax-one-hot"}) CHECK(hides(*cause, id));
}

TEST_CASE("causes speak of mistakes that there are") {
  for (const linting::CauseRow& row : linting::cause_rows()) {
    for (const auto& ids : {row.hides, row.alike}) {
      for (const std::string_view id : ids) {
        INFO(row.id << ": " << id);
        CHECK(find_mistake(id) != nullptr);
      }
    }
  }
}

TEST_CASE("weights that show little are pointed out") {
  const std::string small = R"("Q": [[0.01, 0.02, 0], [0, 0.01, 0.02]])";
  const std::string large = R"("Q": [[4, 8, 0], [0, 4, 8]])";
  const std::string rest = ", " + keys + ", " + values;
  const LintReport alike = lint(titled_problem(small + rest));
  REQUIRE(find_cause(alike, "weights-alike") != nullptr);
  CHECK(hides(*find_cause(alike, "weights-alike"), "values-averaged"));
  CHECK(find_cause(lint(titled_problem(large + rest)), "heavy-weight") != nullptr);
  CHECK(find_cause(lint(titled_problem(base)), "light-weight") != nullptr);
  CHECK(find_cause(lint(titled_problem(base)), "heavy-weight") == nullptr);
}

TEST_CASE("a table that would tell is named, and so are decimals") {
  // With scores 1, 2, 1 weights in proportion to them are those of the softmax, to two decimals.
  const std::string contract =
      R"("Q": [[1, 1]], "K": [[1, 0], [1, 1], [0, 1]], "V": [[1, 0], [0, 2], [1, 1]])";
  const LintReport two =
      lint(titled_problem(contract + R"(, "ask": ["scores", "scaled", "weights", "output"])"));
  CHECK(finds(two, Finding::Kind::full_marks, "normalise-raw-scores"));
  const Cause* untold = find_cause(two, "table-not-asked");
  REQUIRE(untold != nullptr);
  CHECK(detail(*untold, "step") == "exp");
  CHECK(hides(*untold, "normalise-raw-scores"));

  const LintReport all =
      lint(titled_problem(contract + R"(, "ask": ["scores", "scaled", "exp", "sum", "weights", "output"])"));
  CHECK_FALSE(finds(all, Finding::Kind::full_marks, "normalise-raw-scores"));

  const LintReport alike =
      lint(titled_problem(R"("Q": [[0.01, 0.02, 0], [0, 0.01, 0.02]], )" + keys + ", " + values));
  const Cause* few = find_cause(alike, "few-decimals");
  REQUIRE(few != nullptr);
  CHECK(detail(*few, "more") == "1");
}
