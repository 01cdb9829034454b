// Exercises through the real program: what a teacher types, what students get, what comes back.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/process.hpp"

using namespace qkv::test;

namespace {

using Words = std::vector<std::string>;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Finished generate(Words words) {
  words.insert(words.begin(), "generate");
  return run_qkv_binary(words);
}

// Thirty students, with blanks at the end and a name that has to be quoted.
std::string roster(int students) {
  std::string text = "id,name\n";
  for (int i = 1; i <= students; ++i) {
    text += "s" + std::to_string(i) + (i == 2 ? ",\"Lee, Ann\"\n" : ",张三\n");
  }
  return text + "\n\n";
}

std::set<std::string> all_files(const std::string& folder) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.insert(std::filesystem::relative(entry.path(), folder).string());
  }
  return files;
}

// "tokens": ["本", "合同"] → "本 合同"
std::string words_of(const Finished& made) {
  const std::string head = "\"tokens\": [\"";
  const std::size_t begin = made.output.find(head);
  REQUIRE(begin != std::string::npos);
  std::string words = made.output.substr(begin + head.size());
  words.erase(words.find("\"]"));
  for (std::size_t at; (at = words.find("\", \"")) != std::string::npos;) words.replace(at, 4, " ");
  return words;
}

std::string built_in_sentences(const std::string& name) {
  std::ifstream in(std::string(QKV_SOURCE_DIR) + "/data/sentences/" + name + ".txt", std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void copy(const std::string& from, const std::string& to) {
  std::filesystem::copy_file(from, to, std::filesystem::copy_options::overwrite_existing);
}

}  // namespace

TEST_CASE("an exercise is a problem that every other command takes") {
  const Folder folder;
  const std::string file = folder.path("exercise.json");
  REQUIRE(generate({"--topic", "causal", "--seed", "42", "-o", file}).exit_code == 0);
  const std::string key = folder.path("key.md");
  REQUIRE(run_qkv_binary({"sheet", file, "--key", "-o", key}).exit_code == 0);
  CHECK(run_qkv_binary({"check", file, key}).exit_code == 0);
  CHECK(run_qkv_binary({"walk", file}).exit_code == 0);
  CHECK(generate({"--topic", "causal", "--seed", "42"}).output == folder.read("exercise.json"));
}

TEST_CASE("the language of the reader changes nothing about an exercise") {
  Surroundings chinese;
  chinese.environment["LC_ALL"] = "zh_CN.UTF-8";
  const Words words = {"generate", "--topic", "padding", "--seed", "9223372036854775808"};
  const std::string exercise = run_qkv_binary(words).output;
  CHECK(contains(exercise, "\"seed\": 9223372036854775808"));
  CHECK(run_qkv_binary(words, chinese).output == exercise);
  CHECK(run_qkv_binary({"generate", "--topic", "padding", "--seed", "9223372036854775808", "--lang", "zh"})
            .output == exercise);
}

TEST_CASE("a class gets exercises, sheets and keys with one command, and grades what comes back") {
  const Folder folder;
  const std::string list = folder.write("roster.csv", roster(30));
  const std::string out = folder.path("class");
  const Finished made =
      generate({"--topic", "causal", "--level", "3", "--seed", "42", "--roster", list, "-o", out});
  REQUIRE(made.exit_code == 0);
  CHECK(contains(made.output, "30 exercises"));

  std::set<std::string> problems;
  for (int i = 1; i <= 30; ++i) {
    const std::string name = "s" + std::to_string(i);
    std::string problem = folder.read("class/problems/" + name + ".json");
    problem.erase(problem.find("\"id\""), problem.find("\"title\"") - problem.find("\"id\""));
    problem.erase(problem.find("\"exercise\""));
    problems.insert(problem);
    copy(out + "/keys/" + name + ".md", out + "/answers/" + name + ".md");
  }
  CHECK(problems.size() == 30);

  const Finished all = run_qkv_binary({"grade", "--each", out + "/manifest.csv"});
  CHECK(all.exit_code == 0);
  CHECK(all.errors.empty());
  CHECK(contains(all.output, "Lee, Ann"));

  // The sheets come back as they went out: nothing is filled in.
  copy(out + "/sheets/s7.md", out + "/answers/s7.md");
  const Finished blank = run_qkv_binary({"grade", "--each", out + "/manifest.csv"});
  CHECK(blank.exit_code != 0);
  CHECK(contains(blank.output, "s7"));
}

TEST_CASE("a late student changes nobody else's exercise, and nothing that was written on") {
  const Folder folder;
  const std::string out = folder.path("class");
  const Words words = {"--topic", "single-head", "--seed", "5", "--roster", folder.path("roster.csv"), "-o",
                       out};
  folder.write("roster.csv", roster(4));
  REQUIRE(generate(words).exit_code == 0);
  const std::string second = folder.read("class/problems/s2.json");
  folder.write("class/sheets/s2.md", "filled in");
  folder.write("class/answers/s2.md", "came back");

  folder.write("roster.csv", "id,name\ns0,Late\n" + roster(4).substr(8));
  const Finished again = generate(words);
  REQUIRE(again.exit_code == 0);
  CHECK(contains(again.output, "4 sheets were there already"));
  CHECK(folder.read("class/problems/s2.json") == second);
  CHECK(folder.read("class/sheets/s2.md") == "filled in");
  CHECK(folder.read("class/answers/s2.md") == "came back");
  const std::string manifest = folder.read("class/manifest.csv");
  CHECK(contains(manifest, "answers/s0.md,problems/s0.json,s0,Late\n"));
  CHECK(std::ranges::count(manifest, '\n') == 6);

  // The same student in another class of another size has the same exercise.
  folder.write("roster.csv", "id,name\ns2,\"Lee, Ann\"\n");
  const std::string other = folder.path("other");
  REQUIRE(
      generate({"--topic", "single-head", "--seed", "5", "--roster", folder.path("roster.csv"), "-o", other})
          .exit_code == 0);
  CHECK(folder.read("other/problems/s2.json") == second);
}

TEST_CASE("what the class list says otherwise than the folder is told, and the folder keeps what it has") {
  const Folder folder;
  const std::string out = folder.path("class");
  const Words words = {"--topic", "scaling", "--roster", folder.path("roster.csv"),
                       "-o",      out,       "--lang",   "en"};
  folder.write("roster.csv", "id,name\ns1,Ann\ns2,Bob\ns3,Cho\n");
  const Finished first = generate(words);
  REQUIRE(first.exit_code == 0);
  CHECK_FALSE(contains(first.output, "not in the list"));
  folder.write("roster.csv", "id,name\ns1,Anna\ns3,Cho\n");
  const std::string manifest = folder.read("class/manifest.csv");
  const Finished second = generate(words);
  REQUIRE(second.exit_code == 0);
  CHECK(contains(second.output, "1 id has another name in manifest.csv than in the list (s1)"));
  CHECK(contains(second.output, "1 id of manifest.csv is not in the list (s2)"));
  CHECK(folder.read("class/manifest.csv") == manifest);
}

TEST_CASE("columns of the teacher's own stay in the manifest when students are added") {
  const Folder folder;
  const std::string out = folder.path("class");
  REQUIRE(generate({"--topic", "scaling", "--count", "1", "-o", out}).exit_code == 0);
  folder.write("class/manifest.csv", "learner,Group,answers,problem\n1,red,answers/1.md,problems/1.json\n");
  REQUIRE(generate({"--topic", "scaling", "--count", "2", "-o", out}).exit_code == 0);
  CHECK(folder.read("class/manifest.csv") ==
        "learner,Group,answers,problem\n1,red,answers/1.md,problems/1.json\n"
        "2,,answers/2.md,problems/2.json\n");
}

TEST_CASE("a folder with other exercises is left as it is") {
  const Folder folder;
  const std::string out = folder.path("class");
  REQUIRE(generate({"--topic", "scaling", "--count", "5", "-o", out}).exit_code == 0);
  const auto before = all_files(out);
  const std::string manifest = folder.read("class/manifest.csv");
  const Finished run = generate({"--topic", "scaling", "--count", "6", "--seed", "2", "-o", out});
  CHECK(run.exit_code == 2);
  CHECK(contains(run.errors, "problems/1.json"));
  CHECK(all_files(out) == before);
  CHECK(folder.read("class/manifest.csv") == manifest);

  // More of the same are added.
  CHECK(generate({"--topic", "scaling", "--count", "6", "-o", out}).exit_code == 0);
  CHECK(contains(folder.read("class/manifest.csv"), "answers/6.md,problems/6.json,6,\n"));

  // A manifest of another form is somebody's work.
  folder.write("class/manifest.csv", "learner;answers;problem\n1;a.md;contract\n");
  const Finished other = generate({"--topic", "scaling", "--count", "7", "-o", out});
  CHECK(other.exit_code == 2);
  CHECK(contains(other.errors, "manifest.csv"));
  CHECK(all_files(out).count("problems/7.json") == 0);
}

TEST_CASE("two students whose files would be one where capitals do not count are refused") {
  const Folder folder;
  const std::string list = folder.write("roster.csv", "id,name\nab1,A\nAB1,B\n");
  const Finished run =
      generate({"--topic", "scaling", "--roster", list, "-o", folder.path("class"), "--lang", "en"});
  CHECK(run.exit_code == 2);
  CHECK(contains(run.errors, "ab1"));
  CHECK(contains(run.errors, "AB1"));
  CHECK(all_files(folder.path()).size() == 1);
}

TEST_CASE("scores and what follows the scaling can be asked for where the scaling is given") {
  const Finished run =
      generate({"--topic", "single-head", "--level", "4", "--ask", "scores", "--ask", "output"});
  CHECK(run.exit_code == 0);
  CHECK(contains(run.output, R"("given": ["scaled", "weights"])"));
}

TEST_CASE("ids that are no file names get names of their own") {
  const Folder folder;
  const std::string list =
      folder.write("roster.csv", "id,name\n../up,A\na/b,B\na_b,C\n张三,D\n.hidden,E\ncon,F\n");
  const std::string out = folder.path("class");
  REQUIRE(generate({"--topic", "scaling", "--roster", list, "-o", out}).exit_code == 0);
  const auto files = all_files(folder.path());
  CHECK(files.size() == 1 + 1 + 6 * 3);  // roster, manifest, three for each
  CHECK(files.count("class/problems/a_b.json") == 1);
  CHECK(files.count("class/problems/张三.json") == 1);
  CHECK(files.count("class/problems/con.json") == 0);  // a device in Windows
  for (const std::string& file : files) CHECK(file.find("/.") == std::string::npos);
  for (const std::string& file : files) {
    if (!file.starts_with("class/keys/")) continue;
    copy(folder.path(file), out + "/answers/" + file.substr(std::string("class/keys/").size()));
  }
  CHECK(run_qkv_binary({"grade", "--each", out + "/manifest.csv"}).exit_code == 0);
}

TEST_CASE("nothing that is printed on a sheet is taken for an answer") {
  // The title of one begins with the id of a table; the numbers to begin with are tables too.
  for (const std::string topic : {"projections", "softmax", "padding"}) {
    for (const std::string language : {"en", "zh"}) {
      const Folder folder;
      const std::string out = folder.path("class");
      REQUIRE(generate({"--topic", topic, "--count", "1", "--lang", language, "-o", out}).exit_code == 0);
      const Finished key = run_qkv_binary(
          {"check", out + "/problems/1.json", out + "/keys/1.md", "--format", "json", "--lang", language});
      CHECK(key.exit_code == 0);
      CHECK_FALSE(contains(key.output, "\"faults\""));
      CHECK(contains(folder.read("class/sheets/1.md"), "\n> "));
    }
  }
}

TEST_CASE("a class that has sheets of one kind is not given another") {
  const Folder folder;
  const std::string out = folder.path("class");
  REQUIRE(generate({"--topic", "scaling", "--count", "2", "-o", out}).exit_code == 0);
  const auto before = all_files(out);
  const Finished run = generate({"--topic", "scaling", "--count", "2", "--sheet", "csv", "-o", out});
  CHECK(run.exit_code == 2);
  CHECK(contains(run.errors, "answers/1.md"));
  CHECK(all_files(out) == before);
  CHECK(generate({"--topic", "scaling", "--sheet", "csv"}).exit_code == 2);  // there is no sheet
}

TEST_CASE("sheets can be CSV or JSON") {
  for (const std::string format : {"csv", "json"}) {
    const Folder folder;
    const std::string out = folder.path("class");
    REQUIRE(generate({"--topic", "cross", "--count", "2", "--sheet", format, "-o", out}).exit_code == 0);
    copy(out + "/keys/1." + format, out + "/answers/1." + format);
    copy(out + "/keys/2." + format, out + "/answers/2." + format);
    CHECK(run_qkv_binary({"grade", "--each", out + "/manifest.csv"}).exit_code == 0);
    CHECK(contains(folder.read("class/handouts/1.md"), "K (key)"));
  }
}

TEST_CASE("fading leaves the last tables to calculate and gives the others") {
  const std::string one = generate({"--topic", "causal", "--fade", "1"}).output;
  CHECK(contains(one, R"("ask": ["output"])"));
  CHECK(contains(one, R"("given": ["scores", "scaled", "masked", "weights"])"));
  const std::string all = generate({"--topic", "causal", "--fade", "5"}).output;
  CHECK_FALSE(contains(all, "\"given\""));
  // Heads side by side again are nothing to calculate: that table comes along.
  const std::string heads = generate({"--topic", "multi-head", "--fade", "1"}).output;
  CHECK(contains(heads, R"("ask": ["output", "merged"])"));
  const std::string chosen = generate({"--topic", "causal", "--ask", "scaled", "--ask", "weights"}).output;
  CHECK(contains(chosen, R"("ask": ["scaled", "weights"])"));
  CHECK(contains(chosen, R"("given": ["scores", "masked"])"));
}

TEST_CASE("tokens come from the sentences that are wanted") {
  CHECK(contains(built_in_sentences("legal-zh"), words_of(generate({"--topic", "scaling"}))));
  CHECK(contains(built_in_sentences("legal-en"), words_of(generate({"--topic", "scaling", "--lang", "en"}))));
  const Folder folder;
  const std::string words = folder.write("words.txt", "# mine\n红 橙 黄 绿\n");
  CHECK(contains(generate({"--topic", "scaling", "--tokens", "4", "--tokens-from", words}).output,
                 R"("tokens": ["红", "橙", "黄", "绿"])"));
  const Finished few =
      generate({"--topic", "scaling", "--level", "4", "--tokens", "5", "--tokens-from", words});
  CHECK(few.exit_code == 2);
  CHECK(contains(few.errors, "5 are needed"));
}

TEST_CASE("what cannot be is said at once, with exit code 2 and nothing written") {
  const Folder folder;
  const std::string out = folder.path("out");
  const std::vector<Words> impossible = {
      {},
      {"--topic", "causal", "--level", "6"},
      {"--topic", "causal", "--heads", "2"},
      {"--topic", "grouped", "--heads", "3"},
      {"--topic", "softmax", "--d-v", "2"},
      {"--topic", "padding", "--tokens", "2"},
      {"--topic", "causal", "--fade", "9"},
      {"--topic", "causal", "--ask", "exp"},
      {"--topic", "causal", "--seed", "-1"},
      {"--topic", "causal", "--seed", "18446744073709551616"},
      {"--topic", "causal", "--count", "3", "--roster", "x.csv"},
      {"--topic", "causal", "--roster", folder.path("none.csv")},
  };
  for (Words words : impossible) {
    words.insert(words.end(), {"-o", out});
    const Finished run = generate(words);
    CHECK(run.exit_code == 2);
    CHECK(run.output.empty());
    CHECK_FALSE(run.errors.empty());
  }
  CHECK(generate({"--topic", "causal", "--count", "3"}).exit_code == 2);  // many files, and no folder
  CHECK(folder.names().empty());
}

TEST_CASE("numbers that nobody can find end the search with what was in the way") {
  // Eight visible scores cannot all differ and all have weights between 0.04 and 0.9.
  const Finished run = generate({"--topic", "softmax", "--tokens", "8"});
  CHECK(run.exit_code == 2);
  CHECK(run.output.empty());
  CHECK(contains(run.errors, "scores differ"));
  CHECK(contains(run.errors, "Try fewer --tokens"));
}

TEST_CASE("a class is told for whom no exercise was found, and gets no half a folder") {
  // With one decimal, a 1 more in the denominator rounds away too often.
  const Folder folder;
  const Finished run = generate({"--topic", "single-head", "--level", "1", "--decimals", "1", "--roster",
                                 folder.write("roster.csv", roster(2)), "-o", folder.path("class")});
  CHECK(run.exit_code == 2);
  CHECK(contains(run.errors, "for s1"));
  CHECK(contains(run.errors, "denominator-plus-one"));
  CHECK(folder.names() == Words{"roster.csv"});
}

TEST_CASE("a class list with faults is refused as a whole, in every language") {
  const Folder folder;
  const std::string list = folder.write("roster.csv", "id,name\ns1,A\n,B\ns1,C\n");
  const std::string out = folder.path("class");
  for (const std::string language : {"zh", "en"}) {
    const Finished run = generate({"--topic", "causal", "--roster", list, "-o", out, "--lang", language});
    CHECK(run.exit_code == 2);
    CHECK(contains(run.errors, "roster.csv:3"));
    CHECK(contains(run.errors, "roster.csv:4"));
  }
  CHECK_FALSE(std::filesystem::exists(out));
}

TEST_CASE("a folder that cannot be made is exit code 3") {
  const Folder folder;
  folder.write("file", "in the way");
  const Finished run = generate({"--topic", "scaling", "--count", "2", "-o", folder.path("file/class")});
  CHECK(run.exit_code == 3);
  CHECK(run.output.empty());
  CHECK(folder.read("file") == "in the way");
}
