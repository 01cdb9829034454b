#include "diagnosis.hpp"

#include <algorithm>
#include <map>

#include "hypotheses.hpp"
#include "match.hpp"
#include "qkv/base/number.hpp"
#include "qkv/trace/pipeline.hpp"
#include "signs.hpp"
#include "telling.hpp"

namespace qkv::grading {
namespace {

constexpr int fewest_informative = 2;
constexpr std::array both_kinds = {Base::Kind::own, Base::Kind::truth};

// One mistake in one table.
struct Fit {
  const Mistake* mistake;
  std::vector<const Way*> ways;  // those that fit
  bool whole = false;            // the table as a whole
  bool single = false;           // the same, but there is one cell alone that tells
  std::vector<int> informative;  // per row: cells that tell, all of which fit; 0 where the row does not
};

// A table that needs an explanation, and the mistakes that give one.
struct Case {
  const JudgedTable* table;
  const HandedTable* handed_in;
  std::vector<bool> asked;        // per row
  std::vector<bool> unexplained;  // per row: some cell of it is wrong or imprecise
  std::vector<bool> unexplained_cells;
  bool misshapen = false;
  bool right = false;  // all of it has full points, some of it by rounding
  std::vector<Fit> fits;
  std::vector<Fit> single_fits;

  Step step() const { return table->report.step; }
};

bool is_unexplained(const CellReport& cell) {
  return cell.verdict == Verdict::wrong || cell.verdict == Verdict::imprecise;
}

bool is_infinite(const CellReport& cell) {
  return cell.verdict == Verdict::unreadable && cell.unreadable.reason == Unreadable::Reason::not_finite;
}

std::size_t row_of(const Shape& shape, Step step, const std::vector<int>& at) {
  const std::size_t axes = step == Step::sum ? shape.size() : shape.size() - 1;
  std::size_t row = 0;
  for (std::size_t axis = 0; axis < axes; ++axis) {
    row = row * static_cast<std::size_t>(shape[axis]) + static_cast<std::size_t>(at[axis]);
  }
  return row;
}

class Diagnostician {
 public:
  Diagnostician(const Problem& problem, const HandedIn& handed_in, const HandedIn& misshapen, const Base& own,
                std::vector<JudgedTable>& tables, const FindSlips& find_slips)
      : problem_(problem),
        handed_in_(handed_in),
        misshapen_(misshapen),
        tables_(tables),
        find_slips_(find_slips),
        hypotheses_(problem, handed_in, own) {}

  void run() {
    std::vector<Case> cases = open_cases();
    for (Case& each : cases) find_fits(each);
    for (Case& each : cases) drop_contradicted(each.fits, each);
    for (Case& each : cases) take_known_single_fits(each, cases);
    for (Case& each : cases) conclude(each, cases);
    for (JudgedTable& table : tables_) find_slips_(table);
    for (Case& each : cases) take_single_fits(each);
    for (Case& each : cases) conclude(each, cases);
    find_uncleared_rows();
  }

 private:
  double half(Step step) const { return half_unit(of_step(problem_.decimals, step)); }

  // ---- what there is to explain

  std::vector<Case> open_cases() {
    std::vector<Case> cases;
    for (JudgedTable& table : tables_) {
      const Step step = table.report.step;
      if (const auto& handed = of_step(misshapen_, step)) {
        const std::vector<bool> every(handed->rows(), true);
        cases.push_back({&table, &*handed, every, every, {}, true});
      } else if (of_step(handed_in_, step) && !in_column_convention(step)) {
        Case opened = open(table);
        const bool unexplained = std::ranges::any_of(opened.unexplained, [](bool row) { return row; });
        opened.right = !unexplained;
        if (unexplained || is_rounded_far(table)) cases.push_back(std::move(opened));
      }
    }
    return cases;
  }

  Case open(const JudgedTable& table) const {
    const Step step = table.report.step;
    const auto& handed = of_step(handed_in_, step);
    Case opened{&table, &*handed, std::vector<bool>(handed->rows()), std::vector<bool>(handed->rows()),
                std::vector<bool>(handed->cells.size())};
    for (const CellReport& cell : table.report.cells) {
      const std::size_t row = row_of(handed->shape, step, cell.at);
      opened.asked[row] = true;
      if (is_infinite(cell)) opened.unexplained[row] = true;
      if (!is_unexplained(cell)) continue;
      opened.unexplained[row] = true;
      opened.unexplained_cells[flat_of(handed->shape, cell.at)] = true;
    }
    return opened;
  }

  // Full points by rounding, though not by the learner's own numbers.
  bool is_rounded_far(const JudgedTable& table) const {
    const HandedTable& handed = *of_step(handed_in_, table.report.step);
    return std::ranges::any_of(table.report.cells, [&](const CellReport& cell) {
      if (cell.verdict != Verdict::rounding) return false;
      const std::size_t flat = flat_of(handed.shape, cell.at);
      return !within(handed.cells[flat].number.value, table.expected.own[flat].value,
                     half(table.report.step));
    });
  }

  static std::size_t flat_of(const Shape& shape, const std::vector<int>& at) {
    std::size_t flat = 0;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      flat = flat * static_cast<std::size_t>(shape[axis]) + static_cast<std::size_t>(at[axis]);
    }
    return flat;
  }

  // Scores and weights both right once rows and columns change places: the tables are written the other way
  // round, which is no mistake of any step.
  bool in_column_convention(Step step) const {
    const auto is_turned = [&](const JudgedTable& table) {
      const auto& handed = of_step(handed_in_, table.report.step);
      // What follows from turned scores is no sign of its own.
      const bool open = std::ranges::any_of(table.report.cells, is_unexplained);
      return handed && open && is_exchanged(problem_, *handed, table.report.step, table.expected.truth);
    };
    bool scores = false;
    bool softmax = false;
    bool asked_about = false;
    for (const JudgedTable& table : tables_) {
      if (!is_turned(table)) continue;
      asked_about |= table.report.step == step;
      // The exponentials of turned scores are turned, whatever is done with them.
      scores |= table.report.step <= Step::masked;
      softmax |= table.report.step >= Step::weights;
    }
    return asked_about && scores && softmax;
  }

  // ---- which mistakes fit

  const std::vector<Expectation>& right(const Case& of, Base::Kind kind) const {
    return kind == Base::Kind::truth ? of.table->expected.truth : of.table->expected.own;
  }

  void find_fits(Case& of) {
    for (const Mistake& mistake : mistakes()) {
      if (!mistake.applies(problem_)) continue;
      Fit fit = no_fit(of, mistake);
      for (const Way& way : mistake.ways) try_way(of, way, fit);
      if (fit.single) {
        of.single_fits.push_back(std::move(fit));
      } else if (!fit.ways.empty()) {
        of.fits.push_back(std::move(fit));
      }
    }
    const bool whole = std::ranges::any_of(of.fits, &Fit::whole);
    if (whole) std::erase_if(of.fits, [](const Fit& fit) { return !fit.whole; });
  }

  static Fit no_fit(const Case& of, const Mistake& mistake) {
    return {&mistake, {}, false, false, std::vector<int>(of.handed_in->rows(), 0)};
  }

  void try_way(const Case& of, const Way& way, Fit& fit) const {
    for (const Base::Kind kind : both_kinds) {
      for (const Manner& manner : hypotheses_.manners(kind, of.step())) {
        if (!fit.ways.empty() && fit.ways.back() == &way) return;
        const auto mistaken = hypotheses_.table(kind, way, of.step(), manner);
        // Nothing changed, or nothing comparable: no other manner will do better.
        if (!mistaken || !is_comparable(of, *mistaken)) break;
        take(of, match(as_compared(of, kind), *mistaken), way, fit);
      }
    }
  }

  static bool is_comparable(const Case& of, const Tensor& mistaken) {
    if (!of.misshapen) return mistaken.shape() == of.handed_in->shape;
    return mistaken.shape() != of.table->report.shape &&
           same_table_shape(of.handed_in->shape, mistaken.shape());
  }

  Comparison as_compared(const Case& of, Base::Kind kind) const {
    return {*of.handed_in, of.misshapen ? nullptr : &right(of, kind), of.asked, of.unexplained_cells,
            half(of.step())};
  }

  static void take(const Case& of, const Match& found, const Way& way, Fit& fit) {
    if (found.all_agree() && found.all_informative() > 0) {
      const bool enough = found.all_informative() >= fewest_informative;
      if (fit.whole && !enough) return;
      if (enough && !fit.whole) fit.ways.clear();
      fit.whole = enough;
      fit.single = !enough;
      fit.ways.push_back(&way);
      fit.informative = found.informative;
      return;
    }
    if (fit.whole || fit.single || fit.mistake->extent == Extent::table || of.misshapen || of.right) return;
    for (std::size_t row = 0; row < found.agrees.size(); ++row) {
      if (!of.unexplained[row] || !found.agrees[row] || found.informative[row] < fewest_informative) continue;
      if (fit.ways.empty() || fit.ways.back() != &way) fit.ways.push_back(&way);
      fit.informative[row] = std::max(fit.informative[row], found.informative[row]);
    }
  }

  // ---- a single cell

  // One cell alone is a slip of the pen, unless the same mistake shows in another table …
  static void take_known_single_fits(Case& of, const std::vector<Case>& cases) {
    if (!of.fits.empty()) return;
    std::ranges::copy_if(of.single_fits, std::back_inserter(of.fits), [&](const Fit& fit) {
      return std::ranges::any_of(cases, [&](const Case& each) { return fits_in(fit.mistake, each.fits); });
    });
  }

  // … or no slip explains it, while later tables, calculated rightly from it, agree as well.
  void take_single_fits(Case& of) const {
    if (!of.fits.empty() || of.right) return;
    if (std::ranges::none_of(of.table->report.cells, is_unexplained)) return;
    std::ranges::copy_if(of.single_fits, std::back_inserter(of.fits), [&](const Fit& fit) {
      return std::ranges::any_of(fit.ways, [&](const Way* way) { return has_consequences(of, *way); });
    });
    drop_contradicted(of.fits, of);
  }

  bool has_consequences(const Case& of, const Way& way) const {
    return std::ranges::any_of(tables_, [&](const JudgedTable& later) {
      const Step step = later.report.step;
      if (step <= of.step() || !of_step(handed_in_, step)) return false;
      const Case seen = open(later);
      for (const Manner& manner : hypotheses_.manners(Base::Kind::truth, step)) {
        const auto mistaken = hypotheses_.table(Base::Kind::truth, way, step, manner);
        if (!mistaken || !is_comparable(seen, *mistaken)) return false;
        const Match found = match(as_compared(seen, Base::Kind::truth), *mistaken);
        if (found.all_agree() && found.all_informative() > 0) return true;
      }
      return false;
    });
  }

  // ---- what speaks against them

  void drop_contradicted(std::vector<Fit>& fits, const Case& of) const {
    const auto contradicted = [&](const Fit& fit) { return is_contradicted(of, fit); };
    const bool all = std::ranges::all_of(fits, contradicted);
    // What has full points anyway is called a mistake only if nothing speaks against it.
    if (!all || of.right) std::erase_if(fits, contradicted);
  }

  // Other tables that were handed in show that this step was done in another way.
  bool is_contradicted(const Case& of, const Fit& fit) const {
    return std::ranges::none_of(fit.ways, [&](const Way* way) {
      return std::ranges::all_of(tables_, [&](const JudgedTable& other) {
        const Step step = other.report.step;
        return step == of.step() || !of_step(handed_in_, step) || agrees_with(other, *way, of, fit);
      });
    });
  }

  bool agrees_with(const JudgedTable& other, const Way& way, const Case& of, const Fit& fit) const {
    const Step step = other.report.step;
    const HandedTable& handed = *of_step(handed_in_, step);
    const Comparison comparison = {
        handed, &other.expected.own, rows_in_question(handed, of, fit), {}, half(step)};
    for (const Manner& manner : hypotheses_.manners(Base::Kind::own, step)) {
      const auto mistaken = hypotheses_.table(Base::Kind::own, way, step, manner);
      if (!mistaken) return true;
      if (mistaken->shape() != handed.shape) return false;
      if (match(comparison, *mistaken).all_agree()) return true;
      // Where the mistake changes nothing, nothing speaks against it.
      if (!moves_anything(comparison, *mistaken)) return true;
    }
    return false;
  }

  // The rows of the same queries where only rows fit, else all.
  static std::vector<bool> rows_in_question(const HandedTable& handed, const Case& of, const Fit& fit) {
    std::vector<bool> rows(handed.rows(), true);
    if (fit.whole || handed.rows() != fit.informative.size() || of.misshapen) return rows;
    for (std::size_t row = 0; row < rows.size(); ++row) rows[row] = fit.informative[row] > 0;
    return rows;
  }

  // ---- what is said

  static bool fits_in(const Mistake* mistake, const std::vector<Fit>& fits) {
    return std::ranges::any_of(fits, [&](const Fit& fit) { return fit.mistake == mistake; });
  }

  // How many tables the mistake explains: those that need it, and those that agree with it where the right
  // step would have given something else.
  std::ptrdiff_t tables_explained(const Fit& fit, const std::vector<Case>& cases) const {
    return std::ranges::count_if(tables_, [&](const JudgedTable& table) {
      const auto found = std::ranges::find_if(cases, [&](const Case& each) { return each.table == &table; });
      if (found != cases.end()) {
        return fits_in(fit.mistake, found->fits) || fits_in(fit.mistake, found->single_fits);
      }
      return of_step(handed_in_, table.report.step) && bears_out(table, fit);
    });
  }

  bool bears_out(const JudgedTable& table, const Fit& fit) const {
    const Case seen = open(table);
    for (const Way* way : fit.ways) {
      for (const Manner& manner : hypotheses_.manners(Base::Kind::own, seen.step())) {
        const auto mistaken = hypotheses_.table(Base::Kind::own, *way, seen.step(), manner);
        if (!mistaken || !is_comparable(seen, *mistaken)) break;
        const Match found = match(as_compared(seen, Base::Kind::own), *mistaken);
        if (found.all_agree() && found.all_informative() > 0) return true;
      }
    }
    return false;
  }

  void conclude(Case& of, const std::vector<Case>& cases) {
    if (of.fits.empty() || !of.table->report.diagnosis.empty()) return;
    // Rows with the same explanation are reported together.
    std::map<std::vector<const Fit*>, std::vector<std::size_t>> rows_by_fits;
    for (std::size_t row = 0; row < of.handed_in->rows(); ++row) {
      const std::vector<const Fit*> best = best_fits(of, row, cases);
      if (!best.empty()) rows_by_fits[best].push_back(row);
    }
    for (const auto& [fits, rows] : rows_by_fits) add(of, fits, rows);
    std::ranges::sort(of.table->report.diagnosis,
                      [](const Diagnosis& a, const Diagnosis& b) { return a.rows < b.rows; });
    mark(of);
  }

  // Of those that fit the row, the ones that explain most tables, then most rows.
  std::vector<const Fit*> best_fits(const Case& of, std::size_t row, const std::vector<Case>& cases) const {
    std::vector<const Fit*> best;
    std::pair<std::ptrdiff_t, std::ptrdiff_t> most{0, 0};
    for (const Fit& fit : of.fits) {
      if (!fit.whole && !fit.single && fit.informative[row] == 0) continue;
      const std::pair<std::ptrdiff_t, std::ptrdiff_t> explained{
          tables_explained(fit, cases),
          fit.whole || fit.single ? 0 : std::ranges::count_if(fit.informative, [](int count) {
            return count > 0;
          })};
      if (explained > most) best.clear();
      most = std::max(most, explained);
      if (explained == most) best.push_back(&fit);
    }
    return best;
  }

  void add(Case& of, const std::vector<const Fit*>& fits, const std::vector<std::size_t>& rows) const {
    Diagnosis diagnosis;
    std::vector<const Way*> ways;
    for (const Fit* fit : fits) {
      diagnosis.mistakes.push_back(fit->mistake->id);
      ways.push_back(fit->ways.front());
    }
    diagnosis.whole_table = fits.front()->whole || fits.front()->single;
    diagnosis.may_be_rounding = of.right;
    Shape leading = of.handed_in->shape;
    if (of.step() != Step::sum) leading.pop_back();
    for (const std::size_t row : rows) {
      const int informative = fits.front()->informative[row];
      if (informative == 0) continue;
      diagnosis.fits += informative;
      if (!of.misshapen) diagnosis.rows.push_back(index_in(row, leading));
    }
    diagnosis.of = diagnosis.fits;
    if (ways.size() > 1) diagnosis.telling = telling_step(problem_, handed_in_, ways);
    of.table->report.diagnosis.push_back(std::move(diagnosis));
  }

  static std::vector<int> index_in(std::size_t flat, const Shape& shape) {
    std::vector<int> index(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      index[axis] = static_cast<int>(flat % static_cast<std::size_t>(shape[axis]));
      flat /= static_cast<std::size_t>(shape[axis]);
    }
    return index;
  }

  static void mark(Case& of) {
    if (of.misshapen) return;
    for (CellReport& cell : of.table->report.cells) {
      if (!is_unexplained(cell)) continue;
      const std::size_t row = row_of(of.handed_in->shape, of.step(), cell.at);
      const bool explained = std::ranges::any_of(
          of.fits, [row](const Fit& fit) { return fit.whole || fit.single || fit.informative[row] > 0; });
      if (explained) cell.verdict = Verdict::mistake;
    }
  }

  // ---- rows that nobody asks for

  // Padded queries are 0 from the weights on. Whoever writes them down as they come out of the softmax loses
  // no points by it, but is told.
  void find_uncleared_rows() {
    const Mistake& mistake = *find_mistake("pad-query-not-cleared");
    if (!mistake.applies(problem_)) return;
    for (JudgedTable& table : tables_) {
      const Step step = table.report.step;
      if (step < Step::weights || !of_step(handed_in_, step) || !table.report.diagnosis.empty()) continue;
      Case of = open(table);
      of.asked.flip();
      Fit fit = no_fit(of, mistake);
      for (const Way& way : mistake.ways) try_way(of, way, fit);
      if (!fit.whole) continue;
      std::vector<std::size_t> rows(of.handed_in->rows());
      for (std::size_t row = 0; row < rows.size(); ++row) rows[row] = row;
      fit.whole = false;
      add(of, {&fit}, rows);
      return;  // once is enough
    }
  }

  const Problem& problem_;
  const HandedIn& handed_in_;
  const HandedIn& misshapen_;
  std::vector<JudgedTable>& tables_;
  const FindSlips& find_slips_;
  Hypotheses hypotheses_;
};

}  // namespace

void diagnose(const Problem& problem, const HandedIn& handed_in, const HandedIn& misshapen, const Base& own,
              std::vector<JudgedTable>& tables, const FindSlips& find_slips) {
  Diagnostician(problem, handed_in, misshapen, own, tables, find_slips).run();
}

}  // namespace qkv::grading
