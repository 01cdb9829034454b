// Runs every transcript of this folder and compares it to the last byte.
//
// A transcript (*.txt) holds a command line and exactly what it must print on stdout:
//
//   $ qkv walk contract --lang zh
//   < 1 2 1           lines that are typed, if there are any
//   …
//   [exit 1]          only when the exit code is not 0
//
// Commands run in the source folder, each with a state folder of its own, which is printed as STATE, and find
// qkv itself as a command and no other. After a deliberate change: QKV_GOLDEN_UPDATE=1 rewrites the
// transcripts; then read every line of the difference, since a transcript is only worth what its reader saw.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/process.hpp"

using namespace qkv::test;
namespace fs = std::filesystem;

namespace {

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<fs::path> transcripts() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(fs::path(QKV_SOURCE_DIR) / "tests/golden")) {
    if (entry.path().extension() == ".txt") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// "qkv walk contract" → {"walk", "contract"}; words are separated by single blanks, none is quoted.
std::vector<std::string> arguments_of(const std::string& command_line) {
  std::istringstream in(command_line);
  std::vector<std::string> words{std::istream_iterator<std::string>(in), {}};
  REQUIRE(!words.empty());
  REQUIRE(words.front() == "qkv");
  words.erase(words.begin());
  return words;
}

// The lines "< …" behind the first one.
std::vector<std::string> typed_in(const std::string& transcript) {
  std::istringstream in(transcript);
  std::vector<std::string> typed;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line) && line.rfind("< ", 0) == 0) typed.push_back(line.substr(2));
  return typed;
}

std::string transcript(const std::string& command_line, const std::vector<std::string>& typed) {
  std::vector<std::string> words = arguments_of(command_line);
  words.insert(words.begin(), QKV_BINARY);
  const Folder state;
  Surroundings around;
  around.environment = {{"XDG_STATE_HOME", state.path("")},
                        {"PATH", fs::path(QKV_BINARY).parent_path().string()}};
  std::string text = "$ " + command_line + "\n";
  for (const std::string& line : typed) {
    around.input += line + "\n";
    text += "< " + line + "\n";
  }
  const Finished result = run_process(words, around);
  std::string output = result.output;
  for (std::size_t at; (at = output.find(state.path(""))) != std::string::npos;)
    output.replace(at, state.path("").size(), "STATE/");
  text += output;
  if (result.exit_code != 0) text += "[exit " + std::to_string(result.exit_code) + "]\n";
  return text;
}

}  // namespace

TEST_CASE("every transcript is what the program prints") {
  fs::current_path(QKV_SOURCE_DIR);
  const auto paths = transcripts();
  REQUIRE(paths.size() >= 8);
  for (const fs::path& path : paths) {
    INFO(path.filename().string());
    const std::string expected = read(path);
    REQUIRE(expected.rfind("$ ", 0) == 0);
    const std::string actual = transcript(expected.substr(2, expected.find('\n') - 2), typed_in(expected));
    if (std::getenv("QKV_GOLDEN_UPDATE") != nullptr) {
      std::ofstream(path, std::ios::binary) << actual;
    } else {
      CHECK(actual == expected);
    }
  }
}

TEST_CASE("every transcript in one language has its twin in the other") {
  for (const fs::path& path : transcripts()) {
    const std::string name = path.filename().string();
    INFO(name);
    const auto ends_with = [&](const std::string& end) {
      return name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
    };
    REQUIRE((ends_with(".en.txt") || ends_with(".zh.txt")));
    std::string twin = name;
    twin.replace(twin.size() - 6, 2, ends_with(".en.txt") ? "zh" : "en");
    CHECK(fs::exists(path.parent_path() / twin));
  }
}
