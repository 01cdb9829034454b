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
