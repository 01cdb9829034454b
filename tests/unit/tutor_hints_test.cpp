// What is said gives no number away that is still to be found.
#include <regex>
#include <set>

#include "qkv/render/text.hpp"
#include "qkv/report/practice.hpp"
#include "support/builtin.hpp"
#include "support/practice.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

// The numbers in a text, as they are printed.
std::set<std::string> numbers_in(const std::string& text) {
  static const std::regex number("[0-9]+\\.[0-9]+");
  std::set<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), number), end; at != end; ++at)
    found.insert((*at)[0]);
  return found;
}

std::string said(const Document& document) {
  return render_text(document, {.plain = true});
}

std::string without_sign(std::string number) {
  if (number.starts_with('-')) number.erase(0, 1);
  return number;
}

// The decimals of a prompt's right answer that no table before it has.
std::set<std::string> secrets_of(const Problem& problem, const Answers& key, const Prompt& prompt,
                                 const std::set<std::string>& open) {
  std::set<std::string> secrets;
  const AnswerTable& table = *key.find(prompt.spot.step);
  for (int i = 0; i < prompt.count; ++i) {
    const std::string written = without_sign(table.cells[prompt.first + static_cast<std::size_t>(i)].written);
    const int decimals = of_step(problem.decimals, prompt.spot.step);
    const std::string whole = "." + std::string(static_cast<std::size_t>(decimals), '0');
    if (written.find('.') == std::string::npos || written.ends_with(whole)) continue;
    if (open.count(written) == 0) secrets.insert(written);
  }
  return secrets;
}

}  // namespace

TEST_CASE("prompts and hints of all built-in problems hold no right number that is asked for now or later") {
  int looked_at = 0;
  for (const std::string& id : builtin_ids()) {
    const Problem problem = builtin(id);
    const Answers key = answer_key(problem);
    for (const Language language : {Language::zh, Language::en}) {
      const Catalogue catalogue(language);
      Practice practice = practice_of(problem);
      std::set<std::string> open;  // numbers that stand on the sheet
      while (practice.prompt() != nullptr) {
        const Prompt prompt = *practice.prompt();
        INFO(id << " " << step_name(prompt.spot.step) << " row " << prompt.spot.row);
        std::string text = said(practice_prompt(practice, nullptr, catalogue));
        for (const std::string& number : numbers_in(text)) open.insert(number);
        // Of what is asked, later tables included, none may be seen.
        const Reaction miss = practice.react(std::string("777") + [&] {
          std::string more;
          for (int i = 1; i < prompt.count; ++i) more += " 778";
          return more;
        }());
        REQUIRE(miss.kind == ReactionKind::miss);
        text += said(practice_reaction(practice, miss, {}, catalogue));
        for (int stage = 1; stage <= hint_stages + 1; ++stage) {
          const Reaction hint = practice.react("?");
          text += said(practice_reaction(practice, hint, {}, catalogue));
          ++looked_at;
        }
        for (const char* command : {"inputs", "table", "help"})
          text += said(practice_reaction(practice, practice.react(command), {}, catalogue));
        const std::set<std::string> numbers = numbers_in(text);
        for (const std::string& secret : secrets_of(problem, key, prompt, open)) {
          INFO(secret << " in\n" << text);
          CHECK(numbers.count(secret) == 0);
        }
        const std::string right = line_of(key, prompt);
        for (const std::string& number : numbers_in(right)) open.insert(number);
        REQUIRE(practice.react(right).kind == ReactionKind::right);
      }
    }
  }
  CHECK(looked_at > 500);
}

TEST_CASE(
    "the stages say where to look, the rule, the formula with the learner's numbers, and another cell") {
  const Problem problem = builtin("contract-full");
  const Answers key = answer_key(problem);
  const Catalogue catalogue(Language::en);
  Practice practice = practice_of(problem);
  for (int i = 0; i < 4; ++i) practice.react(line_of(key, *practice.prompt()));
  REQUIRE(practice.prompt()->spot.step == Step::scaled);
  REQUIRE(practice.prompt()->spot.row == 1);
  std::vector<std::string> stages;
  for (int i = 0; i < hint_stages; ++i)
    stages.push_back(said(practice_reaction(practice, practice.react("?"), {}, catalogue)));
  CHECK(stages[0].find("of scores") != std::string::npos);
  CHECK(stages[1].find("divided by √2") != std::string::npos);
  CHECK(stages[2].find("÷ √2 = 0 ÷ 1.4142 = …") != std::string::npos);
  CHECK(stages[3].find("One that you have: row “合同”") != std::string::npos);
  for (int i = 0; i + 1 < hint_stages; ++i)
    CHECK(stages[static_cast<std::size_t>(i)] != stages[static_cast<std::size_t>(i) + 1]);
}

TEST_CASE("a formula has ? for numbers that nobody has written down yet") {
  const auto read = read_problem(
      R"({"qkv": 1, "Q": [[1, 1]], "K": [[1, 0], [1, 1]], "V": [[1, 0], [0, 2]], "ask": ["weights", "output"]})",
      "short.json", "short");
  REQUIRE(read);
  const Problem problem = read.value();
  Practice practice = practice_of(problem);
  practice.react("?");
  practice.react("?");
  const std::string text =
      said(practice_reaction(practice, practice.react("?"), {}, Catalogue(Language::en)));
  CHECK(text.find("e^? ÷ (e^? + e^?) = …") != std::string::npos);
}

TEST_CASE("a shown table has its numbers, also in what comes after it") {
  const Problem problem = builtin("contract");
  const Catalogue catalogue(Language::en);
  Practice practice = practice_of(problem);
  practice.react("1 2 1");
  CHECK(said(practice_reaction(practice, practice.react("show"), {}, catalogue)).find("1.41") !=
        std::string::npos);
  CHECK(said(practice_prompt(practice, nullptr, catalogue)).find("1.41") != std::string::npos);
}

TEST_CASE("of a table of which one row is typed only that row is spoken of, and twins are named in short") {
  const Problem problem = builtin("causal-3");
  Practice practice = practice_of(problem);
  const std::string text =
      said(practice_reaction(practice, practice.react("1 0 1"), {}, Catalogue(Language::en)));
  CHECK(text.find("The whole scores table") == std::string::npos);
  CHECK(text.find("Row “合同”") != std::string::npos);
  CHECK(text.find("It could also be:") != std::string::npos);
  CHECK(text.find("the same mistake as") == std::string::npos);
}

TEST_CASE("a formula is about a wrong number where there is one, also behind the mask's edge") {
  const Problem problem = builtin("causal-3");
  Practice practice = practice_of(problem);
  practice.react("?");
  practice.react("?");
  const Reaction third = practice.react("1 2 2");
  REQUIRE(third.hint == 3);
  const std::string text = said(practice_reaction(practice, third, {}, Catalogue(Language::en)));
  CHECK(text.find("column “违约金”, with your numbers") != std::string::npos);
}
