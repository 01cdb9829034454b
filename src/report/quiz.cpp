#include "qkv/report/quiz.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "check_notes.hpp"
#include "diagnosis_notes.hpp"
#include "qkv/trace/labels.hpp"
#include "quiz_tables.hpp"

namespace qkv {
namespace {

std::string word(const Catalogue& catalogue, const std::string& key) {
  return std::string(catalogue.text(key));
}

Document document_of(Section section, const Catalogue& catalogue) {
  Document document;
  document.language = std::string(language_name(catalogue.language()));
  document.sections.push_back(std::move(section));
  return document;
}

std::string mistake_name(const std::string& id, const QuizWords& words) {
  const MistakeNotes* notes = words.notes.find(id);
  return notes == nullptr ? id : notes->name.in(words.catalogue.language());
}

// ---- the kinds
// -----------------------------------------------------------------------------------------------------

struct Showing {
  const PosedQuestion& posed;
  const QuizWords& words;
  Language language() const { return words.catalogue.language(); }
  std::string say(const std::string& key, const std::vector<Argument>& arguments = {}) const {
    return words.catalogue.say(key, arguments);
  }
};

// "a  …", a line for each letter; `text` gives what stands at an index.
template <typename Text>
Block lettered(const Showing& showing, Text text) {
  List list;
  for (std::size_t place = 0; place < showing.posed.order.size(); ++place)
    list.items.push_back(letter_of(place) + ". " + text(showing.posed.order[place]));
  return list;
}

void add(std::vector<Block>& blocks, std::vector<Block> more) {
  for (Block& block : more) blocks.push_back(std::move(block));
}

Argument last_letter(const Showing& showing) {
  return argument("last", letter_of(showing.posed.order.size() - 1));
}

std::vector<Block> show_choice(const Showing& showing) {
  const auto& body = std::get<ChoiceBody>(showing.posed.question->body);
  return {lettered(showing, [&](std::size_t i) { return body.options[i].text.text.in(showing.language()); })};
}
std::vector<Argument> letters(const Showing& showing) {
  return {last_letter(showing)};
}
std::string choice_answer(const Showing& showing) {
  const auto& body = std::get<ChoiceBody>(showing.posed.question->body);
  const auto right = std::ranges::find(body.options, true, &ChoiceOption::right);
  return right_answer(showing.posed) + ". " + right->text.text.in(showing.language());
}

std::vector<Block> show_nothing(const Showing&) {
  return {};
}
std::vector<Argument> no_arguments(const Showing&) {
  return {};
}
std::string truth_answer(const Showing& showing) {
  return showing.say("quiz.truth." + right_answer(showing.posed));
}
std::string typed_answer(const Showing& showing) {
  return right_answer(showing.posed);
}

std::vector<Block> show_numbers(const Showing& showing) {
  return tables_to_begin_with(std::get<NumbersBody>(showing.posed.question->body), showing.words.catalogue);
}
std::vector<Argument> numbers_arguments(const Showing& showing) {
  const auto& body = std::get<NumbersBody>(showing.posed.question->body);
  return {argument("step", std::string(step_name(body.step))),
          argument("row", row_name(*body.problem, body.step, 0, body.row)),
          argument_count("decimals", of_step(body.problem->decimals, body.step), "thing.decimal")};
}

std::vector<Block> show_order(const Showing& showing) {
  const auto& body = std::get<OrderBody>(showing.posed.question->body);
  return {lettered(showing, [&](std::size_t i) { return body.items[i].text.in(showing.language()); })};
}

std::vector<Block> show_mistake(const Showing& showing) {
  const auto& body = std::get<MistakeBody>(showing.posed.question->body);
  std::vector<Block> blocks = tables_with_mistake(body, showing.words.catalogue);
  blocks.emplace_back(Paragraph{showing.say("quiz.mistake.which")});
  blocks.push_back(lettered(showing, [&](std::size_t i) {
    return mistake_name(i == 0 ? body.mistake : body.others[i - 1], showing.words);
  }));
  return blocks;
}
std::vector<Argument> mistake_arguments(const Showing& showing) {
  const auto& body = std::get<MistakeBody>(showing.posed.question->body);
  std::string steps;
  for (const Step step : shown_tables(body))
    steps += (steps.empty() ? "" : ", ") + std::string(step_name(step));
  return {last_letter(showing), argument("steps", steps),
          argument("example", std::string(step_name(shown_tables(body).front())))};
}
std::string mistake_answer(const Showing& showing) {
  const auto& body = std::get<MistakeBody>(showing.posed.question->body);
  return right_answer(showing.posed) + " (" + mistake_name(body.mistake, showing.words) + ")";
}

struct KindRow {
  std::vector<Block> (*show)(const Showing& showing);
  std::vector<Argument> (*prompt)(
      const Showing& showing);  // of the texts quiz.how.<kind> and quiz.prompt.<kind>
  std::string (*answer)(const Showing& showing);
};
// THE table of what the kinds look like, in the order of QuestionKind.
constexpr std::array<KindRow, std::variant_size_v<QuestionBody>> rows = {{
    {show_choice, letters, choice_answer},
    {show_nothing, no_arguments, truth_answer},
    {show_nothing, no_arguments, typed_answer},
    {show_numbers, numbers_arguments, typed_answer},
    {show_order, letters, typed_answer},
    {show_mistake, mistake_arguments, mistake_answer},
}};

const KindRow& row_of(const PosedQuestion& posed) {
  return rows[posed.question->body.index()];
}

std::string kind_key(const PosedQuestion& posed, const std::string& beginning) {
  return beginning + std::string(question_kind_name(posed.question->kind()));
}

// ---- verdicts
// ------------------------------------------------------------------------------------------------------

void add_numbers(const Showing& showing, const Report& report, Section& section) {
  const auto& body = std::get<NumbersBody>(showing.posed.question->body);
  CheckOptions options;
  options.notes = &showing.words.notes;
  const Sheet sheet{*body.problem, showing.words.catalogue, options};
  const TableReport& table = report.tables.front();
  Note note{NoteKind::remark, showing.say("quiz.judged.numbers")};
  for (const CellReport& cell : table.cells) {
    note.details.push_back(showing.say(
        "quiz.judged.cell",
        {argument("column", column_text(sheet, table, cell)), argument("written", shown_text(cell.written)),
         argument_key("verdict", "verdict." + std::string(verdict_name(cell.verdict)))}));
  }
  section.blocks.emplace_back(std::move(note));
  for (const Diagnosis& diagnosis : table.diagnosis) {
    if (!diagnosis.may_be_rounding)
      section.blocks.emplace_back(Note{NoteKind::warning, diagnosis_hint(sheet, diagnosis)});
  }
}

void add_option(const Showing& showing, std::size_t chosen, Section& section) {
  const ChoiceOption& option = std::get<ChoiceBody>(showing.posed.question->body).options[chosen];
  Note note{option.right ? NoteKind::good : NoteKind::remark, option.why.text.in(showing.language())};
  if (!option.go.empty()) note.details.push_back(showing.say("quiz.go", {argument("command", option.go)}));
  section.blocks.emplace_back(std::move(note));
}

// What the mistake is, from its notes.
void add_mistake(const Showing& showing, Section& section) {
  const auto* body = std::get_if<MistakeBody>(&showing.posed.question->body);
  const MistakeNotes* notes = body == nullptr ? nullptr : showing.words.notes.find(body->mistake);
  if (notes == nullptr) return;
  section.blocks.emplace_back(Paragraph{notes->what.in(showing.language())});
  section.blocks.emplace_back(
      Note{NoteKind::remark, showing.say("quiz.go", {argument("command", "qkv explain " + notes->id)})});
}

}  // namespace

Document question_document(const PosedQuestion& posed, const QuestionHead& head, const QuizWords& words) {
  const Showing showing{posed, words};
  const Question& question = *posed.question;
  Section section;
  const std::vector<Argument> arguments = {argument("number", head.number), argument("count", head.count),
                                           argument_key("topic", "quiz.topic." + question.topic)};
  const std::string heading = head.number == 0 ? "quiz.heading.alone"
                              : head.again     ? "quiz.heading.again"
                                               : "quiz.heading";
  section.blocks.emplace_back(Heading{2, showing.say(heading, arguments)});
  section.blocks.emplace_back(Paragraph{question.ask.text.in(showing.language())});
  add(section.blocks, row_of(posed).show(showing));
  section.blocks.emplace_back(
      Paragraph{showing.say(kind_key(posed, "quiz.how."), row_of(posed).prompt(showing))});
  return document_of(std::move(section), words.catalogue);
}

std::string question_prompt(const PosedQuestion& posed, const Catalogue& catalogue) {
  const NotesShelf none([](std::string_view) { return std::optional<MistakeNotes>(); });
  const QuizWords words{catalogue, none};
  return catalogue.say(kind_key(posed, "quiz.prompt."), row_of(posed).prompt({posed, words}));
}

Document judgement_document(const PosedQuestion& posed, const AnswerJudgement& judgement, bool once_more,
                            const QuizWords& words) {
  const Showing showing{posed, words};
  Section section;
  const bool right = judgement.verdict == Judged::right;
  if (judgement.verdict != Judged::unreadable) {
    section.blocks.emplace_back(
        Note{right ? NoteKind::good : NoteKind::bad, showing.say(right ? "quiz.right" : "quiz.wrong")});
  }
  for (const JudgedRemark& remark : judgement.remarks) {
    section.blocks.emplace_back(
        Note{judgement.verdict == Judged::unreadable ? NoteKind::warning : NoteKind::remark,
             showing.say("quiz.judged." + remark.code, remark.arguments)});
  }
  if (judgement.option) add_option(showing, *judgement.option, section);
  if (judgement.report && !right) add_numbers(showing, *judgement.report, section);
  if (once_more && judgement.verdict == Judged::wrong)
    section.blocks.emplace_back(Note{NoteKind::remark, showing.say("quiz.once-more")});
  return document_of(std::move(section), words.catalogue);
}

Document hint_document(const Question& question, std::size_t stage, const Catalogue& catalogue) {
  Section section;
  if (stage == 0 || stage > question.hints.size()) {
    section.blocks.emplace_back(Note{NoteKind::remark, word(catalogue, "quiz.no-more-hints")});
  } else {
    section.blocks.emplace_back(
        Note{NoteKind::remark,
             catalogue.say("quiz.hint",
                           {argument("stage", static_cast<long long>(stage)),
                            argument("of", static_cast<long long>(question.hints.size())),
                            argument("hint", question.hints[stage - 1].text.in(catalogue.language()))})});
  }
  return document_of(std::move(section), catalogue);
}

Document reason_document(const PosedQuestion& posed, Ending ending, const QuizWords& words) {
  const Showing showing{posed, words};
  Section section;
  if (ending == Ending::wrong || ending == Ending::shown) {
    section.blocks.emplace_back(Note{
        NoteKind::remark, showing.say("quiz.answer", {argument("answer", row_of(posed).answer(showing))})});
  }
  section.blocks.emplace_back(Paragraph{posed.question->why.text.in(showing.language())});
  add_mistake(showing, section);
  return document_of(std::move(section), words.catalogue);
}

Document quiz_summary_document(const QuizTally& tally, const Catalogue& catalogue) {
  Section section;
  section.blocks.emplace_back(Heading{2, word(catalogue, "quiz.summary")});
  section.blocks.emplace_back(Paragraph{catalogue.say(
      "quiz.summary.text",
      {argument("asked", tally.asked), argument("right", tally.right), argument("helped", tally.helped)})});
  if (!tally.again.empty()) {
    section.blocks.emplace_back(Note{
        NoteKind::remark, catalogue.count("quiz.summary.again", static_cast<long long>(tally.again.size()))});
  }
  section.blocks.emplace_back(Paragraph{word(catalogue, "quiz.summary.next")});
  return document_of(std::move(section), catalogue);
}

}  // namespace qkv
