// qkv verify: whether an implementation of attention, in any language, is right.
#include "qkv/report/verify.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "commands.hpp"
#include "machine_format.hpp"
#include "progress_bar.hpp"
#include "qkv/cli/output.hpp"
#include "qkv/format/formats.hpp"
#include "qkv/json/protocol.hpp"
#include "qkv/json/read_notes.hpp"
#include "qkv/json/write_verify.hpp"
#include "qkv/render/markdown.hpp"
#include "qkv/render/text.hpp"
#include "qkv/text/command_calls.hpp"
#include "verify/ask.hpp"
#include "words.hpp"

namespace qkv {
namespace {

struct VerifyCommand {
  std::vector<std::string> words;
  std::vector<std::string> suites;
  SuiteSetting setting;
  AskLimits limits;
};

// "layer,offset" as two.
std::vector<std::string> at_commas(const std::vector<std::string>& values) {
  std::vector<std::string> parts;
  for (const std::string& value : values) {
    std::size_t begin = 0;
    while (begin <= value.size()) {
      const std::size_t end = std::min(value.find(',', begin), value.size());
      if (end > begin) parts.push_back(value.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return parts;
}

// Fault: an unknown lack.
Result<VerifyCommand> verify_command(const Arguments& arguments) {
  VerifyCommand command;
  command.words = arguments.positionals;
  command.suites = arguments.values("suite");
  if (command.suites.empty()) command.suites.emplace_back(verify_suites[0]);
  if (const auto policy = arguments.value("fully-masked"))
    command.setting.fully_masked = *fully_masked_from_name(*policy);
  if (const auto seed = arguments.value("seed")) command.setting.seed = *read_seed(*seed);
  std::vector<Diagnostic> faults;
  const std::vector<std::string> known(std::begin(verify_lacks), std::end(verify_lacks));
  for (const std::string& lack : at_commas(arguments.values("lacks"))) {
    if (std::ranges::find(known, lack) == known.end())
      faults.push_back({"verify.unknown-lack",
                        {},
                        {argument("lack", shown(lack)), argument("known", joined(known))},
                        suggest(lack, known)});
    command.setting.lacks.insert(lack);
  }
  if (!faults.empty()) return faults;
  AskLimits& limits = command.limits;
  limits.answer_seconds = arguments.integer("timeout").value_or(static_cast<int>(limits.answer_seconds));
  limits.start_seconds = arguments.integer("start-timeout").value_or(static_cast<int>(limits.start_seconds));
  limits.processes = arguments.integer("processes").value_or(limits.processes);
  if (const auto memory = arguments.integer("memory")) limits.memory = static_cast<long long>(*memory) << 20;
  return command;
}

// As it would be typed.
std::string typed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + shell_word(word);
  return text;
}

std::string printed(const SuiteReport& report, const VerifyCommand& command, const std::string& complaints,
                    const std::optional<BadEnd>& end, const Arguments& arguments, const Session& session) {
  const std::string wanted = arguments.value("format").value_or("text");
  if (wanted == "json") return verify_json(report, command.words, end);
  const NotesShelf notes(notes_of);
  const VerifyOptions options{.notes = &notes,
                              .command = typed(command.words),
                              .complaints = complaints,
                              .line_of = request_line,
                              .end = end,
                              .details = arguments.has("details")};
  if (const Format* format = find_format(wanted)) {
    const Submission submission{
        .file = {}, .results = verify_results(report, options, session.catalogue), .failures = {}};
    return formatted(*format, submission, format_setting(arguments, session));
  }
  Document document = verify_document(report, options, session.catalogue);
  if (wanted == "markdown") return render_markdown(document);
  return render_text(std::move(document), choose_text_options(arguments, session.system));
}

// There was never an answer to judge: what stood in the way, first.
Outcome never_answered(const SuiteReport& report, const Asker& asker, const Session& session) {
  if (asker.fault()) return unusable({*asker.fault()});
  for (const CheckResult& result : report.checks) {
    if (!result.failure || result.failure->kind != FailedCase::Kind::trouble) continue;
    const Trouble& trouble = result.failure->trouble;
    const std::string said = trouble_text(trouble, session.catalogue);
    const std::string code =
        trouble.excerpt.empty() ? "verify.never-answered" : "verify.never-answered.excerpt";
    std::vector<Argument> details = trouble.details;
    details.push_back(argument("trouble", std::string(trouble_name(trouble.kind))));
    details.push_back(argument("what", said));
    if (!trouble.excerpt.empty()) details.push_back(argument("excerpt", trouble.excerpt));
    return unusable({{code, {}, std::move(details), {}}});
  }
  return unusable({{"verify.lacks-everything", {}, {}, {}}});
}

}  // namespace

Outcome run_verify(const Arguments& arguments, const Session& session) {
  const Result<VerifyCommand> read = verify_command(arguments);
  if (!read) return unusable(read.faults());
  const VerifyCommand& command = read.value();
  session.system.catch_interrupts();
  Asker asker(command.words, command.limits, session);
  ProgressBar bar(session, "verify.progress", std::nullopt, ProgressBar::Result::elsewhere);
  const SuiteReport report = verify(
      command.suites, command.setting, [&](const AttentionRequest& request) { return asker.ask(request); },
      [&](std::size_t done, std::size_t) { bar.show(done); });
  const std::optional<BadEnd> end = asker.finish();
  const std::string complaints = asker.end();
  if (asker.was_interrupted()) return {.exit = Exit::fault};
  const bool anything = report.count(CheckResult::Outcome::passed) > 0 || asker.was_answered();
  if (!anything || asker.fault()) return never_answered(report, asker, session);
  return {.output = printed(report, command, complaints, end, arguments, session),
          .exit = report.passed() ? Exit::success : Exit::wrong};
}

}  // namespace qkv
