#include <algorithm>
#include <utility>

#include "commands.hpp"
#include "practice/desk.hpp"
#include "practice/keeping.hpp"
#include "qkv/cli/load_answers.hpp"
#include "qkv/cli/load_problem.hpp"
#include "qkv/cli/output.hpp"
#include "qkv/io/write_sheet.hpp"
#include "qkv/json/read_notes.hpp"
#include "qkv/json/session.hpp"
#include "qkv/json/write_answers.hpp"
#include "qkv/render/markdown.hpp"
#include "qkv/report/handout.hpp"
#include "tutor/lesson_practice.hpp"
#include "tutor/progress_file.hpp"
#include "words.hpp"

namespace qkv {
namespace {

struct PracticeRequest {
  std::string problem;  // empty: that of the session
  std::string session;  // empty: in the user's own folder
  std::optional<PracticeBy> by;
  bool anew = false;
  bool decimal_comma = false;
  std::string language;  // empty: that of the surroundings
};

PracticeRequest practice_request(const Arguments& arguments) {
  PracticeRequest request;
  if (!arguments.positionals.empty()) request.problem = arguments.positionals.front();
  request.session = arguments.value("session").value_or("");
  if (const auto by = arguments.value("by")) request.by = practice_by_from_name(*by);
  request.anew = arguments.has("new");
  request.decimal_comma = arguments.has("decimal-comma");
  request.language = arguments.value("lang").value_or("");
  return request;
}

// How to go on with it.
std::string command_of(const PracticeRequest& request) {
  std::string command = "qkv practice " + request.problem;
  if (!request.session.empty()) command += " --session " + request.session;
  if (!request.language.empty()) command += " --lang " + request.language;
  return command;
}

Outcome refused(std::vector<Diagnostic> faults, std::string_view way_out, const PracticeRequest& request,
                const Session& world) {
  Outcome outcome = unusable(std::move(faults));
  outcome.hint =
      world.catalogue.say(
          way_out,
          {argument("command", "qkv practice" + (request.problem.empty() ? "" : " " + request.problem)),
           argument("again", command_of(request))}) +
      "\n";
  return outcome;
}

// The name of the problem that a session is about, where none is given.
Result<std::string> problem_of_session(const PracticeRequest& request, const Session& world) {
  std::string path = request.session;
  if (path.empty()) {
    if (const auto folder = practice_folder(world.system)) path = last_session(*folder, world.system);
  }
  if (path.empty()) return Diagnostic{"practice.which", {}, {}, {}};
  const Result<std::string> text = world.system.read_file(path);
  if (!text)
    return request.session.empty() ? std::vector<Diagnostic>{{"practice.which", {}, {}, {}}} : text.faults();
  const Result<PracticeSession> session = read_session(text.value(), path);
  if (!session) return session.faults();
  return session.value().source;
}

TextOptions looks_of(Arguments arguments, const System& system) {
  // The file of --output is for the answers; what is said goes to the terminal all the same.
  std::erase_if(arguments.options, [](const GivenOption& option) { return option.name == "output"; });
  return choose_text_options(arguments, system);
}

// The file is read without the option that let commas through.
void write_points(Answers& answers) {
  constexpr std::string_view wide_comma = "\xEF\xBC\x8C";
  for (AnswerTable& table : answers.tables) {
    for (AnswerCell& cell : table.cells) {
      std::string& written = cell.written;
      for (std::size_t at; (at = written.find(wide_comma)) != std::string::npos;)
        written.replace(at, wide_comma.size(), ".");
      std::ranges::replace(written, ',', '.');
    }
  }
}

std::string answers_file(const Practice& practice, const std::string& path, const PracticeRequest& request,
                         const Session& world) {
  const Problem& problem = practice.problem();
  Answers answers = answers_of(problem, practice.session());
  if (practice.session().decimal_comma) write_points(answers);
  answers = with_given_tables(problem, std::move(answers));
  const std::string name = in_lower_case(path);
  SheetOptions options = {.problem_argument = request.problem, .key = false};
  if (name.ends_with(".csv")) return csv_sheet(problem, answers, options, world.catalogue);
  if (!name.ends_with(".md") && !name.ends_with(".markdown")) return answers_json(problem, answers);
  options.problem = render_markdown(handout_document(problem, world.catalogue));
  return markdown_sheet(problem, answers, options, world.catalogue);
}

bool has_answers(const PracticeSession& session) {
  for (const AnswerTable& table : session.answers) {
    for (const AnswerCell& cell : table.cells) {
      if (!cell.written.empty()) return true;
    }
  }
  return false;
}

// Where it is kept: the path, or nothing where there is no place.
struct Place {
  std::string path;
  std::string folder;  // the user's own; empty: --session says where
  std::optional<Diagnostic> fault;
};

Place place_of(const PracticeRequest& request, const Problem& problem, const System& system) {
  if (!request.session.empty()) return {request.session, "", std::nullopt};
  const auto folder = practice_folder(system);
  if (!folder) return {"", "", Diagnostic{"practice.no-home", {}, {}, {}}};
  return {session_path(*folder, problem), *folder, system.make_private_folder(*folder)};
}

void complain(const Diagnostic& fault, const Session& world) {
  world.system.write_error("qkv: " + fault_text(world.catalogue, fault) + "\n" +
                           std::string(world.catalogue.text("practice.unkept")) + "\n");
}

Outcome practise(const Problem& problem, const PracticeRequest& request, const Arguments& arguments,
                 const Session& world) {
  const Place place = place_of(request, problem, world.system);
  const std::string output = output_file(arguments);
  for (const std::string& other : {place.path, request.problem}) {
    if (output.empty() || other.empty()) continue;
    if (other == output || world.system.is_same_file(output, other))
      return unusable({{"practice.output", {}, {argument("file", shown(output))}, {}}});
  }
  Kept kept;
  std::string aside;
  if (place.fault) {
    kept.unkept = place.fault;
  } else {
    kept = open_kept(place.path, world.system, request.anew ? &aside : nullptr);
  }
  if (!kept.faults.empty()) {
    const bool locked = kept.faults.front().code == "session.locked";
    return refused(std::move(kept.faults), locked ? "practice.way-out.locked" : "practice.way-out", request,
                   world);
  }
  PracticeSession session;
  const bool goes_on = kept.session.has_value();
  if (goes_on) {
    Result<PracticeSession> fits = fitted(problem, std::move(*kept.session));
    if (!fits) {
      std::vector<Diagnostic> faults = fits.faults();
      for (Diagnostic& fault : faults) fault.place.file = place.path;
      return refused(std::move(faults), "practice.way-out", request, world);
    }
    session = std::move(fits.value());
    session.source = request.problem;
  } else {
    session = new_session(problem, request.problem, request.by.value_or(PracticeBy::row));
  }
  if (request.by) session.by = *request.by;
  session.decimal_comma |= request.decimal_comma;
  if (kept.unkept) complain(*kept.unkept, world);
  if (!aside.empty())
    world.system.write_error(world.catalogue.say("practice.aside", {argument("file", aside)}) + "\n");
  if (kept.file && !place.folder.empty()) remember_session(place.folder, place.path, world.system);

  const NotesShelf notes(notes_of);
  const PracticeOptions options = {.problem_argument = request.problem,
                                   .session_file = kept.file ? place.path : "",
                                   .command = command_of(request),
                                   .anew = command_of(request) + " --new",
                                   .notes = &notes};
  Desk desk(Practice(problem, std::move(session)), kept.file, options, looks_of(arguments, world.system),
            world);
  desk.work(goes_on ? PracticeOpening::goes_on : PracticeOpening::begins);

  // For `qkv progress`. Whether that can be kept is nothing that a practice depends on.
  const auto endings = endings_of(desk.practice());
  if (kept.file && !endings.empty()) {
    change_progress(world, [&](Learned& learned) {
      for (const auto& [step, ending] : endings) record_table(learned, problem.id, step, ending);
    });
  }

  Outcome outcome;
  const std::optional<Diagnostic>& unkept = desk.unkept() ? desk.unkept() : kept.unkept;
  if (unkept) outcome.exit = Exit::fault;
  if (desk.unsaid()) {
    outcome.exit = Exit::fault;
    outcome.faults.push_back(*desk.unsaid());
  }
  if (!output_file(arguments).empty() && has_answers(desk.practice().session()))
    outcome.output = answers_file(desk.practice(), output_file(arguments), request, world);
  return outcome;
}

}  // namespace

Outcome run_practice(const Arguments& arguments, const Session& world) {
  PracticeRequest request = practice_request(arguments);
  // Standard input is for the answers.
  if (request.problem == "-") return unusable({{"practice.stdin", {}, {}, {}}});
  if (request.problem.empty()) {
    const Result<std::string> named = problem_of_session(request, world);
    if (!named) return refused(named.faults(), "practice.way-out.which", request, world);
    request.problem = named.value();
  }
  const Result<Problem> problem = load_problem(request.problem, world);
  if (!problem) return unusable(problem.faults());
  return practise(problem.value(), request, arguments, world);
}

}  // namespace qkv
