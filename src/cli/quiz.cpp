#include "qkv/tutor/quiz.hpp"

#include <algorithm>
#include <utility>

#include "commands.hpp"
#include "qkv/base/embedded.hpp"
#include "qkv/cli/output.hpp"
#include "qkv/io/read_sentences.hpp"
#include "qkv/json/read_content.hpp"
#include "qkv/json/read_notes.hpp"
#include "qkv/json/write_quiz.hpp"
#include "tutor/asking.hpp"
#include "tutor/progress_file.hpp"

namespace qkv {
namespace {

constexpr int usual_count = 10;

Result<Sentences> sentences_in(Language language) {
  const std::string name = "legal-" + std::string(language_name(language));
  return read_sentences(std::string(embedded_file("sentences/" + name + ".txt").value_or("")), name);
}

void say_intro(Talk& talk, int count, const Catalogue& catalogue) {
  Document document;
  document.sections.push_back({{}, {Paragraph{catalogue.count("quiz.intro", count)}}});
  talk.say(std::move(document));
}

// A run: what is asked, and how it went.
struct Asked {
  QuizTally tally;
  std::vector<Diagnostic> faults;  // why a question could not be made
};

void count_in(QuizTally& tally, const std::string& id, Ending ending) {
  ++tally.asked;
  if (ending == Ending::right) ++tally.right;
  if (ending == Ending::helped) ++tally.helped;
  std::erase(tally.again, id);
  if (ending != Ending::right) tally.again.push_back(id);
}

Asked ask_all(Talk& talk, QuizRun& run, int count, const Sentences& sentences, const QuizWords& words,
              ProgressKeeper& keeper) {
  Asked asked;
  for (int number = 1; number <= count && run.can_ask(); ++number) {
    const QuizChoice choice = run.next();
    Question made;
    if (choice.written == nullptr) {
      Result<Question> question = make_question(*choice.generated, choice.seed, sentences);
      if (!question) {
        asked.faults = question.faults();
        break;
      }
      made = std::move(question.value());
    }
    const Question& question = choice.written != nullptr ? *choice.written : made;
    const AskedQuestion end =
        ask_question(talk, pose(question, choice.seed), {number, count, choice.again}, words, keeper);
    if (end.ending) {
      run.ended(*end.ending);
      count_in(asked.tally, question.id, *end.ending);
    } else {
      keeper.keep([&](Learned& progress) { record_left_open(progress, question.id); });
    }
    if (end.is_left) break;
  }
  return asked;
}

}  // namespace

Outcome run_quiz(const Arguments& arguments, const Session& world) {
  const Result<Learned> progress = load_progress(world);
  if (!progress) return refused_progress(progress.faults(), world);
  const Result<Sentences> sentences = sentences_in(world.catalogue.language());
  if (!sentences) return unusable(sentences.faults());
  ProblemShelf problems;
  const Content content = embedded_content(problems);
  const NotesShelf notes(notes_of);
  const QuizWords words{world.catalogue, notes};
  const std::string topic =
      arguments.positionals.empty() ? arguments.value("topic").value_or("") : arguments.positionals.front();
  const auto seed = read_seed(arguments.value("seed").value_or(std::to_string(progress.value().turns)));
  QuizRun run(content, progress.value(), {topic, seed.value_or(0)});
  const int count = arguments.integer("count").value_or(usual_count);
  const bool json = arguments.value("format") == "json";
  Talk talk(world, choose_text_options(arguments, world.system), json ? Speech::json : Speech::text);
  ProgressKeeper keeper(world);
  say_intro(talk, count, world.catalogue);
  Asked asked = ask_all(talk, run, count, sentences.value(), words, keeper);
  talk.say_all(quiz_summary_document(asked.tally, world.catalogue));
  talk.say_json(quiz_summary_json({asked.tally.asked, asked.tally.right, asked.tally.helped}));
  Outcome outcome;
  outcome.faults = std::move(asked.faults);
  if (!outcome.faults.empty() || keeper.failed()) outcome.exit = Exit::fault;
  return outcome;
}

}  // namespace qkv
