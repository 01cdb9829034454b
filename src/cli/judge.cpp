// qkv judge: whether a test catches wrong implementations.
#include "qkv/report/judge.hpp"

#include <utility>

#include "commands.hpp"
#include "progress_bar.hpp"
#include "qkv/cli/output.hpp"
#include "qkv/json/read_notes.hpp"
#include "qkv/json/write_judge.hpp"
#include "qkv/render/markdown.hpp"
#include "qkv/render/text.hpp"
#include "qkv/system/process.hpp"
#include "qkv/text/command_calls.hpp"

namespace qkv {
namespace {

constexpr int usual_seconds = 120;
// Both are named in judge.how.*.
constexpr int most_processes = 256;           // a test runner may start some
constexpr long long most_memory = 8LL << 30;  // bytes
constexpr std::string_view usual_topic = "leak";
constexpr const char* variable = "QKV_IMPLEMENTATION";

// The implementation as a command line: this program itself.
std::string implementation(const Tested& tested, const System& system) {
  const std::string program = shell_word(system.own_path());
  switch (tested.kind) {
    case Tested::Kind::right:
      return program + " reference";
    case Tested::Kind::mistaken:
      return program + " reference --mistake " + std::string(tested.mistake);
    case Tested::Kind::none:
      return program + " --version";
  }
  return program;
}

// How it ended that had to be ended.
TestRun::Kind ended_for(Came came) {
  switch (came) {
    case Came::much_memory:
      return TestRun::Kind::out_of_memory;
    case Came::many_processes:
      return TestRun::Kind::many_processes;
    case Came::line:
    case Came::end:
    case Came::nothing:
    case Came::too_long:
    case Came::interruption:
      break;
  }
  return TestRun::Kind::timed_out;
}

// Runs the command; what keeps it from being started, or stops qkv itself, is noted.
struct TestRunner {
  const std::vector<std::string>& words;
  double seconds;
  const Session& session;
  std::optional<Diagnostic> fault = {};
  bool interrupted = false;

  TestRun operator()(const Tested& tested) {
    if (interrupted) return {.kind = TestRun::Kind::not_started, .code = 0, .output = {}};
    const ProcessRequest request{
        words, {{variable, implementation(tested, session.system)}}, most_memory, most_processes};
    Result<ProcessRun> run = session.system.run_process(request, seconds);
    if (!run) {
      fault = run.faults().front();
      return {.kind = TestRun::Kind::not_started, .code = 0, .output = {}};
    }
    interrupted = run.value().came == Came::interruption;
    const ProcessEnd end = run.value().end;
    TestRun result{
        .kind = ended_for(run.value().came), .code = end.code, .output = std::move(run.value().output)};
    if (end.kind == ProcessEnd::Kind::exited)
      result.kind = end.code == 0 ? TestRun::Kind::passed : TestRun::Kind::failed;
    if (end.kind == ProcessEnd::Kind::killed) result.kind = TestRun::Kind::killed;
    return result;
  }
};

Outcome list_topics(const Arguments& arguments, const Session& session) {
  const std::string format = arguments.value("format").value_or("text");
  if (format == "json") return {.output = judge_topics_json()};
  const NotesShelf notes(notes_of);
  Document document = judge_topics_document(notes, session.catalogue);
  if (format == "markdown") return {.output = render_markdown(document)};
  return {.output = render_text(std::move(document), choose_text_options(arguments, session.system))};
}

std::string told(const TestJudgement& judgement, const Arguments& arguments, const Session& session) {
  const std::string format = arguments.value("format").value_or("text");
  if (format == "json") return judge_json(judgement);
  const NotesShelf notes(notes_of);
  Document document = judge_document(judgement, notes, session.catalogue);
  if (format == "markdown") return render_markdown(document);
  return render_text(std::move(document), choose_text_options(arguments, session.system));
}

}  // namespace

Outcome run_judge(const Arguments& arguments, const Session& session) {
  if (arguments.has("list")) return list_topics(arguments, session);
  session.system.catch_interrupts();
  const JudgeTopic& topic = *find_judge_topic(arguments.value("topic").value_or(std::string(usual_topic)));
  TestRunner runner{arguments.positionals,
                    static_cast<double>(arguments.integer("timeout").value_or(usual_seconds)), session};
  ProgressBar bar(session, "judge.progress", topic.mutants.size() + 2, ProgressBar::Result::elsewhere);
  const TestJudgement judgement = judge(
      topic, topic.mutants, [&](const Tested& tested) { return runner(tested); },
      [&](std::size_t done, std::size_t) { bar.show(done); });
  if (runner.interrupted) return {.exit = Exit::fault};
  if (runner.fault) return unusable({*runner.fault});
  return {.output = told(judgement, arguments, session),
          .exit = judgement.good() ? Exit::success : Exit::wrong};
}

}  // namespace qkv
