#include "qkv/report/lint.hpp"

#include <algorithm>
#include <utility>

#include "qkv/base/number.hpp"
#include "qkv/trace/labels.hpp"

namespace qkv {
namespace {

constexpr std::size_t most_ties = 4;  // that are listed

class LintDocument {
 public:
  LintDocument(const Problem& problem, const LintReport& report, const LintOptions& options,
               const Catalogue& catalogue)
      : problem_(problem), report_(report), options_(options), catalogue_(catalogue) {}

  Document make() {
    Document document;
    document.title = catalogue_.say("lint.title", {argument("problem", problem_.id)});
    document.language = std::string(language_name(catalogue_.language()));
    document.sections.push_back(overview(document.title));
    if (!report_.findings.empty()) document.sections.push_back(to_change());
    add_if_any(document, good_to_know());
    if (!report_.mistakes.empty()) document.sections.push_back(table());
    document.sections.push_back(work());
    return document;
  }

 private:
  std::string text(std::string_view key) const { return std::string(catalogue_.text(key)); }

  static void add_if_any(Document& document, Section section) {
    if (!section.blocks.empty()) document.sections.push_back(std::move(section));
  }

  std::string name(std::string_view id) const {
    const MistakeNotes* notes = options_.notes == nullptr ? nullptr : options_.notes->find(id);
    return notes == nullptr ? std::string(id) : notes->name.in(catalogue_.language());
  }

  std::string mistake(std::string_view id) const {
    return catalogue_.say("lint.mistake", {argument("name", name(id)), argument("id", std::string(id))});
  }

  std::string pair(std::string_view one, std::string_view other) const {
    return catalogue_.say("lint.pair", {argument("one", mistake(one)), argument("other", mistake(other))});
  }

  std::string joined(const std::vector<std::string>& parts) const {
    std::string all;
    for (const std::string& part : parts) all += (all.empty() ? "" : text("lint.separator")) + part;
    return all;
  }

  // ---- all in one line

  Section overview(const std::string& title) const {
    Section section;
    section.blocks.emplace_back(Heading{1, title});
    const auto count = static_cast<long long>(report_.mistakes.size());
    if (!report_.findings.empty()) {
      section.blocks.emplace_back(Paragraph{catalogue_.count("lint.summary", count)});
    } else {
      section.blocks.emplace_back(Note{NoteKind::good, clean(count)});
    }
    return section;
  }

  bool has_unavoidable() const {
    return !report_.unavoidable.hidden.empty() || !report_.unavoidable.pairs.empty();
  }

  std::string clean(long long count) const {
    if (count == 0) return text("lint.clean.none");
    if (has_unavoidable()) return catalogue_.say("lint.clean.unavoidable", {argument("count", count)});
    return catalogue_.count("lint.clean", count);
  }

  // ---- findings, under what causes them

  bool gets_full_marks(std::string_view id) const {
    return std::ranges::any_of(report_.findings, [id](const Finding& finding) {
      return finding.kind == Finding::Kind::full_marks && finding.mistake == id;
    });
  }

  bool explains_findings(const Cause& cause) const {
    return !cause.pairs.empty() || !cause.unnamed.empty() ||
           std::ranges::any_of(cause.hidden, [this](std::string_view id) { return gets_full_marks(id); });
  }

  std::vector<std::string> effects(const Cause& cause) const {
    std::vector<std::string> full_marks;
    std::vector<std::string> right;
    std::vector<std::string> unnamed;
    std::vector<std::string> pairs;
    for (const std::string_view id : cause.hidden)
      (gets_full_marks(id) ? full_marks : right).push_back(mistake(id));
    for (const std::string_view id : cause.unnamed) unnamed.push_back(mistake(id));
    for (const ConfusedPair& each : cause.pairs) pairs.push_back(pair(each.one, each.other));
    std::vector<std::string> lines;
    const auto add = [&](const char* key, const std::vector<std::string>& names) {
      if (!names.empty()) lines.push_back(catalogue_.say(key, {argument("names", joined(names))}));
    };
    add("lint.effect.full-marks", full_marks);
    add("lint.effect.unnamed", unnamed);
    add("lint.effect.confused", pairs);
    add("lint.effect.right", right);
    return lines;
  }

  std::string cause_text(const Cause& cause, const char* part) const {
    return catalogue_.say("lint.cause." + std::string(cause.id) + part, cause.details);
  }

  std::string change(const Cause& cause) const {
    return catalogue_.say("lint.change", {argument("change", cause_text(cause, ".change"))});
  }

  Section to_change() const {
    Section section;
    section.blocks.emplace_back(
        Heading{2, catalogue_.count("lint.found", static_cast<long long>(report_.findings.size()))});
    for (const Cause& cause : report_.causes) {
      if (!explains_findings(cause)) continue;
      Note note{NoteKind::warning, cause_text(cause, ".what"), effects(cause)};
      note.details.push_back(change(cause));
      section.blocks.emplace_back(std::move(note));
    }
    add_others(section);
    add_ties(section);
    for (const Finding& finding : report_.findings) {
      if (finding.text) section.blocks.emplace_back(Note{NoteKind::warning, missing(*finding.text)});
    }
    return section;
  }

  bool is_explained(const Finding& finding) const {
    const ConfusedPair wanted = {finding.mistake, finding.other};
    return std::ranges::any_of(report_.causes, [&](const Cause& cause) {
      if (finding.kind == Finding::Kind::confused)
        return std::ranges::find(cause.pairs, wanted) != cause.pairs.end();
      const std::vector<std::string_view>& ids =
          finding.kind == Finding::Kind::full_marks ? cause.hidden : cause.unnamed;
      return std::ranges::find(ids, finding.mistake) != ids.end();
    });
  }

  std::string other(const Finding& finding) const {
    if (finding.kind == Finding::Kind::confused) {
      return catalogue_.say("lint.other.confused", {argument("one", mistake(finding.mistake)),
                                                    argument("other", mistake(finding.other))});
    }
    const char* key =
        finding.kind == Finding::Kind::full_marks ? "lint.other.full-marks." : "lint.other.not-named.";
    return catalogue_.say(key + std::string(seen_name(finding.how_often)),
                          {argument("mistake", mistake(finding.mistake))});
  }

  void add_others(Section& section) const {
    Note note{NoteKind::warning, text("lint.other")};
    for (const Finding& finding : report_.findings) {
      if (finding.kind > Finding::Kind::confused || is_explained(finding)) continue;
      note.details.push_back(other(finding));
    }
    if (!note.details.empty()) section.blocks.emplace_back(std::move(note));
  }

  std::string place(const Tie& tie) const {
    const std::size_t row = tie.at.size() - (tie.step == Step::sum ? 1 : 2);
    const int decimals = of_step(problem_.decimals, tie.step);
    std::string line =
        catalogue_.say(tie.step == Step::sum ? "lint.tie.sum" : "lint.tie",
                       {argument("step", std::string(step_name(tie.step))),
                        argument("row", row_name(problem_, tie.step, tie.at.front(), tie.at[row])),
                        argument("column", column_name(problem_, tie.step, tie.at.front(), tie.at.back())),
                        argument("value", format_fixed(tie.value, decimals + 1))});
    if (tie.carry == Carry::by_hand) line += text("lint.tie.by-hand.tail");
    return line;
  }

  void add_ties(Section& section) const {
    std::vector<std::string> places;
    for (const Finding& finding : report_.findings) {
      if (finding.tie) places.push_back(place(*finding.tie));
    }
    if (places.empty()) return;
    const std::size_t count = places.size();
    Note note{NoteKind::warning, catalogue_.count("lint.ties", static_cast<long long>(count))};
    for (std::size_t i = 0; i < count && i < most_ties; ++i) note.details.push_back(std::move(places[i]));
    if (count > most_ties)
      note.details.push_back(catalogue_.count("lint.ties.more", static_cast<long long>(count - most_ties)));
    note.details.push_back(text("lint.ties.change"));
    section.blocks.emplace_back(std::move(note));
  }

  std::string missing(const MissingText& missing) const {
    std::string key = missing.part == MissingText::Part::title ? "lint.text.title." : "lint.text.note.";
    switch (missing.copied) {
      case LocalizedText::Copied::none:
        key += "none";
        break;
      case LocalizedText::Copied::zh:
        key += "zh";
        break;
      case LocalizedText::Copied::en:
        key += "en";
        break;
      case LocalizedText::Copied::unclear:
        key += "unclear";
        break;
    }
    return catalogue_.say(key, {});
  }

  // ---- what needs no change

  Section good_to_know() const {
    Section section;
    List list;
    for (const Cause& cause : report_.causes) {
      if (explains_findings(cause)) continue;
      std::string item = cause_text(cause, ".what");
      const char* blank = catalogue_.language() == Language::zh ? "" : " ";
      for (const std::string& effect : effects(cause)) item += blank + effect + text("lint.stop.tail");
      item += blank + change(cause);
      list.items.push_back(std::move(item));
    }
    if (list.items.empty() && !has_unavoidable()) return section;
    section.blocks.emplace_back(Heading{2, text("lint.known.title")});
    if (has_unavoidable()) section.blocks.emplace_back(unavoidable());
    if (!list.items.empty()) section.blocks.emplace_back(std::move(list));
    return section;
  }

  Note unavoidable() const {
    std::vector<std::string> hidden;
    std::vector<std::string> pairs;
    for (const std::string& id : report_.unavoidable.hidden) hidden.push_back(mistake(id));
    for (const MistakePair& each : report_.unavoidable.pairs) pairs.push_back(pair(each.one, each.other));
    Note note{NoteKind::remark, text("lint.unavoidable")};
    const auto add = [&](const char* key, const std::vector<std::string>& names) {
      if (!names.empty()) note.details.push_back(catalogue_.say(key, {argument("names", joined(names))}));
    };
    add("lint.effect.full-marks", hidden);
    add("lint.effect.confused", pairs);
    return note;
  }

  // ---- the proof

  std::string sign(Seen seen) const {
    return text((options_.words ? "lint.word." : "lint.sign.") + std::string(seen_name(seen)));
  }

  Section table() const {
    Table table;
    table.row_axis = text("lint.table.axis");
    for (const Step step : problem_.asked) table.column_names.emplace_back(step_name(step));
    if (options_.names) table.column_names.push_back(text("lint.table.name"));
    for (const Discrimination& each : report_.mistakes) {
      Row row{.name = std::string(each.mistake->id)};
      for (const SeenIn& in : each.tables) row.cells.push_back({.text = sign(in.seen)});
      if (options_.names) row.cells.push_back({.text = name(each.mistake->id)});
      table.rows.push_back(std::move(row));
    }
    Section section;
    section.blocks.emplace_back(Heading{2, text("lint.table.title")});
    section.blocks.emplace_back(
        Paragraph{catalogue_.say("lint.table.legend", {argument("always", sign(Seen::always)),
                                                       argument("sometimes", sign(Seen::sometimes)),
                                                       argument("never", sign(Seen::never))})});
    section.blocks.emplace_back(std::move(table));
    return section;
  }

  // ---- the work

  Section work() const {
    const Effort& effort = report_.work.total;
    Section section;
    section.blocks.emplace_back(Heading{2, text("lint.work.title")});
    section.blocks.emplace_back(Paragraph{catalogue_.say(
        "lint.work.text", {argument_count("multiplications", effort.multiplications, "thing.multiplication"),
                           argument_count("exponentials", effort.exponentials, "thing.exponential"),
                           argument_count("divisions", effort.divisions, "thing.division"),
                           argument_count("numbers", effort.numbers, "thing.number"),
                           argument_count("minutes", report_.work.minutes, "thing.minute")})});
    return section;
  }

  const Problem& problem_;
  const LintReport& report_;
  const LintOptions& options_;
  const Catalogue& catalogue_;
};

}  // namespace

Document lint_document(const Problem& problem, const LintReport& report, const LintOptions& options,
                       const Catalogue& catalogue) {
  return LintDocument(problem, report, options, catalogue).make();
}

}  // namespace qkv
