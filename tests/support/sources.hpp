// The project's own C++ sources, read as text by the tests that guard its structure.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace qkv::test {

struct SourceFile {
  std::string path;   // relative to the source folder: "src/trace/trace.cpp"
  std::string layer;  // "trace"; empty for src/main.cpp
  std::string text;
};

inline std::string layer_of(const std::string& path) {
  for (const std::string root : {"include/qkv/", "src/"}) {
    if (path.rfind(root, 0) != 0) continue;
    const std::string rest = path.substr(root.size());
    const auto slash = rest.find('/');
    return slash == std::string::npos ? "" : rest.substr(0, slash);
  }
  return "";
}

// Every .cpp and .hpp of include/ and src/, the build-time tool aside.
inline std::vector<SourceFile> source_files() {
  namespace fs = std::filesystem;
  const fs::path root = QKV_SOURCE_DIR;
  std::vector<SourceFile> files;
  for (const char* folder : {"include", "src"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const auto extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".hpp") continue;
      const std::string path = fs::relative(entry.path(), root).generic_string();
      if (path.rfind("src/json/tool/", 0) == 0) continue;
      std::ifstream in(entry.path(), std::ios::binary);
      files.push_back({path, layer_of(path), {std::istreambuf_iterator<char>(in), {}}});
    }
  }
  return files;
}

// The string literals of a C++ text (without their quotes, escapes as written); comments, character literals
// and #include lines are passed over. Raw strings are not used in this project.
inline std::vector<std::string> string_literals(const std::string& text) {
  std::vector<std::string> literals;
  std::size_t i = 0;
  const auto skip_to = [&](const std::string& end) {
    const auto found = text.find(end, i);
    i = found == std::string::npos ? text.size() : found + end.size();
  };
  while (i < text.size()) {
    if (text.compare(i, 2, "//") == 0 || text.compare(i, 8, "#include") == 0) {
      skip_to("\n");
    } else if (text.compare(i, 2, "/*") == 0) {
      skip_to("*/");
    } else if (text[i] == '"' ||
               (text[i] == '\'' && (i == 0 || !std::isalnum(static_cast<unsigned char>(text[i - 1]))))) {
      const char quote = text[i++];
      std::string literal;
      while (i < text.size() && text[i] != quote) {
        if (text[i] == '\\') literal += text[i++];
        if (i < text.size()) literal += text[i++];
      }
      ++i;
      if (quote == '"') literals.push_back(literal);
    } else {
      ++i;
    }
  }
  return literals;
}

}  // namespace qkv::test
