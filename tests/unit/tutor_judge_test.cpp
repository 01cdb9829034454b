// Judging answers of every kind.
#include "qkv/json/read_content.hpp"
#include "qkv/tutor/judge.hpp"
#include "support/builtin.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

struct Typed {
  std::string text;
  Judged verdict;
};

void check_all(const PosedQuestion& posed, const std::vector<Typed>& answers) {
  for (const Typed& each : answers) {
    INFO("“" << each.text << "”");
    CHECK(judge_answer(posed, each.text).verdict == each.verdict);
  }
}

Question question_of(QuestionBody body) {
  Question question;
  question.id = "a-question";
  question.body = std::move(body);
  return question;
}

std::string first_remark(const PosedQuestion& posed, const std::string& text) {
  const AnswerJudgement judgement = judge_answer(posed, text);
  return judgement.remarks.empty() ? "" : judgement.remarks.front().code;
}

// Without a shuffle: the letters stand in the order of the file.
PosedQuestion in_order(const Question& question) {
  PosedQuestion posed = pose(question, 0);
  for (std::size_t i = 0; i < posed.order.size(); ++i) posed.order[i] = i;
  return posed;
}

}  // namespace

TEST_CASE("a shape is known however it is written") {
  const Question question = question_of(ShapeBody{"[B,H,D,T]", {}});
  check_all(pose(question, 0), {{"[B,H,D,T]", Judged::right},
                                {"[b, h, d, t]", Judged::right},
                                {"B H D T", Judged::right},
                                {"bhdt", Judged::right},
                                {"(B,H,D,T)", Judged::right},
                                {"【Ｂ，Ｈ，Ｄ，Ｔ】", Judged::right},
                                {"B×H×D×T", Judged::right},
                                {"BxHxDxT", Judged::right},
                                {"b x h x d x t", Judged::right},
                                {"B×H×D×T", Judged::right},
                                {"BxHxTxD", Judged::wrong},
                                {"[B,H,T,D]", Judged::wrong},
                                {"[B,H,D]", Judged::wrong},
                                {"[B,H,D,C]", Judged::wrong},
                                {"", Judged::unreadable},
                                {"?!", Judged::unreadable}});
  CHECK(first_remark(pose(question, 0), "[B,H,T,D]") == "shape-order");
  CHECK(first_remark(pose(question, 0), "[B,H,D]") == "shape-axes");
  CHECK(first_remark(pose(question, 0), "[B,H,D,C]") == "shape-size");
}

TEST_CASE("heads that look at heads are named, in letters and in numbers") {
  const Question letters = question_of(ShapeBody{"[B,H,T,T]", {}});
  CHECK(first_remark(pose(letters, 0), "[B,T,H,H]") == "shape-heads");
  CHECK(first_remark(pose(letters, 0), "b t h h") == "shape-heads");
  CHECK(first_remark(pose(letters, 0), "[B,T,T,H]") == "shape-order");
  const Question numbers = question_of(ShapeBody{"[2,4,5,5]", {}});
  CHECK(first_remark(pose(numbers, 0), "[2,5,4,4]") == "shape-heads");
  CHECK(judge_answer(pose(numbers, 0), "[2,5,4,4]").verdict == Judged::wrong);
  CHECK(first_remark(pose(numbers, 0), "[2,5,5,4]") == "shape-order");
  const Question features = question_of(ShapeBody{"[B,H,T,D]", {}});
  CHECK(first_remark(pose(features, 0), "[B,T,H,H]") != "shape-heads");
}

TEST_CASE("a word is no shape and costs no try") {
  const Question question = question_of(ShapeBody{"[B,H,T,T]", {}});
  for (const char* word : {"clear", "back", "no idea", "table 2?", "hello", "CLEAR"}) {
    INFO(word);
    CHECK(judge_answer(pose(question, 0), word).verdict == Judged::unreadable);
  }
  check_all(pose(question, 0),
            {{"BxHxTxC", Judged::wrong}, {"bhtc", Judged::wrong}, {"batch, heads, t, t", Judged::wrong}});
}

TEST_CASE("sizes may be products, numbers, and written in other ways that the question names") {
  const Question merged = question_of(ShapeBody{"[B,T,H·D]", {"[B,T,C]"}});
  check_all(pose(merged, 0), {{"[B,T,H*D]", Judged::right},
                              {"B,T,HD", Judged::right},
                              {"b t d·h", Judged::right},
                              {"[B,T,C]", Judged::right},
                              {"BxTxHD", Judged::right},
                              {"[B,T,D]", Judged::wrong}});
  const Question numbers = question_of(ShapeBody{"[3,4,5,16]", {}});
  check_all(pose(numbers, 0), {{"3 4 5 16", Judged::right},
                               {"3x4x5x16", Judged::right},
                               {"３，４，５，１６", Judged::right},
                               {"[3,5,4,16]", Judged::wrong}});
}

TEST_CASE("a choice takes one letter in any case and names the option that was chosen") {
  ChoiceBody body;
  body.options.resize(3);
  body.options[1].right = true;
  const Question question = question_of(body);
  const PosedQuestion posed = in_order(question);
  check_all(posed, {{"b", Judged::right},
                    {" B. ", Judged::right},
                    {"Ｂ", Judged::right},
                    {"(b)", Judged::right},
                    {"2", Judged::right},
                    {"a", Judged::wrong},
                    {"d", Judged::unreadable},
                    {"ab", Judged::unreadable},
                    {"the second one", Judged::unreadable}});
  CHECK(judge_answer(posed, "c").option == 2);
}

TEST_CASE("true and false are known in both languages") {
  const Question question = question_of(TruthBody{true});
  check_all(pose(question, 0), {{"true", Judged::right},
                                {"T", Judged::right},
                                {"对", Judged::right},
                                {"YES", Judged::right},
                                {"false", Judged::wrong},
                                {"错", Judged::wrong},
                                {"不对", Judged::wrong},
                                {"maybe", Judged::unreadable}});
}

TEST_CASE("an order is read with any sign between the letters and judged from its beginning") {
  const Question question = question_of(OrderBody{std::vector<LocatedText>(4)});
  const PosedQuestion posed = in_order(question);
  check_all(posed, {{"a b c d", Judged::right},
                    {"ABCD", Judged::right},
                    {"a, b, c, d", Judged::right},
                    {"a→b→c→d", Judged::right},
                    {"1 2 3 4", Judged::right},
                    {"a c b d", Judged::wrong},
                    {"a b c", Judged::unreadable},
                    {"a b c c", Judged::unreadable},
                    {"a b c x", Judged::unreadable}});
  CHECK(first_remark(posed, "b a c d") == "order-first");
  CHECK(first_remark(posed, "a b d c") == "order-from");
}

TEST_CASE("items that were shuffled never stand in their right order") {
  const Question question = question_of(OrderBody{std::vector<LocatedText>(3)});
  for (std::uint64_t seed = 0; seed < 50; ++seed)
    CHECK_FALSE(std::ranges::is_sorted(pose(question, seed).order));
}

TEST_CASE("a row of numbers is judged as in check, rounding included") {
  const auto problem = std::make_shared<const Problem>(limited_to(builtin("contract"), {Step::weights}));
  const Question question = question_of(NumbersBody{problem, Step::weights, 0});
  const PosedQuestion posed = pose(question, 0);
  CHECK(right_answer(posed) == "0.25 0.50 0.25");
  check_all(posed, {{"0.25 0.50 0.25", Judged::right},
                    {"0.25, 0.5, 0.25", Judged::right},
                    {"1/4 1/2 1/4", Judged::right},
                    {"25% 50% 25%", Judged::right},
                    {"0.248 0.503 0.248", Judged::right},
                    {"０．２５ ０．５０ ０．２５", Judged::right},
                    {"0.21 0.58 0.21", Judged::wrong},
                    {"0.3 0.5 0.3", Judged::wrong},
                    {"0.25 0.50", Judged::unreadable},
                    {"0.25 half 0.25", Judged::unreadable}});
  CHECK(first_remark(posed, "0.25 0.50") == "row-length");
  CHECK(first_remark(posed, "0.25 half 0.25") == "number");
  const AnswerJudgement unscaled = judge_answer(posed, "0.21 0.58 0.21");
  REQUIRE(unscaled.report);
  CHECK(unscaled.report->tables.front().cells.size() == 3);
}

TEST_CASE("of a table with several rows the row that is asked is judged") {
  const auto problem = std::make_shared<const Problem>(limited_to(builtin("causal-3"), {Step::masked}));
  for (int row = 0; row < problem->query_count; ++row) {
    const Question question = question_of(NumbersBody{problem, Step::masked, row});
    const PosedQuestion posed = pose(question, 0);
    CHECK(judge_answer(posed, right_answer(posed)).verdict == Judged::right);
    for (const std::string& wrong : wrong_answers(posed)) {
      INFO(wrong);
      CHECK(judge_answer(posed, wrong).verdict == Judged::wrong);
    }
  }
}

TEST_CASE("finding a mistake asks for the first wrong table and for the mistake") {
  const auto problem = std::make_shared<const Problem>(builtin("contract-full"));
  const Question question =
      question_of(MistakeBody{problem, "scale-missing", {"softmax-columns", "scale-by-dk"}});
  const PosedQuestion posed = in_order(question);
  CHECK(right_answer(posed) == "scaled a");
  check_all(posed, {{"scaled a", Judged::right},
                    {"A, SCALED", Judged::right},
                    {"scaled b", Judged::wrong},
                    {"weights a", Judged::wrong},
                    {"scaled", Judged::unreadable},
                    {"a", Judged::unreadable},
                    {"scaled a b", Judged::unreadable},
                    {"sacled a", Judged::unreadable}});
  CHECK(first_remark(posed, "scaled b") == "mistake-step-only");
  CHECK(first_remark(posed, "weights a") == "mistake-name-only");
  CHECK(first_remark(posed, "weights b") == "mistake-neither");
  CHECK(can_be_told_apart({problem, "scale-missing", {}}, "scale-by-dk"));
  CHECK_FALSE(can_be_told_apart({problem, "scale-missing", {}}, "scale-missing"));
}

TEST_CASE("a problem limited to a table gives what was asked before it") {
  const Problem limited = limited_to(builtin("contract"), {Step::weights});
  CHECK(limited.asked == std::vector{Step::weights});
  CHECK(limited.given == std::vector{Step::scores, Step::scaled});
}
