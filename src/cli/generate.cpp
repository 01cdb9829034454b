#include <algorithm>
#include <utility>

#include "commands.hpp"
#include "generate/class_folder.hpp"
#include "in_order.hpp"
#include "progress_bar.hpp"
#include "qkv/base/embedded.hpp"
#include "qkv/cli/load_problem.hpp"
#include "qkv/cli/output.hpp"
#include "qkv/generate/exercise.hpp"
#include "qkv/io/read_roster.hpp"
#include "qkv/io/read_sentences.hpp"
#include "qkv/json/write_problem.hpp"
#include "words.hpp"

namespace qkv {
namespace {

constexpr std::uint64_t seed_by_default = 1;
constexpr std::string_view sentences_by_default = "legal-zh";
constexpr std::size_t most_named = 5;  // students in one message

ExerciseRequest request_of(const Arguments& arguments) {
  ExerciseRequest request;
  request.topic = find_topic_of_exercises(arguments.value("topic").value_or(""));
  request.level = arguments.integer("level").value_or(request.level);
  request.tokens = arguments.integer("tokens");
  request.d_k = arguments.integer("d-k");
  request.d_v = arguments.integer("d-v");
  request.heads = arguments.integer("heads");
  request.decimals = arguments.integer("decimals");
  request.blank = arguments.integer("fade");
  for (const std::string& step : arguments.values("ask")) request.ask.push_back(*step_from_name(step));
  return request;
}

std::uint64_t seed_of(const Arguments& arguments) {
  const auto text = arguments.value("seed");
  return text ? *read_seed(*text) : seed_by_default;
}

// A built-in set, or a file. As with problems, a built-in name wins.
Result<Sentences> load_sentences(const Arguments& arguments, const Session& session) {
  // By the words of the command alone: where it is typed does not matter.
  const bool in_english = arguments.value("lang") == "en";
  const std::string name =
      arguments.value("tokens-from").value_or(in_english ? "legal-en" : std::string(sentences_by_default));
  if (const auto bytes = embedded_file("sentences/" + name + ".txt")) {
    return read_sentences(std::string(*bytes), name);
  }
  Result<std::string> text = load_text(name, session);
  if (!text) return text.faults();
  return read_sentences(std::move(text.value()), shown_name(name, session));
}

// ---- for whom
// --------------------------------------------------------------------------------------------------

struct Addressee {
  Recipient recipient;
  std::string id;  // by which files are called
  std::string name;
};

Result<std::vector<Addressee>> load_class(const std::string& path, const Session& session) {
  Result<std::string> text = load_text(path, session);
  if (!text) return text.faults();
  const auto roster = read_roster(std::move(text.value()), shown_name(path, session));
  if (!roster) return roster.faults();
  std::vector<Addressee> addressees;
  for (const RosterEntry& entry : roster.value()) {
    addressees.push_back({{.student = entry.id, .number = 0}, entry.id, entry.name});
  }
  return addressees;
}

std::vector<Addressee> numbered(int count) {
  std::vector<Addressee> addressees;
  for (int number = 1; number <= count; ++number) {
    addressees.push_back({{.student = {}, .number = number}, std::to_string(number), {}});
  }
  return addressees;
}

// ---- many
// --------------------------------------------------------------------------------------------------------

Result<std::vector<ClassMember>> make_all(const ExercisePlan& plan, std::uint64_t seed,
                                          const std::vector<Addressee>& addressees,
                                          const Sentences& sentences, const Session& session) {
  std::vector<ClassMember> members;
  std::vector<Diagnostic> faults;
  ProgressBar progress(session, "generate.progress", addressees.size(), ProgressBar::Result::elsewhere);
  std::size_t next = 0;
  const auto take = [&]() -> std::optional<const Addressee*> {
    if (next == addressees.size()) return std::nullopt;
    return &addressees[next++];
  };
  const auto worker = [&] {
    return [&](const Addressee* each) {
      return std::pair(each, make_exercise(plan, seed, each->recipient, sentences));
    };
  };
  const auto put = [&](std::pair<const Addressee*, Result<Problem>> made) {
    if (!made.second) {
      faults = made.second.faults();
      return false;
    }
    members.push_back({made.first->id, made.first->name, std::move(made.second.value())});
    progress.show(members.size());
    return true;
  };
  in_order(session.system.cores(), take, worker, put);
  if (!faults.empty()) return faults;
  return members;
}

// What the class list says otherwise than the manifest that was there.
std::string told_of_list(const ClassCounts& written, const Catalogue& catalogue) {
  std::string text;
  const auto say = [&](const char* key, const std::vector<std::string>& ids) {
    if (ids.empty()) return;
    std::string names;
    for (std::size_t i = 0; i < ids.size() && i < most_named; ++i)
      names += (i == 0 ? "" : ", ") + shown(ids[i]);
    if (ids.size() > most_named) names += ", …";
    text += catalogue.count(key, static_cast<long long>(ids.size()), {argument("ids", names)}) + "\n";
  };
  say("generate.renamed", written.renamed);
  say("generate.gone", written.gone);
  return text;
}

std::string told(const std::string& folder, const ClassFiles& files, std::size_t count,
                 const Session& session) {
  const Catalogue& catalogue = session.catalogue;
  const std::vector<Argument> where = {argument("folder", shown(folder))};
  std::string text = catalogue.count("generate.done", static_cast<long long>(count), where) + "\n";
  if (files.written.untouched > 0) {
    text += catalogue.count("generate.untouched", files.written.untouched, where) + "\n";
  }
  return text + catalogue.say("generate.next", where) + "\n" + told_of_list(files.written, catalogue);
}

Outcome generate_class(const ExercisePlan& plan, const Arguments& arguments, const Sentences& sentences,
                       const Session& session) {
  std::string folder = output_file(arguments);
  if (folder.empty()) return unusable({{"generate.needs-folder", {}, {}, {}}});
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  const auto roster = arguments.value("roster");
  const auto addressees =
      roster ? load_class(*roster, session) : Result(numbered(arguments.integer("count").value_or(1)));
  if (!addressees) return unusable(addressees.faults());
  const auto members = make_all(plan, seed_of(arguments), addressees.value(), sentences, session);
  if (!members) return unusable(members.faults());
  const std::string sheet = arguments.value("sheet").value_or("markdown");
  const SheetFormat format = {sheet == "markdown" ? "md" : sheet};
  Result<ClassFiles> files = class_files(folder, members.value(), format, session);
  if (!files) return unusable(files.faults());
  // Numbers are no list of who belongs to the class.
  if (!roster) files.value().written.gone.clear();
  if (auto fault = write_class(files.value(), session.system)) {
    return {.output = {}, .exit = Exit::fault, .faults = {std::move(*fault)}, .hint = {}};
  }
  return {.output = with_calls(told(folder, files.value(), members.value().size(), session),
                               choose_text_options(arguments, session.system).calls)};
}

}  // namespace

bool fills_folder(const Arguments& arguments) {
  return arguments.has("roster") || arguments.has("count");
}

Outcome run_generate(const Arguments& arguments, const Session& session) {
  if (!arguments.has("topic")) return unusable({{"generate.no-topic", {}, {}, {}}});
  if (arguments.has("sheet") && !fills_folder(arguments)) {
    return unusable({{"generate.no-sheets", {}, {}, {}}});
  }
  const Result<Sentences> sentences = load_sentences(arguments, session);
  if (!sentences) return unusable(sentences.faults());
  const Result<ExercisePlan> plan = plan_exercises(request_of(arguments));
  if (!plan) return unusable(plan.faults());
  if (fills_folder(arguments)) return generate_class(plan.value(), arguments, sentences.value(), session);
  const Result<Problem> problem = make_exercise(plan.value(), seed_of(arguments), {}, sentences.value());
  if (!problem) return unusable(problem.faults());
  return {.output = problem_json(problem.value())};
}

}  // namespace qkv
