// Where the submissions come from, one after another.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "line_reader.hpp"
#include "qkv/cli/command.hpp"
#include "qkv/io/read_manifest.hpp"

namespace qkv {

// A file, or the standard input, on the command line or in a manifest.
struct SubmissionFile {
  std::string path;
  const Assignment* assignment = nullptr;  // null: graded by the one problem of the command line
  std::optional<Diagnostic> fault;         // nothing can be read from it
};

// The files that the words name, in their order: a folder stands for the answer files in it and in the
// folders below it (.json, .md, .markdown, .csv, .jsonl, .ndjson, in any letter case).
struct FoundFiles {
  std::vector<SubmissionFile> files;
  std::vector<std::string> passed_over;  // in the folders: of another ending, links, pipes …
};
// `outputs`: what this run writes itself, which is no submission of the next one.
FoundFiles submission_files(const std::vector<std::string>& words, const std::vector<std::string>& outputs,
                            const Session& session);
std::vector<SubmissionFile> submission_files(const std::vector<Assignment>& assignments);

// Many submissions, a line each.
bool holds_lines(const std::string& path);

// A submission that nobody has looked at yet.
struct Incoming {
  std::size_t number = 1;  // from 1
  const SubmissionFile* file = nullptr;
  int line = 0;                     // its line, if the file holds many; 0: the whole file
  std::string text;                 // of that line
  std::optional<Diagnostic> fault;  // why there is none
};

class Submissions {
 public:
  // Keeps references to both.
  Submissions(const std::vector<SubmissionFile>& files, const Session& session)
      : files_(files), session_(session) {}

  // Some of the next submissions; none at the end, or when the user interrupts.
  std::vector<Incoming> next();
  // How many there are in all, where that can be known without reading.
  std::optional<std::size_t> total() const;

 private:
  void open(const SubmissionFile& file, std::vector<Incoming>& incoming);
  void add_lines(std::vector<Incoming>& incoming);
  void add(Incoming one, std::vector<Incoming>& incoming);

  const std::vector<SubmissionFile>& files_;
  const Session& session_;
  std::size_t next_file_ = 0;
  std::optional<LineReader> lines_;  // of the file before the next one
  bool has_lines_ = false;           // there was at least one
  std::size_t count_ = 0;
};

}  // namespace qkv
