#include "diagnosis.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "cases.hpp"
#include "evidence.hpp"
#include "telling.hpp"

namespace qkv::grading {
namespace {

bool fits_in(const Mistake* mistake, const std::vector<Fit>& fits) {
  return std::ranges::any_of(fits, [&](const Fit& fit) { return fit.mistake == mistake; });
}

class Diagnostician {
 public:
  Diagnostician(Known& known, const HandedIn& handed_in, const HandedIn& misshapen, const Base& own,
                const std::vector<JudgedTable>& tables, const FindSlips& find_slips)
      : known_(known),
        problem_(known.problem()),
        handed_in_(handed_in),
        misshapen_(misshapen),
        tables_(tables),
        find_slips_(find_slips),
        evidence_(known, handed_in, own, tables) {}

  void run() {
    std::vector<Case> cases = open_cases(problem_, handed_in_, misshapen_, tables_);
    for (Case& each : cases) evidence_.find_fits(each);
    for (Case& each : cases) drop_contradicted(each);
    for (Case& each : cases) take_known_single_fits(each, cases);
    for (Case& each : cases) conclude(each, cases);
    for (const JudgedTable& table : tables_) find_slips_(table);
    for (Case& each : cases) take_single_fits(each);
    for (Case& each : cases) conclude(each, cases);
    find_uncleared_rows();
  }

 private:
  // Other tables may speak against a mistake. The one that this table is calculated from may have been
  // overlooked: then the mistake is named where nothing else fits, unless all has full points anyway.
  void drop_contradicted(Case& of) {
    using Objection = Evidence::Objection;
    std::vector<Objection> objections;
    for (const Fit& fit : of.fits) objections.push_back(evidence_.objection(of, fit));
    const bool unopposed = std::ranges::find(objections, Objection::none) != objections.end();
    const Objection most = unopposed || of.right ? Objection::none : Objection::overlooked;
    std::vector<Fit> kept;
    for (std::size_t i = 0; i < of.fits.size(); ++i) {
      if (objections[i] <= most) kept.push_back(std::move(of.fits[i]));
    }
    of.fits = std::move(kept);
  }

  // ---- a single cell

  // One cell alone is a slip of the pen, unless the same mistake shows in another table …
  static void take_known_single_fits(Case& of, const std::vector<Case>& cases) {
    if (!of.fits.empty()) return;
    std::ranges::copy_if(of.single_fits, std::back_inserter(of.fits), [&](const Fit& fit) {
      return std::ranges::any_of(cases, [&](const Case& each) { return fits_in(fit.mistake, each.fits); });
    });
  }

  // … or no slip explains it, while later tables, calculated rightly from it, agree as well. Nothing is
  // calculated where a mask is put on: there the pen does not slip into just these numbers.
  void take_single_fits(Case& of) {
    if (!of.fits.empty() || of.right) return;
    if (std::ranges::find(of.unexplained, true) == of.unexplained.end()) return;
    std::ranges::copy_if(of.single_fits, std::back_inserter(of.fits), [&](const Fit& fit) {
      return of.step() == Step::masked || evidence_.has_consequences(of, fit);
    });
    drop_contradicted(of);
  }

  // ---- what is said

  // How many tables the mistake explains: those that need it, and those that agree with it where the right
  // step would have given something else.
  std::ptrdiff_t tables_explained(const Fit& fit, const std::vector<Case>& cases) {
    return std::ranges::count_if(tables_, [&](const JudgedTable& table) {
      const auto found = std::ranges::find_if(cases, [&](const Case& each) { return each.table == &table; });
      if (found != cases.end()) {
        return fits_in(fit.mistake, found->fits) || fits_in(fit.mistake, found->single_fits);
      }
      return of_step(handed_in_, table.report.step) && evidence_.bears_out(table, fit);
    });
  }

  // Tables, then rows of this one.
  using Explained = std::pair<std::ptrdiff_t, std::ptrdiff_t>;

  Explained explained(const Fit& fit, const std::vector<Case>& cases) {
    const auto rows = std::ranges::count_if(fit.informative, [](int count) { return count > 0; });
    return {tables_explained(fit, cases), fit.fits_table() ? 0 : rows};
  }

  void conclude(Case& of, const std::vector<Case>& cases) {
    if (of.fits.empty() || !of.table->report.diagnosis.empty()) return;
    std::vector<Explained> weight;
    if (of.fits.size() > 1) {
      for (const Fit& fit : of.fits) weight.push_back(explained(fit, cases));
    } else {
      weight.emplace_back();
    }
    // Rows with the same explanation are reported together.
    std::map<std::vector<std::size_t>, std::vector<std::size_t>> rows_by_fits;
    for (std::size_t row = 0; row < of.handed_in->rows(); ++row) {
      const std::vector<std::size_t> best = best_fits(of, row, weight);
      if (!best.empty()) rows_by_fits[best].push_back(row);
    }
    for (const auto& [best, rows] : rows_by_fits) {
      std::vector<const Fit*> fits;
      for (const std::size_t i : best) fits.push_back(&of.fits[i]);
      add(of, fits, rows);
    }
    std::ranges::sort(of.table->report.diagnosis,
                      [](const Diagnosis& a, const Diagnosis& b) { return a.rows < b.rows; });
    mark(of);
  }

  // Of those that fit the row, the ones that explain most.
  static std::vector<std::size_t> best_fits(const Case& of, std::size_t row,
                                            const std::vector<Explained>& weight) {
    std::vector<std::size_t> best;
    for (std::size_t i = 0; i < of.fits.size(); ++i) {
      if (!of.fits[i].fits_row(row)) continue;
      if (!best.empty() && weight[i] > weight[best.front()]) best.clear();
      if (best.empty() || weight[i] == weight[best.front()]) best.push_back(i);
    }
    return best;
  }

  void add(const Case& of, const std::vector<const Fit*>& fits, const std::vector<std::size_t>& rows) {
    Diagnosis diagnosis;
    std::vector<const Way*> ways;
    for (const Fit* fit : fits) {
      diagnosis.mistakes.push_back(fit->mistake->id);
      ways.push_back(fit->ways.front());
    }
    diagnosis.whole_table = fits.front()->fits_table();
    diagnosis.may_be_rounding = of.right;
    Shape leading = of.handed_in->shape;
    if (of.step() != Step::sum) leading.pop_back();
    for (const std::size_t row : rows) {
      const int informative = fits.front()->informative[row];
      if (informative == 0) continue;
      // A −∞ is what belongs there: it does not speak for a number in its place.
      diagnosis.fits += informative - fits.front()->right_too[row];
      diagnosis.of += informative;
      if (!of.misshapen) diagnosis.rows.push_back(index_at(leading, row));
    }
    diagnosis.telling = telling_steps(known_, handed_in_, ways);
    of.table->report.diagnosis.push_back(std::move(diagnosis));
  }

  static void mark(const Case& of) {
    if (of.misshapen) return;
    for (CellReport& cell : of.table->report.cells) {
      if (!is_unexplained(cell)) continue;
      const std::size_t row = row_of(of.handed_in->shape, of.step(), cell.at);
      const bool explained =
          std::ranges::any_of(of.fits, [row](const Fit& fit) { return fit.fits_row(row); });
      if (explained) cell.verdict = Verdict::mistake;
    }
  }

  // ---- rows that nobody asks for

  // Padded queries are 0 from the weights on. Whoever writes them down as they come out of the softmax loses
  // no points by it, but is told, once.
  void find_uncleared_rows() {
    const Mistake& mistake = *find_mistake("pad-query-not-cleared");
    if (!mistake.applies(problem_)) return;
    for (const JudgedTable& table : tables_) {
      const Step step = table.report.step;
      if (step < Step::weights || !of_step(handed_in_, step) || !table.report.diagnosis.empty()) continue;
      Case of = open_case(handed_in_, table);
      of.asked.flip();
      Fit fit = evidence_.fit(of, mistake);
      if (!fit.whole) continue;
      fit.whole = false;  // it says nothing about the rows that are asked
      std::vector<std::size_t> rows(of.handed_in->rows());
      std::iota(rows.begin(), rows.end(), 0U);
      return add(of, {&fit}, rows);
    }
  }

  Known& known_;
  const Problem& problem_;
  const HandedIn& handed_in_;
  const HandedIn& misshapen_;
  const std::vector<JudgedTable>& tables_;
  const FindSlips& find_slips_;
  Evidence evidence_;
};

}  // namespace

void diagnose(Known& known, const HandedIn& handed_in, const HandedIn& misshapen, const Base& own,
              const std::vector<JudgedTable>& tables, const FindSlips& find_slips) {
  Diagnostician(known, handed_in, misshapen, own, tables, find_slips).run();
}

}  // namespace qkv::grading
