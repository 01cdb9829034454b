#include "qkv/cli/run.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

#include "machine_format.hpp"
#include "qkv/cli/command.hpp"
#include "qkv/cli/help.hpp"
#include "qkv/cli/output.hpp"
#include "qkv/cli/parse.hpp"
#include "qkv/cli/version.hpp"
#include "qkv/format/clean.hpp"
#include "qkv/text/unicode.hpp"
#include "words.hpp"

namespace qkv {
namespace {

Outcome answer(const std::vector<std::string>& words, const Result<Request>& parsed, const Session& session) {
  if (!parsed) return misuse(command_of(words), parsed.faults(), session);
  const Request& request = parsed.value();
  if (request.version) return {.output = "qkv " + std::string(version()) + "\n"};
  if (request.help) return help_outcome(request.command, session);
  return request.command->run(request.arguments, session);
}

// A result of the command alone goes to the file of --output: not its help, nor what is wrong with its words.
std::string file_of(const Result<Request>& parsed) {
  const bool runs = parsed && !parsed.value().version && !parsed.value().help;
  if (!runs) return "";
  const Request& request = parsed.value();
  const bool is_folder =
      request.command->fills_folder != nullptr && request.command->fills_folder(request.arguments);
  return is_folder ? "" : output_file(request.arguments);
}

// Whoever asked for a machine format gets it, whatever is wrong with the command line or the files.
Outcome for_machines(Outcome outcome, const std::vector<std::string>& words, const Session& session) {
  const std::string_view format = wanted_machine_format(words);
  const bool failed = session.sink.is_empty() && outcome.output.empty() && !outcome.faults.empty();
  if (!format.empty() && failed) outcome.output = failure_output(format, outcome.faults, words, session);
  return outcome;
}

int code_of(Exit exit) {
  return static_cast<int>(exit);
}

// What goes to standard error: in which signs, and how wide its terminal is.
struct Complaining {
  const Catalogue catalogue;
  std::optional<int> width;  // none: it is no terminal
  CommandCalls calls = {};   // how commands that are named are to be typed
  bool for_runner = false;   // of a pipeline, which takes lines of both streams for commands
};

// A fault of a file begins with the file's name, any other with ours.
std::string complaint(const Diagnostic& fault, const Complaining& how) {
  const std::string text = (fault.place.file.empty() ? "qkv: " : "") + fault_text(how.catalogue, fault);
  return fitted(with_calls(text, how.calls), how.width) + "\n";
}

// A hint, each line of it fitted.
std::string way_out(const std::string& hint, const Complaining& how) {
  const std::string text = with_calls(hint, how.calls);
  std::string lines;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    lines += fitted(text.substr(from, end - from), how.width) + "\n";
    from = end + 1;
  }
  return lines;
}

// Prints it. A result that could not be written is a fault; a reader who closed the pipe has seen enough.
int deliver(const Outcome& outcome, const Complaining& how, const Session& session) {
  session.sink.write(outcome.output);
  session.sink.finish();
  const std::optional<Diagnostic>& failed = session.sink.fault();
  std::string complaints;
  for (const Diagnostic& fault : outcome.faults) complaints += complaint(fault, how);
  complaints += way_out(outcome.hint, how);
  if (failed) complaints += complaint(*failed, how);
  if (how.for_runner) complaints = without_command_lines(complaints);
  if (!complaints.empty()) session.system.write_error(complaints);
  return std::max(code_of(outcome.exit), failed ? code_of(Exit::fault) : 0);
}

Complaining complaining(const std::vector<std::string>& words, const Catalogue& catalogue,
                        const System& system) {
  const Terminal terminal = system.error_terminal();
  return {Catalogue(catalogue.language(), wants_ascii(words) ? Signs::ascii : Signs::all),
          terminal.is_terminal ? std::optional(terminal.width) : std::nullopt, choose_calls(words, system),
          !terminal.is_terminal || !wanted_machine_format(words).empty()};
}

// Composed of whole texts: when the memory is gone there is none to put words together.
int give_up(std::string_view key, const Catalogue& catalogue, const System& system) {
  system.write_error(catalogue.text(key));
  system.write_error("\n");
  return code_of(Exit::fault);
}

}  // namespace

Outcome unusable(std::vector<Diagnostic> faults) {
  Outcome outcome;
  outcome.exit = Exit::unusable;
  outcome.faults = std::move(faults);
  return outcome;
}

Outcome misuse(const CommandRow* command, const std::vector<Diagnostic>& faults, const Session& session) {
  Outcome outcome = unusable(faults);
  const std::string words =
      command == nullptr ? "qkv --help" : "qkv " + std::string(command->name) + " --help";
  outcome.hint = usage_line(command, session.catalogue) +
                 session.catalogue.say("help.pointer", {argument("command", words)}) + "\n";
  return outcome;
}

Outcome help_outcome(const CommandRow* command, const Session& session) {
  const std::optional<int> width = output_width(session.system);
  Outcome outcome;
  outcome.output = command == nullptr ? program_help(session.catalogue, width)
                                      : command_help(*command, session.catalogue, width);
  return outcome;
}

int run_qkv(const std::vector<std::string>& words, const System& system) {
  const Catalogue catalogue(choose_language(words, system));
  try {
    const Result<Request> parsed = parse_command_line(words);
    Sink sink(system, file_of(parsed));
    const Session session{system, catalogue, sink};
    Outcome outcome = answer(words, parsed, session);
    outcome = for_machines(std::move(outcome), words, session);
    return deliver(outcome, complaining(words, catalogue, system), session);
  } catch (const std::bad_alloc&) {
    return give_up("fault.memory", catalogue, system);
  } catch (...) {
    return give_up("fault.internal", catalogue, system);
  }
}

}  // namespace qkv
