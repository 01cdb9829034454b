#include "qkv/report/progress.hpp"

#include <utility>

#include "commands.hpp"
#include "qkv/cli/output.hpp"
#include "qkv/json/progress.hpp"
#include "qkv/json/read_content.hpp"
#include "qkv/tutor/typed_word.hpp"
#include "tutor/progress_file.hpp"
#include "words.hpp"

namespace qkv {
namespace {

Outcome said(const Session& world, std::string_view key, const std::vector<Argument>& arguments = {}) {
  return {.output = world.catalogue.say(key, arguments) + "\n"};
}

// Nothing was deleted, though it should be.
Outcome failed(std::vector<Diagnostic> faults) {
  Outcome outcome;
  outcome.exit = Exit::fault;
  outcome.faults = std::move(faults);
  return outcome;
}

// At a terminal the learner is asked; elsewhere --yes has to say it.
bool is_sure(const Session& world) {
  const auto lines = world.system.open_lines();
  const TypedLine line = lines->read(std::string(world.catalogue.text("progress.sure")), "");
  return line.end == TypedLine::End::line && is_word_of(line.text, "quiz.words.yes");
}

// What can be read is deleted; what cannot is put aside.
Outcome reset(const std::string& path, const Session& world) {
  const auto file = open_progress(path, world.system);
  if (!file) return failed(file.faults());
  const std::optional<std::string>& content = file.value()->content();
  std::string aside;
  if (content && !read_progress(*content, path)) {
    const Result<std::string> moved = file.value()->set_aside();
    if (!moved) return failed(moved.faults());
    aside = moved.value();
  }
  if (const auto fault = file.value()->remove()) return failed({*fault});
  if (aside.empty()) return said(world, "progress.reset.done");
  return said(world, "progress.reset.aside", {argument("file", aside)});
}

Outcome run_reset(const Arguments& arguments, const Session& world) {
  if (arguments.value("format") == "json") return unusable({{"usage.reset-format", {}, {}, {}}});
  const auto path = progress_path(world.system);
  if (!path) return said(world, "progress.reset.nothing");
  if (!world.system.exists(*path)) {
    // There is none, or nobody can tell.
    const Result<std::string> text = world.system.read_file(*path);
    const bool missing = text || text.faults().front().code == "file.missing";
    return missing ? said(world, "progress.reset.nothing") : failed(text.faults());
  }
  if (!arguments.has("yes")) {
    if (!world.system.input_terminal().is_terminal) return unusable({{"progress.needs-yes", {}, {}, {}}});
    if (!is_sure(world)) return said(world, "progress.reset.kept");
  }
  return reset(*path, world);
}

}  // namespace

Outcome run_progress(const Arguments& arguments, const Session& world) {
  if (arguments.has("reset")) return run_reset(arguments, world);
  if (arguments.has("yes")) return unusable({{"usage.yes-alone", {}, {}, {}}});
  const Result<Learned> progress = load_progress(world);
  if (!progress) return refused_progress(progress.faults(), world);
  ProblemShelf problems;
  const Content content = embedded_content(problems);
  const ProgressReport report = report_progress(progress.value(), content);
  if (arguments.value("format") == "json") return {.output = progress_report_json(report)};
  // Where nothing is kept yet, it is not said to be.
  std::string path = progress_path(world.system).value_or("");
  if (!path.empty() && !world.system.exists(path)) path.clear();
  Document document = progress_document(report, content, path, world.catalogue);
  return {.output = render_text(std::move(document), choose_text_options(arguments, world.system))};
}

}  // namespace qkv
