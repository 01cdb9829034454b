// qkv quiz, learn and progress from outside: through pipes, in both languages, with the file they keep.
#include <algorithm>
#include <sstream>
#include <thread>

#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/process.hpp"

using namespace qkv::test;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Finished run(const Folder& home, std::vector<std::string> words, const std::string& input = "") {
  Surroundings around;
  around.input = input;
  around.environment = {{"XDG_STATE_HOME", home.path()}};
  return run_qkv_binary(std::move(words), around);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// The text after `before`, up to the next quotation mark.
std::string after(const std::string& text, const std::string& before) {
  const auto at = text.find(before);
  if (at == std::string::npos) return "";
  const auto from = at + before.size();
  return text.substr(from, text.find('"', from) - from);
}

}  // namespace

TEST_CASE("a quiz through a pipe asks, judges, and ends with 0, in both languages") {
  const Folder home;
  const Finished chinese =
      run(home, {"quiz", "--lang", "zh", "--seed", "1", "--count", "3"}, "提示\n跳过\n跳过\n退出\n");
  CHECK(chinese.exit_code == 0);
  CHECK(chinese.errors.empty());
  CHECK(has(chinese.output, "第 1 题，共 3 题"));
  CHECK(has(chinese.output, "提示 1/2"));
  CHECK(has(chinese.output, "问了 2 题"));
  const Folder other;
  const Finished english = run(other, {"quiz", "--seed", "1", "--count", "2"}, "?\n?\n?\nskip\n");
  CHECK(english.exit_code == 0);
  CHECK(has(english.output, "Hint 2 of 2"));
  CHECK(has(english.output, "no more hints"));
  CHECK(has(english.output, "1 asked"));  // the pipe ended
}

TEST_CASE("the right answers of a JSON quiz are accepted when they are typed") {
  const Folder home;
  const std::vector<std::string> words = {"quiz", "--seed", "4", "--count", "12", "--format", "json"};
  std::string skips;
  for (int i = 0; i < 12; ++i) skips += "show\n";
  const Finished first = run(home, words, skips);
  REQUIRE(first.exit_code == 0);
  const std::vector<std::string> lines = lines_of(first.output);
  // Typed in a new home, the answers meet the same questions as long as all are right; begin one by one.
  std::string typed;
  for (int i = 0; i < 12; ++i) {
    const Folder fresh;
    const Finished again = run(fresh, words, typed + "show\n");
    std::vector<std::string> endings;
    for (const std::string& line : lines_of(again.output)) {
      if (has(line, R"({"qkv":1,"ended")")) endings.push_back(line);
    }
    REQUIRE(endings.size() == static_cast<std::size_t>(i) + 1);
    for (int k = 0; k < i; ++k) CHECK(has(endings[static_cast<std::size_t>(k)], R"("ending":"right")"));
    typed += after(endings.back(), R"("answer":")") + "\n";
  }
  CHECK(has(lines.back(), R"("summary":{"asked":12,"right":0)"));
}

TEST_CASE("what is passed over is not told, and comes back; what is shown is told") {
  const Folder home;
  const std::vector<std::string> words = {"quiz", "scale", "--seed", "3", "--count", "1", "--lang", "en"};
  const Finished skipped = run(home, words, "skip\n");
  CHECK(has(skipped.output, "Left for another time: qkv quiz will ask it again."));
  CHECK_FALSE(has(skipped.output, "The answer:"));
  const Finished shown = run(home, words, "show\n");
  CHECK(has(shown.output, "(once more)"));
  CHECK(has(shown.output, "The answer:"));
}

TEST_CASE("a question that has left the screen is shown again when it is asked for, and that is no try") {
  for (const auto& [language, word] :
       {std::pair("en", "inputs"), std::pair("zh", "题目"), std::pair("en", "table")}) {
    // Its tables stand there once, then twice.
    const auto tables = [&, language = std::string(language)](const std::string& typed) {
      const Folder home;
      const std::string output =
          run(home, {"quiz", "scale", "--seed", "3", "--count", "1", "--lang", language}, typed).output;
      int count = 0;
      for (std::size_t at = 0; (at = output.find("[1, 1, 4, 4]", at)) != std::string::npos; ++at) ++count;
      return count;
    };
    CHECK(tables("quit\n") > 0);
    CHECK(tables(std::string(word) + "\nquit\n") == 2 * tables("quit\n"));
    const Folder other;
    const std::string json = run(other, {"quiz", "scale", "--seed", "3", "--count", "1", "--format", "json"},
                                 std::string(word) + "\nweights d\nquit\n")
                                 .output;
    CHECK(has(json, R"("attempt":1)"));
    CHECK_FALSE(has(json, R"("attempt":2)"));
  }
}

TEST_CASE("back at a question says that there is no way back, and is no try, in both languages") {
  const Folder home;
  const std::vector<std::string> words = {"quiz", "scale", "--seed", "3", "--count", "1", "--lang"};
  const auto in = [&](const std::string& language, const std::string& typed) {
    std::vector<std::string> all = words;
    all.push_back(language);
    return run(home, all, typed).output;
  };
  CHECK(has(in("en", "back\nquit\n"), "There is no way back while a question is open"));
  CHECK(has(in("zh", "上一步\nquit\n"), "正在答题，不能回到上一步"));
  // The mistake is one of four options: a letter alone is half an answer, though b is a word for back.
  CHECK(has(in("en", "b\nquit\n"), "Give both, the table and the letter"));
  const Folder other;
  const std::string json = run(other, {"quiz", "scale", "--seed", "3", "--count", "1", "--format", "json"},
                               "back\nback\nweights d\nquit\n")
                               .output;
  CHECK(has(json, R"("typed":"weights d","verdict":"wrong","attempt":1)"));
  CHECK_FALSE(has(json, R"("attempt":2)"));
}

TEST_CASE("what is typed in a lesson is there when the lesson is gone on with") {
  const Folder home;
  const std::vector<std::string> words = {"learn", "by-hand", "--lang", "en"};
  CHECK(has(run(home, words, "1 2 1\nquit\n").output, "3 of 11 points so far"));
  const Finished again = run(home, words, "0.71 1.41 0.71\nquit\n");
  CHECK(has(again.output, "1 of 4 entries are settled"));
  CHECK(has(again.output, "6 of 11 points so far"));
  const Finished anew = run(home, {"learn", "by-hand", "--restart", "--lang", "en"}, "1 2 1\nquit\n");
  CHECK(has(anew.output, "3 of 11 points so far"));
}

TEST_CASE("a question that is left after a wrong answer has gone wrong; one that is left at once has not") {
  const auto after_typing = [](const std::string& typed) {
    const Folder home;
    const Finished quiz =
        run(home, {"quiz", "scale", "--seed", "3", "--count", "1", "--format", "json"}, typed + "quit\n");
    return std::pair(quiz.output, home.read("qkv/progress.json"));
  };
  const auto [missed, missed_kept] = after_typing("weights d\n");
  CHECK(has(missed, R"("summary":{"asked":1,"right":0)"));
  CHECK(has(missed_kept, R"("asked": 1, "right": 0, "last": "wrong")"));
  for (const std::string typed : {"", "nothing that can be read\n", "?\n"}) {
    const auto [left, left_kept] = after_typing(typed);
    CHECK(has(left, R"("summary":{"asked":0)"));
    CHECK(has(left_kept, R"("last": "open")"));
  }
}

TEST_CASE("a question whose answer was shown ends as shown, one that was passed over as skipped") {
  for (const std::string each : {"shown", "skipped"}) {
    const Folder home;
    const std::vector<std::string> words = {"quiz",    "scale", "--seed",   "3",
                                            "--count", "1",     "--format", "json"};
    CHECK(has(run(home, words, each == "shown" ? "show\n" : "skip\n").output, R"("ending":")" + each + '"'));
    CHECK(has(home.read("qkv/progress.json"), R"("last": ")" + each + '"'));
  }
}

TEST_CASE("a worked table with a mistake shows what the mistake lets through") {
  // Zeros in the place of minus infinity: the first row of causal-4 has four weights of 0.25.
  const Folder home;
  std::string skips;
  for (int i = 0; i < 40; ++i) skips += "skip\n";
  const Finished run_of_lesson = run(home, {"learn", "causal", "--lang", "en"}, skips);
  CHECK(has(run_of_lesson.output, "0.25  0.25  0.25  0.25"));
}

TEST_CASE("without a seed the counter in the progress decides, so that the next run asks something else") {
  const Folder home;
  const Finished one = run(home, {"quiz", "--count", "1"}, "skip\n");
  const Finished two = run(home, {"quiz", "--count", "1"}, "skip\n");
  CHECK(one.output != two.output);
  CHECK(has(two.output, "(once more)"));
  CHECK(run(home, {"quiz", "scales"}).exit_code == 2);
  CHECK(run(home, {"quiz", "scale", "--topic", "scale"}).exit_code == 2);
}

TEST_CASE("a lesson is played through a pipe, remembered, and gone on with") {
  const Folder home;
  const Finished list = run(home, {"learn"});
  CHECK(list.exit_code == 0);
  CHECK(has(list.output, "qkv learn start"));
  const Finished all = run(home, {"learn", "average", "--lang", "zh"}, "0.5 1.25\nskip\n");
  CHECK(all.exit_code == 0);
  CHECK(has(all.output, "学完了：从平均到注意力"));
  CHECK(has(run(home, {"learn"}).output, "done"));
  // The pipe ends before the question: what follows could tell the answer, and the lesson goes on there.
  const Folder other;
  const Finished part = run(other, {"learn", "average"}, "0.5 1.25\n");
  CHECK(part.exit_code == 0);
  CHECK(has(part.output, "To go on: qkv learn average"));
  CHECK_FALSE(has(part.output, "To read on:"));
  CHECK(has(run(other, {"learn", "average"}, "skip\n").output, "Going on at part"));
  const Finished unknown = run(home, {"learn", "avarage"});
  CHECK(unknown.exit_code == 2);
  CHECK(has(unknown.errors, "average"));
}

TEST_CASE("progress shows what was done, and is deleted only when that is meant") {
  const Folder home;
  CHECK(has(run(home, {"progress"}).output, "not begun"));
  run(home, {"quiz", "--seed", "2", "--count", "3"}, "skip\nskip\nskip\n");
  CHECK(has(run(home, {"progress", "--format", "json"}).output, R"("questions_tried":3)"));
  CHECK(run(home, {"progress", "--reset"}).exit_code == 2);
  CHECK(has(run(home, {"progress", "--format", "json"}).output, R"("questions_tried":3)"));
  CHECK(run(home, {"progress", "--yes"}).exit_code == 2);
  CHECK(run(home, {"progress", "--reset", "--yes"}).exit_code == 0);
  CHECK(has(run(home, {"progress", "--format", "json"}).output, R"("questions_tried":0)"));
  CHECK(run(home, {"progress", "--reset", "--yes"}).exit_code == 0);
}

TEST_CASE("a progress file that cannot be read is refused, never overwritten, and put aside by a reset") {
  const Folder home;
  const std::string broken = "{\"qkv\": 1, \"turns\": }";
  home.write("qkv/progress.json", broken);
  for (const std::string command : {"quiz", "learn", "progress"}) {
    const Finished refused = run(home, {command}, "skip\n");
    CHECK(refused.exit_code == 2);
    CHECK(has(refused.errors, "progress.json:1:"));
    CHECK(has(refused.errors, "qkv progress --reset"));
  }
  CHECK(home.read("qkv/progress.json") == broken);
  const Finished reset = run(home, {"progress", "--reset", "--yes"});
  CHECK(reset.exit_code == 0);
  CHECK(home.read("qkv/progress.json.bak") == broken);
  CHECK(run(home, {"progress"}).exit_code == 0);
}

TEST_CASE("two at a time lose nothing of what either did") {
  const Folder home;
  std::string skips;
  for (int i = 0; i < 20; ++i) skips += "skip\n";
  const auto ask = [&](const char* topic) {
    run(home, {"quiz", topic, "--seed", "1", "--count", "20"}, skips);
  };
  std::thread other(ask, "scale");
  ask("padding");
  other.join();
  CHECK(has(home.read("qkv/progress.json"), "\"turns\": 40"));
}

TEST_CASE("without a home a quiz works, and says that nothing is kept") {
  Surroundings around;
  around.input = "skip\n";
  const Finished run = run_qkv_binary({"quiz", "--count", "1"}, around);
  CHECK(run.exit_code == 3);
  CHECK(has(run.output, "1 asked"));
  CHECK(has(run.errors, "XDG_STATE_HOME"));
}

TEST_CASE("where nothing but hidden cells is wrong, the third hint says who may be looked at") {
  const Folder home;
  const Finished run_of_practice =
      run(home, {"practice", "causal-3", "--lang", "en"}, "show\nshow\n0.71 0 0\n?\n?\n?\nquit\n");
  CHECK(has(run_of_practice.output, "“合同” may look at 合同. It may not look at 违约金, 过高"));
}
