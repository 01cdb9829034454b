#include "evidence.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace qkv::grading {
namespace {

constexpr int fewest_informative = 2;
constexpr std::array both_kinds = {Base::Kind::own, Base::Kind::truth};

bool is_comparable(const Case& of, const Tensor& mistaken) {
  if (!of.misshapen) return mistaken.shape() == of.handed_in->shape;
  return mistaken.shape() != of.table->report.shape &&
         same_table_shape(of.handed_in->shape, mistaken.shape());
}

bool takes_row(const Case& of, const Match& found, std::size_t row) {
  return of.unexplained[row] && found.agrees[row] && found.informative[row] >= fewest_informative;
}

Fit nothing_yet(const Case& of, const Mistake* mistake) {
  const std::vector<int> no_cells(of.handed_in->rows(), 0);
  return {mistake, {}, false, false, no_cells, no_cells};
}

// Rows count only where no whole table has been found yet and rows can tell.
Wanted wanted_of(const Case& of, const Fit& fit) {
  const bool table_alone =
      fit.fits_table() || fit.mistake->extent == Extent::table || of.misshapen || of.right;
  return table_alone ? Wanted::table : Wanted::rows;
}

void take(const Case& of, const Match& found, const Way& way, Fit& fit) {
  if (found.all_agree() && found.all_informative() > 0) {
    const bool enough = found.all_informative() >= fewest_informative;
    if (fit.whole && !enough) return;
    if (enough && !fit.whole) fit.ways.clear();
    fit.whole = enough;
    fit.single = !enough;
    fit.ways.push_back(&way);
    fit.informative = found.informative;
    fit.right_too = found.right_too;
    return;
  }
  if (wanted_of(of, fit) == Wanted::table) return;
  for (std::size_t row = 0; row < found.agrees.size(); ++row) {
    if (!takes_row(of, found, row)) continue;
    if (fit.ways.empty() || fit.ways.back() != &way) fit.ways.push_back(&way);
    if (found.informative[row] <= fit.informative[row]) continue;
    fit.informative[row] = found.informative[row];
    fit.right_too[row] = found.right_too[row];
  }
}

// The rows of the same queries where only rows fit, else all.
std::vector<bool> rows_in_question(const HandedTable& handed, const Case& of, const Fit& fit) {
  std::vector<bool> rows(handed.rows(), true);
  if (fit.whole || handed.rows() != fit.informative.size() || of.misshapen) return rows;
  for (std::size_t row = 0; row < rows.size(); ++row) rows[row] = fit.informative[row] > 0;
  return rows;
}

}  // namespace

Evidence::Evidence(Known& known, const HandedIn& handed_in, const Base& own,
                   const std::vector<JudgedTable>& tables)
    : known_(known),
      problem_(known.problem()),
      handed_in_(handed_in),
      tables_(tables),
      hypotheses_(known, handed_in, own) {}

// ---- for it
// -------------------------------------------------------------------------------------------------------

Comparison Evidence::compared(const Case& of, Base::Kind kind) const {
  const Expected& expected = of.table->expected;
  const auto* right = kind == Base::Kind::truth ? &expected.truth : &expected.own;
  return {*of.handed_in, of.misshapen ? nullptr : right, of.asked, &of.unexplained_cells, half(of.step())};
}

void Evidence::try_way(const Case& of, const Way& way, Fit& fit) {
  for (const Base::Kind kind : both_kinds) try_manners(of, kind, way, fit);
}

void Evidence::try_manners(const Case& of, Base::Kind kind, const Way& way, Fit& fit) {
  const Comparison comparison = compared(of, kind);
  for (const Manner& manner : hypotheses_.manners(kind, of.step())) {
    // Rows that fit from here do not keep the whole table from fitting from there.
    if (fit.fits_table() && fit.ways.back() == &way) return;
    if (hypotheses_.is_as_usual(kind, way, of.step(), manner)) continue;
    const Tensor* mistaken = hypotheses_.table(kind, way, of.step(), manner);
    // Nothing changed, or nothing comparable: no other manner will do better.
    if (mistaken == nullptr || !is_comparable(of, *mistaken)) return;
    const Tensor* right = of.misshapen ? nullptr : &hypotheses_.right_table(kind, of.step(), manner);
    match(comparison, *mistaken, right, wanted_of(of, fit), match_);
    take(of, match_, way, fit);
  }
}

Fit Evidence::fit(const Case& of, const Mistake& mistake) {
  Fit fit = nothing_yet(of, &mistake);
  for (const Way& way : mistake.ways) {
    if (known_.is_open(way)) try_way(of, way, fit);
  }
  return fit;
}

// As try_manners(), with tables that are kept.
void Evidence::try_kept(const Case& of, const Refusal& refusal, Base::Kind kind, Trials& trials,
                        const Way& way, TrialsOfWay& of_way, Fit& fit) {
  for (std::size_t count = 0;; ++count) {
    if (fit.fits_table() && fit.ways.back() == &way) return;
    const Trial* trial = hypotheses_.trial(trials, kind, of.step(), way, of_way, count);
    if (trial == nullptr || trial->is_misshapen != of.misshapen) return;
    if (of.misshapen && !same_table_shape(of.handed_in->shape, trial->mistaken.shape())) return;
    const Wanted wanted = wanted_of(of, fit);
    if (refusal.is_sure(trial->mistaken, wanted)) continue;
    match(compared(of, kind), trial->mistaken, of.misshapen ? nullptr : trial->right, wanted, match_);
    take(of, match_, way, fit);
  }
}

void Evidence::find_fits(Case& of) {
  const Refusal refusal(of, half(of.step()));
  std::array<Trials*, both_kinds.size()> kept{};
  for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = hypotheses_.trials(both_kinds[i], of.step());
  const Fit none = nothing_yet(of, nullptr);
  Fit found = none;
  std::size_t number = 0;
  for (const Mistake* mistake : known_.mistakes()) {
    found.mistake = mistake;
    for (const Way& way : mistake->ways) {
      for (std::size_t i = 0; i < kept.size() && known_.is_open(way); ++i) {
        if (kept[i] == nullptr) {
          try_manners(of, both_kinds[i], way, found);
        } else {
          if (kept[i]->ways.size() <= number) kept[i]->ways.resize(number + 1);
          try_kept(of, refusal, both_kinds[i], *kept[i], way, kept[i]->ways[number], found);
        }
      }
      ++number;
    }
    if (found.ways.empty()) continue;
    (found.single ? of.single_fits : of.fits).push_back(std::exchange(found, none));
  }
  const bool whole = std::ranges::any_of(of.fits, &Fit::whole);
  if (whole) std::erase_if(of.fits, [](const Fit& each) { return !each.whole; });
}

bool Evidence::shows(const Case& seen, const Way& way, Base::Kind kind) {
  const Comparison comparison = compared(seen, kind);
  for (const Manner& manner : hypotheses_.manners(kind, seen.step())) {
    if (hypotheses_.is_as_usual(kind, way, seen.step(), manner)) continue;
    const Tensor* mistaken = hypotheses_.table(kind, way, seen.step(), manner);
    if (mistaken == nullptr || !is_comparable(seen, *mistaken)) return false;
    const Tensor& right = hypotheses_.right_table(kind, seen.step(), manner);
    match(comparison, *mistaken, &right, Wanted::table, match_);
    if (match_.all_agree() && match_.all_informative() > 0) return true;
  }
  return false;
}

bool Evidence::bears_out(const JudgedTable& table, const Fit& fit) {
  const Case seen = open_case(handed_in_, table);
  return std::ranges::any_of(fit.ways, [&](const Way* way) { return shows(seen, *way, Base::Kind::own); });
}

bool Evidence::has_consequences(const Case& of, const Fit& fit) {
  return std::ranges::any_of(tables_, [&](const JudgedTable& later) {
    if (later.report.step <= of.step() || !of_step(handed_in_, later.report.step)) return false;
    const Case seen = open_case(handed_in_, later);
    return std::ranges::any_of(fit.ways,
                               [&](const Way* way) { return shows(seen, *way, Base::Kind::truth); });
  });
}

// ---- against it
// ---------------------------------------------------------------------------------------------------

// Directly, or through tables that were left blank.
bool Evidence::is_read_by(Step table, Step later) const {
  return std::ranges::any_of(known_.reads(later), [&](Step step) {
    if (step == table) return true;
    return problem_.computes(step) && !of_step(handed_in_, step) && is_read_by(table, step);
  });
}

Evidence::Objection Evidence::objection(const Case& of, const Fit& fit, const Way& way) {
  Objection worst = Objection::none;
  for (const JudgedTable& other : tables_) {
    const Step step = other.report.step;
    if (step == of.step() || !of_step(handed_in_, step) || agrees_with(other, way, of, fit)) continue;
    worst = std::max(worst, is_read_by(step, of.step()) ? Objection::overlooked : Objection::elsewhere);
  }
  return worst;
}

Evidence::Objection Evidence::objection(const Case& of, const Fit& fit) {
  Objection least = Objection::elsewhere;
  for (const Way* way : fit.ways) least = std::min(least, objection(of, fit, *way));
  return least;
}

bool Evidence::agrees_with(const JudgedTable& other, const Way& way, const Case& of, const Fit& fit) {
  const Step step = other.report.step;
  const HandedTable& handed = *of_step(handed_in_, step);
  const std::vector<bool> rows = rows_in_question(handed, of, fit);
  const Comparison comparison = {handed, &other.expected.own, rows, nullptr, half(step)};
  for (const Manner& manner : hypotheses_.manners(Base::Kind::own, step)) {
    if (hypotheses_.is_as_usual(Base::Kind::own, way, step, manner)) continue;
    const Tensor* mistaken = hypotheses_.table(Base::Kind::own, way, step, manner);
    if (mistaken == nullptr) return true;
    if (mistaken->shape() != handed.shape) return false;
    const Tensor& right = hypotheses_.right_table(Base::Kind::own, step, manner);
    match(comparison, *mistaken, &right, Wanted::table, match_);
    if (match_.all_agree()) return true;
    // Where the mistake changes nothing, nothing speaks against it.
    if (!moves_anything(comparison, *mistaken, right)) return true;
  }
  return comes_out_of(comparison, way, step);
}

// The mistake made from the start on, every table calculated before any was rounded.
bool Evidence::comes_out_of(const Comparison& comparison, const Way& way, Step step) {
  return std::ranges::any_of(hypotheses_.manners(Base::Kind::truth, step), [&](const Manner& manner) {
    if (hypotheses_.is_as_usual(Base::Kind::truth, way, step, manner)) return false;
    const Tensor* mistaken = hypotheses_.table(Base::Kind::truth, way, step, manner);
    if (mistaken == nullptr || mistaken->shape() != comparison.handed_in.shape) return false;
    match(comparison, *mistaken, nullptr, Wanted::table, match_);
    return match_.all_agree();
  });
}

}  // namespace qkv::grading
