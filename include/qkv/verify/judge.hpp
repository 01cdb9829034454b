// Grades a test of attention: it has to pass on the right implementation and to fail on wrong ones (mutation
// testing, after DeMillo, Lipton and Sayward 1978, with the known mistakes as the mutants).
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace qkv {

// What a test has to look at to notice a mutant. Its texts: judge.look.<name>.
enum class LookAt {
  future,        // change what comes later, compare what came before
  neighbours,    // change every later position, not just the last one, and compare every earlier row
  small_change,  // compare closely: what gets through is small
  outputs,       // compare the outputs too, not just the weights
  pad_content,   // change what stands at padded keys, or ask for weight 0 there
  pad_rows,      // the rows of padded queries are 0
  pad_causal,    // padding and the causal mask at once
  row_sums,      // each row of weights adds up to 1
  numbers,       // compare with numbers that were worked out by hand
  heads_apart,   // change one head, the others stay as they are
  layer_numbers  // a whole layer of several heads against numbers that were worked out by hand
};
std::string_view look_name(LookAt look);  // "neighbours"

struct Mutant {
  std::string_view mistake;  // an id of the catalogue
  LookAt look = LookAt::numbers;
};

struct JudgeTopic {
  std::string_view id;  // "leak"
  std::span<const Mutant> mutants;
};

// THE table of what can be tested; "all", the last one, has every mutant once.
std::span<const JudgeTopic> judge_topics();
const JudgeTopic* find_judge_topic(std::string_view id);

// How a test ended.
struct TestRun {
  enum class Kind {
    passed,          // exit code 0
    failed,          // any other
    killed,          // by a signal
    timed_out,       // ended, since it took too long
    out_of_memory,   // ended, since it and what it started held too much
    many_processes,  // ended, since it started too many
    not_started      // there is no such command
  };
  Kind kind = Kind::passed;
  int code = 0;        // exit code or signal
  std::string output;  // the last of what it printed
};

struct JudgedMutant {
  Mutant mutant;
  TestRun run;
  bool caught() const { return run.kind == TestRun::Kind::failed || run.kind == TestRun::Kind::killed; }
};

struct TestJudgement {
  std::string_view topic;
  TestRun right;                      // on the right implementation
  std::vector<JudgedMutant> mutants;  // in the order of the table; none unless it passed
  // The right one once more, at the end, or at once where the test failed on it: a test that wavers proves
  // nothing.
  std::optional<TestRun> again;
  std::optional<TestRun> on_none;  // on what is no implementation, if the test passed on all others

  bool passes_right() const { return right.kind == TestRun::Kind::passed; }
  bool wavers() const { return again && (again->kind == TestRun::Kind::passed) != passes_right(); }
  // It passes whatever there is to be tested.
  bool is_blind() const { return on_none && on_none->kind == TestRun::Kind::passed; }
  std::size_t caught() const;
  bool good() const;  // passes the right one both times and catches all mutants
};

// What a test is run against.
struct Tested {
  enum class Kind {
    right,
    mistaken,  // with that mistake
    none       // a command that answers nothing
  };
  Kind kind = Kind::right;
  std::string_view mistake = {};
};
// Runs the test once.
using RunTest = std::function<TestRun(const Tested& tested)>;
using JudgeProgress = std::function<void(std::size_t done, std::size_t of)>;

TestJudgement judge(const JudgeTopic& topic, std::span<const Mutant> mutants, const RunTest& run,
                    const JudgeProgress& progress = {});

}  // namespace qkv
