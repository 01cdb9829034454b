// Build-time tool: turns data/ into C++ tables.
//
//   qkv_embed DATA_DIR OUT_DIR
//
// writes OUT_DIR/embedded_files.cpp (all files but data/text, as byte arrays sorted by path) and
// OUT_DIR/catalogue_tables.cpp (the message catalogues, as tables sorted by key).
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace fs = std::filesystem;

namespace {

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_file(const fs::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  if (!out.flush()) throw std::runtime_error("cannot write " + path.string());
}

// A byte array rather than a string literal: literals over 65,536 bytes are not portable.
std::string byte_array(const std::string& name, const std::string& bytes) {
  std::string text = "constexpr char " + name + "[] = {";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i % 24 == 0) text += "\n    ";
    text += std::to_string(static_cast<int>(static_cast<signed char>(bytes[i]))) + ",";
  }
  return text + "\n    0};\n";
}

// An ASCII-only literal; the three octal digits cannot run into what follows.
std::string string_literal(const std::string& text) {
  std::string literal = "\"";
  for (unsigned char c : text) {
    if (c == '"' || c == '\\') {
      literal += '\\';
      literal += static_cast<char>(c);
    } else if (c >= 0x20 && c < 0x7f && c != '?') {
      literal += static_cast<char>(c);
    } else {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\%03o", c);
      literal += escape;
    }
  }
  return literal + "\"";
}

std::string files_source(const fs::path& data) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(data)) {
    if (!entry.is_regular_file()) continue;
    const std::string path = fs::relative(entry.path(), data).generic_string();
    if (path.rfind("text/", 0) == 0) continue;
    files[path] = read_file(entry.path());
  }
  std::string arrays;
  std::string rows;
  int number = 0;
  for (const auto& [path, bytes] : files) {
    const std::string name = "file_" + std::to_string(number++);
    arrays += byte_array(name, bytes);
    rows += "    {" + string_literal(path) + ", {" + name + ", " + std::to_string(bytes.size()) + "}},\n";
  }
  return "// Made from data/ by the build.\n#include \"qkv/base/embedded.hpp\"\n\nnamespace qkv {\nnamespace "
         "{\n\n" +
         arrays + "\nconstexpr EmbeddedFile files[] = {\n" + rows +
         "};\n\n}  // namespace\n\nstd::span<const EmbeddedFile> embedded_files() { return files; }\n\n}  // "
         "namespace qkv\n";
}

std::string catalogue_source(const fs::path& data) {
  std::string text =
      "// Made from data/text/ by the build.\n#include \"qkv/text/catalogue.hpp\"\n\nnamespace qkv "
      "{\nnamespace {\n\n";
  for (const char* language : {"zh", "en"}) {
    const auto json = nlohmann::json::parse(read_file(data / "text" / (std::string(language) + ".json")));
    // std::map inside nlohmann::json: members come sorted by key, byte by byte.
    text += std::string("constexpr CatalogueEntry ") + language + "[] = {\n";
    for (const auto& [key, value] : json.items()) {
      text += "    {" + string_literal(key) + ", " + string_literal(value.get<std::string>()) + "},\n";
    }
    text += "};\n\n";
  }
  return text +
         "}  // namespace\n\nstd::span<const CatalogueEntry> catalogue_table(Language language) {\n"
         "  switch (language) {\n    case Language::zh: return zh;\n    case Language::en: return en;\n  }\n"
         "  return en;\n}\n\n}  // namespace qkv\n";
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 3) throw std::runtime_error("usage: qkv_embed DATA_DIR OUT_DIR");
    const fs::path data = argv[1];
    const fs::path out = argv[2];
    write_file(out / "embedded_files.cpp", files_source(data));
    write_file(out / "catalogue_tables.cpp", catalogue_source(data));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "qkv_embed: %s\n", error.what());
    return 1;
  }
  return 0;
}
