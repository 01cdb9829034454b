// What is said about a line.
#include <algorithm>
#include <iterator>

#include "diagnosis_notes.hpp"
#include "practice_sheet.hpp"
#include "qkv/report/handout.hpp"
#include "qkv/trace/labels.hpp"

namespace qkv {
namespace {

constexpr std::size_t most_reopened = 4;
constexpr std::size_t most_twins = 3;

class Speaker {
 public:
  Speaker(const Practice& practice, const Reaction& reaction, const PracticeOptions& options,
          const Catalogue& catalogue)
      : practice_(practice),
        reaction_(reaction),
        options_(options),
        board_(practice, catalogue),
        check_{.decimal_comma = practice.session().decimal_comma,
               .problem_argument = options.problem_argument,
               .notes = options.notes},
        sheet_{practice.problem(), catalogue, check_} {}

  std::vector<Block> take() {
    switch (reaction_.kind) {
      case ReactionKind::nothing:
      case ReactionKind::taken:
        break;
      case ReactionKind::command:
        on_command();
        break;
      case ReactionKind::word:
        say(NoteKind::warning, "practice.word", {});
        if (!reaction_.suggestion.empty())
          say(NoteKind::remark, "practice.word.suggestion", {argument("word", reaction_.suggestion)});
        break;
      case ReactionKind::count:
        on_count();
        break;
      case ReactionKind::format:
        on_format();
        break;
      case ReactionKind::right:
      case ReactionKind::imprecise:
      case ReactionKind::miss:
        on_judged();
        break;
    }
    if (reaction_.second_round) say(NoteKind::remark, "practice.second-round", {});
    return std::move(section_.blocks);
  }

 private:
  void say(NoteKind kind, std::string_view key, const std::vector<Argument>& arguments) {
    add(Note{kind, board_.catalogue().say(key, arguments)});
  }
  void add(Block block) { section_.blocks.push_back(std::move(block)); }
  void add(std::vector<Block> blocks) {
    for (Block& block : blocks) add(std::move(block));
  }

  // ---- what could not be read ----

  void on_count() {
    std::vector<Argument> arguments = {argument("found", static_cast<long long>(reaction_.found))};
    add(Note{
        NoteKind::warning,
        board_.catalogue().count("practice.count", static_cast<long long>(reaction_.expected), arguments)});
    if (reaction_.of_length) {
      add_mistake_of_length(*reaction_.of_length);
    } else if (has_comma() && reaction_.found > reaction_.expected && !practice_.session().decimal_comma) {
      say(NoteKind::remark, "practice.count.comma", {});
    }
    free_of_charge();
  }

  bool has_comma() const {
    return reaction_.keep.find(',') != std::string::npos ||
           reaction_.keep.find("\xEF\xBC\x8C") != std::string::npos;
  }

  // A row of another length that somebody gets who makes a known mistake.
  void add_mistake_of_length(const Diagnosis& diagnosis) {
    const std::string id(diagnosis.mistakes.front());
    const MistakeNotes* notes = options_.notes == nullptr ? nullptr : options_.notes->find(id);
    const Language language = board_.catalogue().language();
    say(NoteKind::bad, "practice.count.mistake",
        {argument("name", notes == nullptr ? id : notes->name.in(language)),
         argument("hint", notes == nullptr ? "" : notes->hint.in(language)), argument("id", id)});
    add_twins(diagnosis);
  }

  void on_format() {
    for (const NoNumber& each : reaction_.no_numbers) {
      if (each.written.empty()) {
        say(NoteKind::warning, "practice.format.empty",
            {argument("number", static_cast<long long>(each.index) + 1)});
        continue;
      }
      CellReport cell;
      cell.unreadable = each.why;
      say(NoteKind::warning, "practice.format",
          {argument("number", static_cast<long long>(each.index) + 1),
           argument("written", shown_text(each.written)),
           argument("reason", unreadable_reason(sheet_, cell))});
    }
    free_of_charge();
  }

  // What can be mended stands in the next line already.
  void free_of_charge() {
    add(Paragraph{board_.board().word(reaction_.keep.empty() ? "practice.free.anew" : "practice.free")});
  }

  // ---- what was judged ----

  // The report on the table as if nothing else than the cells at issue stood in it.
  TableReport at_issue() const {
    const TableReport& whole = *table_report(*reaction_.report, reaction_.prompt.spot.step);
    TableReport part = whole;
    part.cells.clear();
    part.recomputed.clear();
    for (const std::size_t flat : reaction_.cells) {
      if (const CellReport* cell = cell_report(whole, flat)) part.cells.push_back(*cell);
    }
    if (!reaction_.table_complete) part.forms.clear();
    std::erase_if(part.signs, [&](const SignReport& sign) {
      if (reaction_.kind != ReactionKind::miss) return true;
      if (sign.row.empty()) return !reaction_.table_complete;
      return std::ranges::none_of(part.cells, [&](const CellReport& cell) {
        return std::equal(sign.row.begin(), sign.row.end(), cell.at.begin());
      });
    });
    return part;
  }

  void add_marks(const TableReport& part) {
    Table table;
    for (const CellReport& cell : part.cells) {
      const std::string& name = plain_row_name(sheet_, part, cell);
      const bool new_row = table.rows.empty() || part.step == Step::sum || cell.at.back() == 0;
      if (new_row) table.rows.push_back({.name = name});
      if (table.rows.size() == 1) table.column_names.push_back(column_text(sheet_, part, cell));
      table.rows.back().cells.push_back(
          {.text = shown_text(cell.written), .role = Role::learner, .mark = mark_of(cell.verdict)});
    }
    if (!table.rows.empty()) add(std::move(table));
  }

  // A table is spoken of with the diagnoses of now alone; what was said of earlier ones is pointed back to.
  void add_mistakes() {
    Report spoken = *reaction_.report;
    for (TableReport& table : spoken.tables) {
      const std::vector<Diagnosis> all = std::move(table.diagnosis);
      for (const Named& named : reaction_.diagnoses) {
        if (named.step != table.step) continue;
        table.diagnosis = {as_spoken_of(all[named.index], table)};
        add_diagnosis(sheet_, spoken, table, section_);
        add_twins(all[named.index]);
      }
      table.diagnosis = all;
    }
  }

  // The leading mistake. Of a table with blank rows only the rows that are there are spoken of.
  Diagnosis as_spoken_of(Diagnosis diagnosis, const TableReport& table) const {
    diagnosis.mistakes.resize(1);
    diagnosis.telling.resize(1);
    const bool complete = std::ranges::none_of(
        table.cells, [](const CellReport& cell) { return cell.verdict == Verdict::blank; });
    if (complete || diagnosis.rows.empty()) return diagnosis;
    std::erase_if(diagnosis.rows, [&](const std::vector<int>& row) {
      return std::ranges::any_of(table.cells, [&](const CellReport& cell) {
        return cell.verdict == Verdict::blank && std::equal(row.begin(), row.end(), cell.at.begin());
      });
    });
    diagnosis.whole_table = false;
    return diagnosis;
  }

  // What the same numbers come from as well: what is typed next will tell.
  void add_twins(const Diagnosis& diagnosis) {
    if (diagnosis.may_be_rounding || diagnosis.mistakes.size() < 2) return;
    std::vector<std::string> names;
    for (std::size_t i = 1; i < diagnosis.mistakes.size() && names.size() < most_twins; ++i) {
      const std::string id(diagnosis.mistakes[i]);
      const MistakeNotes* notes = options_.notes == nullptr ? nullptr : options_.notes->find(id);
      const std::string name = notes == nullptr ? id : notes->name.in(board_.catalogue().language());
      names.push_back(
          board_.catalogue().say("check.mistake.other", {argument("name", name), argument("id", id)}));
    }
    std::string text;
    for (const std::string& name : names)
      text += (text.empty() ? "" : board_.board().word("check.list.separator")) + name;
    say(NoteKind::remark, "practice.twins", {argument("names", text)});
  }

  void on_judged() {
    const TableReport part = at_issue();
    if (reaction_.kind == ReactionKind::right) {
      const bool followed = std::ranges::any_of(
          part.cells, [](const CellReport& cell) { return cell.verdict == Verdict::follow_through; });
      const bool rounded = std::ranges::any_of(part.cells, [](const CellReport& cell) {
        return cell.verdict == Verdict::rounding || cell.by_own;
      });
      say(NoteKind::good,
          followed  ? "practice.follow-through"
          : rounded ? "practice.rounding"
                    : "practice.right",
          {});
    } else {
      if (reaction_.kind == ReactionKind::miss) {
        const auto right = std::ranges::count_if(part.cells, counts);
        add(Note{NoteKind::bad,
                 board_.catalogue().count("practice.miss", static_cast<long long>(part.cells.size()),
                                          {argument("right", right)})});
      }
      add_marks(part);
    }
    add_mistakes();
    add_reasons(sheet_, part, section_);
    if (reaction_.kind == ReactionKind::imprecise) free_of_charge();
    add_reopened();
    if (reaction_.hint > 0) add(hint_blocks(board_, sheet_, reaction_.prompt, reaction_.hint));
    if (reaction_.kind == ReactionKind::miss) {
      if (reaction_.offer)
        say(NoteKind::remark, "practice.offer", words());
      else if (reaction_.misses == 1)
        say(NoteKind::remark, "practice.again", words());
    }
  }

  // The words of commands that a sentence may name.
  std::vector<Argument> words() const {
    std::vector<Argument> all;
    for (const PracticeCommand command : practice_commands)
      all.push_back(argument(std::string(practice_command_name(command)), shown_word(command)));
    return all;
  }
  std::string shown_word(PracticeCommand command) const {
    const std::string_view text =
        board_.catalogue().text("practice.words." + std::string(practice_command_name(command)));
    return std::string(text.substr(0, text.find(' ')));
  }

  void add_reopened() {
    if (reaction_.reopened.empty()) return;
    std::vector<std::string> names;
    for (const Prompt& prompt : reaction_.reopened) {
      if (names.size() == most_reopened) break;
      names.push_back(std::string(step_name(prompt.spot.step)) + " " + spot_text(board_, prompt.spot));
    }
    add(Note{
        NoteKind::warning,
        board_.catalogue().count("practice.reopened", static_cast<long long>(reaction_.reopened.size()),
                                 {argument("rows", enumerated(board_.board(), names, "list.separator"))})});
  }

  // ---- commands ----

  void on_command() {
    const Spot& spot = reaction_.prompt.spot;
    switch (*reaction_.command) {
      case PracticeCommand::hint:
        add(hint_blocks(board_, sheet_, reaction_.prompt, reaction_.hint));
        if (reaction_.hint < hint_stages) {
          say(NoteKind::remark, "practice.hint.more", words());
        } else {
          say(NoteKind::remark, "practice.offer", words());
        }
        break;
      case PracticeCommand::back:
        if (!reaction_.done) say(NoteKind::warning, "practice.first", {});
        break;
      case PracticeCommand::skip:
        if (!practice_.is_settled(reaction_.prompt) && !practice_.session().second_round)
          say(NoteKind::remark, "practice.skipped", words());
        break;
      case PracticeCommand::show:
        say(NoteKind::remark, "practice.shown", {argument("step", std::string(step_name(spot.step)))});
        for (int batch = 0; batch < practice_.problem().batch; ++batch) {
          for (const Plane plane :
               planes_for(practice_.problem(), spot.step, {.step = spot.step, .batch = batch})) {
            const std::string name = plane_name(board_.board(), plane);
            if (!name.empty()) add(Heading{3, name});
            add(sheet_table(board_, plane, Marks::none));
          }
        }
        break;
      case PracticeCommand::inputs:
        for (Section& section : handout_document(practice_.problem(), board_.catalogue()).sections)
          add(std::move(section.blocks));
        add_filled(spot.step);
        break;
      case PracticeCommand::table:
        add(sheet_table(board_, plane_of(spot), Marks::verdicts));
        break;
      case PracticeCommand::save:
        if (!options_.session_file.empty())
          say(NoteKind::good, "practice.saved", {argument("file", options_.session_file)});
        if (options_.in_lesson && !options_.unkept) say(NoteKind::good, "practice.saved.lesson", {});
        if (options_.unkept)
          say(NoteKind::warning, options_.in_lesson ? "practice.unkept.end" : "practice.not-saved", words());
        break;
      case PracticeCommand::quit:
        break;
      case PracticeCommand::help:
        add_help();
        break;
    }
  }

  // The tables before this one that stand on the sheet beside the inputs.
  void add_filled(Step now) {
    const Problem& problem = practice_.problem();
    const auto is_filled = [&](const Prompt& prompt) {
      return is_shown(practice_.session(), prompt.spot.step) || practice_.is_filled(prompt);
    };
    for (const Step step : all_steps) {
      if (step >= now) break;
      const bool typed = std::ranges::any_of(practice_.prompts(), [&](const Prompt& prompt) {
        return prompt.spot.step == step && is_filled(prompt);
      });
      if (!typed && !problem.is_given(step)) continue;
      for (const Plane plane : planes_for(problem, step, reaction_.prompt.spot))
        add(sheet_table(board_, plane, Marks::none));
    }
  }

  std::string help_key(PracticeCommand command) const {
    const bool with_lesson = options_.in_lesson && command == PracticeCommand::save;
    return "practice.help." + std::string(practice_command_name(command)) + (with_lesson ? ".lesson" : "");
  }

  void add_help() {
    if (practice_.session().by == PracticeBy::table)
      add(Paragraph{board_.board().word("practice.help.rows")});
    add(Paragraph{board_.board().word("practice.help.numbers")});
    List list;
    for (const PracticeCommand command : practice_commands) {
      std::string all;
      for (const std::string& word : words_of(command)) all += (all.empty() ? "" : "  ") + word;
      list.items.push_back(board_.catalogue().say(
          "practice.help.item",
          {argument("words", all), argument("what", board_.board().word(help_key(command)))}));
    }
    add(std::move(list));
  }

  const Practice& practice_;
  const Reaction& reaction_;
  const PracticeOptions& options_;
  const PracticeBoard board_;
  const CheckOptions check_;
  const Sheet sheet_;
  Section section_;
};

}  // namespace

Document practice_reaction(const Practice& practice, const Reaction& reaction, const PracticeOptions& options,
                           const Catalogue& catalogue) {
  Document page = practice_page(catalogue);
  page.sections.front().blocks = Speaker(practice, reaction, options, catalogue).take();
  return page;
}

}  // namespace qkv
