#include "qkv/generate/discrimination.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "qkv/generate/mistaken.hpp"
#include "qkv/grade/grade.hpp"

namespace qkv {
namespace {

constexpr std::array both_carries = {Carry::by_hand, Carry::exact};

bool same_tables(const Answers& one, const Answers& other) {
  return std::ranges::equal(one.tables, other.tables, [](const AnswerTable& a, const AnswerTable& b) {
    return a.step == b.step && a.shape == b.shape &&
           std::ranges::equal(a.cells, b.cells, {}, &AnswerCell::written, &AnswerCell::written);
  });
}

// What the mistake may lead to on paper, each sheet once.
std::vector<Answers> sheets_with(const Problem& problem, const PossibleMistake& mistake) {
  std::vector<Answers> sheets;
  for (const Way* way : mistake.ways) {
    for (const Carry carry : both_carries) {
      Answers sheet = mistaken_answers(problem, *way, carry);
      const bool known =
          std::ranges::any_of(sheets, [&](const Answers& other) { return same_tables(sheet, other); });
      if (!known) sheets.push_back(std::move(sheet));
    }
  }
  return sheets;
}

bool has_full_marks(const Report& report) {
  return report.points == report.max_points && report.passed;
}

// All mistakes named anywhere in it.
std::set<std::string_view> named_in(const Report& report) {
  std::set<std::string_view> names;
  for (const TableReport& table : report.tables) {
    for (const Diagnosis& diagnosis : table.diagnosis) {
      names.insert(diagnosis.mistakes.begin(), diagnosis.mistakes.end());
    }
  }
  return names;
}

Seen how_often(std::size_t count, std::size_t of) {
  if (count == 0) return Seen::never;
  return count == of ? Seen::always : Seen::sometimes;
}

Answers only(const Answers& sheet, Step step) {
  Answers one = sheet;
  std::erase_if(one.tables, [step](const AnswerTable& table) { return table.step != step; });
  return one;
}

// Alone on its sheet, so that nothing follows from a wrong table before it.
bool shows_in(Grader& grader, const Answers& sheet, Step step) {
  const Answers alone = only(sheet, step);
  if (alone.tables.empty()) return false;
  const Report report = grader.grade(alone);
  const auto table = std::ranges::find(report.tables, step, &TableReport::step);
  return !table->faults.empty() || !std::ranges::all_of(table->cells, [](const CellReport& cell) {
    return counts(cell) || cell.verdict == Verdict::blank;
  });
}

struct Graders {
  explicit Graders(const Problem& problem)
      : whole(problem), alone(problem, {.reading = {}, .explain = false}) {}

  Grader whole;
  Grader alone;  // of a single table, of which nothing is wanted but whether it is right
};

Discrimination of_mistake(Graders& graders, const Problem& problem, const Mistake& mistake,
                          const std::vector<Answers>& sheets) {
  Discrimination result{&mistake, {}, Seen::never, Seen::always, {}};
  std::size_t full_marks = 0;
  std::size_t named = 0;
  std::set<std::string_view> others;
  for (const Answers& sheet : sheets) {
    const Report report = graders.whole.grade(sheet);
    full_marks += has_full_marks(report);
    std::set<std::string_view> names = named_in(report);
    named += names.erase(mistake.id);
    others.merge(names);
  }
  result.full_marks = how_often(full_marks, sheets.size());
  result.named = how_often(named, sheets.size());
  result.taken_for.assign(others.begin(), others.end());
  for (const Step step : problem.asked) {
    const auto count = std::ranges::count_if(
        sheets, [&](const Answers& sheet) { return shows_in(graders.alone, sheet, step); });
    result.tables.push_back({step, how_often(static_cast<std::size_t>(count), sheets.size())});
  }
  return result;
}

std::optional<Flaw> flaw_in(const Report& report, const Mistake& mistake, const Unavoidable& unavoidable) {
  const bool hidden = unavoidable.hides(mistake.id);
  if (has_full_marks(report) && !hidden) return Flaw{Flaw::Kind::full_marks, &mistake, {}};
  std::set<std::string_view> names = named_in(report);
  if (names.erase(mistake.id) == 0 && !hidden) return Flaw{Flaw::Kind::not_named, &mistake, {}};
  for (const std::string_view name : names) {
    if (!unavoidable.pairs_up(mistake.id, name)) return Flaw{Flaw::Kind::taken_for, &mistake, name};
  }
  return std::nullopt;
}

}  // namespace

std::string_view seen_name(Seen seen) {
  switch (seen) {
    case Seen::always:
      return "always";
    case Seen::sometimes:
      return "sometimes";
    case Seen::never:
      return "never";
  }
  return {};
}

std::vector<Discrimination> discriminate(const Problem& problem) {
  return discriminate(problem, possible_mistakes(problem));
}

std::vector<Discrimination> discriminate(const Problem& problem, const std::vector<PossibleMistake>& among) {
  Graders graders(problem);
  std::vector<Discrimination> result;
  for (const PossibleMistake& possible : among) {
    result.push_back(of_mistake(graders, problem, *possible.mistake, sheets_with(problem, possible)));
  }
  return result;
}

std::optional<Flaw> find_flaw(const Problem& problem, const std::vector<PossibleMistake>& mistakes,
                              const Unavoidable& unavoidable) {
  Grader grader(problem);
  for (const PossibleMistake& possible : mistakes) {
    for (const Answers& sheet : sheets_with(problem, possible)) {
      if (auto flaw = flaw_in(grader.grade(sheet), *possible.mistake, unavoidable)) return flaw;
    }
  }
  return std::nullopt;
}

}  // namespace qkv
