#include <sys/stat.h>
#include <unistd.h>

#include "qkv/system/files.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"

using namespace qkv;
using qkv::test::Folder;

namespace {

std::string code(const Result<std::string>& result) {
  return result ? "read " + std::to_string(result.value().size()) : result.faults().front().code;
}

std::string code(const std::optional<Diagnostic>& fault) {
  return fault ? fault->code : "written";
}

int mode_of(const std::string& path) {
  struct stat facts {};
  stat(path.c_str(), &facts);
  return static_cast<int>(facts.st_mode & 07777);
}

bool is_root() {
  return geteuid() == 0;
}

}  // namespace

TEST_CASE("a file is read whole, with every byte") {
  const Folder folder;
  const std::string bytes = std::string("a\0b\r\n", 5) + std::string(200000, 'x');
  CHECK(read_file(folder.write("f", bytes)).value() == bytes);
  CHECK(read_file(folder.write("empty", "")).value().empty());
}

TEST_CASE("what cannot be read says why") {
  const Folder folder;
  folder.write("f", "x");
  CHECK(code(read_file(folder.path("none"))) == "file.missing");
  CHECK(code(read_file(folder.path("f/under-a-file"))) == "file.missing");
  CHECK(code(read_file("")) == "file.missing");
  CHECK(code(read_file(folder.path())) == "file.directory");
  CHECK(code(read_file(folder.path(std::string(300, 'n')))) == "file.unreadable");
  CHECK(read_file(folder.path("none")).faults().front().place.file == folder.path("none"));
  if (!is_root()) {
    chmod(folder.path("f").c_str(), 0);
    CHECK(code(read_file(folder.path("f"))) == "file.permission");
  }
}

TEST_CASE("the limit is inclusive") {
  const Folder folder;
  CHECK(code(read_file(folder.write("f", "12345"), 5)) == "read 5");
  CHECK(code(read_file(folder.write("f", "123456"), 5)) == "file.too-large");
}

TEST_CASE("a file of 100 MiB is read, as a large layer needs it") {
  const Folder folder;
  folder.write("f", "");
  REQUIRE(truncate(folder.path("f").c_str(), off_t{100} << 20) == 0);
  CHECK(code(read_file(folder.path("f"))) == "read 104857600");
  CHECK(max_input_bytes == std::size_t{512} * 1024 * 1024);
}

TEST_CASE("a sparse file of a gigabyte is refused without reading it") {
  const Folder folder;
  folder.write("f", "");
  REQUIRE(truncate(folder.path("f").c_str(), off_t{1} << 30) == 0);
  CHECK(code(read_file(folder.path("f"))) == "file.too-large");
}

TEST_CASE("a device without end is read up to the limit only") {
  CHECK(code(read_file("/dev/zero", 100000)) == "file.too-large");
  CHECK(code(read_file("/dev/null")) == "read 0");
}

TEST_CASE("a pipe is read to its end") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  REQUIRE(write(ends[1], "hello", 5) == 5);
  close(ends[1]);
  CHECK(read_descriptor(ends[0], "pipe").value() == "hello");
  close(ends[0]);
  CHECK(code(read_descriptor(ends[0], "closed")) == "file.unreadable");
}

TEST_CASE("a new file gets what was written and leaves nothing else behind") {
  const Folder folder;
  CHECK(code(write_file_atomically(folder.path("f"), "new")) == "written");
  CHECK(folder.read("f") == "new");
  CHECK(folder.names() == std::vector<std::string>{"f"});
}

TEST_CASE("a file that is replaced keeps its permissions") {
  const Folder folder;
  folder.write("f", "old");
  chmod(folder.path("f").c_str(), 0640);
  CHECK(code(write_file_atomically(folder.path("f"), "new")) == "written");
  CHECK(folder.read("f") == "new");
  CHECK(mode_of(folder.path("f")) == 0640);
  CHECK(folder.names().size() == 1);
}

TEST_CASE("a symbolic link stays one") {
  const Folder folder;
  folder.write("target", "old");
  REQUIRE(symlink("target", folder.path("link").c_str()) == 0);
  CHECK(code(write_file_atomically(folder.path("link"), "new")) == "written");
  struct stat facts {};
  REQUIRE(lstat(folder.path("link").c_str(), &facts) == 0);
  CHECK(S_ISLNK(facts.st_mode));
  CHECK(folder.read("target") == "new");
}

TEST_CASE("what cannot be written leaves the old content and no temporary file") {
  const Folder folder;
  folder.write("f", "old");
  CHECK(code(write_file_atomically(folder.path("none/f"), "new")) == "file.no-folder");
  CHECK(code(write_file_atomically(folder.path(), "new")) == "file.directory");
  CHECK(code(write_file_atomically(folder.path(std::string(300, 'n')), "new")) == "file.unwritable");
  CHECK(code(write_file_atomically("/dev/full", "new")) == "file.unwritable");
  if (!is_root()) {
    chmod(folder.path("f").c_str(), 0444);
    CHECK(code(write_file_atomically(folder.path("f"), "new")) == "file.permission");
    chmod(folder.path("f").c_str(), 0644);
    chmod(folder.path().c_str(), 0555);
    CHECK(code(write_file_atomically(folder.path("f"), "new")) == "file.folder-permission");
    chmod(folder.path().c_str(), 0755);
  }
  CHECK(folder.read("f") == "old");
  CHECK(folder.names() == std::vector<std::string>{"f"});
}

TEST_CASE("a folder is made with those above it, and one that is there is fine") {
  const Folder folder;
  for (const std::string name : {"one", "a/b/c", "a/b/c", "a/b//d/", "a/../e", "."}) {
    INFO(name);
    CHECK(code(make_folder(folder.path(name))) == "written");
    CHECK(is_folder(folder.path(name)));
  }
  CHECK(code(make_folder("/")) == "written");
  CHECK(code(write_file_atomically(folder.path("a/b/c/f"), "new")) == "written");
  CHECK(code(make_folder(folder.path("a/b/c"))) == "written");
  CHECK(folder.read("a/b/c/f") == "new");
  REQUIRE(symlink("a", folder.path("link").c_str()) == 0);
  CHECK(code(make_folder(folder.path("link/in-it"))) == "written");
  CHECK(is_folder(folder.path("a/in-it")));
}

TEST_CASE("a folder that cannot be made says why, and where") {
  const Folder folder;
  folder.write("f", "old");
  CHECK(code(make_folder(folder.path("f"))) == "folder.in-the-way");
  const auto below = make_folder(folder.path("f/under/a-file"));
  CHECK(code(below) == "folder.in-the-way");
  CHECK(below->place.file == folder.path("f"));
  REQUIRE(symlink("nowhere", folder.path("dangling").c_str()) == 0);
  CHECK(code(make_folder(folder.path("dangling"))) == "folder.in-the-way");
  CHECK(code(make_folder(folder.path(std::string(300, 'n')))) == "folder.failed");
  if (!is_root()) {
    chmod(folder.path().c_str(), 0555);
    CHECK(code(make_folder(folder.path("new/inside"))) == "folder.permission");
    chmod(folder.path().c_str(), 0755);
  }
  CHECK(folder.read("f") == "old");
}

TEST_CASE("the path of a folder that says nothing is the one where we are") {
  CHECK(code(make_folder("")) == "written");
}

TEST_CASE("a pipe with a name is refused, though nobody stands at its other end") {
  const Folder folder;
  REQUIRE(mkfifo(folder.path("pipe").c_str(), 0600) == 0);
  REQUIRE(symlink("pipe", folder.path("link").c_str()) == 0);
  for (const std::string name : {"pipe", "link"}) {
    CHECK(code(read_file(folder.path(name))) == "file.special");
    CHECK(open_file(folder.path(name)).faults().front().code == "file.special");
    CHECK(code(write_file_atomically(folder.path(name), "new")) == "file.special");
    CHECK(code(check_atomically(folder.path(name))) == "file.special");
    CHECK_FALSE(is_ordinary_file(folder.path(name)));
  }
  folder.write("f", "x");
  CHECK(is_ordinary_file(folder.path("f")));
  CHECK_FALSE(is_ordinary_file(folder.path()));
}

TEST_CASE("a pipe that is open already is read and written by its name, as a shell hands it over") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const std::string written = "/dev/fd/" + std::to_string(ends[1]);
  CHECK(code(check_atomically(written)) == "written");
  CHECK(code(write_file_atomically(written, "hello")) == "written");
  close(ends[1]);
  CHECK(read_file("/dev/fd/" + std::to_string(ends[0])).value() == "hello");
  close(ends[0]);
}

TEST_CASE("a device is written to, not replaced") {
  CHECK(code(write_file_atomically("/dev/null", "new")) == "written");
  struct stat facts {};
  REQUIRE(stat("/dev/null", &facts) == 0);
  CHECK(S_ISCHR(facts.st_mode));
}
