// The exercises of a class as files: a folder that a late student can be added to.
//
//   problems/<name>.json   the exercise
//   sheets/<name>.md       its blank sheet, with the numbers it begins with
//   keys/<name>.md         the sheet filled in
//   handouts/<name>.md     the numbers it begins with, where sheets are CSV or JSON
//   manifest.csv           which answers are graded by which problem: for `qkv grade --each`
//   answers/               where the sheets that come back are expected
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "qkv/cli/command.hpp"
#include "qkv/model/problem.hpp"

namespace qkv {

struct ClassMember {
  std::string id;    // of the student, or a number
  std::string name;  // may be empty
  Problem problem;
};

// The ending of sheets and keys: "md", "csv" or "json".
struct SheetFormat {
  std::string ending;
};

// A name for files that says whose they are, the same for every class: the id itself, where it consists of
// letters, digits and - _ . alone; else with those in place of others and a number made from the id.
std::string file_name_of(const std::string& id);

struct ClassFile {
  // What to do where it is there already.
  enum class Present { must_be_same, stays, is_replaced };

  std::string path;
  std::string text;
  Present present = Present::is_replaced;
};

struct ClassCounts {
  int added = 0;      // students who were not in the manifest
  int untouched = 0;  // sheets that were there already: somebody may have written on them
  // Ids that the manifest has with another name, and those that are not of the class any more: it keeps both.
  std::vector<std::string> renamed, gone;
};

struct ClassFiles {
  std::string folder;
  bool handouts = false;         // there is a folder for them
  std::vector<ClassFile> files;  // in the order in which they are written
  ClassCounts written;
};

// Faults: a problem of that name is there with another content, or the manifest is not as we write it.
// Problems and keys come out as they are there, sheets that are there stay, and the manifest gets lines for
// those who are not in it.
Result<ClassFiles> class_files(const std::string& folder, const std::vector<ClassMember>& members,
                               const SheetFormat& format, const Session& session);

// Each file whole or not at all.
std::optional<Diagnostic> write_class(ClassFiles& files, const System& system);

}  // namespace qkv
