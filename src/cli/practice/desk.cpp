#include "desk.hpp"

#include <utility>

#include "qkv/json/session.hpp"

namespace qkv {

Desk::Desk(Practice practice, std::shared_ptr<SessionFile> file, PracticeOptions options, TextOptions looks,
           const Session& world)
    : practice_(std::move(practice)),
      file_(std::move(file)),
      options_(std::move(options)),
      looks_(looks),
      world_(world) {}

void Desk::say(Document document) {
  if (world_.system.output_terminal().is_terminal) looks_.width = world_.system.output_terminal().width;
  std::string text = render_text(std::move(document), looks_);
  if (text.empty() || reader_gone_) return;
  const Written written = world_.system.write_output(text + "\n");
  reader_gone_ = written.outcome != Written::Outcome::done;
  if (written.fault) unsaid_ = written.fault;
}

// What could not be written is not said to be kept.
PracticeOptions Desk::options() const {
  PracticeOptions now = options_;
  now.unkept = unkept_.has_value();
  if (now.unkept) now.session_file.clear();
  return now;
}

// A fault is told when it comes; the next line tries again.
void Desk::put_away() {
  if (!file_) return;
  std::string text = session_json(practice_.session());
  if (text == kept_ && !unkept_) return;
  const std::optional<Diagnostic> fault = file_->write(text);
  const bool is_news = fault && (!unkept_ || unkept_->code != fault->code);
  unkept_ = fault;
  if (!fault) kept_ = std::move(text);
  if (is_news) {
    world_.system.write_error(fault_text(world_.catalogue, *fault) + "\n" +
                              std::string(world_.catalogue.text("practice.unkept")) + "\n");
  }
}

namespace {

// A command behind a line that was left to be mended.
std::string command_behind(const std::string& typed, const std::string& begin_with) {
  if (begin_with.empty() || !typed.starts_with(begin_with)) return typed;
  const std::string rest = typed.substr(begin_with.size());
  return practice_command(rest) ? rest : typed;
}

Document too_long(const Catalogue& catalogue) {
  constexpr auto limit = static_cast<long long>(longest_line / 1024);
  Section section;
  section.blocks.emplace_back(
      Note{NoteKind::warning, catalogue.say("practice.too-long", {argument("limit", limit)})});
  section.blocks.emplace_back(Paragraph{std::string(catalogue.text("practice.free"))});
  Document document;
  document.sections.push_back(std::move(section));
  return document;
}

}  // namespace

void Desk::work(PracticeOpening opening, std::shared_ptr<TypedLines> lines) {
  put_away();
  say(practice_opening(practice_, opening, options(), world_.catalogue));
  if (!lines) lines = world_.system.open_lines();
  std::optional<Prompt> before;
  std::string begin_with;
  bool asks = true;
  while (practice_.prompt() != nullptr && !reader_gone_) {
    const Prompt now = *practice_.prompt();
    if (asks) say(practice_prompt(practice_, before ? &*before : nullptr, world_.catalogue));
    before = now;
    const TypedLine line = lines->read(practice_line(practice_), begin_with);
    out_of_lines_ = line.end != TypedLine::End::line;
    if (out_of_lines_) break;
    if (line.is_too_long) {
      say(too_long(world_.catalogue));
      begin_with.clear();
      asks = false;
      continue;
    }
    const Reaction reaction = practice_.react(command_behind(line.text, begin_with));
    put_away();
    say(practice_reaction(practice_, reaction, options(), world_.catalogue));
    if (reaction.command == PracticeCommand::quit) break;
    begin_with = reaction.keep;
    // A line that is to be mended, or a hint, needs no second question.
    asks = practice_.prompt() != nullptr &&
           (!(practice_.prompt()->spot == now.spot) || reaction.kind == ReactionKind::nothing ||
            reaction.command == PracticeCommand::inputs || reaction.command == PracticeCommand::table ||
            reaction.command == PracticeCommand::help);
  }
  put_away();
  say(practice_summary(practice_, options(), world_.catalogue));
}

}  // namespace qkv
