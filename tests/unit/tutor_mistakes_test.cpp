// Learners who make a known mistake are told which.
#include <array>
#include <set>

#include "qkv/generate/mistaken.hpp"
#include "qkv/json/read_notes.hpp"
#include "qkv/render/text.hpp"
#include "qkv/report/practice.hpp"
#include "qkv/trace/pipeline.hpp"
#include "support/builtin.hpp"
#include "support/effort.hpp"
#include "support/practice.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

using Ids = std::set<std::string>;

void add_ids(const Diagnosis& diagnosis, Ids& ids) {
  for (const std::string_view id : diagnosis.mistakes) ids.insert(std::string(id));
}

// What a learner was told.
struct Told {
  Ids ids;
  std::array<std::string, 2> text;  // zh, en
};
constexpr std::array languages = {Language::zh, Language::en};

void add_reaction(const Practice& practice, const Reaction& reaction, Told& told) {
  static const NotesShelf notes(notes_of);
  const PracticeOptions options{.notes = &notes};
  for (std::size_t i = 0; i < languages.size(); ++i) {
    const Catalogue catalogue(languages[i]);
    told.text[i] += render_text(practice_reaction(practice, reaction, options, catalogue), {.plain = true});
  }
}

// Types those numbers, leaving what is missed as it is.
Told told_about(const Problem& problem, const Answers& wrong, PracticeBy by) {
  Told told;
  Practice practice = practice_of(problem, by);
  while (practice.prompt() != nullptr && !practice.session().second_round) {
    const Reaction reaction = practice.react(line_of(wrong, *practice.prompt()));
    INFO(line_of(wrong, reaction.prompt));
    if (!reaction.diagnoses.empty()) add_reaction(practice, reaction, told);
    if (reaction.kind != ReactionKind::right) {
      // +∞ is told apart before anything is judged: no number of a calculation by hand.
      REQUIRE((reaction.kind == ReactionKind::miss || reaction.kind == ReactionKind::imprecise ||
               reaction.kind == ReactionKind::format));
      practice.react("skip");
    }
    for (const Named& named : reaction.diagnoses)
      add_ids(table_report(*reaction.report, named.step)->diagnosis[named.index], told.ids);
  }
  return told;
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The name of one of these mistakes and its hint, in both languages.
bool is_said(const Told& told, const Ids& ids) {
  return std::ranges::any_of(ids, [&](const std::string& id) {
    const MistakeNotes notes = *notes_of(id);
    return std::ranges::equal(told.text, languages, [&](const std::string& text, Language language) {
      return holds(text, notes.name.in(language)) && holds(text, notes.hint.in(language));
    });
  });
}

bool is_any_of(const Ids& wanted, const Ids& found) {
  return std::ranges::any_of(wanted, [&](const std::string& id) { return found.count(id) == 1; });
}

// The leading one and its twins; further ones are left out.
constexpr std::size_t most_names = 4;

bool has_right_shape(const Problem& problem, const Answers& wrong) {
  return std::ranges::all_of(problem.asked, [&](Step step) {
    const AnswerTable* table = wrong.find(step);
    return table != nullptr && table->shape == shape_of(problem, step);
  });
}

Ids named_by_check(const Problem& problem, const Answers& answers) {
  Ids ids;
  for (const TableReport& table : grade(problem, answers).tables) {
    for (const Diagnosis& diagnosis : table.diagnosis) add_ids(diagnosis, ids);
  }
  return ids;
}

}  // namespace

TEST_CASE("every possible mistake typed into every built-in problem is named, or its twin") {
  int named = 0;
  for (const std::string& id : looked_at(builtin_ids())) {
    const Problem problem = builtin(id);
    for (const PossibleMistake& possible : possible_mistakes(problem)) {
      // It shows in rows of padding, which nobody is asked for.
      if (possible.mistake->id == "pad-query-not-cleared") continue;
      for (const Way* way : possible.ways) {
        Answers wrong = mistaken_answers(problem, *way, Carry::by_hand);
        if (!has_right_shape(problem, wrong)) continue;
        const Ids check = named_by_check(problem, wrong);
        if (check.empty()) continue;  // at these numbers it is no mistake, or cannot be seen
        const Told told = told_about(problem, wrong, PracticeBy::row);
        INFO(id << ": " << possible.mistake->id << "\n" << told.text[1]);
        // The mistake itself where check names it; where not, what check says instead.
        const std::string made(possible.mistake->id);
        const Ids wanted = check.count(made) == 1 ? Ids{made} : check;
        CHECK(is_any_of(wanted, told.ids));
        CHECK(is_said(told, told.ids));
        const bool is_named = std::ranges::any_of(wanted, [&](const std::string& each) {
          return holds(told.text[0], notes_of(each)->name.zh) && holds(told.text[1], notes_of(each)->name.en);
        });
        CHECK((is_named || told.ids.size() > most_names));
        ++named;
      }
    }
  }
  CHECK(named > (thorough ? 300 : 50));
}

TEST_CASE("a mistake that changes the length of rows is named, and is no attempt") {
  const std::vector<std::pair<std::string, std::string>> cases = {{"clause", "weights-times-keys"},
                                                                  {"telling", "weights-times-keys"},
                                                                  {"telling", "weights-times-queries"}};
  for (const auto& [id, mistake] : cases) {
    INFO(id << ": " << mistake);
    const Problem problem = builtin(id);
    const Answers key = answer_key(problem);
    const Answers wrong = mistaken_answers(problem, find_mistake(mistake)->ways.front(), Carry::by_hand);
    Practice practice = practice_of(problem);
    while (practice.prompt()->spot.step != Step::output) practice.react(line_of(key, *practice.prompt()));
    const AnswerTable& output = *wrong.find(Step::output);
    std::string line;
    const auto length = static_cast<std::size_t>(output.shape.back());
    REQUIRE(length != static_cast<std::size_t>(problem.d_v));
    for (std::size_t i = 0; i < length; ++i) line += output.cells[i].written + " ";
    const Reaction reaction = practice.react(line);
    CHECK(reaction.kind == ReactionKind::count);
    REQUIRE(reaction.of_length);
    CHECK(std::ranges::find(reaction.of_length->mistakes, mistake) != reaction.of_length->mistakes.end());
    Told told;
    add_reaction(practice, reaction, told);
    CHECK(is_said(told, Ids{std::string(reaction.of_length->mistakes.front())}));
    CHECK(practice.session().tries.empty());
    CHECK_FALSE(practice.is_filled(reaction.prompt));
    CHECK_FALSE(practice.react("777 778 779 780 781").of_length);
  }
}
