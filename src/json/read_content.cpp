#include "qkv/json/read_content.hpp"

#include <cassert>
#include <utility>

#include "qkv/base/embedded.hpp"
#include "qkv/json/read_problem.hpp"

namespace qkv {
namespace {

constexpr std::string_view lessons_folder = "lessons/";
constexpr std::string_view questions_folder = "questions/";
constexpr std::string_view problem_folders[] = {"problems/", "mistakes/examples/"};

}  // namespace

std::shared_ptr<const Problem> ProblemShelf::find(std::string_view id) {
  if (const auto kept = problems_.find(id); kept != problems_.end()) return kept->second;
  std::shared_ptr<const Problem> problem;
  for (const std::string_view folder : problem_folders) {
    const auto bytes = embedded_file(std::string(folder) + std::string(id) + ".json");
    if (!bytes) continue;
    Result<Problem> read = read_problem(std::string(*bytes), std::string(id), id);
    if (read) problem = std::make_shared<const Problem>(std::move(read.value()));
    break;
  }
  problems_.emplace(std::string(id), problem);
  return problem;
}

ReadContent read_content(ContentFiles files, ProblemShelf& problems) {
  ReadContent read;
  const auto add_faults = [&](const std::vector<Diagnostic>& faults) {
    read.faults.insert(read.faults.end(), faults.begin(), faults.end());
  };
  for (ContentFile& file : files.lessons) {
    Result<Lesson> lesson = read_lesson(std::move(file.text), file.name);
    if (lesson) {
      read.content.lessons.push_back(std::move(lesson.value()));
    } else {
      add_faults(lesson.faults());
    }
  }
  for (ContentFile& file : files.questions) {
    Result<std::vector<Question>> questions = read_questions(std::move(file.text), file.name, problems);
    if (!questions) {
      add_faults(questions.faults());
      continue;
    }
    for (Question& question : questions.value()) read.content.questions.push_back(std::move(question));
  }
  return read;
}

ContentFiles embedded_content_files() {
  ContentFiles files;
  for (const EmbeddedFile& file : embedded_files()) {
    const ContentFile content{std::string(file.path), std::string(file.bytes)};
    if (file.path.starts_with(lessons_folder)) files.lessons.push_back(content);
    if (file.path.starts_with(questions_folder)) files.questions.push_back(content);
  }
  return files;
}

Content embedded_content(ProblemShelf& problems) {
  ReadContent read = read_content(embedded_content_files(), problems);
  assert(read.faults.empty());
  return std::move(read.content);
}

}  // namespace qkv
