// Lessons and questions: data/lessons/<number>-<id>.json and data/questions/<topic>.json → Content.
//
// The formats are described in data/schema/lesson.schema.json and questions.schema.json. Every text for
// learners is there in both languages. Faults are those of every reader of ours: each with its place, all at
// once, with a suggestion where a name is misspelt.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/tutor/lesson.hpp"

namespace qkv {

// The built-in problems, examples of mistakes among them, each read when it is first asked for.
class ProblemShelf {
 public:
  std::shared_ptr<const Problem> find(std::string_view id);  // null: there is none

 private:
  std::map<std::string, std::shared_ptr<const Problem>, std::less<>> problems_;
};

Result<Lesson> read_lesson(std::string text, const std::string& file);
Result<std::vector<Question>> read_questions(std::string text, const std::string& file,
                                             ProblemShelf& problems);

// A file of content, and what messages call it.
struct ContentFile {
  std::string name;
  std::string text;
};
struct ContentFiles {
  std::vector<ContentFile> lessons;  // in their order
  std::vector<ContentFile> questions;
};
// The faults of all files; what can be read is in the content all the same.
struct ReadContent {
  Content content;
  std::vector<Diagnostic> faults;
};
ReadContent read_content(ContentFiles files, ProblemShelf& problems);

// What is built into the program: ours, so that a fault in it is a bug (an assert).
ContentFiles embedded_content_files();
Content embedded_content(ProblemShelf& problems);

}  // namespace qkv
