// What lint finds in the built-in problems, and in small ones that have the coincidences which make mistakes
// right or look alike (sizes, one mask alone,
// right padding behind a causal mask, equal and symmetric tables; tests/mistakes/README.md names the source).
//
// findings.txt holds a paragraph for each: what causes something, with what it hides, makes nameless or
// makes alike, and the findings that are no mistakes. QKV_GOLDEN_UPDATE=1 rewrites it; every line of the
// difference is then to be read.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "qkv/generate/lint.hpp"
#include "support/builtin.hpp"

using namespace qkv;
using namespace qkv::test;
namespace fs = std::filesystem;

namespace {

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

const fs::path folder = fs::path(QKV_SOURCE_DIR) / "tests/property";

std::vector<std::pair<std::string, Problem>> problems() {
  std::vector<std::pair<std::string, Problem>> all;
  for (const std::string& id : builtin_ids()) all.emplace_back(id, builtin(id));
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder / "pairs")) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths) {
    const auto problem = read_problem(read(path), path.string(), "unnamed");
    REQUIRE(problem);
    all.emplace_back("pairs/" + path.stem().string(), problem.value());
  }
  return all;
}

std::string pair_text(const ConfusedPair& pair) {
  return std::string(pair.one) + " ~ " + std::string(pair.other);
}

template <typename Items, typename Text>
std::string line(const std::string& begin, const Items& items, Text text) {
  if (items.empty()) return "";
  std::string all = begin;
  for (std::size_t i = 0; i < items.size(); ++i) all += (i == 0 ? " " : ", ") + text(items[i]);
  return all + "\n";
}

std::string id_text(std::string_view id) {
  return std::string(id);
}

std::string finding_text(const Finding& finding) {
  const std::string id(finding.mistake);
  const std::string often = finding.how_often == Seen::always ? "" : " (sometimes)";
  switch (finding.kind) {
    case Finding::Kind::full_marks:
      return "  full marks: " + id + often + "\n";
    case Finding::Kind::not_named:
      return "  not named: " + id + often + "\n";
    case Finding::Kind::confused:
      return "  alike: " + pair_text({finding.mistake, finding.other}) + "\n";
    case Finding::Kind::tie:
      return "  tie: " + std::string(step_name(finding.tie->step)) + "\n";
    case Finding::Kind::text:
      return "  text is missing\n";
  }
  return "";
}

std::string paragraph(const std::string& name, const LintReport& report) {
  std::string text = name + ": " + std::to_string(report.mistakes.size()) + " mistakes\n";
  for (const Finding& finding : report.findings) text += finding_text(finding);
  for (const Cause& cause : report.causes) {
    text += "  because " + std::string(cause.id) + "\n";
    text += line("    hides", cause.hidden, id_text);
    text += line("    leaves nameless", cause.unnamed, id_text);
    text += line("    makes alike", cause.pairs, pair_text);
  }
  return text + "\n";
}

}  // namespace

TEST_CASE("lint finds in every problem what hides mistakes there, and nothing else") {
  std::string found;
  for (const auto& [name, problem] : problems()) found += paragraph(name, lint(problem));
  const fs::path golden = folder / "findings.txt";
  if (std::getenv("QKV_GOLDEN_UPDATE") != nullptr) std::ofstream(golden, std::ios::binary) << found;
  const std::string expected = read(golden);
  REQUIRE(expected.size() > 1000);
  CHECK(found == expected);
}
