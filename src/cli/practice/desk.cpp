#include "desk.hpp"

#include <utility>

#include "qkv/json/session.hpp"
#include "qkv/tutor/commands.hpp"
#include "save_line.hpp"

namespace qkv {

Desk::Desk(Practice practice, SessionKeeper keeper, PracticeOptions options, Pager& pager,
           const Session& world)
    : practice_(std::move(practice)),
      keeper_(std::move(keeper)),
      options_(std::move(options)),
      pager_(pager),
      world_(world) {}

void Desk::say(NoteKind kind, std::string text) {
  Document document;
  document.sections.push_back({{}, {Note{kind, std::move(text)}}});
  pager_.say(std::move(document));
}

// What could not be written is not said to be kept.
PracticeOptions Desk::options() const {
  PracticeOptions now = options_;
  now.unkept = !keeper_.is_open() || keeper_.fault().has_value();
  if (now.unkept || now.in_lesson) now.session_file.clear();
  return now;
}

namespace {

std::string shown_word(PracticeCommand command, const Catalogue& catalogue) {
  const std::string_view words =
      catalogue.text("practice.words." + std::string(practice_command_name(command)));
  return std::string(words.substr(0, words.find(' ')));
}

}  // namespace

// A fault is told when it comes, and that it is over as well.
void Desk::complain() {
  const std::optional<Diagnostic>& fault = keeper_.fault();
  if ((fault ? fault->code : "") == told_) return;
  told_ = fault ? fault->code : "";
  if (!fault)
    return pager_.say_aside(world_.catalogue.say("practice.saved", {argument("file", keeper_.path())}));
  std::string_view way_out = way_out_;
  if (way_out.empty()) way_out = keeper_.path().empty() ? "practice.unkept.nowhere" : "practice.unkept";
  pager_.say_aside((fault->place.file.empty() ? "qkv: " : "") + fault_text(world_.catalogue, *fault));
  pager_.say_aside(
      world_.catalogue.say(way_out, {argument("command", options_.anew),
                                     argument("save", shown_word(PracticeCommand::save, world_.catalogue))}));
}

// Where it could not be kept, each line tries again.
void Desk::put_away() {
  keeper_.keep(session_json(practice_.session()));
  complain();
}

void Desk::save_in(const std::string& path) {
  if (options_.in_lesson)
    return say(NoteKind::warning, std::string(world_.catalogue.text("practice.save.lesson")));
  std::optional<Diagnostic> fault;
  std::string before;
  if (path.empty()) {
    fault = Diagnostic{"session.no-name", {}, {}, {}};
  } else if (path == "-") {
    fault = Diagnostic{"session.dash", {}, {}, {}};
  } else if (is_one_file(path, options_.output, world_.system)) {
    fault = Diagnostic{"session.is-output", {.file = path}, {}, {}};
  } else {
    before = keeper_.is_open() ? keeper_.path() : "";
    fault = keeper_.move_to(path, session_json(practice_.session()));
  }
  if (fault) return say(NoteKind::warning, fault_text(world_.catalogue, *fault));
  told_.clear();
  if (moved_) options_ = moved_(path);
  if (const auto folder = practice_folder(world_.system))
    tell_unremembered(remember_session(*folder, world_.system.absolute_path(path), world_.system), world_);
  say(NoteKind::good, world_.catalogue.say("practice.saved.elsewhere",
                                           {argument("file", path), argument("command", options_.command)}));
  if (!before.empty() && !is_one_file(before, path, world_.system))
    say(NoteKind::remark,
        world_.catalogue.say("practice.saved.before",
                             {argument("file", before), argument("word", name_to_type(before, world_.system)),
                              argument("save", shown_word(PracticeCommand::save, world_.catalogue))}));
}

bool Desk::saves_elsewhere(const std::string& line) {
  const auto path = file_to_save_in(line, world_.system);
  if (path) save_in(*path);
  return path.has_value();
}

namespace {

// A command behind a line that was left to be mended.
std::string command_behind(const std::string& typed, const std::string& begin_with, const System& system) {
  if (begin_with.empty() || !typed.starts_with(begin_with)) return typed;
  const std::string rest = typed.substr(begin_with.size());
  return practice_command(rest) || file_to_save_in(rest, system) ? rest : typed;
}

Document too_long(const Catalogue& catalogue) {
  constexpr auto limit = static_cast<long long>(longest_line / 1024);
  Section section;
  section.blocks.emplace_back(
      Note{NoteKind::warning, catalogue.say("practice.too-long", {argument("limit", limit)})});
  section.blocks.emplace_back(Paragraph{std::string(catalogue.text("practice.free.anew"))});
  Document document;
  document.sections.push_back(std::move(section));
  return document;
}

}  // namespace

bool Desk::goes_on() const {
  return practice_.prompt() != nullptr && !pager_.is_over() && !pager_.has_left();
}

void Desk::work(PracticeOpening opening) {
  put_away();
  pager_.say(practice_opening(practice_, opening, options(), world_.catalogue));
  pager_.set_typed_ahead(TypedAhead::kept);  // rows that are pasted stay rows
  work_on();
  pager_.set_typed_ahead(TypedAhead::lost);
  put_away();
  pager_.say_all(practice_summary(practice_, options(), world_.catalogue));
}

void Desk::work_on() {
  std::optional<Prompt> before;
  std::string begin_with;
  bool asks = true;
  while (goes_on()) {
    const Prompt now = *practice_.prompt();
    if (asks) pager_.say(practice_prompt(practice_, before ? &*before : nullptr, world_.catalogue));
    if (!goes_on()) break;
    before = now;
    const TypedLine line = pager_.read(practice_line(practice_), begin_with);
    if (line.end != TypedLine::End::line) break;
    if (line.is_too_long) {
      pager_.say(too_long(world_.catalogue));
      begin_with.clear();
      asks = false;
      continue;
    }
    const std::string typed = command_behind(line.text, begin_with, world_.system);
    asks = false;
    if (saves_elsewhere(typed)) {
      begin_with.clear();
      continue;
    }
    Reaction reaction = practice_.react(typed);
    // What comes from a pipe cannot be mended where it stands.
    if (!pager_.is_at_terminal()) reaction.keep.clear();
    put_away();
    pager_.say(practice_reaction(practice_, reaction, options(), world_.catalogue));
    if (reaction.command == PracticeCommand::quit) break;
    begin_with = reaction.keep;
    // A line that is to be mended, or a hint, needs no second question.
    asks = practice_.prompt() != nullptr &&
           (!(practice_.prompt()->spot == now.spot) || reaction.kind == ReactionKind::nothing ||
            reaction.command == PracticeCommand::inputs || reaction.command == PracticeCommand::table ||
            reaction.command == PracticeCommand::help);
  }
}

}  // namespace qkv
