// Files, pipes and disks that are not what one hopes for.
#include <algorithm>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/process.hpp"

using qkv::test::Finished;
using qkv::test::Folder;
using qkv::test::run_qkv_binary;
using qkv::test::Surroundings;

namespace {

const std::string right_answers =
    R"({"qkv": 1, "answers": {"scores": [[1, 2, 1]], "scaled": [[0.71, 1.41, 0.71]],
  "weights": [["0.25", "0.50", "0.25"]], "output": [[0.50, 1.25]]}})";
const std::string wrong_answers = R"({"qkv": 1, "answers": {"scores": [[1, 2, 2]]}})";

int lines_in(const std::string& text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

// Refused with exit code 2, nothing on standard output and a message that begins with the name.
void check_refused(const Finished& run, const std::string& name, const std::string& reason) {
  INFO(run.errors);
  CHECK(run.exit_code == 2);
  CHECK(run.output.empty());
  CHECK(run.errors.substr(0, name.size() + 1) == name + ":");
  CHECK(run.errors.find(reason) != std::string::npos);
}

}  // namespace

TEST_CASE("right answers end with 0, wrong ones with 1") {
  const Folder folder;
  const std::string right = folder.write("right.json", right_answers);
  const std::string wrong = folder.write("wrong.json", wrong_answers);
  CHECK(run_qkv_binary({"check", "contract", right}).exit_code == 0);
  CHECK(run_qkv_binary({"check", "contract", wrong}).exit_code == 1);
  CHECK(run_qkv_binary({"check", "contract", wrong, "--format", "json"}).exit_code == 1);
}

TEST_CASE("a kept practice in place of answers is one fault, which says how to get the answers out of it") {
  const Folder folder;
  const std::string kept = folder.path() + "/-kept.json";
  const std::string answers = folder.path() + "/answers.json";
  Surroundings around;
  around.environment = {{"XDG_STATE_HOME", folder.path() + "/state"}};
  around.input = "1 2 1\n";
  const std::vector<std::string> out_of_it = {"practice", "--session", kept, "-o", answers};
  REQUIRE(run_qkv_binary({"practice", "contract", "--session", kept}, around).exit_code == 0);
  const std::string text = folder.read("-kept.json");
  for (const std::string& name : {kept, std::string("-")}) {
    Surroundings piped;
    piped.input = text;
    const Finished run = run_qkv_binary({"check", "contract", name}, piped);
    CHECK(run.exit_code == 2);
    CHECK(run.output.empty());
    CHECK(lines_in(run.errors) == 1);
    const std::string command =
        "qkv practice --session " + (name == "-" ? "FILE" : kept) + " -o answers.json";
    CHECK(run.errors.find(command) != std::string::npos);
  }
  around.input = "quit\n";
  CHECK(run_qkv_binary(out_of_it, around).exit_code == 0);
  CHECK(run_qkv_binary({"check", "contract", answers}).exit_code == 1);
}

TEST_CASE("answers alone are answered with the command that they belong to") {
  const Folder folder;
  const std::string named =
      folder.write("named.json", R"({"qkv": 1, "problem": "contract", "answers": {"scores": [[1, 2, 1]]}})");
  CHECK(run_qkv_binary({"check", named}).errors.find("qkv check contract " + named + "\n") !=
        std::string::npos);
  const std::string nameless = folder.write("nameless.json", right_answers);
  CHECK(run_qkv_binary({"check", nameless}).errors.find("qkv check PROBLEM " + nameless + "\n") !=
        std::string::npos);
  const std::string sheet = folder.write("sheet.md", run_qkv_binary({"sheet", "contract"}).output);
  CHECK(run_qkv_binary({"check", sheet}).errors.find("qkv check contract " + sheet + "\n") !=
        std::string::npos);
  // A problem without answers is no such thing.
  const std::string problem = folder.write("p.json", run_qkv_binary({"show", "contract"}).output);
  CHECK(run_qkv_binary({"check", problem}).errors.find("ANSWERS is missing") != std::string::npos);
}

TEST_CASE("the example of the README is wrong in one cell") {
  const std::string sheet = std::string(QKV_SOURCE_DIR) + "/docs/examples/contract-one-mistake.json";
  const Finished run = run_qkv_binary({"check", "contract", sheet, "--format", "json"});
  CHECK(run.exit_code == 1);
  CHECK(run.output.find("\"points\":10,\"max_points\":11") != std::string::npos);
}

TEST_CASE("a dash reads the standard input") {
  Surroundings around;
  around.input = right_answers;
  CHECK(run_qkv_binary({"check", "contract", "-"}, around).exit_code == 0);
  around.input = run_qkv_binary({"show", "contract"}).output;
  CHECK(run_qkv_binary({"walk", "-"}, around).output == run_qkv_binary({"walk", "contract"}).output);
}

TEST_CASE("every file that cannot be used is refused with one clear message") {
  const Folder folder;
  check_refused(run_qkv_binary({"walk", folder.path("none.json")}), folder.path("none.json"), "no such file");
  check_refused(run_qkv_binary({"walk", folder.path()}), folder.path(), "folder");
  const std::string empty = folder.write("empty.json", "");
  check_refused(run_qkv_binary({"walk", empty}), empty, "empty");
  check_refused(run_qkv_binary({"check", "contract", empty}), empty, "empty");
  check_refused(run_qkv_binary({"check", "contract", folder.path("none")}), folder.path("none"),
                "no such file");
}

TEST_CASE("a file of a gigabyte is refused without being read") {
  const Folder folder;
  const std::string large = folder.write("large.json", "");
  REQUIRE(truncate(large.c_str(), off_t{1} << 30) == 0);
  check_refused(run_qkv_binary({"walk", large}), large, "512 MiB");
  check_refused(run_qkv_binary({"check", "contract", large}), large, "512 MiB");
}

TEST_CASE("an endless device is given up at the limit") {
  check_refused(run_qkv_binary({"walk", "/dev/zero"}), "/dev/zero", "512 MiB");
  Surroundings around;
  around.input_file = "/dev/zero";
  check_refused(run_qkv_binary({"walk", "-"}, around), "standard input", "512 MiB");
  // What it read is not held twice: of all programs run so far this one took the most, in KiB. (It takes
  // 520 MiB; a sanitizer keeps what was freed for a while.)
  rusage used{};
  REQUIRE(getrusage(RUSAGE_CHILDREN, &used) == 0);
  CHECK(used.ru_maxrss < 900 * 1024);
}

TEST_CASE("an empty standard input is no problem and no answers") {
  Surroundings around;
  around.input_file = "/dev/null";
  check_refused(run_qkv_binary({"walk", "-"}, around), "standard input", "empty");
}

TEST_CASE("a file without permission is refused") {
  if (geteuid() == 0) return;  // nothing is closed to root
  const Folder folder;
  const std::string closed = folder.write("closed.json", "{}");
  chmod(closed.c_str(), 0);
  check_refused(run_qkv_binary({"walk", closed}), closed, "permission");
}

TEST_CASE("on a full disk there is one message and exit code 3") {
  Surroundings around;
  around.output_file = "/dev/full";
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"walk", "contract"}, {"--help"}, {"list", "--format=json"}, {"--version"}}) {
    const Finished run = run_qkv_binary(words, around);
    CHECK(run.exit_code == 3);
    CHECK(run.errors == "qkv: The result could not be written: no space is left on the device.\n");
  }
}

TEST_CASE("a file that may grow no further is a fault too, not a signal") {
  const Folder folder;
  const std::string command = "ulimit -f 1; exec '" + std::string(QKV_BINARY) +
                              "' walk multi-head --format json > '" + folder.path("out") + "'";
  const Finished run = qkv::test::run_process({"/bin/sh", "-c", command});
  CHECK(run.exit_code == 3);
  CHECK(run.errors == "qkv: The result could not be written: the file would become too large.\n");
}

TEST_CASE("a closed standard output is a fault too") {
  Surroundings around;
  around.output_is_closed = true;
  const Finished run = run_qkv_binary({"walk", "contract"}, around);
  CHECK(run.exit_code == 3);
  CHECK(lines_in(run.errors) == 1);
}

TEST_CASE("a closed standard output is not taken for the file that is read") {
  // The first file opened would get the number of standard output.
  const Folder folder;
  const std::string file = folder.write("p.json", run_qkv_binary({"show", "contract"}).output);
  Surroundings around;
  around.output_is_closed = true;
  CHECK(run_qkv_binary({"walk", file}, around).exit_code == 3);
  CHECK(folder.read("p.json") == run_qkv_binary({"show", "contract"}).output);
}

TEST_CASE("a reader who has gone is no fault: quiet, with the code it would have had") {
  const Folder folder;
  const std::string wrong = folder.write("wrong.json", wrong_answers);
  Surroundings around;
  around.reader_has_gone = true;
  const Finished walk = run_qkv_binary({"walk", "contract"}, around);
  CHECK(walk.exit_code == 0);
  CHECK(walk.errors.empty());
  const Finished check = run_qkv_binary({"check", "contract", wrong}, around);
  CHECK(check.exit_code == 1);
  CHECK(check.errors.empty());
}
