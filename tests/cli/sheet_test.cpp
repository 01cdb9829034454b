// Sheets through the real program and the real file system.
#include <sys/stat.h>
#include <unistd.h>

#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/process.hpp"

using namespace qkv::test;

TEST_CASE("a sheet is written, filled in and checked") {
  const Folder folder;
  const std::string file = folder.path("answers.md");
  const Finished run = run_qkv_binary({"sheet", "contract", "--key", "-o", file});
  CHECK(run.exit_code == 0);
  CHECK(run.output.empty());
  CHECK(run_qkv_binary({"check", "contract", file}).exit_code == 0);
  CHECK(folder.names() == std::vector<std::string>{"answers.md"});
}

TEST_CASE("where the folder is missing there is one message and exit code 3") {
  const Folder folder;
  const Finished run = run_qkv_binary({"sheet", "contract", "-o", folder.path("none/answers.md")});
  CHECK(run.exit_code == 3);
  CHECK(run.output.empty());
  CHECK(run.errors.find("none/answers.md") != std::string::npos);
}

TEST_CASE("a sheet that cannot be written leaves the old one") {
  if (geteuid() == 0) return;  // nothing is closed to root
  const Folder folder;
  const std::string file = folder.write("answers.md", "old");
  chmod(folder.path().c_str(), 0500);
  const Finished run = run_qkv_binary({"sheet", "contract", "-o", file});
  chmod(folder.path().c_str(), 0700);
  CHECK(run.exit_code == 3);
  CHECK(folder.read("answers.md") == "old");
}

TEST_CASE("rows typed below a heading may begin with their names, however many numbers follow") {
  const Folder folder;
  const std::string rows = "## scores\n\n合同：1 1 0\n违约金: 0 1 1\n过高: 1 2 1\n";
  const std::string named = folder.write("named.md", rows);
  const Finished all = run_qkv_binary({"check", "causal-3", named, "--format", "json"});
  CHECK(all.output.find(R"({"step":"scores","points":9,"max_points":9)") != std::string::npos);
  // A row goes where its name says.
  const std::string moved =
      folder.write("moved.md", "## scores\n\n过高: 1 2 1\n合同: 1 1 0\n违约金: 0 1 1\n");
  CHECK(run_qkv_binary({"check", "causal-3", moved, "--format", "json"})
            .output.find(R"({"step":"scores","points":9,"max_points":9)") != std::string::npos);
  const std::string one = folder.write("one.md", "## weights\n\n过高: 0.25 0.50 0.25\n");
  CHECK(run_qkv_binary({"check", "contract", one, "--format", "json"})
            .output.find(R"({"step":"weights","points":3,"max_points":3)") != std::string::npos);
}

TEST_CASE("a line that was deleted from a CSV sheet is missed, and the rest is graded") {
  const Folder folder;
  const std::string sheet = run_qkv_binary({"sheet", "causal-3", "--key", "--format", "csv"}).output;
  const std::size_t begin = sheet.find("weights,1,1,2,2,");
  REQUIRE(begin != std::string::npos);
  std::string cut = sheet;
  cut.erase(begin, sheet.find('\n', begin) + 1 - begin);
  const std::string file = folder.write("cut.csv", cut);
  const Finished run = run_qkv_binary({"check", "causal-3", file, "--lang", "en"});
  CHECK(run.exit_code == 1);
  CHECK(run.output.find("the sheet has no line for 1 cell") != std::string::npos);
  CHECK(run.output.find("weights: 8 of 9") != std::string::npos);
}
