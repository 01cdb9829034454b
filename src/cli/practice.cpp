#include <algorithm>
#include <utility>

#include "commands.hpp"
#include "practice/answers_file.hpp"
#include "practice/desk.hpp"
#include "practice/keeping.hpp"
#include "practice/request.hpp"
#include "qkv/cli/load_problem.hpp"
#include "qkv/cli/output.hpp"
#include "qkv/json/progress.hpp"
#include "qkv/json/read_notes.hpp"
#include "qkv/json/session.hpp"
#include "tutor/lesson_practice.hpp"
#include "tutor/progress_file.hpp"
#include "words.hpp"

namespace qkv {
namespace {

// ---- what cannot be done, and the way out

Outcome refused(std::vector<Diagnostic> faults, std::string_view way_out, const PracticeRequest& request,
                const Session& world) {
  Outcome outcome = unusable(std::move(faults));
  outcome.hint = world.catalogue.say(
                     way_out, {argument("command", bare_command_of(request)),
                               argument("again", command_of(request)), argument("file", request.session)}) +
                 "\n";
  return outcome;
}

// A kept practice that cannot be used.
Outcome refused_kept(std::vector<Diagnostic> faults, const PracticeRequest& request, const Session& world) {
  const std::string& code = faults.front().code;
  const bool holds_none = code == "file.directory" || code == "session.no-file" || code == "file.too-large" ||
                          code == "session.is-progress" || code == "session.foreign" ||
                          code == "session.kind";
  const bool was_moving = request.anew && !holds_none && code != "session.locked";
  const std::string_view way_out = code == "session.locked"   ? "practice.way-out.locked"
                                   : holds_none || was_moving ? "practice.way-out.elsewhere"
                                                              : "practice.way-out";
  Outcome outcome = refused(std::move(faults), way_out, request, world);
  if (was_moving) outcome.exit = Exit::fault;
  return outcome;
}

// A problem that cannot be read; somebody may have named a kept practice in its place.
Outcome refused_problem(std::vector<Diagnostic> faults, const std::string& name, const Session& world) {
  Outcome outcome = unusable(std::move(faults));
  const bool is_answers = outcome.faults.front().code == "problem.answer-file";
  const Result<std::string> text = is_answers ? world.system.read_file(name) : Result<std::string>("");
  if (is_answers && text && read_session(text.value(), name))
    outcome.hint = world.catalogue.say("practice.way-out.session", {argument("file", name)}) + "\n";
  return outcome;
}

// ---- the problem of a kept practice

// As it was named, if that leads there from here as well; else where it was.
std::string problem_of(const PracticeSession& session, const System& system) {
  const bool moved = session.path.empty() || system.is_same_file(session.source, session.path) ||
                     !system.exists(session.path);
  return moved ? session.source : session.path;
}

Outcome practise(const Problem& problem, const PracticeRequest& request, const Arguments& arguments,
                 const Session& world);

// path: where the last practice was kept; empty: there was none.
Diagnostic no_last(const std::string& path) {
  if (path.empty()) return {"practice.which", {}, {}, {}};
  return {"practice.last-gone", {}, {argument("file", shown(path))}, {}};
}

struct LastPractice {
  std::string path;  // empty: there was none
  std::string gone;  // the one after it, which is not there any more; empty: there was none, or it is there
};
LastPractice last_practice(const System& system) {
  const auto folder = practice_folder(system);
  const std::vector<std::string> paths = folder ? last_sessions(*folder, system) : std::vector<std::string>{};
  if (paths.empty()) return {};
  const auto there =
      std::ranges::find_if(paths, [&](const std::string& path) { return system.exists(path); });
  if (there == paths.end()) return {paths.front(), ""};
  return {*there, there == paths.begin() ? "" : paths.front()};
}

// Goes on with a practice whose problem is not named.
Outcome go_on(PracticeRequest request, const Arguments& arguments, const Session& world) {
  const bool is_last = request.session.empty();
  if (auto fault = refused_place(request.session, world.system))
    return refused_kept({*fault}, request, world);
  const LastPractice last = is_last ? last_practice(world.system) : LastPractice{request.session, ""};
  const std::string& path = last.path;
  const Result<std::string> text = path.empty() ? Result<std::string>(Diagnostic{"file.missing", {}, {}, {}})
                                                : world.system.read_file(path);
  if (!text) {
    const bool is_gone = is_last && text.faults().front().code == "file.missing";
    return refused(is_gone ? std::vector<Diagnostic>{no_last(path)} : text.faults(), "practice.way-out.which",
                   request, world);
  }
  PracticeRequest named = request;
  named.session = path;
  named.anew = false;
  named.problem = std::string(world.catalogue.text("practice.any-problem"));
  if (auto fault = refused_content(text.value(), path)) return refused_kept({*fault}, named, world);
  const Result<PracticeSession> session = read_session(text.value(), path);
  if (!session) return refused_kept(session.faults(), named, world);
  request.problem = problem_of(session.value(), world.system);
  const Result<Problem> problem = load_problem(request.problem, world);
  if (!problem) return refused(problem.faults(), "practice.way-out.lost", named, world);
  const Result<PracticeSession> fits = fitted(problem.value(), session.value());
  if (!fits) {
    std::vector<Diagnostic> faults = fits.faults();
    for (Diagnostic& fault : faults) fault.place.file = path;
    return refused(std::move(faults), "practice.way-out.lost", named, world);
  }
  // It was saved elsewhere.
  const auto folder = practice_folder(world.system);
  if (is_last && (!folder || path != session_path(*folder, problem.value()))) request.session = path;
  if (!last.gone.empty())
    request.notice = world.catalogue.say("practice.last-gone", {argument("file", shown(last.gone))});
  return practise(problem.value(), request, arguments, world);
}

// ---- the practice

TextOptions looks_of(Arguments arguments, const System& system) {
  // The file of --output is for the answers; what is said goes to the terminal all the same.
  std::erase_if(arguments.options, [](const GivenOption& option) { return option.name == "output"; });
  return choose_text_options(arguments, system);
}

// Where it is to be kept; without a place, why there is none.
KeptPlace place_of(const PracticeRequest& request, const Problem& problem, const System& system) {
  if (!request.session.empty()) return {request.session, ""};
  const auto folder = practice_folder(system);
  return folder ? KeptPlace{session_path(*folder, problem), *folder} : KeptPlace{};
}

// Why the answers cannot go where they are to go: found out before anything is typed.
std::optional<Outcome> refused_output(const PracticeRequest& request, const KeptPlace& place,
                                      const System& system) {
  if (request.output.empty()) return std::nullopt;
  for (const std::string& other : {place.path, request.problem, progress_path(system).value_or("")}) {
    if (is_one_file(request.output, other, system))
      return unusable({{"practice.output", {}, {argument("file", shown(request.output))}, {}}});
  }
  if (system.is_ordinary_file(request.output)) {
    const Result<std::string> text = system.read_file(request.output);
    const bool is_kept = text && (read_session(text.value(), "") || read_progress(text.value(), ""));
    if (is_kept) return unusable({{"practice.output", {}, {argument("file", shown(request.output))}, {}}});
  }
  const std::optional<Diagnostic> fault = system.check_file(request.output);
  if (!fault) return std::nullopt;
  Outcome outcome;
  outcome.exit = Exit::fault;
  outcome.faults = {*fault};
  return outcome;
}

// A new one, or that of the file as far as it fits the problem.
Result<PracticeSession> session_of(const Problem& problem, const PracticeRequest& request, Kept& kept,
                                   const System& system) {
  PracticeSession session;
  if (kept.session) {
    Result<PracticeSession> fits = fitted(problem, std::move(*kept.session));
    if (!fits) return fits.faults();
    session = std::move(fits.value());
    if (request.problem != session.path) session.source = request.problem;
  } else {
    session = new_session(problem, request.problem, request.by.value_or(PracticeBy::row));
  }
  session.path = builtin_problem(request.problem) ? "" : system.absolute_path(request.problem);
  if (request.by) session.by = *request.by;
  session.decimal_comma |= request.decimal_comma;
  return session;
}

PracticeOptions options_of(const PracticeRequest& request, const std::string& path, const NotesShelf& notes) {
  return {.problem_argument = request.problem,
          .session_file = path,
          .command = command_of(request),
          .output = request.output,
          .anew = command_of(request) + " --new",
          .notes = &notes};
}

// screen: where it was said.
Outcome outcome_of(const Desk& desk, const Sink& screen, const PracticeRequest& request,
                   const Session& world) {
  Outcome outcome;
  if (!desk.keeper().is_open() || desk.keeper().fault()) outcome.exit = Exit::fault;
  if (screen.fault()) {
    outcome.exit = Exit::fault;
    outcome.faults.push_back(*screen.fault());
  }
  if (request.output.empty()) return outcome;
  if (has_answers(desk.practice().session())) {
    outcome.output = answers_file(desk.practice(), request.output, request.problem, world.catalogue);
  } else {
    outcome.hint = world.catalogue.say("practice.no-answers", {argument("file", request.output)}) + "\n";
  }
  return outcome;
}

// `save FILE` moved the practice of this problem that was opened last: what stands here is older.
void tell_saved_elsewhere(const Problem& problem, const KeptPlace& place, const PracticeRequest& request,
                          const Session& world, Pager& pager) {
  if (place.folder.empty()) return;
  const std::vector<std::string> paths = last_sessions(place.folder, world.system);
  if (paths.empty() || is_one_file(paths.front(), place.path, world.system)) return;
  const std::string& last = paths.front();
  const Result<std::string> text = world.system.read_file(last);
  if (!text) return;
  const Result<PracticeSession> session = read_session(text.value(), last);
  if (!session || !fitted(problem, session.value())) return;
  PracticeRequest there = request;
  there.session = last;
  pager.say_aside(world.catalogue.say("practice.newer",
                                      {argument("file", last), argument("command", command_of(there))}));
}

// Whoever names the file themselves does not depend on it: where it cannot be remembered nothing is said.
void remember_quietly(const std::string& path, const System& system) {
  const auto folder = practice_folder(system);
  if (!folder || system.make_private_folder(*folder)) return;
  remember_session(*folder, system.absolute_path(path), system);
}

Outcome practise(const Problem& problem, const PracticeRequest& request, const Arguments& arguments,
                 const Session& world) {
  const KeptPlace place = place_of(request, problem, world.system);
  if (auto refusal = refused_output(request, place, world.system)) return *refusal;
  Kept kept;
  std::string aside;
  if (place.path.empty()) {
    kept.unkept = Diagnostic{"practice.no-home", {}, {}, {}};
  } else {
    kept = open_kept(place, world.system, request.anew ? &aside : nullptr);
  }
  if (!kept.faults.empty()) return refused_kept(std::move(kept.faults), request, world);
  const bool goes_on = kept.session.has_value();
  Result<PracticeSession> session = session_of(problem, request, kept, world.system);
  if (!session) {
    std::vector<Diagnostic> faults = session.faults();
    for (Diagnostic& fault : faults) fault.place.file = place.path;
    return refused_kept(std::move(faults), request, world);
  }
  Sink screen(world.system, "");  // the file of --output is for the answers
  Pager pager(world.system, world.catalogue, looks_of(arguments, world.system), screen);
  if (!aside.empty()) pager.say_aside(world.catalogue.say("practice.aside", {argument("file", aside)}));
  if (!request.notice.empty()) pager.say_aside(request.notice);
  if (!request.anew) tell_saved_elsewhere(problem, place, request, world, pager);
  const bool is_remembered = kept.file && !place.folder.empty();
  if (is_remembered) tell_unremembered(remember_session(place.folder, place.path, world.system), world);
  if (kept.file && place.folder.empty()) remember_quietly(place.path, world.system);
  const NotesShelf notes(notes_of);
  Desk desk(Practice(problem, std::move(session.value())),
            SessionKeeper(place, std::move(kept), world.system), options_of(request, place.path, notes),
            pager, world);
  desk.set_moved([&](const std::string& path) {
    PracticeRequest moved = request;
    if (!is_one_file(path, place.path, world.system)) moved.session = path;
    return options_of(moved, path, notes);
  });
  desk.work(goes_on ? PracticeOpening::goes_on : PracticeOpening::begins);

  Outcome outcome = outcome_of(desk, screen, request, world);
  if (!desk.keeper().is_open()) return outcome;
  // It could be opened only later.
  if (!is_remembered && !place.folder.empty() && desk.keeper().path() == place.path)
    tell_unremembered(remember_session(place.folder, place.path, world.system), world);
  // For `qkv progress`.
  const auto endings = endings_of(desk.practice());
  ProgressKeeper progress(world);
  if (!endings.empty()) {
    progress.keep([&](Learned& learned) {
      for (const auto& [step, ending] : endings) record_table(learned, problem.id, step, ending);
    });
  }
  if (progress.failed()) outcome.exit = Exit::fault;
  return outcome;
}

}  // namespace

Outcome run_practice(const Arguments& arguments, const Session& world) {
  const PracticeRequest request = practice_request(arguments);
  // Standard input is for the answers.
  if (request.problem == "-") return unusable({{"practice.stdin", {}, {}, {}}});
  // There the practice itself is to be read.
  if (is_standard_output(request.output)) return unusable({{"practice.output-standard", {}, {}, {}}});
  if (request.session == "-") return unusable({{"session.dash", {}, {}, {}}});
  if (request.problem.empty()) return go_on(request, arguments, world);
  const Result<Problem> problem = load_problem(request.problem, world);
  if (!problem) return refused_problem(problem.faults(), request.problem, world);
  return practise(problem.value(), request, arguments, world);
}

}  // namespace qkv
