// What many graded submissions have in common: how often each table is right, which mistakes are made, by
// whom.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/grade/report.hpp"

namespace qkv {

// A submission in short.
struct ClassRecord {
  struct Table {
    Step step;
    int right = 0;  // cells that count: right, or right on the learner's own earlier numbers
    int cells = 0;
    int wrong = 0;  // cells that are neither right nor blank nor unreadable
  };
  // What the numbers of a table agree with: the ids of all mistakes that fit equally well.
  using Mistakes = std::vector<std::string_view>;

  std::size_t number = 1;  // of the submission, from 1
  std::string label;       // the learner's id, else the name, else the file or its line
  std::string title;       // for people: "Ann Lee (s001)", as far as it is known, else the same
  std::string learner;     // id, may be empty
  std::string learner_name;
  std::string problem;
  bool graded = false;  // it could be read; else nothing of the following means anything
  bool passed = false;
  bool other_problem = false;  // it names another problem than the one that it was graded by
  bool unreadable = false;     // some cell is not a number
  bool comma = false;          // and that may be a decimal comma
  int points = 0;
  int max_points = 0;
  std::vector<Table> tables;
  std::vector<Mistakes> mistakes;  // each once, in the order of the calculation
};

// Whoever has neither id nor name is called by `fallback`. Mistakes in tables that have full points by
// rounding are left out.
ClassRecord record_of(const Report& report, std::size_t number, const std::string& fallback);
// "Ann Lee (s001)", or what is known of it, else the label.
std::string title_of(const ClassRecord& record);
ClassRecord ungraded_record(std::size_t number, const std::string& fallback);

class ClassTally {
 public:
  struct Table {
    Step step;
    long long right = 0;  // cells
    long long cells = 0;
    long long submissions = 0;
    long long all_right = 0;    // submissions
    long long first_wrong = 0;  // submissions whose first table that is not all right is this one
    // Of these: some number in it is wrong, and no known mistake was named anywhere in the submission.
    long long unnamed = 0;
    std::vector<std::string> unnamed_learners;
  };
  struct Mistake {
    ClassRecord::Mistakes ids;
    long long count = 0;                // submissions
    std::vector<std::string> learners;  // in the order of the submissions
  };

  // How those are remembered who made a mistake or could not be graded, or that they are only counted.
  enum class Names { labels, titles, dropped };
  explicit ClassTally(Names names = Names::labels) : names_(names) {}

  void add(const ClassRecord& record);

  long long submissions() const { return submissions_; }
  long long graded() const { return graded_; }
  long long all_right() const { return all_right_; }
  long long passed() const { return passed_; }
  long long points() const { return points_; }
  long long max_points() const { return max_points_; }
  // In the order of the calculation.
  std::vector<Table> tables() const;
  // The most common first; equally common ones in the order in which they came.
  std::vector<const Mistake*> mistakes() const;
  long long ungraded() const { return submissions_ - graded_; }
  const std::vector<std::string>& ungraded_names() const { return ungraded_; }
  // Those that name another problem than the one that they were graded by.
  long long other_problem() const { return other_problem_; }
  const std::vector<std::string>& other_problem_names() const { return other_problem_names_; }
  // Those in which some cell is not a number, and in which that may be a decimal comma.
  long long unreadable() const { return unreadable_; }
  long long commas() const { return commas_; }

 private:
  void remember(const ClassRecord& record, std::vector<std::string>& names) const;

  Names names_;
  long long submissions_ = 0;
  long long graded_ = 0;
  long long all_right_ = 0;
  long long passed_ = 0;
  long long points_ = 0;
  long long max_points_ = 0;
  std::map<Step, Table> tables_;
  std::vector<Mistake> mistakes_;
  std::map<ClassRecord::Mistakes, std::size_t> index_;  // into mistakes_
  std::vector<std::string> ungraded_;
  long long other_problem_ = 0;
  std::vector<std::string> other_problem_names_;
  long long unreadable_ = 0;
  long long commas_ = 0;
};

}  // namespace qkv
