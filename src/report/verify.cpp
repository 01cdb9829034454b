#include "qkv/report/verify.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <memory>
#include <utility>

#include "qkv/base/number.hpp"
#include "qkv/text/unicode.hpp"

namespace qkv {
namespace {

using Outcome = CheckResult::Outcome;

constexpr std::size_t failures_in_full = 2;  // that are told with their tables
constexpr int widest_table = 8;              // columns and rows that are shown
constexpr std::size_t longest_line = 400;    // bytes of a request that is shown
constexpr std::size_t most_complaints = 8;   // lines of its standard error
constexpr std::size_t most_names = 3;        // of mistakes that answer alike
constexpr int decimals = 4;

std::string number_text(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  const std::string fixed = format_fixed(value, decimals);
  // What is small but not 0 has to show.
  return value != 0.0 && fixed == format_fixed(0.0, decimals) ? format_shortest(value) : fixed;
}

class VerifyWords {
 public:
  VerifyWords(const VerifyOptions& options, const Catalogue& catalogue)
      : options_(options), catalogue_(catalogue) {}

  std::string text(std::string_view key) const { return std::string(catalogue_.text(key)); }

  std::string name(const CheckResult& result) const {
    return text("verify.check." + std::string(result.check->id) + ".name");
  }
  std::string why(const CheckResult& result) const {
    return text("verify.check." + std::string(result.check->id) + ".why");
  }
  std::string skipped(const CheckResult& result) const {
    const std::string key = "verify.lack." + result.lack;
    return catalogue_.say("verify.skipped", {argument("name", name(result)),
                                             catalogue_.has(key) ? argument_key("lack", key)
                                                                 : argument("lack", visible(result.lack))});
  }

  std::string did(const FailedCase& failure) const {
    std::vector<Argument> arguments = failure.arguments;
    const Problem problem = problem_of(failure.request);
    arguments.push_back(argument("queries", problem.query_count));
    arguments.push_back(argument("keys", problem.key_count));
    arguments.push_back(argument("heads", problem.heads));
    arguments.push_back(argument("batch", problem.batch));
    arguments.push_back(argument("sizes", sizes(failure.request)));
    return catalogue_.say("verify.did." + failure.did, arguments);
  }

  // What was expected and what came.
  std::string saw(const FailedCase& failure) const {
    switch (failure.kind) {
      case FailedCase::Kind::trouble:
        return trouble_text(failure.trouble, catalogue_);
      case FailedCase::Kind::refused:
        return catalogue_.say("verify.saw.refused", {argument("error", elide(visible(failure.error), 200))});
      case FailedCase::Kind::missing:
        return catalogue_.say("verify.saw.missing", {argument("part", failure.part),
                                                     argument("shape", shape_text(failure.expected_shape))});
      case FailedCase::Kind::shape:
        return catalogue_.say("verify.saw.shape", {argument("part", failure.part),
                                                   argument("expected", shape_text(failure.expected_shape)),
                                                   argument("seen", shape_text(failure.seen_shape))});
      case FailedCase::Kind::numbers:
        break;
    }
    const char* key = failure.note == "row-sum" ? "verify.saw.row-sum"
                      : failure.before          ? "verify.saw.differs"
                                                : "verify.saw.number";
    return catalogue_.say(key, {argument("cell", failure.part + place(failure)),
                                argument("expected", number_text(failure.expected)),
                                argument("seen", number_text(failure.seen))});
  }
  std::string note(const FailedCase& failure) const {
    return failure.note.empty() ? "" : text("verify.note." + failure.note);
  }

  std::string mistake_name(const Reproduced& reproduced) const {
    const MistakeNotes* notes = options_.notes->find(reproduced.mistake->id);
    return notes == nullptr ? std::string(reproduced.mistake->id) : notes->name.in(catalogue_.language());
  }

  // "weights are what ‘softmax down the columns’ gives", and how far that goes.
  std::string reproduces(const Reproduced& reproduced) const {
    return catalogue_.say(
        reproduced.all ? "verify.reproduces.all" : "verify.reproduces.some",
        {argument("name", mistake_name(reproduced)), argument("id", std::string(reproduced.mistake->id)),
         argument("agreeing", reproduced.agreeing), argument("wrong", reproduced.wrong)});
  }

 private:
  // "q [1, 1, 2, 1], k [1, 1, 2, 1], v [1, 1, 2, 1]"
  std::string sizes(const AttentionRequest& request) const {
    if (const auto* layer = std::get_if<LayerInputs>(&request.inputs))
      return catalogue_.say("verify.sizes.layer",
                            {argument("x", shape_text(layer->x.shape())), argument("heads", layer->heads)});
    const auto& inputs = std::get<AttentionInputs>(request.inputs);
    return catalogue_.say("verify.sizes", {argument("q", shape_text(inputs.q.shape())),
                                           argument("k", shape_text(inputs.k.shape())),
                                           argument("v", shape_text(inputs.v.shape()))});
  }

  // As in code: "[0, 0, 1, 2]". A row where the whole row is meant.
  static std::string place(const FailedCase& failure) {
    std::vector<int> at = failure.at;
    if (failure.note == "row-sum") at.pop_back();
    std::string text;
    for (const int index : at) text += (text.empty() ? "" : ", ") + std::to_string(index);
    return "[" + text + "]";
  }

  const VerifyOptions& options_;
  const Catalogue& catalogue_;
};

class VerifyDocument {
 public:
  VerifyDocument(const SuiteReport& report, const VerifyOptions& options, const Catalogue& catalogue)
      : report_(report), options_(options), catalogue_(catalogue), words_(options, catalogue) {}

  Document make() {
    Document document;
    document.title = catalogue_.say("verify.title", {argument("command", visible(options_.command))});
    document.language = std::string(language_name(catalogue_.language()));
    document.sections.push_back(overview(document.title));
    document.sections.push_back(checks());
    std::size_t told = 0;
    for (const CheckResult& result : report_.checks) {
      if (result.outcome != Outcome::failed) continue;
      if (!options_.details && told == failures_in_full) break;
      document.sections.push_back(failed(result));
      ++told;
    }
    Section end = ending(told);
    if (!end.blocks.empty()) document.sections.push_back(std::move(end));
    return document;
  }

 private:
  Section overview(const std::string& title) const {
    Section section;
    section.blocks.emplace_back(Heading{1, title});
    const int failed = report_.count(Outcome::failed);
    const int passed = report_.count(Outcome::passed);
    const std::vector<Argument> counts = {
        argument("passed", passed), argument("failed", failed), argument("made", passed + failed),
        argument("skipped", report_.count(Outcome::skipped)), argument("asked", report_.asked)};
    const char* key = failed > 0 ? "verify.failed" : passed > 0 ? "verify.passed" : "verify.nothing";
    section.blocks.emplace_back(
        Note{report_.passed() ? NoteKind::good : NoteKind::bad, catalogue_.say(key, counts)});
    if (report_.count(Outcome::skipped) > 0)
      section.blocks.emplace_back(Note{NoteKind::remark, catalogue_.say("verify.skipped-some", counts)});
    for (std::size_t i = 0; i < std::min(report_.reproduced.size(), most_names); ++i)
      section.blocks.emplace_back(named(report_.reproduced[i]));
    return section;
  }

  Note named(const Reproduced& reproduced) const {
    Note note{NoteKind::bad, words_.reproduces(reproduced)};
    if (const MistakeNotes* notes = options_.notes->find(reproduced.mistake->id)) {
      note.details.push_back(notes->what.in(catalogue_.language()));
      note.details.push_back(
          catalogue_.say("verify.more", {argument("id", std::string(reproduced.mistake->id))}));
    }
    return note;
  }

  Section checks() const {
    Section section;
    section.blocks.emplace_back(Heading{2, words_.text("verify.checks")});
    for (const CheckResult& result : report_.checks) {
      switch (result.outcome) {
        case Outcome::passed:
          section.blocks.emplace_back(Note{NoteKind::good, words_.name(result)});
          break;
        case Outcome::failed:
          section.blocks.emplace_back(Note{NoteKind::bad, words_.name(result)});
          break;
        case Outcome::skipped:
          section.blocks.emplace_back(Note{NoteKind::remark, words_.skipped(result)});
          break;
      }
    }
    return section;
  }

  Section failed(const CheckResult& result) const {
    const FailedCase& failure = *result.failure;
    Section section;
    section.blocks.emplace_back(Heading{2, words_.name(result)});
    section.blocks.emplace_back(Paragraph{words_.did(failure)});
    Note note{NoteKind::bad, words_.saw(failure)};
    if (!words_.note(failure).empty()) note.details.push_back(words_.note(failure));
    if (!failure.trouble.excerpt.empty())
      note.details.push_back(catalogue_.say("verify.excerpt", {argument("text", failure.trouble.excerpt)}));
    section.blocks.emplace_back(std::move(note));
    add_tables(section, failure);
    section.blocks.emplace_back(Paragraph{words_.why(result)});
    add_lacks(section, result);
    add_request(section, failure);
    return section;
  }

  // The tables of the head in which the wrong number stands: what was given, what came, what should have.
  void add_tables(Section& section, const FailedCase& failure) const {
    if (failure.kind != FailedCase::Kind::numbers) return;
    const std::vector<int>& at = failure.at;
    const std::vector<int> plane(at.begin(), at.end() - 2);
    if (const auto* inputs = std::get_if<AttentionInputs>(&failure.request.inputs)) {
      add_table(section, "q", inputs->q, plane, {});
      add_table(section, "k", inputs->k, plane, {});
      add_table(section, "v", inputs->v, plane, {});
    } else {
      add_table(section, "x", std::get<LayerInputs>(failure.request.inputs).x, {plane.front()}, {});
    }
    if (failure.request.padding_mask)
      add_table(section, "padding_mask", *failure.request.padding_mask, {}, {});
    add_table(section, catalogue_.say("verify.table.seen", {argument("part", failure.part)}),
              failure.seen_part, plane, at);
    if (failure.wanted)
      add_table(section, catalogue_.say("verify.table.wanted", {argument("part", failure.part)}),
                *failure.wanted, plane, {});
  }

  static void add_table(Section& section, const std::string& caption, const Tensor& tensor,
                        const std::vector<int>& plane, const std::vector<int>& marked) {
    if (tensor.rank() != static_cast<int>(plane.size()) + 2) return;
    const int rows = tensor.size(tensor.rank() - 2);
    const int columns = tensor.size(tensor.rank() - 1);
    if (rows > widest_table || columns > widest_table) return;
    Table table{.caption = caption + "  " + plane_text(plane),
                .row_axis = {},
                .column_axis = {},
                .column_names = {},
                .rows = {}};
    for (int column = 0; column < columns; ++column) table.column_names.push_back(std::to_string(column));
    for (int row = 0; row < rows; ++row) {
      Row line{.name = std::to_string(row), .cells = {}, .worked = {}};
      for (int column = 0; column < columns; ++column) {
        std::vector<int> at = plane;
        at.insert(at.end(), {row, column});
        Cell cell{.text = number_text(tensor.at(at)), .value = tensor.at(at)};
        if (at == marked) cell.mark = Mark::wrong;
        line.cells.push_back(std::move(cell));
      }
      table.rows.push_back(std::move(line));
    }
    section.blocks.emplace_back(std::move(table));
  }

  static std::string plane_text(const std::vector<int>& plane) {
    std::string text;
    for (const int index : plane) text += std::to_string(index) + ", ";
    return "[" + text + ":, :]";
  }

  // An answer that never came may have been asked of something that is not there.
  void add_lacks(Section& section, const CheckResult& result) const {
    const FailedCase::Kind kind = result.failure->kind;
    if (kind == FailedCase::Kind::numbers) return;
    std::string lacks;
    for (const std::string_view need : result.check->needs)
      lacks += (lacks.empty() ? "" : ",") + std::string(need);
    if (result.check->id == "shape") lacks = "lengths";
    if (lacks.empty()) return;
    section.blocks.emplace_back(
        Note{NoteKind::remark, catalogue_.say("verify.declare", {argument("lacks", lacks)})});
  }

  void add_request(Section& section, const FailedCase& failure) const {
    const std::string line = options_.line_of(failure.request);
    if (line.size() > longest_line) return;
    if (failure.before) {
      const std::string before = options_.line_of(*failure.before);
      if (before.size() > longest_line) return;
      section.blocks.emplace_back(Paragraph{words_.text("verify.request-before")});
      section.blocks.emplace_back(Formula{before});
      section.blocks.emplace_back(Formula{line});
      return;
    }
    section.blocks.emplace_back(Paragraph{words_.text("verify.request")});
    section.blocks.emplace_back(Formula{line});
  }

  Section ending(std::size_t told) const {
    Section section;
    const int failed = report_.count(Outcome::failed);
    if (failed > static_cast<int>(told)) {
      section.blocks.emplace_back(Heading{2, words_.text("verify.others")});
      for (const CheckResult& result : report_.checks) {
        if (result.outcome != Outcome::failed || told-- > 0) continue;
        told = 0;
        section.blocks.emplace_back(Note{
            NoteKind::bad, words_.name(result), {words_.did(*result.failure), words_.saw(*result.failure)}});
      }
    }
    std::vector<std::string> lines = complaint_lines();
    if (!lines.empty() && failed > 0)
      section.blocks.emplace_back(Note{NoteKind::remark, words_.text("verify.complaints"), std::move(lines)});
    return section;
  }

  std::vector<std::string> complaint_lines() const {
    std::vector<std::string> lines;
    std::size_t begin = 0;
    while (begin < options_.complaints.size()) {
      const std::size_t end = std::min(options_.complaints.find('\n', begin), options_.complaints.size());
      const std::string line =
          elide(visible(std::string_view(options_.complaints).substr(begin, end - begin)), 160);
      if (shows_something(line)) lines.push_back(line);
      begin = end + 1;
    }
    if (lines.size() > most_complaints)
      lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(most_complaints));
    return lines;
  }

  const SuiteReport& report_;
  const VerifyOptions& options_;
  const Catalogue& catalogue_;
  VerifyWords words_;
};

}  // namespace

std::string trouble_text(const Trouble& trouble, const Catalogue& catalogue) {
  return catalogue.say("verify.trouble." + std::string(trouble_name(trouble.kind)), trouble.details);
}

Document verify_document(const SuiteReport& report, const VerifyOptions& options,
                         const Catalogue& catalogue) {
  return VerifyDocument(report, options, catalogue).make();
}

Results verify_results(const SuiteReport& report, const VerifyOptions& options, const Catalogue& catalogue) {
  const VerifyWords words(options, catalogue);
  const auto texts = std::make_shared<std::deque<std::string>>();  // they stay where they are
  const auto keep = [&](std::string text) { return std::string_view(texts->emplace_back(std::move(text))); };
  Results results{.problem = "verify", .learner = {}, .learner_name = {}, .notes = {}, .lines = {}};
  for (const CheckResult& result : report.checks) {
    if (result.outcome == Outcome::skipped) {
      results.notes.push_back(words.skipped(result));
      continue;
    }
    const bool passed = result.outcome == Outcome::passed;
    ResultLine line;
    line.step = line.section = result.check->id;
    line.verdict = passed ? "correct" : "wrong";
    line.saying = keep(words.name(result));
    if (!passed) {
      line.hint = keep(words.did(*result.failure) + " " + words.saw(*result.failure));
      line.message = keep(std::string(line.saying) + " " + std::string(line.hint));
    } else {
      line.message = line.saying;
    }
    line.table = static_cast<int>(results.lines.size()) + 1;
    line.points = passed ? 1 : 0;
    line.max_points = 1;
    line.passed = passed;
    results.lines.push_back(line);
    results.points += line.points;
    results.max_points += 1;
  }
  for (const Reproduced& reproduced : report.reproduced)
    results.notes.push_back(words.reproduces(reproduced));
  results.passed = report.passed();
  results.summary = catalogue.say(
      "verify.summary", {argument("command", visible(options.command)), argument("points", results.points),
                         argument("of", results.max_points)});
  results.texts = texts;
  return results;
}

}  // namespace qkv
