#include "class_folder.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <map>
#include <set>
#include <utility>

#include "../words.hpp"
#include "qkv/base/draws.hpp"
#include "qkv/base/utf8.hpp"
#include "qkv/grade/answers.hpp"
#include "qkv/io/read_manifest.hpp"
#include "qkv/io/write_manifest.hpp"
#include "qkv/io/write_sheet.hpp"
#include "qkv/json/write_answers.hpp"
#include "qkv/json/write_problem.hpp"
#include "qkv/render/markdown.hpp"
#include "qkv/report/handout.hpp"
#include "qkv/text/unicode.hpp"

namespace qkv {
namespace {

using Present = ClassFile::Present;

constexpr std::array<std::string_view, 5> folders = {"problems", "sheets", "keys", "answers", "handouts"};

std::string sheet_text(const ClassMember& member, const SheetFormat& format, bool key,
                       const Catalogue& catalogue) {
  const Problem& problem = member.problem;
  Answers answers = with_given_tables(problem, key ? answer_key(problem) : blank_answers(problem));
  answers.learner = member.id;
  answers.learner_name = member.name;
  const std::string file = "problems/" + file_name_of(member.id) + ".json";
  SheetOptions options = {.problem_argument = file, .key = key};
  if (format.ending == "json") return answers_json(problem, answers);
  if (format.ending == "csv") return csv_sheet(problem, answers, options, catalogue);
  options.problem = render_markdown(handout_document(problem, catalogue));
  options.titles = sheet_titles(problem, catalogue);
  return markdown_sheet(problem, answers, options, catalogue);
}

// A sheet in Markdown holds what the problem begins with; beside any other it stands on a page of its own.
bool has_handout(const SheetFormat& format) {
  return format.ending != "md";
}

std::vector<ClassFile> files_of(const std::string& folder, const ClassMember& member,
                                const SheetFormat& format, const Catalogue& catalogue) {
  const std::string name = file_name_of(member.id);
  const std::string sheet = name + "." + format.ending;
  std::vector<ClassFile> files = {
      {folder + "/problems/" + name + ".json", problem_json(member.problem), Present::must_be_same},
      {folder + "/sheets/" + sheet, sheet_text(member, format, false, catalogue), Present::stays},
      {folder + "/keys/" + sheet, sheet_text(member, format, true, catalogue), Present::is_replaced}};
  if (has_handout(format)) {
    files.push_back({folder + "/handouts/" + name + ".md",
                     render_markdown(handout_document(member.problem, catalogue)), Present::is_replaced});
  }
  return files;
}

Assignment assignment_of(const ClassMember& member, const SheetFormat& format) {
  const std::string name = file_name_of(member.id);
  Assignment assignment;
  assignment.answers = "answers/" + name + "." + format.ending;
  assignment.problem = "problems/" + name + ".json";
  assignment.learner = member.id;
  assignment.learner_name = member.name;
  return assignment;
}

// ---- the manifest
// ----------------------------------------------------------------------------------------------

struct Manifest {
  std::string text;  // the new one
  ClassCounts counts;
};

// The same file but for its ending: the class was given another kind of sheet before.
std::optional<Diagnostic> other_sheets(const std::vector<Assignment>& there,
                                       const std::vector<Assignment>& wanted) {
  const auto stem = [](const std::string& path) { return path.substr(0, path.rfind('.')); };
  for (const Assignment& each : wanted) {
    for (const Assignment& known : there) {
      const bool same = known.learner == each.learner && stem(known.answers) == stem(each.answers);
      if (!same || known.answers == each.answers) continue;
      return Diagnostic{"generate.other-sheets", {}, {argument("file", shown(known.answers))}, {}};
    }
  }
  return std::nullopt;
}

std::vector<Assignment> missing_in(const std::vector<Assignment>& there,
                                   const std::vector<Assignment>& wanted) {
  std::set<std::string> known;
  for (const Assignment& each : there) known.insert(each.learner);
  std::vector<Assignment> more;
  std::ranges::copy_if(wanted, std::back_inserter(more),
                       [&](const Assignment& each) { return !known.contains(each.learner); });
  return more;
}

// Who has another name by now, and who is missing.
ClassCounts compared(const std::vector<Assignment>& there, const std::vector<Assignment>& wanted) {
  std::map<std::string, std::string> names;
  for (const Assignment& each : wanted) names[each.learner] = each.learner_name;
  ClassCounts counts;
  for (const Assignment& each : there) {
    if (each.learner.empty()) continue;
    const auto found = names.find(each.learner);
    if (found == names.end()) {
      counts.gone.push_back(each.learner);
    } else if (!found->second.empty() && found->second != each.learner_name) {
      counts.renamed.push_back(each.learner);
    }
  }
  return counts;
}

Result<Manifest> manifest_with(const std::string& path, const std::vector<Assignment>& wanted,
                               const System& system) {
  if (!system.exists(path)) return Manifest{manifest_csv(wanted), {.added = static_cast<int>(wanted.size())}};
  Result<std::string> text = system.read_file(path);
  if (!text) return text.faults();
  const auto there = read_manifest(text.value(), path);
  if (!there) return there.faults();
  if (const auto other = other_sheets(there.value(), wanted)) return *other;
  const std::vector<Assignment> more = missing_in(there.value(), wanted);
  ClassCounts counts = compared(there.value(), wanted);
  counts.added = static_cast<int>(more.size());
  if (more.empty()) return Manifest{std::move(text.value()), std::move(counts)};
  auto longer = with_assignments(std::move(text.value()), more);
  if (!longer) return Diagnostic{"generate.manifest-form", {}, {argument("file", shown(path))}, {}};
  return Manifest{std::move(*longer), std::move(counts)};
}

// ---- writing
// ---------------------------------------------------------------------------------------------------

std::vector<Diagnostic> other_exercises(const std::vector<ClassFile>& files, const System& system) {
  std::vector<Diagnostic> faults;
  for (const ClassFile& file : files) {
    if (file.present != Present::must_be_same || !system.exists(file.path)) continue;
    const Result<std::string> there = system.read_file(file.path);
    if (!there) {
      faults.push_back(there.faults().front());
    } else if (there.value() != file.text) {
      faults.push_back({"generate.other-exercise", {}, {argument("file", shown(file.path))}, {}});
    }
  }
  constexpr std::size_t most_said = 3;
  if (faults.size() > most_said) {
    const auto more = static_cast<long long>(faults.size() - most_said);
    faults.resize(most_said);
    faults.push_back({"generate.other-exercises", {}, {argument_count("count", more, "thing.file")}, {}});
  }
  return faults;
}

std::optional<Diagnostic> write_file(const ClassFile& file, const System& system) {
  const auto created = system.create_file(file.path);
  if (!created) return created.faults().front();
  if (auto fault = created.value()->write(file.text)) return fault;
  return created.value()->commit();
}

std::optional<Diagnostic> make_folders(const std::string& folder, bool handouts, const System& system) {
  for (const std::string_view name : folders) {
    if (name == "handouts" && !handouts) continue;
    if (auto fault = system.make_folder(folder + "/" + std::string(name))) return fault;
  }
  return std::nullopt;
}

bool is_safe(char32_t c) {
  const bool letter = (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z') || (c >= U'0' && c <= U'9');
  return letter || c == U'-' || c == U'_' || c == U'.' || c > 0x7F;
}

// Windows takes these for devices, with any ending.
bool is_device(std::string_view id) {
  std::string stem(id.substr(0, id.find('.')));
  std::ranges::transform(stem, stem.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  constexpr std::array<std::string_view, 4> devices = {"CON", "PRN", "AUX", "NUL"};
  if (std::ranges::find(devices, stem) != devices.end()) return true;
  const bool numbered = stem.size() == 4 && stem.back() >= '1' && stem.back() <= '9';
  return numbered && (stem.starts_with("COM") || stem.starts_with("LPT"));
}

}  // namespace

std::string file_name_of(const std::string& id) {
  constexpr std::size_t longest = 60;  // bytes: a file system takes 255
  std::string name;
  // What a terminal or a reader would not see as it stands is no name for a file.
  const std::string seen = visible(id);
  bool changed =
      id.size() > longest || id.starts_with('.') || id.starts_with('-') || is_device(id) || seen != id;
  for (std::size_t at = 0; at < id.size();) {
    const CodePoint point = decode_utf8(id, at);
    const std::string_view character = std::string_view(id).substr(at, point.length);
    const bool safe = point.valid && is_safe(point.value) && visible(character) == character;
    changed |= !safe;
    if (name.size() < longest) name += safe ? id.substr(at, point.length) : "_";
    at += point.length;
  }
  if (!changed) return name;
  std::array<char, 17> digits{};
  std::snprintf(digits.data(), digits.size(), "%08x", static_cast<unsigned>(seed_of(0, id) >> 32U));
  return "_" + name + "-" + digits.data();
}

namespace {

// Where capitals do not count, or by the rarest of chances, two students would share a file.
std::optional<Diagnostic> shared_file(const std::vector<ClassMember>& members) {
  std::map<std::string, std::string> ids;
  for (const ClassMember& member : members) {
    std::string name = file_name_of(member.id);
    std::ranges::transform(name, name.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto [other, is_new] = ids.try_emplace(std::move(name), member.id);
    if (is_new) continue;
    return Diagnostic{"generate.same-file",
                      {},
                      {argument("one", shown(other->second)), argument("other", shown(member.id))},
                      {}};
  }
  return std::nullopt;
}

}  // namespace

Result<ClassFiles> class_files(const std::string& folder, const std::vector<ClassMember>& members,
                               const SheetFormat& format, const Session& session) {
  ClassFiles result{folder, has_handout(format), {}, {}};
  std::vector<Assignment> assignments;
  for (const ClassMember& member : members) {
    for (ClassFile& file : files_of(folder, member, format, session.catalogue)) {
      result.files.push_back(std::move(file));
    }
    assignments.push_back(assignment_of(member, format));
  }
  if (auto fault = shared_file(members)) return std::move(*fault);
  if (auto faults = other_exercises(result.files, session.system); !faults.empty()) return faults;
  const std::string path = folder + "/manifest.csv";
  Result<Manifest> manifest = manifest_with(path, assignments, session.system);
  if (!manifest) return manifest.faults();
  result.written = std::move(manifest.value().counts);
  // Last: what it names is there.
  if (result.written.added > 0) {
    result.files.push_back({path, std::move(manifest.value().text), Present::is_replaced});
  }
  return result;
}

std::optional<Diagnostic> write_class(ClassFiles& files, const System& system) {
  if (auto fault = make_folders(files.folder, files.handouts, system)) return fault;
  for (const ClassFile& file : files.files) {
    if (file.present == Present::stays && system.exists(file.path)) {
      ++files.written.untouched;
    } else if (auto fault = write_file(file, system)) {
      return fault;
    }
  }
  return std::nullopt;
}

}  // namespace qkv
