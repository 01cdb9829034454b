#include "qkv/report/verify.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <iterator>
#include <memory>
#include <utility>

#include "qkv/base/number.hpp"
#include "qkv/text/unicode.hpp"
#include "short_number.hpp"
#include "verify_words.hpp"

namespace qkv {
namespace {

using Outcome = CheckResult::Outcome;

constexpr int widest_table = 8;             // columns and rows that are shown
constexpr std::size_t longest_line = 400;   // bytes of a request that is shown
constexpr std::size_t most_complaints = 8;  // lines of its standard error
constexpr std::size_t most_names = 3;       // of mistakes that answer alike

class VerifyDocument {
 public:
  VerifyDocument(const SuiteReport& report, const VerifyOptions& options, const Catalogue& catalogue)
      : report_(report), options_(options), catalogue_(catalogue), words_(options, catalogue) {}

  Document make() {
    Document document;
    document.title = catalogue_.say("verify.title", {argument("command", visible(options_.command))});
    document.language = std::string(language_name(catalogue_.language()));
    document.sections.push_back(overview(document.title));
    const CheckResult* telling = report_.most_telling();
    if (telling == nullptr || options_.details) document.sections.push_back(checks());
    if (telling != nullptr) document.sections.push_back(failed(*telling));
    if (options_.details) {
      for (const CheckResult& result : report_.checks) {
        if (result.outcome == Outcome::failed && &result != telling)
          document.sections.push_back(failed(result));
      }
    }
    Section end = ending(telling);
    if (!end.blocks.empty()) document.sections.push_back(std::move(end));
    return document;
  }

 private:
  Section overview(const std::string& title) const {
    Section section;
    section.blocks.emplace_back(Heading{1, title});
    const int failed = report_.count(Outcome::failed);
    const int passed = report_.count(Outcome::passed);
    const int skipped = report_.count(Outcome::skipped);
    const std::vector<Argument> counts = {argument("failed", failed),
                                          argument_count("made", passed + failed, "thing.check"),
                                          argument_count("asked", report_.asked, "thing.asked")};
    const std::string verdict = failed > 0   ? catalogue_.say("verify.failed", counts)
                                : passed > 0 ? catalogue_.count("verify.passed", passed, counts)
                                             : words_.text("verify.nothing");
    section.blocks.emplace_back(Note{report_.passed() ? NoteKind::good : NoteKind::bad, verdict});
    if (skipped > 0)
      section.blocks.emplace_back(
          Note{NoteKind::remark, catalogue_.say("verify.skipped-some", {argument("skipped", skipped)})});
    for (std::size_t i = 0; i < std::min(report_.reproduced.size(), most_names); ++i)
      section.blocks.emplace_back(named(report_.reproduced[i], i == 0));
    if (report_.is_coarse) section.blocks.emplace_back(Note{NoteKind::remark, words_.text("verify.coarse")});
    if (options_.end)
      section.blocks.emplace_back(Note{NoteKind::warning, bad_end_text(*options_.end, catalogue_)});
    return section;
  }

  // What the mistake is stands with the first one: the others answer alike.
  Note named(const Reproduced& reproduced, bool is_first) const {
    Note note{NoteKind::bad, words_.reproduces(reproduced)};
    if (const MistakeNotes* notes = options_.notes->find(reproduced.mistake->id)) {
      if (is_first) note.details.push_back(notes->what.in(catalogue_.language()));
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
    Section request;
    add_request(request, failure);
    // The line that was asked has the inputs in it already.
    add_tables(section, failure, options_.details || request.blocks.empty());
    section.blocks.emplace_back(Paragraph{words_.why(result)});
    add_lacks(section, result);
    std::ranges::move(request.blocks, std::back_inserter(section.blocks));
    return section;
  }

  // The tables of the head in which the wrong number stands: what was given, what came, what should have.
  void add_tables(Section& section, const FailedCase& failure, bool with_inputs) const {
    if (failure.kind != FailedCase::Kind::numbers) return;
    const std::vector<int>& at = failure.at;
    const std::vector<int> plane(at.begin(), at.end() - 2);
    if (with_inputs) add_inputs(section, failure.request, plane);
    add_table(section, catalogue_.say("verify.table.seen", {argument("part", failure.part)}),
              failure.seen_part, plane, at);
    if (failure.wanted)
      add_table(section, catalogue_.say("verify.table.wanted", {argument("part", failure.part)}),
                *failure.wanted, plane, {});
  }

  static void add_inputs(Section& section, const AttentionRequest& request, const std::vector<int>& plane) {
    if (const auto* inputs = std::get_if<AttentionInputs>(&request.inputs)) {
      add_table(section, "q", inputs->q, plane, {});
      add_table(section, "k", inputs->k, plane, {});
      add_table(section, "v", inputs->v, plane, {});
    } else {
      add_table(section, "x", std::get<LayerInputs>(request.inputs).x, {plane.front()}, {});
    }
    if (request.padding_mask) add_table(section, "padding_mask", *request.padding_mask, {}, {});
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
    const int decimals = decimals_in(tensor, plane, rows, columns);
    for (int row = 0; row < rows; ++row) {
      Row line{.name = std::to_string(row), .cells = {}, .worked = {}};
      for (int column = 0; column < columns; ++column) {
        const std::vector<int> at = within_plane(plane, row, column);
        Cell cell{.text = cell_text(tensor.at(at), decimals), .value = tensor.at(at)};
        if (at == marked) cell.mark = Mark::wrong;
        line.cells.push_back(std::move(cell));
      }
      table.rows.push_back(std::move(line));
    }
    section.blocks.emplace_back(std::move(table));
  }

  static std::vector<int> within_plane(std::vector<int> plane, int row, int column) {
    plane.insert(plane.end(), {row, column});
    return plane;
  }

  // All cells of a table alike, with no more of them than any cell needs.
  static int decimals_in(const Tensor& tensor, const std::vector<int>& plane, int rows, int columns) {
    int decimals = 0;
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) {
        const double rounded = round_half_away(tensor.at(within_plane(plane, row, column)), usual_decimals);
        decimals = std::max(decimals, std::min(shortest_decimals(rounded), usual_decimals));
      }
    }
    return decimals;
  }

  // Too small or too large for that: with its power of ten.
  static std::string cell_text(double value, int decimals) {
    const std::string text = short_number(value);
    const bool is_plain = std::isfinite(value) && text.find('e') == std::string::npos;
    return is_plain ? format_fixed(value, decimals) : text;
  }

  static std::string plane_text(const std::vector<int>& plane) {
    std::string text;
    for (const int index : plane) text += std::to_string(index) + ", ";
    return "[" + text + ":, :]";
  }

  // Whether it may have been asked for what is not there: it said no, or ended instead of answering.
  static bool may_lack(const FailedCase& failure) {
    if (failure.kind != FailedCase::Kind::trouble) return failure.kind != FailedCase::Kind::numbers;
    return failure.trouble.kind == Trouble::Kind::ended || failure.trouble.kind == Trouble::Kind::killed;
  }

  void add_lacks(Section& section, const CheckResult& result) const {
    if (!may_lack(*result.failure)) return;
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

  // The others that failed, a line each, and how many passed.
  Section ending(const CheckResult* telling) const {
    Section section;
    if (telling == nullptr) return section;
    if (!options_.details && report_.count(Outcome::failed) > 1) {
      section.blocks.emplace_back(Heading{2, words_.text("verify.others")});
      for (const CheckResult& result : report_.checks) {
        if (result.outcome != Outcome::failed || &result == telling) continue;
        section.blocks.emplace_back(Note{NoteKind::bad, words_.line(result)});
      }
    }
    std::vector<std::string> lines = complaint_lines();
    if (!lines.empty())
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

std::string bad_end_text(const BadEnd& end, const Catalogue& catalogue) {
  return catalogue.say("verify.end." + std::string(bad_end_name(end.kind)), {argument("code", end.code)});
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
  if (report.is_coarse) results.notes.push_back(words.text("verify.coarse"));
  if (options.end) results.notes.push_back(bad_end_text(*options.end, catalogue));
  results.passed = report.passed();
  results.summary = catalogue.say(
      "verify.summary", {argument("command", visible(options.command)), argument("points", results.points),
                         argument("of", results.max_points)});
  results.texts = texts;
  return results;
}

}  // namespace qkv
