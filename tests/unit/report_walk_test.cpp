// What stands on the blackboard.
#include <algorithm>

#include "qkv/report/walk.hpp"
#include "support/problems.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

// All blocks about a step, from every section that carries its tag.
std::vector<Block> blocks_of(const Document& document, std::string_view step) {
  std::vector<Block> blocks;
  for (const Section& section : document.sections) {
    if (section.tag.step == step) blocks.insert(blocks.end(), section.blocks.begin(), section.blocks.end());
  }
  return blocks;
}

// The last table about a step: those on the mask have pictures before it.
Table table_of(const Document& document, std::string_view step) {
  const Table* table = nullptr;
  const std::vector<Block> blocks = blocks_of(document, step);
  for (const Block& block : blocks) {
    if (const auto* candidate = std::get_if<Table>(&block)) table = candidate;
  }
  REQUIRE(table != nullptr);
  return *table;
}

bool notes_mention(const Document& document, std::string_view step,
                   std::initializer_list<const char*> words) {
  return std::ranges::any_of(blocks_of(document, step), [&](const Block& block) {
    const auto* note = std::get_if<Note>(&block);
    return note != nullptr && std::ranges::all_of(words, [&](const char* each) {
             return note->text.find(each) != std::string::npos;
           });
  });
}

Document walk(const Problem& problem, const WalkOptions& options = {}) {
  return walk_document(problem, options, Catalogue(Language::zh));
}

Problem named_contract() {
  RawProblem raw = raw_problem(matrix({{1, 1}}), contract_k(), contract_v());
  raw.tokens = Located<RawNames>{{{{"合同", "违约金", "过高"}}, false}, {}};
  raw.queries = Located<RawNames>{{{{"过高"}}, false}, {}};
  return valid(raw);
}

}  // namespace

TEST_CASE("every cell is worked out from the numbers printed above it") {
  const Document document = walk(named_contract());
  CHECK(table_of(document, "scores").rows[0].cells[1].worked == "过高·违约金 = 1×1 + 1×1 = 2");
  CHECK(table_of(document, "scaled").rows[0].cells[1].worked == "2 ÷ √2 = 2 ÷ 1.4142 = 1.41");
  CHECK(table_of(document, "exp").rows[0].cells[1].worked == "e^1.41 = 4.10");
  CHECK(table_of(document, "sum").rows[0].cells[0].worked == "2.03 + 4.10 + 2.03 = 8.16");
  CHECK(table_of(document, "weights").rows[0].cells[1].worked == "4.10 ÷ 8.16 = 0.50");
  CHECK(table_of(document, "output").rows[0].worked ==
        "0.25×[1, 0] + 0.50×[0, 2] + 0.25×[1, 1] = [0.50, 1.25]");
  CHECK(table_of(document, "output").rows[0].cells[1].worked == "0.25×0 + 0.50×2 + 0.25×1 = 1.25");
}

TEST_CASE("tables carry token names on rows and columns") {
  const Table scores = table_of(walk(named_contract()), "scores");
  CHECK(scores.column_names == std::vector<std::string>{"合同", "违约金", "过高"});
  REQUIRE(scores.rows.size() == 1);
  CHECK(scores.rows[0].name == "过高");
}

TEST_CASE("negative factors stand in parentheses and minus is the minus sign") {
  const Document document = walk(valid(raw_problem(matrix({{-1, 2}}), matrix({{3, -2}}), matrix({{1}}))));
  CHECK(table_of(document, "scores").rows[0].cells[0].worked == "t1·t1 = (−1)×3 + 2×(−2) = −7");
}

TEST_CASE("a row whose largest score is outside 0 to 10 is shifted, and the line shows it") {
  // Scores 20 and 18 with d_k = 1.
  const Document document = walk(valid(raw_problem(matrix({{2}}), matrix({{10}, {9}}), matrix({{1}, {2}}))));
  CHECK(table_of(document, "exp").rows[0].cells[1].worked == "e^(18 − 20) = e^(−2) = 0.14");
}

TEST_CASE("the divisor is written with as many digits as its quotients need") {
  // 1000 ÷ 1.7321 = 577.33 but 1000 ÷ √3 = 577.35: four decimals of √3 are not enough.
  const Document document =
      walk(valid(raw_problem(matrix({{1000, 0, 0}}), matrix({{1, 0, 0}}), matrix({{1}}))));
  CHECK(table_of(document, "scaled").rows[0].cells[0].worked == "1000 ÷ √3 = 1000 ÷ 1.73205 = 577.35");
}

TEST_CASE("masked cells show −∞ and get exactly nothing") {
  const Document document = walk(causal_3());
  CHECK(table_of(document, "masked").rows[0].cells[1].text == "−∞");
  CHECK(table_of(document, "masked").rows[0].cells[1].role == Role::masked);
  CHECK(table_of(document, "exp").rows[0].cells[1].worked == "e^(−∞) = 0");
  CHECK(table_of(document, "weights").rows[0].cells[1].value == 0.0);
}

TEST_CASE("only the chosen queries and steps are shown") {
  WalkOptions options;
  options.queries = {{-1, 2}};
  options.steps = {Step::weights};
  const Document document = walk(contract_full(), options);
  CHECK(blocks_of(document, "scores").empty());
  CHECK(table_of(document, "weights").rows.size() == 1);
}

TEST_CASE("exact walks carry full precision") {
  WalkOptions options;
  options.exact = true;
  const Table scaled = table_of(walk(named_contract(), options), "scaled");
  CHECK(scaled.rows[0].cells[0].text == "0.7071067811865475");  // 1/√2 as a double, shortest digits
}

TEST_CASE("where rounding on the way changes a digit, a note gives both") {
  CHECK(notes_mention(walk(named_contract()), "output", {"1.26", "1.25"}));
}

TEST_CASE("what would happen without the division stands after the weights") {
  // Scores 1, 2, 1 unscaled: e, e², e over their sum are 0.2119, 0.5761, 0.2119.
  CHECK(notes_mention(walk(named_contract()), "weights", {"[0.21, 0.58, 0.21]"}));
}

TEST_CASE("both languages have the same blocks") {
  const Document zh = walk_document(causal_3(), {}, Catalogue(Language::zh));
  const Document en = walk_document(causal_3(), {}, Catalogue(Language::en));
  REQUIRE(zh.sections.size() == en.sections.size());
  for (std::size_t i = 0; i < zh.sections.size(); ++i) {
    REQUIRE(zh.sections[i].blocks.size() == en.sections[i].blocks.size());
    for (std::size_t j = 0; j < zh.sections[i].blocks.size(); ++j) {
      CHECK(zh.sections[i].blocks[j].index() == en.sections[i].blocks[j].index());
    }
  }
}

TEST_CASE("a problem too big to be shown whole is cut down to one row, and says so") {
  Random random(9);
  const Problem problem = valid(random_raw(random, 80, 2, 2));
  const Table weights = table_of(walk(problem), "weights");
  CHECK(weights.rows.size() == 1);
  CHECK(weights.rows[0].name == "t80");
  WalkOptions options;
  options.detail = Detail::tables;
  CHECK(table_of(walk(problem, options), "weights").rows.size() == 80);
}

TEST_CASE("a problem of middle size shows its tables whole and works out the last row") {
  Random random(10);
  const Table scores = table_of(walk(valid(random_raw(random, 6, 2, 2))), "scores");
  REQUIRE(scores.rows.size() == 6);
  CHECK(scores.rows[4].cells[0].worked.empty());
  CHECK_FALSE(scores.rows[5].cells[0].worked.empty());
}

TEST_CASE("a whole table of whole numbers is only shown without decimals when nothing was rounded") {
  // Scores 1.001 and 2.002 round to 1.00 and 2.00.
  const Table scores = table_of(
      walk(valid(raw_problem(matrix({{1}}), matrix({{1.001}, {2.002}}), matrix({{1}, {2}})))), "scores");
  CHECK(scores.rows[0].cells[0].text == "1.00");
}

TEST_CASE("a negative divisor stands in parentheses") {
  RawProblem raw = raw_problem(matrix({{1}}), matrix({{2}}), matrix({{1}}));
  raw.scale = Located<RawScale>{{RawScale::Kind::number, -2.0, "-2"}, {}};
  CHECK(table_of(walk(valid(raw)), "scaled").rows[0].cells[0].worked == "2 ÷ (−2) = −1");
}

TEST_CASE("the note on the division quotes the row of the table and claims no more than it shows") {
  // By hand 0.19 and 0.81, unrounded 0.20 and 0.80.
  const Problem rounded = valid(raw_problem(matrix({{2, 1}}), matrix({{1, 0}, {1, 2}}), matrix({{1}, {2}})));
  const Table weights = table_of(walk(rounded), "weights");
  CHECK(weights.rows[0].cells[0].text == "0.19");
  CHECK(notes_mention(walk(rounded), "weights", {"[0.19, 0.81]", "最大的拿得更多，最小的分得更少"}));
  // Divided by −2 the order turns round: nothing is sharper or flatter.
  RawProblem raw = raw_problem(matrix({{1}}), matrix({{1}, {2}}), matrix({{1}, {2}}));
  raw.scale = Located<RawScale>{{RawScale::Kind::number, -2.0, "-2"}, {}};
  CHECK(notes_mention(walk(valid(raw)), "weights", {"如果没有除以"}));
  CHECK_FALSE(notes_mention(walk(valid(raw)), "weights", {"更"}));
}

TEST_CASE("every row that misses 1 through rounding is named") {
  // Three equal shares of 0.33 in both rows.
  const Document document = walk(valid(raw_problem(Tensor({2, 1}), Tensor({3, 1}), Tensor({3, 1}))));
  CHECK(notes_mention(document, "weights", {"0.33 + 0.33 + 0.33 = 0.99", "“q2”（0.99）"}));
}

TEST_CASE("after dropout a dropped weight is 0 everywhere, and the end speaks of what is left") {
  RawProblem raw = raw_problem(matrix({{0}}), matrix({{1}, {2}}), matrix({{1}, {2}}));
  raw.dropout = {{0.5, located(matrix({{1, 0}}))}, {}};
  const Document document = walk(valid(raw));
  CHECK(table_of(document, "dropped").rows[0].cells[1].text == "0");
  CHECK(table_of(document, "dropped").rows[0].cells[1].role == Role::computed);
  CHECK(table_of(document, "output").rows[0].worked == "1×[1] + 0×[2] = [1]");
  const auto* list = std::get_if<List>(&document.sections.back().blocks[1]);
  REQUIRE(list != nullptr);
  CHECK(list->items[0] == "“q1”最看重“k1”（权重 1，dropout 之后），带回来的是 [1]。");
}

TEST_CASE("shared sets of keys and values say which heads use them") {
  RawProblem raw = raw_problem(Tensor({1, 4}, 1.0), Tensor({2, 2}, 1.0), Tensor({2, 2}, 1.0));
  raw.heads = {4, {}};
  raw.kv_heads = {2, {}};
  const std::vector<Block> blocks = blocks_of(walk(valid(raw)), "K_heads");
  CHECK(std::ranges::any_of(blocks, [](const Block& block) {
    const auto* heading = std::get_if<Heading>(&block);
    return heading != nullptr && heading->text == "第 2 套（第 3、4 个头用）";
  }));
}

TEST_CASE("what is subtracted before the exponential is said before the lines that use it") {
  const std::vector<Block> blocks =
      blocks_of(walk(valid(raw_problem(matrix({{2}}), matrix({{10}, {9}}), matrix({{1}, {2}})))), "exp");
  const auto note =
      std::ranges::find_if(blocks, [](const Block& b) { return std::holds_alternative<Note>(b); });
  const auto table =
      std::ranges::find_if(blocks, [](const Block& b) { return std::holds_alternative<Table>(b); });
  REQUIRE(note != blocks.end());
  CHECK(note < table);
}

TEST_CASE("a table that the sheet gives is marked, and worked out all the same") {
  Problem problem = named_contract();
  std::erase(problem.asked, Step::scaled);
  problem.given = {Step::scaled};
  const Document document = walk(problem);
  CHECK(notes_mention(document, "scaled", {"已经给出"}));
  CHECK_FALSE(notes_mention(document, "weights", {"已经给出"}));
  const Cell cell = table_of(document, "scaled").rows[0].cells[1];
  CHECK(cell.role == Role::given);
  CHECK(cell.worked == "2 ÷ √2 = 2 ÷ 1.4142 = 1.41");
  CHECK(table_of(document, "weights").rows[0].cells[1].role == Role::computed);
}
