#include "qkv/report/judge.hpp"

#include <algorithm>
#include <utility>

#include "qkv/text/unicode.hpp"

namespace qkv {
namespace {

constexpr std::size_t most_lines = 12;  // of what a test printed
constexpr int line_width = 200;         // columns of each

class JudgeDocument {
 public:
  JudgeDocument(const NotesShelf& notes, const Catalogue& catalogue) : notes_(notes), catalogue_(catalogue) {}

  Document make(const TestJudgement& judgement) const {
    Document document = titled(catalogue_.say(
        "judge.title", {argument_key("topic", "judge.topic." + std::string(judgement.topic))}));
    Section& first = document.sections.front();
    first.blocks.emplace_back(verdict(judgement));
    if (!judgement.passes_right()) return document;
    // What it passes on says nothing, so there is nothing more to say.
    if (judgement.is_blind()) return document;
    if (judgement.wavers()) first.blocks.emplace_back(ended("judge.wavers", *judgement.again));
    document.sections.push_back(mutants(judgement));
    if (judgement.caught() < judgement.mutants.size()) document.sections.push_back(survivors(judgement));
    return document;
  }

  Document topics() const {
    Document document = titled(text("judge.topics.title"));
    document.sections.front().blocks.emplace_back(Paragraph{text("judge.topics.what")});
    for (const JudgeTopic& topic : judge_topics()) {
      if (topic.id == judge_topics().back().id) continue;  // all of them together
      Section section;
      section.blocks.emplace_back(
          Heading{2, catalogue_.say("judge.topics.topic",
                                    {argument("id", std::string(topic.id)),
                                     argument_key("name", "judge.topic." + std::string(topic.id))})});
      List list;
      for (const Mutant& mutant : topic.mutants) list.items.push_back(named(mutant));
      section.blocks.emplace_back(std::move(list));
      document.sections.push_back(std::move(section));
    }
    return document;
  }

 private:
  std::string text(std::string_view key) const { return std::string(catalogue_.text(key)); }

  Document titled(std::string title) const {
    Document document;
    document.title = title;
    document.language = std::string(language_name(catalogue_.language()));
    document.sections.emplace_back();
    document.sections.front().blocks.emplace_back(Heading{1, std::move(title)});
    return document;
  }

  std::string named(const Mutant& mutant) const {
    const MistakeNotes* notes = notes_.find(mutant.mistake);
    return catalogue_.say("judge.mutant",
                          {argument("id", std::string(mutant.mistake)),
                           argument("name", notes == nullptr ? std::string(mutant.mistake)
                                                             : notes->name.in(catalogue_.language()))});
  }

  // How a run ended, and the last lines of what it printed.
  Note ended(std::string_view key, const TestRun& run) const {
    Note note{NoteKind::bad, catalogue_.say(key, {argument("how", how(run))})};
    std::vector<std::string> lines = lines_of(run.output);
    if (lines.size() > most_lines)
      lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(most_lines));
    note.details = std::move(lines);
    return note;
  }

  std::string how(const TestRun& run) const {
    switch (run.kind) {
      case TestRun::Kind::passed:
        return text("judge.how.passed");
      case TestRun::Kind::failed:
        return catalogue_.say("judge.how.failed", {argument("code", run.code)});
      case TestRun::Kind::killed:
        return catalogue_.say("judge.how.killed", {argument("code", run.code)});
      case TestRun::Kind::timed_out:
        return text("judge.how.timed-out");
      case TestRun::Kind::out_of_memory:
        return text("judge.how.out-of-memory");
      case TestRun::Kind::many_processes:
        return text("judge.how.many-processes");
      case TestRun::Kind::not_started:
        return text("judge.how.not-started");
    }
    return {};
  }

  static std::vector<std::string> lines_of(const std::string& output) {
    std::vector<std::string> lines;
    std::size_t begin = 0;
    while (begin < output.size()) {
      const std::size_t end = std::min(output.find('\n', begin), output.size());
      const std::string line =
          elide(visible(std::string_view(output).substr(begin, end - begin)), line_width);
      if (shows_something(line)) lines.push_back(line);
      begin = end + 1;
    }
    return lines;
  }

  Note verdict(const TestJudgement& judgement) const {
    if (!judgement.passes_right())
      return ended(judgement.wavers() ? "judge.wavers-first" : "judge.fails-right", judgement.right);
    const std::size_t all = judgement.mutants.size();
    const std::vector<Argument> counts = {argument("caught", static_cast<long long>(judgement.caught())),
                                          argument("all", static_cast<long long>(all))};
    if (judgement.caught() == all) {
      return {judgement.wavers() ? NoteKind::remark : NoteKind::good,
              catalogue_.say("judge.all-caught", counts)};
    }
    const char* key = judgement.is_blind()      ? "judge.blind"
                      : judgement.caught() == 0 ? "judge.none-caught"
                                                : "judge.some-caught";
    return {NoteKind::bad, catalogue_.say(key, counts)};
  }

  Section mutants(const TestJudgement& judgement) const {
    Section section;
    section.blocks.emplace_back(Heading{2, text("judge.mutants")});
    for (const JudgedMutant& judged : judgement.mutants) {
      const char* key = judged.caught() ? "judge.caught" : "judge.survived";
      section.blocks.emplace_back(Note{
          judged.caught() ? NoteKind::good : NoteKind::bad,
          catalogue_.say(key, {argument("mutant", named(judged.mutant)), argument("how", how(judged.run))})});
    }
    return section;
  }

  // By what would catch them, in the order of the mutants.
  Section survivors(const TestJudgement& judgement) const {
    Section section;
    section.blocks.emplace_back(Heading{2, text("judge.survivors")});
    std::vector<LookAt> told;
    for (const JudgedMutant& judged : judgement.mutants) {
      const LookAt look = judged.mutant.look;
      if (judged.caught() || std::ranges::find(told, look) != told.end()) continue;
      told.push_back(look);
      Note note{NoteKind::remark, text("judge.look." + std::string(look_name(look)))};
      // Their names stand above.
      std::string ids;
      for (const JudgedMutant& other : judgement.mutants) {
        if (other.caught() || other.mutant.look != look) continue;
        ids += (ids.empty() ? "" : ", ") + std::string(other.mutant.mistake);
      }
      note.details.push_back(ids);
      section.blocks.emplace_back(std::move(note));
    }
    section.blocks.emplace_back(Paragraph{text("judge.look-closer")});
    return section;
  }

  const NotesShelf& notes_;
  const Catalogue& catalogue_;
};

}  // namespace

Document judge_document(const TestJudgement& judgement, const NotesShelf& notes, const Catalogue& catalogue) {
  return JudgeDocument(notes, catalogue).make(judgement);
}

Document judge_topics_document(const NotesShelf& notes, const Catalogue& catalogue) {
  return JudgeDocument(notes, catalogue).topics();
}

}  // namespace qkv
