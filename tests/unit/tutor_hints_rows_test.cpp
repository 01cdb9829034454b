// Hints of tables with whole numbers, and of masked ones: there a number alone may be anything, a row is not.
#include <algorithm>
#include <regex>
#include <set>

#include "qkv/render/text.hpp"
#include "qkv/report/handout.hpp"
#include "qkv/report/practice.hpp"
#include "qkv/trace/labels.hpp"
#include "support/builtin.hpp"
#include "support/practice.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

using Numbers = std::vector<std::string>;

// "−1.50" → "-1.5", "−∞" → "-inf".
std::string plain_number(std::string text) {
  constexpr std::string_view minus = "−";
  if (text.starts_with(minus)) text = "-" + text.substr(minus.size());
  if (text.ends_with("∞")) return text.front() == '-' ? "-inf" : "inf";
  if (text.find('.') == std::string::npos) return text;
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

bool is_gap(std::string between) {
  for (const std::string_view sign : {"│", "，", "、"}) {
    for (auto at = between.find(sign); at != std::string::npos; at = between.find(sign))
      between.erase(at, sign.size());
  }
  return between.find_first_not_of(" ,;") == std::string::npos;
}

// Numbers that follow one another, as rows do in tables and inside brackets.
std::vector<Numbers> runs_in(const std::string& text) {
  static const std::regex number("(−|-)?(∞|inf|[0-9]+(\\.[0-9]+)?)");
  std::vector<Numbers> runs;
  std::ptrdiff_t end = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), number), last; at != last; ++at) {
    const std::string between =
        text.substr(static_cast<std::size_t>(end), static_cast<std::size_t>(at->position() - end));
    if (runs.empty() || !is_gap(between)) runs.emplace_back();
    runs.back().push_back(plain_number(at->str()));
    end = at->position() + at->length();
  }
  return runs;
}

bool is_row_in(const std::vector<Numbers>& runs, const Numbers& row) {
  return std::any_of(runs.begin(), runs.end(), [&](const Numbers& run) {
    return std::search(run.begin(), run.end(), row.begin(), row.end()) != run.end();
  });
}

void add(const std::vector<Numbers>& runs, std::set<std::string>& numbers) {
  for (const Numbers& run : runs) numbers.insert(run.begin(), run.end());
}

std::string said(const Document& document) {
  return render_text(document, {});
}

// A row that cannot be a hit by chance: two numbers or more, and not all the same.
bool is_telling(const Numbers& row) {
  return row.size() > 1 && std::ranges::any_of(row, [&](const std::string& each) { return each != row[0]; });
}

// What the fourth stage says before a cell of the table that the learner has already.
std::set<std::string> labels_of_settled(const Practice& practice, Step step, const Catalogue& catalogue) {
  std::set<std::string> labels;
  const TableReport& table = *table_report(practice.report(), step);
  for (const CellReport& cell : table.cells) {
    if (cell.verdict != Verdict::correct) continue;
    const bool is_sum = step == Step::sum;
    const int row = cell.at[cell.at.size() - (is_sum ? 1 : 2)];
    const std::string column =
        is_sum ? "" : column_name(practice.problem(), step, cell.at[0], cell.at.back());
    labels.insert(catalogue.say(
        "practice.example-cell",
        {argument("row", row_name(practice.problem(), step, cell.at[0], row)),
         argument("column", column.empty() ? std::string(catalogue.text("axis.sum")) : column)}));
  }
  return labels;
}

bool holds_any(const std::string& text, const std::set<std::string>& parts) {
  return std::ranges::any_of(parts,
                             [&](const std::string& part) { return text.find(part) != std::string::npos; });
}

class Listener {
 public:
  Listener(const Problem& problem, Language language)
      : problem_(problem), key_(answer_key(problem)), catalogue_(language), practice_(practice_of(problem)) {
    sheet_ = runs_in(said(handout_document(problem, catalogue_)));
  }

  void listen() {
    while (practice_.prompt() != nullptr) {
      const Prompt prompt = *practice_.prompt();
      INFO(problem_.id << " " << step_name(prompt.spot.step) << " row " << prompt.spot.row);
      hear(prompt);
      const std::string right = line_of(key_, prompt);
      for (Numbers& run : runs_in(right)) sheet_.push_back(std::move(run));
      REQUIRE(practice_.react(right).kind == ReactionKind::right);
    }
  }

  int rows() const { return rows_; }

 private:
  void hear(const Prompt& prompt) {
    const Numbers row = runs_in(line_of(key_, prompt)).front();
    const std::string asked = said(practice_prompt(practice_, nullptr, catalogue_));
    std::set<std::string> open;  // numbers that the learner sees anyway
    add(sheet_, open);
    add(runs_in(asked), open);
    hear_row(asked, row);
    for (int stage = 1; stage <= hint_stages; ++stage) {
      const Reaction hint = practice_.react("?");
      REQUIRE(hint.hint == stage);
      const std::string text = said(practice_reaction(practice_, hint, {}, catalogue_));
      hear_row(text, row);
      if (stage == hint_stages) {
        // Another cell: one that is right already, or made-up numbers that are said to be such.
        if (text.find(catalogue_.text("practice.example-made-up")) != std::string::npos) continue;
        INFO(text);
        CHECK(holds_any(text, labels_of_settled(practice_, prompt.spot.step, catalogue_)));
      }
      hear_numbers(text, row, open);
    }
    ++rows_;
  }

  void hear_row(const std::string& text, const Numbers& row) const {
    if (!is_telling(row) || is_row_in(sheet_, row)) return;
    INFO(text);
    CHECK_FALSE(is_row_in(runs_in(text), row));
  }

  // Infinity, and the 0 that it becomes, are the rule itself.
  static void hear_numbers(const std::string& text, const Numbers& row, const std::set<std::string>& open) {
    std::set<std::string> found;
    add(runs_in(text), found);
    for (const std::string& number : row) {
      if (number == "-inf" || number == "0" || open.count(number) == 1) continue;
      INFO(number << " in\n" << text);
      CHECK(found.count(number) == 0);
    }
  }

  const Problem& problem_;
  const Answers key_;
  const Catalogue catalogue_;
  Practice practice_;
  std::vector<Numbers> sheet_;
  int rows_ = 0;
};

}  // namespace

TEST_CASE("rows are found in tables and in brackets") {
  CHECK(is_row_in(runs_in("[1, 2, 1]"), {"1", "2", "1"}));
  CHECK(is_row_in(runs_in("过高 │ 1.00  −2  −∞"), {"-2", "-inf"}));
  CHECK_FALSE(is_row_in(runs_in("1×2 + 1"), {"1", "2"}));
}

TEST_CASE("no hint holds the row that is asked for, nor a number of it that is not to be seen anyway") {
  int rows = 0;
  for (const std::string& id : builtin_ids()) {
    const Problem problem = builtin(id);
    for (const Language language : {Language::zh, Language::en}) {
      Listener listener(problem, language);
      listener.listen();
      rows += listener.rows();
    }
  }
  CHECK(rows > 200);
}
