#include "content.hpp"

#include <algorithm>
#include <utility>

#include "qkv/cli/load_problem.hpp"
#include "qkv/cli/parse.hpp"
#include "qkv/json/read_notes.hpp"
#include "qkv/report/explain.hpp"
#include "qkv/tutor/content_lint.hpp"

namespace qkv {
namespace {

constexpr std::string_view ending = ".json";

// "qkv walk pronoun --query 它" as words; quotation marks hold words together.
std::vector<std::string> words_in(const std::string& command) {
  std::vector<std::string> words;
  std::string word;
  bool quoted = false;
  for (const char c : command + " ") {
    if (c == '"' || c == '\'') {
      quoted = !quoted;
    } else if (c != ' ' || quoted) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, {}));
    }
  }
  return words;
}

bool is_explained(const std::vector<Topic>& known, std::string_view words) {
  return find_topic(known, words) != nullptr;
}

// Whether the words of a command mean something: its problem, its topic, as far as they are built in.
bool arguments_resolve(const Request& request, const std::vector<Topic>& known) {
  if (request.command == nullptr) return true;
  const std::vector<std::string>& positionals = request.arguments.positionals;
  if (request.command->name == "explain") {
    std::string words;
    for (const std::string& word : positionals) words += (words.empty() ? "" : " ") + word;
    return words.empty() || is_explained(known, words);
  }
  for (std::size_t i = 0; i < positionals.size() && i < request.command->arguments.size(); ++i) {
    const ValueType type = request.command->arguments[i].type;
    const bool is_file = positionals[i].find('/') != std::string::npos || positionals[i].ends_with(ending) ||
                         positionals[i] == "-";
    if ((type == ValueType::problem || type == ValueType::builtin) && !is_file &&
        !builtin_problem(positionals[i]))
      return false;
  }
  return true;
}

bool runs(const std::string& command, const std::vector<Topic>& known) {
  std::vector<std::string> words = words_in(command);
  if (words.empty() || words.front() != "qkv") return false;
  words.erase(words.begin());
  const Result<Request> request = parse_command_line(words);
  return request && arguments_resolve(request.value(), known);
}

// Files of one folder of the content, sorted by name.
void add_files(const std::vector<std::string>& paths, const std::string& folder, const Session& session,
               std::vector<ContentFile>& files, std::vector<Diagnostic>& faults) {
  for (const std::string& path : paths) {
    const auto slash = path.rfind('/');
    const std::string_view above = std::string_view(path).substr(0, slash == std::string::npos ? 0 : slash);
    if (!path.ends_with(ending) || !above.ends_with(folder)) continue;
    Result<std::string> text = session.system.read_file(path);
    if (text) {
      files.push_back({path, std::move(text.value())});
    } else {
      faults.insert(faults.end(), text.faults().begin(), text.faults().end());
    }
  }
}

std::vector<std::string> ids_of(const std::vector<Topic>& known) {
  std::vector<std::string> ids;
  for (const Topic& topic : known) {
    ids.push_back(topic.id);
    ids.insert(ids.end(), topic.aliases.begin(), topic.aliases.end());
  }
  return ids;
}

}  // namespace

LintedContent lint_content_of(ContentFiles files) {
  LintedContent linted;
  ProblemShelf problems;
  ReadContent read = read_content(std::move(files), problems);
  linted.lessons = read.content.lessons.size();
  linted.questions = read.content.questions.size();
  linted.findings = std::move(read.faults);
  if (!linted.findings.empty()) return linted;
  const std::vector<Topic> known = topics(all_notes());
  const NotesShelf notes(notes_of);
  const ContentWorld world = {.problem = [&](std::string_view id) { return problems.find(id).get(); },
                              .can_explain = [&](std::string_view id) { return is_explained(known, id); },
                              .mistake_of =
                                  [&](std::string_view id) {
                                    const Topic* topic = find_topic(known, id);
                                    return topic == nullptr ? std::string(id) : topic->id;
                                  },
                              .runs = [&](const std::string& command) { return runs(command, known); },
                              .mistake_name =
                                  [&](std::string_view id) {
                                    const MistakeNotes* found = notes.find(id);
                                    return found == nullptr ? LocalizedText{} : found->name;
                                  },
                              .explained = ids_of(known),
                              .problems = builtin_problems()};
  linted.findings = lint_content(read.content, world);
  return linted;
}

LintedContent lint_content_of(const std::string& folder, const Session& session) {
  const FolderContent found = session.system.files_below(folder);
  LintedContent linted;
  ContentFiles files;
  std::vector<Diagnostic> faults = found.faults;
  add_files(found.files, "lessons", session, files.lessons, faults);
  add_files(found.files, "questions", session, files.questions, faults);
  if (faults.empty() && files.lessons.empty() && files.questions.empty())
    faults.push_back({"content.no-files", {}, {argument("folder", folder)}, {}});
  if (faults.empty()) linted = lint_content_of(std::move(files));
  linted.faults = std::move(faults);
  return linted;
}

}  // namespace qkv
