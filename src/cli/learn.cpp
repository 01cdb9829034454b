#include "qkv/report/learn.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "qkv/base/suggest.hpp"
#include "qkv/cli/output.hpp"
#include "qkv/json/read_content.hpp"
#include "qkv/json/read_notes.hpp"
#include "qkv/render/pages.hpp"
#include "qkv/report/quiz.hpp"
#include "tutor/asking.hpp"
#include "tutor/lesson_practice.hpp"
#include "tutor/progress_file.hpp"
#include "words.hpp"

namespace qkv {
namespace {

Outcome list_lessons(const Content& content, const Learned& progress, const Arguments& arguments,
                     const Session& world) {
  Document document = lessons_document(content, progress, world.catalogue);
  return {.output = render_text(std::move(document), choose_text_options(arguments, world.system))};
}

Diagnostic unknown_lesson(const std::string& id, const Content& content) {
  std::vector<std::string> ids;
  for (const Lesson& lesson : content.lessons) ids.push_back(lesson.id);
  return {"learn.unknown", {}, {argument("id", shown(id))}, suggest(id, ids)};
}

class LessonRun {
 public:
  LessonRun(const Lesson& lesson, const Content& content, ProblemShelf& problems, Talk& talk,
            ProgressKeeper& keeper, const Session& world)
      : lesson_(lesson),
        talk_(talk),
        keeper_(keeper),
        world_(world),
        notes_(notes_of),
        problems_(problems),
        words_{content, [&problems](const std::string& id) { return problems.find(id); }, world.catalogue} {}

  // As if it had never been opened; that it was done once stays.
  void begin_anew() {
    std::vector<std::size_t> to_do;
    for (std::size_t i = 0; i < lesson_.parts.size(); ++i) {
      if (std::holds_alternative<DoPart>(lesson_.parts[i].body)) to_do.push_back(number_of(i));
    }
    forget_tables(lesson_.id, to_do, talk_, world_);
    keeper_.keep([&](Learned& progress) {
      if (progress.lessons.contains(lesson_.id)) record_lesson(progress, lesson_.id, 0, false);
    });
  }

  // Where to go on: it was left there, or nothing more could be read there. What follows is not shown, since
  // it may speak of what is asked. Nothing: it is done.
  std::optional<std::size_t> play(std::size_t from) {
    for (std::size_t i = from; i < lesson_.parts.size(); ++i) {
      // What introduces it has been placed with it.
      const bool is_placed = i > from && introduces(lesson_part(lesson_.parts[i - 1], words_));
      if (!is_placed && !has_room_for(i) && !wait_before(i)) return i;
      if (!play_part(i)) return i;
      const bool last = i + 1 == lesson_.parts.size();
      keeper_.keep([&](Learned& progress) {
        record_lesson(progress, lesson_.id, last ? 0 : static_cast<long long>(i) + 1, last);
      });
      if (talk_.has_left() && !last) return i + 1;
    }
    return std::nullopt;
  }

 private:
  // What a learner calls a part, counted from 1.
  static std::size_t number_of(std::size_t part) { return part + 1; }

  // At a terminal nothing leaves the screen unread.
  bool has_room_for(std::size_t number) const {
    if (!talk_.pager().is_at_terminal()) return true;
    Room wanted = room_of(number);
    while (introduces(wanted.document) && ++number < lesson_.parts.size()) {
      Room next = room_of(number);
      std::ranges::move(next.document.sections, std::back_inserter(wanted.document.sections));
      wanted.more += next.more + 1;  // and the line between them
    }
    return talk_.pager().has_room_for(std::move(wanted.document), wanted.more);
  }

  // What a part says at once, and how many lines follow before anything is typed.
  struct Room {
    Document document;
    long more = 0;
  };
  Room room_of(std::size_t number) const {
    const LessonPart& part = lesson_.parts[number];
    if (const auto* question = std::get_if<QuestionPart>(&part.body)) {
      const Question* asked = find_question(words_.content, question->id);
      if (asked == nullptr) return {};
      return {question_document(pose(*asked, 0), {}, {world_.catalogue, notes_})};
    }
    constexpr long least_of_practice = 20;  // what it opens with: the problem, its tables, what is asked
    return {lesson_part(part, words_), std::holds_alternative<DoPart>(part.body) ? least_of_practice : 0};
  }

  bool is_to_read(std::size_t part) const {
    const auto& body = lesson_.parts[part].body;
    return !std::holds_alternative<DoPart>(body) && !std::holds_alternative<QuestionPart>(body);
  }

  // The last part before this one that is only to be read.
  std::optional<std::size_t> read_before(std::size_t part) const {
    while (part > 0) {
      if (is_to_read(--part)) return part;
    }
    return std::nullopt;
  }

  Back back_from(std::size_t part) const { return read_before(part) ? Back::before : Back::nothing; }

  // Parts that are shown together, and the first of them.
  struct Screen {
    Document document;
    std::size_t first = 0;
  };
  // A screen that ends with that part: as many before it as have room.
  Screen screen_to(std::size_t last) const {
    Screen screen{lesson_part(lesson_.parts[last], words_), last};
    while (screen.first > 0 && is_to_read(screen.first - 1)) {
      Document more = lesson_part(lesson_.parts[screen.first - 1], words_);
      std::ranges::copy(screen.document.sections, std::back_inserter(more.sections));
      if (!talk_.pager().has_room_for(more)) break;
      screen = {std::move(more), screen.first - 1};
    }
    return screen;
  }

  // Shows the screen before that part, once more; where a part of it is longer than the screen, `back` at its
  // first page leads further. The first part that was shown in the end.
  std::size_t show_before(std::size_t part) {
    while (const auto before = read_before(part)) {
      Screen screen = screen_to(*before);
      part = screen.first;
      if (talk_.say(std::move(screen.document), back_from(part)) != Pause::back) break;
    }
    return part;
  }

  // Waits where `back` shows the screen before the part `shown`, and the one before that. False: the learner
  // leaves.
  bool wait_before(std::size_t shown) {
    for (;;) {
      switch (talk_.pager().pause(back_from(shown))) {
        case Pause::on:
          return true;
        case Pause::left:
          return false;
        case Pause::back:
          shown = show_before(shown);
          if (talk_.has_left()) return false;
          break;
      }
    }
  }

  // At the first page of a part `back` leads to the parts before; Enter leads to it again.
  bool go_back_from(std::size_t part) {
    const std::size_t shown = show_before(part);
    return !talk_.has_left() && wait_before(shown);
  }

  // False: it was not done.
  bool play_part(std::size_t number) {
    const LessonPart& part = lesson_.parts[number];
    for (;;) {
      const Pause pause = talk_.say(lesson_part(part, words_), back_from(number));
      if (pause == Pause::on) break;
      if (pause == Pause::left || !go_back_from(number)) return false;
    }
    if (const auto* question = std::get_if<QuestionPart>(&part.body)) return ask(question->id, number);
    if (const auto* to_do = std::get_if<DoPart>(&part.body)) return practise(*to_do, number_of(number));
    return true;
  }

  bool ask(const std::string& id, std::size_t number) {
    const Question* question = find_question(words_.content, id);
    if (question == nullptr) return true;
    ShowBefore show_before;
    if (read_before(number)) show_before = [&] { go_back_from(number); };
    const AskedQuestion end =
        ask_question(talk_, pose(*question, 0), {}, {world_.catalogue, notes_}, keeper_, show_before);
    return !end.is_left;
  }

  bool practise(const DoPart& part, std::size_t number) {
    const auto problem = problems_.find(part.problem);
    if (problem == nullptr || talk_.is_over()) return false;
    const Problem limited = limited_to(*problem, part.ask);
    const PractisedTables tables =
        practise_in_lesson(limited, part.problem, {lesson_.id, number}, talk_, notes_, world_);
    if (tables.unkept) keeper_.fail();
    keeper_.keep([&](Learned& progress) {
      for (const auto& [step, ending] : tables.endings) record_table(progress, part.problem, step, ending);
    });
    return tables.finished;
  }

  const Lesson& lesson_;
  Talk& talk_;
  ProgressKeeper& keeper_;
  const Session& world_;
  const NotesShelf notes_;
  ProblemShelf& problems_;
  const LessonWords words_;
};

const Lesson* next_lesson(const Content& content, const Session& world) {
  const Result<Learned> progress = load_progress(world);
  if (!progress) return nullptr;
  const auto report = report_progress(progress.value(), content);
  return report.next_lesson ? find_lesson(content, *report.next_lesson) : nullptr;
}

std::size_t first_part(const Lesson& lesson, const Learned& progress) {
  const auto record = progress.lessons.find(lesson.id);
  if (record == progress.lessons.end()) return 0;
  const auto part = static_cast<std::size_t>(record->second.part);
  return part < lesson.parts.size() ? part : 0;
}

void say_left(Talk& talk, const Lesson& lesson, std::size_t part, const Catalogue& catalogue) {
  Document document;
  document.sections.push_back(
      {{},
       {Paragraph{catalogue.say("learn.left", {argument("part", static_cast<long long>(part) + 1),
                                               argument("lesson", lesson.id)})}}});
  talk.say(std::move(document));
}

}  // namespace

Outcome run_learn(const Arguments& arguments, const Session& world) {
  const Result<Learned> progress = load_progress(world);
  if (!progress) return refused_progress(progress.faults(), world);
  ProblemShelf problems;
  const Content content = embedded_content(problems);
  if (arguments.positionals.empty() && arguments.has("restart"))
    return unusable({{"usage.restart-alone", {}, {}, {}}});
  if (arguments.positionals.empty()) return list_lessons(content, progress.value(), arguments, world);
  const Lesson* lesson = find_lesson(content, arguments.positionals.front());
  if (lesson == nullptr) return unusable({unknown_lesson(arguments.positionals.front(), content)});
  Talk talk(world, choose_text_options(arguments, world.system), Speech::text);
  ProgressKeeper keeper(world);
  const std::size_t from = arguments.has("restart") ? 0 : first_part(*lesson, progress.value());
  talk.say(lesson_opening(*lesson, from, world.catalogue));
  LessonRun run(*lesson, content, problems, talk, keeper, world);
  if (arguments.has("restart")) run.begin_anew();
  const auto left = run.play(from);
  if (left) {
    say_left(talk, *lesson, *left, world.catalogue);
  } else {
    talk.say(lesson_ending(*lesson, next_lesson(content, world), world.catalogue));
  }
  Outcome outcome;
  if (keeper.failed()) outcome.exit = Exit::fault;
  return outcome;
}

}  // namespace qkv
