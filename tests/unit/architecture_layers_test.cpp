// The straight line: which folder may include which, and where third-party headers may stand.
#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "support/catch.hpp"
#include "support/sources.hpp"

using namespace qkv::test;

namespace {

// What each layer may include besides itself. A new layer is one row.
const std::map<std::string, std::set<std::string>> allowed = {
    {"base", {}},
    {"text", {"base"}},
    {"model", {"base", "text"}},
    {"trace", {"base", "text", "model"}},
    {"mistakes", {"base", "text", "model", "trace"}},
    {"grade", {"base", "text", "model", "trace", "mistakes"}},
    {"generate", {"base", "text", "model", "trace", "mistakes", "grade"}},
    {"lab", {"base", "text", "model", "trace", "mistakes", "grade"}},
    {"verify", {"base", "text", "model", "trace", "mistakes", "grade"}},
    {"tutor", {"base", "text", "model", "trace", "mistakes", "grade", "generate"}},
    {"report", {"base", "text", "model", "trace", "mistakes", "grade", "generate", "lab", "verify", "tutor"}},
    {"render", {"base", "text", "report"}},
    {"json", {"base", "text", "model", "trace", "mistakes", "grade", "generate", "lab", "verify", "tutor"}},
    {"format", {"base", "text", "model", "grade", "report", "json"}},
    {"io", {"base", "text", "model", "trace", "grade"}},
    {"system", {"base"}},
    {"cli",
     {"base", "text", "model", "trace", "mistakes", "grade", "generate", "lab", "verify", "tutor", "report",
      "render", "json", "format", "io", "system"}},
    {"", {"cli", "system"}},  // src/main.cpp
};

// Third-party headers and the only folders that may include them.
const std::map<std::string, std::set<std::string>> fenced = {
    {"nlohmann/", {"json"}},    {"CLI/", {"cli"}},        {"fmt/", {"base", "text"}}, {"utf8proc", {"text"}},
    {"pugixml", {"format"}},    {"unistd.h", {"system"}}, {"fcntl.h", {"system"}},    {"sys/", {"system"}},
    {"histedit.h", {"system"}}, {"fstream", {}},          {"iostream", {}},
};

std::vector<std::string> includes_of(const std::string& text) {
  static const std::regex pattern("(?:^|\\n)#include [<\"]([^>\"]+)[>\"]");
  std::vector<std::string> includes;
  for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
    includes.push_back((*match)[1]);
  }
  return includes;
}

std::vector<std::string> violations(const SourceFile& file) {
  std::vector<std::string> found;
  for (const std::string& include : includes_of(file.text)) {
    if (include.rfind("qkv/", 0) == 0) {
      const std::string target = layer_of("include/" + include);
      if (target != file.layer && allowed.at(file.layer).count(target) == 0) found.push_back(include);
      // A renderer knows blocks and cells, nothing else of the report layer.
      if (file.layer == "render" && target == "report" && include != "qkv/report/document.hpp")
        found.push_back(include);
      // Nor does a machine format know Documents, or how problems and answers are read.
      if (file.layer == "format" && target == "report" && include != "qkv/report/results.hpp")
        found.push_back(include);
      if (file.layer == "format" && target == "json" && include != "qkv/json/writer.hpp")
        found.push_back(include);
    }
    for (const auto& [header, layers] : fenced) {
      if (include.rfind(header, 0) == 0 && layers.count(file.layer) == 0) found.push_back(include);
    }
  }
  return found;
}

}  // namespace

TEST_CASE("no source includes a layer to its right, or a third-party header outside its fence") {
  const auto files = source_files();
  REQUIRE(files.size() > 30);
  for (const SourceFile& file : files) {
    INFO(file.path);
    REQUIRE(allowed.count(file.layer) == 1);
    for (const std::string& include : violations(file))
      FAIL_CHECK(file.path << " may not include " << include);
  }
}

TEST_CASE("the check of the arrows finds a back-arrow and an escaped library") {
  CHECK(violations({"src/base/x.cpp", "base", "#include \"qkv/trace/trace.hpp\"\n"}).size() == 1);
  CHECK(
      violations({"src/render/x.cpp", "render", "#include <a>\n#include \"qkv/report/walk.hpp\"\n"}).size() ==
      1);
  CHECK(violations({"src/model/x.cpp", "model", "#include <nlohmann/json.hpp>\n"}).size() == 1);
  CHECK(violations({"src/report/x.cpp", "report", "#include <CLI/CLI.hpp>\n"}).size() == 1);
  CHECK(violations({"src/trace/x.cpp", "trace", "#include \"qkv/model/problem.hpp\"\n"}).empty());
}

TEST_CASE("no two headers define a type of the same full name") {
  // The program would have both, and take the destructor of the one for the other: nothing else tells.
  static const std::regex opened("^namespace ([a-z_:]+) \\{$");
  static const std::regex defined("^(?:struct|class|enum class) ([A-Za-z]+)(?: [:{].*|)$");
  std::map<std::string, std::string> where;
  for (const SourceFile& file : source_files()) {
    if (!file.path.ends_with(".hpp")) continue;
    std::istringstream lines(file.text);
    std::string space;
    std::smatch found;
    for (std::string line; std::getline(lines, line);) {
      if (std::regex_match(line, found, opened)) space = found[1];
      if (!std::regex_match(line, found, defined)) continue;
      const auto [at, is_new] = where.emplace(space + "::" + found[1].str(), file.path);
      if (!is_new) FAIL_CHECK(at->first << " is defined in " << at->second << " and in " << file.path);
    }
  }
  CHECK(where.size() > 100);
}

TEST_CASE("every header begins with a comment that says what it is") {
  for (const SourceFile& file : source_files()) {
    if (file.path.rfind("include/", 0) != 0) continue;
    INFO(file.path);
    CHECK(file.text.rfind("//", 0) == 0);
    CHECK(file.text.find("#pragma once") != std::string::npos);
  }
}
