// Walks through the built-in problems, and through problems with what no built-in has: in both languages, as
// text and as Markdown, nothing may be left unsaid.
#include <regex>

#include "qkv/render/markdown.hpp"
#include "qkv/render/text.hpp"
#include "qkv/report/walk.hpp"
#include "support/builtin.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

const std::vector<std::string> others = {
    // A bias beside a mask, and alone; a window with open ends.
    R"({"qkv": 1, "Q": [[1], [2]], "K": [[1], [3]], "V": [[1], [2]], "mask": {"causal": true, "bias": [[0, 1], [0.5, 0]]}})",
    R"({"qkv": 1, "Q": [[1], [2]], "K": [[1], [3]], "V": [[1], [2]], "mask": {"bias": [[0, 1], [0.5, "-inf"]]}})",
    R"({"qkv": 1, "Q": [[1], [2]], "K": [[1], [3]], "V": [[1], [2]], "mask": {"window": 1}})",
    // One matrix for all three, with biases and grouped heads.
    R"({"qkv": 1, "heads": 2, "kv_heads": 1, "X": [[1, 0], [0, 1]], "W_QKV": [[1, 0, 1, 1], [0, 1, 1, 0]],
        "b_QKV": [0, 1, 0, 0], "W_O": [[1], [1]], "b_O": [1], "dropout": {"p": 0.2, "keep": [[1, 0], [0, 0]]}})",
    // Cross-attention with heads; a number as scale; the row-sum softmax.
    R"({"qkv": 1, "heads": 2, "queries": ["x"], "X": [[1, 0]], "X_kv": [[1, 0, 1], [0, 1, 1]],
        "W_Q": [[1, 0], [0, 1]], "W_K": [[1, 0], [0, 1], [1, 1]], "W_V": [[1, 0], [0, 1], [1, 1]], "b_Q": [1, 1]})",
    R"({"qkv": 1, "scores": [[1, 2], [3, 4]], "scale": "-2", "softmax": "row-sum"})",
    R"({"qkv": 1, "Q": [[[1], [2]], [[1], [1]]], "K": [[[1], [3]], [[1], [1]]], "V": [[[1], [2]], [[1], [1]]],
        "scale": 0.5, "mask": {"padding": [[1, 1], [0, 1]], "query_padding": "none"}})"};

std::vector<Problem> all_problems() {
  std::vector<Problem> problems;
  for (const std::string& id : builtin_ids()) problems.push_back(builtin(id));
  for (const std::string& text : others) {
    const auto problem = read_problem(text, "test.json", "test");
    if (!problem) FAIL(problem.faults().front().code << " in " << text);
    problems.push_back(problem.value());
  }
  return problems;
}

std::vector<WalkOptions> all_options() {
  std::vector<WalkOptions> all(4);
  all[1].detail = Detail::cells;
  all[2].detail = Detail::rows;
  all[3].exact = true;
  all[3].decimals_as_asked = false;
  return all;
}

void check_filled(const std::string& text) {
  // Markdown escapes braces.
  static const std::regex placeholder(R"(\\?\{[a-z][a-z0-9_]*\\?\})");
  std::smatch found;
  if (std::regex_search(text, found, placeholder)) FAIL_CHECK("raw placeholder " << found.str());
}

}  // namespace

TEST_CASE("no walk prints a placeholder that nobody filled") {
  for (const Problem& problem : all_problems()) {
    for (const WalkOptions& options : all_options()) {
      for (const Language language : {Language::zh, Language::en}) {
        INFO(problem.id << " " << language_name(language));
        const Document document = walk_document(problem, options, Catalogue(language));
        check_filled(render_text(document, {}));
        check_filled(render_markdown(document));
      }
    }
  }
}

TEST_CASE("no walk says a key in place of its text") {
  for (const Problem& problem : all_problems()) {
    const std::string text = render_text(walk_document(problem, {}, Catalogue(Language::en)), {});
    for (const char* beginning : {"walk.", "mask.", "flow.", "axis.", "list."}) {
      INFO(problem.id << " " << beginning);
      CHECK(text.find(beginning) == std::string::npos);
    }
  }
}
