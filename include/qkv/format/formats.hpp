// The formats in which programs read graded submissions: the one table of them.
//
// An output is begin(), then submission() for each of them in order, then end(). What a submission prints
// depends on nothing but the submission itself, its number and the setting, so that many can be printed at
// once. Every text in it may be hostile: a printer lets nothing through that its format, a terminal or the
// runner of a pipeline would act upon. A new format is one file and one row in src/format/formats.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/report/results.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

// Why a submission could not be graded: a message, as a person reads it, and the line that it is about.
struct GradingFailure {
  std::string text;  // may have several lines: the excerpt of the file, a suggestion
  std::string file;  // that it is about; empty: none, or the standard input
  int line = 0;      // 0: unknown
};

struct Submission {
  int number = 1;                        // from 1
  std::string file;                      // of the answers; empty: the standard input, or unknown
  Results results;                       // if it was graded
  std::vector<GradingFailure> failures;  // empty: it was graded
  bool graded() const { return failures.empty(); }
};

// How many submissions the output is about.
enum class Amount { one, many };

// What Classroom 50 wants to know of a submission; the core does not look for it.
struct Classroom {
  std::string classroom;
  std::string assignment;
  std::string owner;
  std::string assignment_type;
  std::string submission;
  std::string commit;
  std::string release;
  std::string review;
};

struct Setting {
  const Catalogue& catalogue;
  Amount amount = Amount::one;
  // Formats that demand them get these: the same input gives the same bytes.
  std::string timestamp = "1970-01-01T00:00:00";  // UTC, without a zone
  std::string hostname = "localhost";
  Classroom classroom = {};
};

// What end() has to know; a sum, so that it can be made in any order.
struct Totals {
  int submissions = 0;
  int passed = 0;
  void add(const Submission& submission);
};

struct Format {
  std::string_view name;
  Amount most;  // Amount::one: its output has room for a single submission
  std::string (*begin)(const Setting&);
  void (*submission)(std::string& output, const Submission&, const Setting&);  // appends
  std::string (*end)(const Totals&, const Setting&);
  // Where most of what a submission prints is the same for all with the same tables: that part alone, and a
  // submission printed with it, whose own lines need not be there. Null: such a format has none.
  std::string (*shared)(const Results&) = nullptr;
  void (*submission_with)(std::string& output, const Submission&, std::string_view shared) = nullptr;
};

std::span<const Format> formats();
const Format* find_format(std::string_view name);  // null: there is none

// The whole output for a single submission.
std::string formatted(const Format& format, const Submission& submission, const Setting& setting);

}  // namespace qkv
