#include "qkv/generate/lint.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "causes.hpp"
#include "divisors.hpp"
#include "qkv/trace/pipeline.hpp"
#include "untold.hpp"

namespace qkv {
namespace {

using linting::CauseRow;
using linting::Untold;

class Linting {
 public:
  explicit Linting(const Problem& problem) : problem_(problem), calculated_(steps_to_calculate(problem)) {
    if (problem.exercise) unavoidable_ = problem.exercise->unavoidable;
  }

  LintReport report() {
    report_.mistakes = discriminate(problem_);
    for (const Discrimination& each : report_.mistakes) add_mistake(each);
    for (const ConfusedPair& pair : confused_) {
      report_.findings.push_back({.kind = Finding::Kind::confused, .mistake = pair.one, .other = pair.other});
    }
    for (Tie& tie : rounding_ties(problem_)) {
      report_.findings.push_back({.kind = Finding::Kind::tie, .tie = std::move(tie)});
    }
    add_text(MissingText::Part::title, problem_.title);
    if (!problem_.note.empty()) add_text(MissingText::Part::note, problem_.note);
    add_causes();
    std::ranges::stable_sort(report_.findings, {}, &Finding::kind);
    report_.work = work_of(problem_);
    return std::move(report_);
  }

 private:
  // ---- findings

  void add_mistake(const Discrimination& each) {
    const std::string_view id = each.mistake->id;
    const bool full_marks = each.full_marks != Seen::never;
    if (full_marks || each.named != Seen::always) {
      if (unavoidable_.hides(id)) {
        report_.unavoidable.hidden.emplace_back(id);
      } else if (full_marks) {
        report_.findings.push_back(
            {.kind = Finding::Kind::full_marks, .mistake = id, .how_often = each.full_marks});
      } else {
        const Seen how_often = each.named == Seen::never ? Seen::always : Seen::sometimes;
        report_.findings.push_back({.kind = Finding::Kind::not_named, .mistake = id, .how_often = how_often});
      }
    }
    for (const std::string_view other : each.taken_for) add_pair({id, other});
  }

  static bool same(const ConfusedPair& a, const ConfusedPair& b) {
    return a == b || (a.one == b.other && a.other == b.one);
  }

  void add_pair(const ConfusedPair& pair) {
    const auto is_known = [&pair](const ConfusedPair& known) { return same(known, pair); };
    if (!unavoidable_.pairs_up(pair.one, pair.other)) {
      if (std::ranges::none_of(confused_, is_known)) confused_.push_back(pair);
    } else if (!report_.unavoidable.pairs_up(pair.one, pair.other)) {
      report_.unavoidable.pairs.push_back({std::string(pair.one), std::string(pair.other)});
    }
  }

  void add_text(MissingText::Part part, const LocalizedText& text) {
    if (!text.empty() && text.copied == LocalizedText::Copied::none) return;
    report_.findings.push_back({.kind = Finding::Kind::text, .text = MissingText{part, text.copied}});
  }

  // ---- causes

  const Discrimination* proof_of(std::string_view id) const {
    const auto found = std::ranges::find_if(
        report_.mistakes, [id](const Discrimination& each) { return each.mistake->id == id; });
    return found == report_.mistakes.end() ? nullptr : &*found;
  }

  // Somebody who works like this gets full marks, or the numbers are the right ones altogether. A scale that
  // is right at these sizes does not count as a mistake that can be made.
  bool is_hidden(std::string_view id) const {
    if (unavoidable_.hides(id)) return false;
    const Discrimination* proof = proof_of(id);
    if (proof != nullptr) return proof->full_marks != Seen::never;
    const Mistake& mistake = *find_mistake(id);
    const bool calculated = std::ranges::find(calculated_, mistake.step) != calculated_.end();
    return calculated && (mistake.applies(problem_) || mistake.step == Step::scaled);
  }

  // Each thing is explained once.
  Cause explained(const CauseRow& row, std::vector<Argument> details) {
    Cause cause{.id = row.id, .details = std::move(details)};
    for (const std::string_view id : row.hides) {
      const bool known = std::ranges::find(explained_.hidden, id) != explained_.hidden.end();
      if (!known && is_hidden(id)) cause.hidden.push_back(id);
    }
    const auto is_one = [&row](std::string_view id) {
      return std::ranges::find(row.alike, id) != row.alike.end();
    };
    for (const ConfusedPair& pair : confused_) {
      const bool known = std::ranges::find(explained_.pairs, pair) != explained_.pairs.end();
      if (!known && is_one(pair.one) && is_one(pair.other)) cause.pairs.push_back(pair);
    }
    explained_.hidden.insert(explained_.hidden.end(), cause.hidden.begin(), cause.hidden.end());
    explained_.pairs.insert(explained_.pairs.end(), cause.pairs.begin(), cause.pairs.end());
    return cause;
  }

  // Scales that are right at these sizes are no findings, but there are divisors to explain them.
  Untold unexplained() const {
    Untold untold;
    for (const Mistake& mistake : mistakes()) {
      const bool scales = mistake.step == Step::scaled && proof_of(mistake.id) == nullptr;
      const bool is_finding = proof_of(mistake.id) != nullptr || scales;
      const bool known = std::ranges::find(explained_.hidden, mistake.id) != explained_.hidden.end();
      if (is_finding && !known && is_hidden(mistake.id)) untold.hidden.push_back(mistake.id);
    }
    for (const Finding& finding : report_.findings) {
      if (finding.kind == Finding::Kind::not_named) untold.unnamed.push_back(finding.mistake);
    }
    for (const ConfusedPair& pair : confused_) {
      if (std::ranges::find(explained_.pairs, pair) == explained_.pairs.end()) untold.pairs.push_back(pair);
    }
    return untold;
  }

  void add_all(std::vector<Cause> causes) {
    for (Cause& cause : causes) report_.causes.push_back(std::move(cause));
  }

  void add_causes() {
    const linting::Numbers numbers = linting::numbers_of(problem_);
    for (const CauseRow& row : linting::cause_rows()) {
      linting::Details details = row.holds(numbers);
      if (!details) continue;
      Cause cause = explained(row, std::move(*details));
      if (row.worth_knowing || !cause.hidden.empty() || !cause.pairs.empty())
        report_.causes.push_back(std::move(cause));
    }
    Untold untold = unexplained();
    add_all(linting::causes_in_divisors(problem_, untold));
    std::erase_if(untold.hidden, [this](std::string_view id) { return proof_of(id) == nullptr; });
    add_all(linting::causes_in_what_is_asked(problem_, untold));
  }

  const Problem& problem_;
  std::vector<Step> calculated_;
  Unavoidable unavoidable_;
  std::vector<ConfusedPair> confused_;  // but for those that are unavoidable
  Untold explained_;
  LintReport report_;
};

}  // namespace

LintReport lint(const Problem& problem) {
  return Linting(problem).report();
}

}  // namespace qkv
