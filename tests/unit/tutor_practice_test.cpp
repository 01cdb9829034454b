// The tutor as a state machine: every kind of reaction, every command, what counts at the end.
#include "qkv/tutor/practice.hpp"
#include "support/builtin.hpp"
#include "support/practice.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

const TableReport& table_of(const Practice& practice, Step step) {
  return *table_report(practice.report(), step);
}

Verdict verdict_of(const Reaction& reaction, std::size_t cell) {
  return cell_report(*table_report(*reaction.report, reaction.prompt.spot.step), reaction.cells[cell])
      ->verdict;
}

}  // namespace

TEST_CASE("a right row is right and the next one is asked for") {
  const Problem problem = builtin("contract");
  Practice practice = practice_of(problem);
  REQUIRE(practice.prompts().size() == 4);
  const Reaction reaction = practice.react("1 2 1");
  CHECK(reaction.kind == ReactionKind::right);
  CHECK(verdict_of(reaction, 1) == Verdict::correct);
  CHECK(reaction.table_complete);
  CHECK(practice.prompt()->spot.step == Step::scaled);
}

TEST_CASE("numbers may stand between blanks, tabs, commas, semicolons and their Chinese forms") {
  const Problem problem = builtin("contract");
  for (const char* line :
       {"1 2 1", "1\t2\t1", "1,2,1", "1; 2; 1", "1，2，1", "1；2；1", "1、2、1", "１ ２　１", "[1, 2, 1]"}) {
    INFO(line);
    Practice practice = practice_of(problem);
    CHECK(practice.react(line).kind == ReactionKind::right);
  }
}

TEST_CASE("a separator at the end begins no further number, and one without a number before it is a gap") {
  const Problem problem = builtin("contract");
  for (const char* line : {"1, 2, 1,", "1, 2, 1, ", "1; 2; 1;", "1，2，1，", "1 2 1 ,", "[1, 2, 1,]"}) {
    INFO(line);
    CHECK(practice_of(problem).react(line).kind == ReactionKind::right);
  }
  struct Gap {
    const char* line;
    std::size_t index;
  };
  for (const auto& [line, index] : {Gap{",1 2 1", 0}, Gap{",1 2", 0}, Gap{"1,,2 1", 1}, Gap{"1,2,,", 2}}) {
    INFO(line);
    Practice practice = practice_of(problem);
    const Reaction reaction = practice.react(line);
    CHECK(reaction.kind == ReactionKind::format);
    REQUIRE(reaction.no_numbers.size() == 1);
    CHECK(reaction.no_numbers.front().index == index);
    CHECK(practice.session().tries.empty());
  }
  CHECK(practice_of(problem).react("1, 2,").kind == ReactionKind::count);
}

TEST_CASE("rounding on the way is right, and said to be rounding") {
  const Problem problem = builtin("contract");
  Practice practice = practice_of(problem);
  practice.react("1 2 1");
  practice.react("0.71 1.41 0.71");
  practice.react("0.25 0.5 0.25");
  const Reaction reaction = practice.react("0.50 1.27");
  CHECK(reaction.kind == ReactionKind::right);
  CHECK(verdict_of(reaction, 1) == Verdict::rounding);
  CHECK(practice.session().finished);
}

TEST_CASE("what follows from an earlier wrong number is right there, and comes again when that is mended") {
  const Problem problem = builtin("contract");
  Practice practice = practice_of(problem);
  CHECK(practice.react("1 3 1").kind == ReactionKind::miss);
  practice.react("skip");
  const Reaction followed = practice.react("0.71 2.12 0.71");
  CHECK(followed.kind == ReactionKind::right);
  CHECK(verdict_of(followed, 1) == Verdict::follow_through);
  practice.react("back");
  practice.react("back");
  REQUIRE(practice.prompt()->spot.step == Step::scores);
  const Reaction mended = practice.react("1 2 1");
  CHECK(mended.kind == ReactionKind::right);
  REQUIRE(mended.reopened.size() == 1);
  CHECK(mended.reopened.front().spot.step == Step::scaled);
  CHECK(practice.prompt()->spot.step == Step::scaled);
}

TEST_CASE("a known mistake is named") {
  const Problem problem = builtin("contract");
  Practice practice = practice_of(problem);
  practice.react("1 2 1");
  const Reaction reaction = practice.react("1 2 1");
  CHECK(reaction.kind == ReactionKind::miss);
  REQUIRE(reaction.diagnoses.size() == 1);
  const auto& ids =
      table_report(*reaction.report, Step::scaled)->diagnosis[reaction.diagnoses.front().index].mistakes;
  CHECK(std::ranges::find(ids, "scale-missing") != ids.end());
  CHECK(reaction.misses == 1);
  // What was said about it is hint enough for the first time.
  CHECK(reaction.hint == 0);
}

TEST_CASE("a slip is found in its cell") {
  const Problem problem = builtin("contract");
  Practice practice = practice_of(problem);
  const Reaction reaction = practice.react("1 1 1");
  CHECK(reaction.kind == ReactionKind::miss);
  CHECK(verdict_of(reaction, 1) == Verdict::slip);
  CHECK(verdict_of(reaction, 0) == Verdict::correct);
}

TEST_CASE("missing decimals cost no attempt and are asked for") {
  const Problem problem = builtin("contract");
  Practice practice = practice_of(problem);
  practice.react("1 2 1");
  const Reaction reaction = practice.react("0.7 1.41 0.71");
  CHECK(reaction.kind == ReactionKind::imprecise);
  CHECK(reaction.misses == 0);
  CHECK(practice.session().tries.empty());
  CHECK(practice.prompt()->spot.step == Step::scaled);
}

TEST_CASE("what cannot be read costs no attempt, changes nothing and is kept for mending") {
  const Problem problem = builtin("contract");
  Practice practice = practice_of(problem);
  const Reaction format = practice.react("1 x2 1");
  CHECK(format.kind == ReactionKind::format);
  REQUIRE(format.no_numbers.size() == 1);
  CHECK(format.no_numbers.front().index == 1);
  CHECK(format.keep == "1 x2 1");
  const Reaction count = practice.react("1 2");
  CHECK(count.kind == ReactionKind::count);
  CHECK(count.found == 2);
  CHECK(count.expected == 3);
  CHECK(count.keep == "1 2");
  CHECK(practice.react("").kind == ReactionKind::nothing);
  CHECK(practice.react("   \t").kind == ReactionKind::nothing);
  CHECK(practice.react(std::string("\xff\xfe\0", 3)).kind != ReactionKind::right);
  CHECK(practice.session().tries.empty());
  CHECK(practice.prompt() == &practice.prompts().front());
  CHECK_FALSE(practice.is_filled(practice.prompts().front()));
}

TEST_CASE("a word that is near a command is suggested, in both languages") {
  const Problem problem = builtin("contract");
  Practice practice = practice_of(problem);
  const Reaction english = practice.react("shwo");
  CHECK(english.kind == ReactionKind::word);
  CHECK(english.suggestion == "show");
  CHECK(practice.react("上一部").suggestion == "上一步");
  CHECK(practice.react("xyzzy").suggestion.empty());
}

TEST_CASE("every word of every command works at every prompt, whatever the language") {
  const Problem problem = builtin("causal-3");
  const Answers key = answer_key(problem);
  for (const PracticeBy by : {PracticeBy::table, PracticeBy::row, PracticeBy::cell}) {
    for (const PracticeCommand command : practice_commands) {
      const std::vector<std::string> words = words_of(command);
      CHECK(words.size() >= 2);
      for (const std::string& word : words) {
        Practice practice = practice_of(problem, by);
        while (practice.prompt() != nullptr) {
          INFO(word << " at " << step_name(practice.prompt()->spot.step));
          const PracticeSession before = practice.session();
          Practice tried(problem, before);
          const std::size_t open = tried.open();
          const Reaction reaction = tried.react(word);
          REQUIRE(reaction.kind == ReactionKind::command);
          REQUIRE(reaction.command == command);
          if (command != PracticeCommand::show) CHECK(tried.open() == open);
          if (command == PracticeCommand::hint) CHECK(reaction.hint == 1);
          practice.react(line_of(key, *practice.prompt()));
        }
      }
    }
  }
}

TEST_CASE("commands are found with other letter case, full width, a slash and blanks") {
  for (const char* line : {"?", "？", " ? ", "HELP", "/help", "ｈｅｌｐ", "：退出", " 提示　"}) {
    INFO(line);
    CHECK(practice_command(line).has_value());
  }
  for (const char* line : {"1", "e", "-inf", "exp(1)", "", "helps"})
    CHECK_FALSE(practice_command(line).has_value());
}

TEST_CASE("no word of a command is a number, and none belongs to two commands") {
  std::vector<std::string> all;
  for (const PracticeCommand command : practice_commands) {
    for (const std::string& word : words_of(command)) {
      INFO(word);
      CHECK(std::holds_alternative<Unreadable>(read_number(word)));
      CHECK(practice_command(word) == command);
      CHECK(std::ranges::find(all, word) == all.end());
      all.push_back(word);
    }
  }
}

TEST_CASE("hints come in order, by asking and by missing, and the numbers are offered after three misses") {
  const Problem problem = builtin("contract");
  Practice practice = practice_of(problem);
  practice.react("1 2 1");
  CHECK(practice.react("?").hint == 1);
  CHECK(practice.react("提示").hint == 2);
  CHECK(practice.react("7 8 9").hint == 3);
  CHECK(practice.react("7 8 9").hint == 4);
  const Reaction third = practice.react("7 8 9");
  CHECK(third.misses == 3);
  CHECK(third.offer);
  CHECK(third.hint == 4);
}

TEST_CASE("a shown table earns no points, is blank in the answers and is not asked for again") {
  const Problem problem = builtin("contract");
  Practice practice = practice_of(problem);
  practice.react("1 2 1");
  practice.react("show");
  CHECK(practice.prompt()->spot.step == Step::weights);
  CHECK(practice.react("0.25 0.5 0.25").kind == ReactionKind::right);
  CHECK(practice.react("0.5 1.25").kind == ReactionKind::right);
  CHECK(practice.session().finished);
  CHECK(table_of(practice, Step::scaled).points == 0);
  CHECK(practice.report().points == 8);
  const Answers answers = answers_of(problem, practice.session());
  for (const AnswerCell& cell : answers.find(Step::scaled)->cells) CHECK(cell.written.empty());
  CHECK(grade(problem, answers).points == 8);
}

TEST_CASE("what was skipped comes again once, and then it is over") {
  const Problem problem = builtin("contract");
  Practice practice = practice_of(problem);
  practice.react("skip");
  practice.react("0.71 1.41 0.71");
  practice.react("0.25 0.5 0.25");
  const Reaction last = practice.react("0.5 1.25");
  CHECK(last.second_round);
  REQUIRE(practice.prompt() != nullptr);
  CHECK(practice.prompt()->spot.step == Step::scores);
  practice.react("skip");
  CHECK(practice.session().finished);
  CHECK(practice.prompt() == nullptr);
}

TEST_CASE("back goes to the row before, up to the first") {
  const Problem problem = builtin("contract-full");
  Practice practice = practice_of(problem);
  CHECK_FALSE(practice.react("back").done);
  practice.react("skip");
  practice.react("skip");
  CHECK(practice.react("back").done);
  CHECK(practice.prompt()->spot.row == 1);
}

TEST_CASE("by table nothing is said before the table is complete, which may be one line") {
  const Problem problem = builtin("contract-full");
  const Answers key = answer_key(problem);
  Practice rows = practice_of(problem, PracticeBy::table);
  CHECK(rows.react(line_of(key, rows.prompts()[0])).kind == ReactionKind::taken);
  CHECK(rows.react("9 9 9").kind == ReactionKind::taken);
  const Reaction complete = rows.react(line_of(key, rows.prompts()[2]));
  CHECK(complete.kind == ReactionKind::miss);
  CHECK(complete.cells.size() == 9);
  CHECK(rows.prompt()->spot.row == 1);
  CHECK(rows.react(line_of(key, rows.prompts()[1])).kind == ReactionKind::right);

  Practice line = practice_of(problem, PracticeBy::table);
  std::string all;
  for (int i = 0; i < 3; ++i) all += line_of(key, line.prompts()[static_cast<std::size_t>(i)]) + "; ";
  all.resize(all.size() - 2);
  CHECK(line.react(all).kind == ReactionKind::right);
  CHECK(line.prompt()->spot.step == Step::scaled);
}

TEST_CASE("the keys of all built-in problems typed prompt by prompt are all right, by table, row and cell") {
  for (const std::string& id : builtin_ids()) {
    const Problem problem = builtin(id);
    const Answers key = answer_key(problem);
    for (const PracticeBy by : {PracticeBy::table, PracticeBy::row, PracticeBy::cell}) {
      INFO(id << " by " << practice_by_name(by));
      Practice practice = practice_of(problem, by);
      while (practice.prompt() != nullptr) {
        const Reaction reaction = practice.react(line_of(key, *practice.prompt()));
        REQUIRE((reaction.kind == ReactionKind::right || reaction.kind == ReactionKind::taken));
      }
      CHECK(practice.report().points == practice.report().max_points);
      CHECK(practice.report().passed);
      CHECK(practice.session().tries.empty());
      CHECK(grade(problem, answers_of(problem, practice.session())).passed);
    }
  }
}

TEST_CASE("given tables are never asked for, and neither are rows of padding") {
  const auto given = read_problem(
      R"({"qkv": 1, "Q": [[1, 1]], "K": [[1, 0], [1, 1]], "V": [[1, 0], [0, 2]], "ask": ["weights", "output"],
          "given": ["scaled"]})",
      "given.json", "given");
  REQUIRE(given);
  for (const Prompt& prompt : prompts_of(given.value(), PracticeBy::row))
    CHECK(prompt.spot.step != Step::scaled);
  const Problem padded = builtin("left-padding");
  for (const Prompt& prompt : prompts_of(padded, PracticeBy::row)) {
    if (prompt.spot.step == Step::weights) CHECK(prompt.spot.row != 0);
  }
}
