#include "content.hpp"

#include <algorithm>
#include <iterator>
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

constexpr std::string_view lessons_part = "lessons";
constexpr std::string_view questions_part = "questions";

Diagnostic about(const std::string& path, std::string code) {
  Diagnostic diagnostic{std::move(code), {}, {}, {}};
  diagnostic.place.file = path;
  return diagnostic;
}

void append(std::vector<Diagnostic>& to, const std::vector<Diagnostic>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

constexpr std::string_view no_file = "content.no-file";

// The files of lessons/ or of questions/, sorted by name. Links are followed: whoever writes content may keep
// it elsewhere. What is not read is said: other files, links that lead nowhere, pipes.
void add_files(const std::string& folder, const Session& session, std::vector<ContentFile>& files,
               LintedContent& linted) {
  const FolderContent found = session.system.files_below(folder);
  append(linted.faults, found.faults);
  std::vector<std::string> paths = found.files;
  paths.insert(paths.end(), found.others.begin(), found.others.end());
  std::ranges::sort(paths);
  for (const std::string& path : paths) {
    const bool is_inside = path.rfind('/') == folder.size();
    if (!is_inside || !path.ends_with(ending) || session.system.is_folder(path)) {
      linted.findings.push_back(about(path, "content.not-read"));
      continue;
    }
    if (!session.system.is_ordinary_file(path)) {
      linted.findings.push_back(about(path, std::string(no_file)));
      continue;
    }
    Result<std::string> text = session.system.read_file(path);
    if (text) {
      files.push_back({path, std::move(text.value())});
    } else {
      append(linted.faults, text.faults());
    }
  }
}

// A folder that is missing is no fault, unless something else stands in its place: a file, a broken link.
void look_for(const std::vector<std::string>& missing, const std::string& folder, const Session& session,
              std::vector<Diagnostic>& faults) {
  if (missing.empty()) return;
  const FolderContent content = session.system.files_below(folder);
  std::ranges::copy_if(content.faults, std::back_inserter(faults),
                       [&](const Diagnostic& fault) { return fault.place.file == folder; });
  for (const std::string& part : missing) {
    for (const auto* paths : {&content.files, &content.others}) {
      if (std::ranges::find(*paths, part) != paths->end())
        faults.push_back(about(part, "content.not-a-folder"));
    }
  }
}

std::vector<std::string> names_of_commands() {
  std::vector<std::string> names;
  for (const CommandRow& row : command_table()) names.emplace_back(row.name);
  return names;
}

bool takes_option(std::string_view command, std::string_view option) {
  const CommandRow* row = find_command(command);
  return row != nullptr && find_option(row->options, option) != nullptr;
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
                              .problems = builtin_problems(),
                              .commands = names_of_commands(),
                              .takes = takes_option};
  linted.findings = lint_content(read.content, world);
  return linted;
}

LintedContent lint_content_of(const std::string& folder, const Session& session) {
  LintedContent linted;
  if (!session.system.is_folder(folder)) {
    const bool exists = session.system.exists(folder);
    linted.faults = {about(folder, exists ? "content.not-a-folder" : "content.no-folder")};
    return linted;
  }
  ContentFiles files;
  std::vector<std::string> missing;
  for (const auto& [part, into] :
       {std::pair{lessons_part, &files.lessons}, {questions_part, &files.questions}}) {
    const std::string path = folder + (folder.ends_with('/') ? "" : "/") + std::string(part);
    if (session.system.is_folder(path)) {
      add_files(path, session, *into, linted);
    } else {
      missing.push_back(path);
    }
  }
  look_for(missing, folder, session, linted.faults);
  const bool stands_there =
      std::ranges::find(linted.findings, no_file, &Diagnostic::code) != linted.findings.end();
  if (linted.faults.empty() && files.lessons.empty() && files.questions.empty() && !stands_there)
    linted.faults.push_back({"content.no-files", {}, {argument("folder", folder)}, {}});
  if (!linted.faults.empty()) return linted;
  LintedContent content = lint_content_of(std::move(files));
  content.findings.insert(content.findings.begin(), linted.findings.begin(), linted.findings.end());
  return content;
}

}  // namespace qkv
