#include "qkv/report/progress.hpp"

#include <utility>

#include "commands.hpp"
#include "qkv/cli/output.hpp"
#include "qkv/json/progress.hpp"
#include "qkv/json/read_content.hpp"
#include "tutor/progress_file.hpp"
#include "words.hpp"

namespace qkv {
namespace {

Outcome said(const Session& world, std::string_view key, const std::vector<Argument>& arguments = {}) {
  return {.output = world.catalogue.say(key, arguments) + "\n"};
}

// At a terminal the learner is asked; elsewhere --yes has to say it.
bool is_sure(const Session& world) {
  const auto lines = world.system.open_lines();
  const TypedLine line = lines->read(std::string(world.catalogue.text("progress.sure")), "");
  if (line.end != TypedLine::End::line) return false;
  for (const Language language : {Language::zh, Language::en}) {
    const std::string words = " " + std::string(Catalogue(language).text("quiz.words.yes")) + " ";
    if (!line.text.empty() && words.find(" " + line.text + " ") != std::string::npos) return true;
  }
  return false;
}

// What can be read is deleted; what cannot is put aside.
Outcome reset(const std::string& path, const Session& world) {
  const auto file = world.system.open_session(path);
  if (!file) return unusable(file.faults());
  const std::optional<std::string>& content = file.value()->content();
  if (!content || read_progress(*content, path)) {
    file.value()->remove();
    return said(world, "progress.reset.done");
  }
  const Result<std::string> aside = file.value()->set_aside();
  if (!aside) return unusable(aside.faults());
  file.value()->remove();
  return said(world, "progress.reset.aside", {argument("file", aside.value())});
}

Outcome run_reset(const Arguments& arguments, const Session& world) {
  const auto path = progress_path(world.system);
  if (!path || !world.system.exists(*path)) return said(world, "progress.reset.nothing");
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
  Document document =
      progress_document(report, content, progress_path(world.system).value_or(""), world.catalogue);
  return {.output = render_text(std::move(document), choose_text_options(arguments, world.system))};
}

}  // namespace qkv
