#include "submissions.hpp"

#include <algorithm>
#include <string_view>

#include "qkv/cli/load_answers.hpp"
#include "qkv/cli/load_problem.hpp"

namespace qkv {
namespace {

// So many at once that handing them around costs nothing, so few that the others need not wait for long.
constexpr std::size_t most_lines_at_once = 16;
constexpr std::size_t most_files_at_once = 8;

bool ends_with_any(const std::string& path, std::initializer_list<std::string_view> endings) {
  const std::string name = in_lower_case(path);
  return std::ranges::any_of(endings, [&](std::string_view ending) { return name.ends_with(ending); });
}

bool holds_answers(const std::string& path) {
  return ends_with_any(path, {".json", ".md", ".markdown", ".csv"}) || holds_lines(path);
}

bool is_one_of(const std::string& path, const std::vector<std::string>& others, const Session& session) {
  return std::ranges::any_of(
      others, [&](const std::string& other) { return session.system.is_same_file(path, other); });
}

void add_folder(const std::string& folder, const std::vector<std::string>& outputs, const Session& session,
                FoundFiles& found) {
  FolderContent content = session.system.files_below(folder);
  const std::size_t before = found.files.size();
  for (std::string& path : content.files) {
    if (!holds_answers(path)) {
      found.passed_over.push_back(std::move(path));
    } else if (!is_one_of(path, outputs, session)) {
      found.files.push_back({std::move(path), nullptr, {}});
    }
  }
  for (std::string& path : content.others) found.passed_over.push_back(std::move(path));
  if (found.files.size() == before && content.faults.empty()) {
    content.faults.push_back({.code = "grade.empty-folder", .place = {.file = folder}});
  }
  for (Diagnostic& fault : content.faults) {
    std::string path = fault.place.file;
    found.files.push_back({std::move(path), nullptr, std::move(fault)});
  }
}

}  // namespace

bool holds_lines(const std::string& path) {
  return path == "-" || ends_with_any(path, {".jsonl", ".ndjson"});
}

FoundFiles submission_files(const std::vector<std::string>& words, const std::vector<std::string>& outputs,
                            const Session& session) {
  FoundFiles found;
  for (const std::string& word : words) {
    if (word != "-" && session.system.is_folder(word)) {
      add_folder(word, outputs, session, found);
    } else {
      found.files.push_back({word, nullptr, {}});
    }
  }
  return found;
}

std::vector<SubmissionFile> submission_files(const std::vector<Assignment>& assignments) {
  std::vector<SubmissionFile> files;
  for (const Assignment& each : assignments) files.push_back({each.answers, &each, {}});
  return files;
}

std::optional<std::size_t> Submissions::total() const {
  const auto is_many = [](const SubmissionFile& file) { return holds_lines(file.path); };
  if (std::ranges::any_of(files_, is_many)) return std::nullopt;
  return files_.size();
}

void Submissions::add(Incoming one, std::vector<Incoming>& incoming) {
  one.number = ++count_;
  incoming.push_back(std::move(one));
}

void Submissions::open(const SubmissionFile& file, std::vector<Incoming>& incoming) {
  if (file.fault) return add({.file = &file, .fault = file.fault}, incoming);
  if (!holds_lines(file.path)) return add({.file = &file}, incoming);
  if (file.path == "-") {
    lines_.emplace(session_.system.open_input(shown_name("-", session_)));
    return;
  }
  Result<ReadSome> opened = session_.system.open_file(file.path);
  if (!opened) return add({.file = &file, .fault = opened.faults().front()}, incoming);
  lines_.emplace(std::move(opened.value()));
}

void Submissions::add_lines(std::vector<Incoming>& incoming) {
  const SubmissionFile& file = files_[next_file_ - 1];
  std::vector<TextLine> lines = lines_->next(most_lines_at_once);
  for (TextLine& line : lines) {
    Incoming one{.file = &file, .line = line.number, .text = std::move(line.text)};
    if (line.too_long) {
      one.fault = Diagnostic{.code = "grade.long-line",
                             .place = {.file = shown_name(file.path, session_), .line = line.number},
                             .arguments = {argument("limit", static_cast<long long>(most_line_bytes >> 20))}};
    }
    add(std::move(one), incoming);
  }
  if (!lines.empty()) {
    has_lines_ = true;
    return;
  }
  if (lines_->fault()) {
    add({.file = &file, .fault = lines_->fault()}, incoming);
  } else if (!has_lines_ && file.path != "-") {
    add({.file = &file, .fault = Diagnostic{.code = "json.empty", .place = {.file = file.path}}}, incoming);
  }
  has_lines_ = false;
  lines_.reset();
}

std::vector<Incoming> Submissions::next() {
  std::vector<Incoming> incoming;
  while (incoming.empty() && !session_.system.interrupted()) {
    if (lines_) {
      add_lines(incoming);
    } else if (next_file_ == files_.size()) {
      break;
    } else {
      while (!lines_ && next_file_ < files_.size() && incoming.size() < most_files_at_once) {
        open(files_[next_file_++], incoming);
      }
    }
  }
  return incoming;
}

}  // namespace qkv
