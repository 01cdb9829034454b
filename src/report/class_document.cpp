#include <algorithm>
#include <cmath>
#include <utility>

#include "qkv/report/brief.hpp"
#include "qkv/text/unicode.hpp"

namespace qkv {
namespace {

constexpr std::size_t most_names = 40;     // in a list of learners
constexpr std::size_t most_mistakes = 10;  // that are listed
constexpr std::size_t most_lessons = 3;    // to teach again

class ClassDocument {
 public:
  ClassDocument(const ClassTally& tally, const ClassOptions& options, const Catalogue& catalogue)
      : tally_(tally), options_(options), catalogue_(catalogue) {}

  Document make() {
    Document document;
    document.title = text("grade.summary.title");
    document.language = std::string(language_name(catalogue_.language()));
    document.sections.push_back(overview(document.title));
    if (tally_.graded() > 0) {
      document.sections.push_back(by_table());
      if (options_.feedback >= Feedback::why) {
        add_if_any(document, mistakes());
        add_if_any(document, lessons());
      }
    }
    return document;
  }

 private:
  std::string text(std::string_view key) const { return std::string(catalogue_.text(key)); }

  static void add_if_any(Document& document, Section section) {
    if (!section.blocks.empty()) document.sections.push_back(std::move(section));
  }

  // Rounded to whole per cent, but "100 %" and "0 %" are said of all and none alone.
  static std::string percent(long long part, long long whole) {
    if (whole == 0) return "–";
    const double exact = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    long long rounded = std::llround(exact);
    if (part < whole) rounded = std::min(rounded, 99LL);
    if (part > 0) rounded = std::max(rounded, 1LL);
    return std::to_string(rounded) + " %";
  }

  std::string joined(const std::vector<std::string>& names) const {
    std::string result;
    for (std::size_t i = 0; i < names.size() && i < most_names; ++i) {
      if (i > 0) result += text("check.list.separator");
      result += elide(visible(names[i]), 80);
    }
    if (names.size() > most_names) {
      result += catalogue_.count("grade.more-names.tail", static_cast<long long>(names.size() - most_names));
    }
    return result;
  }

  // ---- all of them

  Section overview(const std::string& title) const {
    Section section;
    section.blocks.emplace_back(Heading{1, title});
    List list;
    list.items.push_back(catalogue_.count("grade.summary.submissions", tally_.submissions()));
    const long long ungraded = tally_.ungraded();
    if (tally_.graded() > 0) {
      list.items.push_back(of_graded("grade.summary.all-right", tally_.all_right()));
      if (options_.pass_mark < 100) list.items.push_back(of_graded("grade.summary.passed", tally_.passed()));
      list.items.push_back(catalogue_.say(
          "grade.summary.points", {argument("share", percent(tally_.points(), tally_.max_points()))}));
    }
    if (ungraded > 0) {
      list.items.push_back(catalogue_.count("grade.summary.ungraded", ungraded,
                                            {argument("names", joined(tally_.ungraded_names()))}));
    }
    if (tally_.other_problem() > 0) {
      list.items.push_back(catalogue_.count("grade.summary.other-problem", tally_.other_problem(),
                                            {argument("names", joined(tally_.other_problem_names()))}));
    }
    if (!options_.repeated.empty()) {
      list.items.push_back(
          catalogue_.say("grade.summary.repeated", {argument("names", joined(options_.repeated))}));
    }
    section.blocks.emplace_back(std::move(list));
    return section;
  }

  std::string of_graded(std::string_view key, long long count) const {
    return catalogue_.say(
        key, {argument("count", count), argument("of", tally_.graded()),
              argument("share", percent(count, tally_.graded())), argument("mark", options_.pass_mark)});
  }

  // ---- table by table

  Section by_table() const {
    Section section;
    section.blocks.emplace_back(Heading{2, text("grade.tables.title")});
    Table table;
    table.row_axis = text("grade.tables.axis");
    table.column_names = {text("grade.tables.cells"), text("grade.tables.all-right"),
                          text("grade.tables.first-wrong")};
    for (const ClassTally::Table& each : tally_.tables()) {
      table.rows.push_back({.name = std::string(step_name(each.step)),
                            .cells = {number(percent(each.right, each.cells)),
                                      number(percent(each.all_right, each.submissions)),
                                      number(std::to_string(each.first_wrong))}});
    }
    section.blocks.emplace_back(std::move(table));
    section.blocks.emplace_back(Paragraph{text("grade.tables.note")});
    return section;
  }

  // A column with values stands at the right.
  static Cell number(std::string text) { return Cell{.text = std::move(text), .value = 0.0}; }

  // ---- mistakes

  std::string name_of(const ClassTally::Mistake& mistake) const {
    std::string result;
    for (const std::string_view id : mistake.ids) {
      std::string name = catalogue_.say("check.mistake.other", {argument("name", options_.mistake_name(id)),
                                                                argument("id", std::string(id))});
      result = result.empty()
                   ? std::move(name)
                   : catalogue_.say("grade.or", {argument("one", result), argument("other", name)});
    }
    return result;
  }

  Section mistakes() const {
    const std::vector<const ClassTally::Mistake*> common = tally_.mistakes();
    Section section;
    if (common.empty()) return section;
    section.blocks.emplace_back(Heading{2, text("grade.mistakes.title")});
    List list;
    for (std::size_t i = 0; i < common.size() && i < most_mistakes; ++i) {
      list.items.push_back(catalogue_.count(
          "grade.mistakes.item", common[i]->count,
          {argument("mistake", name_of(*common[i])), argument("names", joined(common[i]->learners))}));
    }
    if (common.size() > most_mistakes) {
      list.items.push_back(
          catalogue_.count("grade.mistakes.more", static_cast<long long>(common.size() - most_mistakes)));
    }
    section.blocks.emplace_back(std::move(list));
    return section;
  }

  // ---- what to do about it

  // One learner may have had a bad day; two of two, or several, are the class.
  bool is_common(long long learners) const { return learners >= 2 && learners * 20 >= tally_.graded(); }

  // No mistake is common, but a table is where many go wrong.
  void add_first_wrong(List& list) const {
    const std::vector<ClassTally::Table> tables = tally_.tables();
    const auto most = std::ranges::max_element(tables, {}, &ClassTally::Table::first_wrong);
    if (most == tables.end() || !is_common(most->first_wrong)) return;
    list.items.push_back(catalogue_.say(
        "grade.lessons.various",
        {argument("step", std::string(step_name(most->step))), argument("count", most->first_wrong),
         argument("share", percent(most->first_wrong, tally_.graded()))}));
  }

  Section lessons() const {
    List list;
    for (const ClassTally::Mistake* mistake : tally_.mistakes()) {
      const long long learners = mistake->count;
      if (list.items.size() == most_lessons || !is_common(learners)) break;
      const std::string id(mistake->ids.front());
      list.items.push_back(
          catalogue_.say("grade.lessons.mistake",
                         {argument("name", options_.mistake_name(id)),
                          argument("share", percent(learners, tally_.graded())), argument("id", id)}));
    }
    for (const ClassTally::Table& table : tally_.tables()) {
      if (!is_common(table.unnamed)) continue;
      list.items.push_back(
          catalogue_.say("grade.lessons.step",
                         {argument("step", std::string(step_name(table.step))),
                          argument("count", table.unnamed), argument("names", joined(table.unnamed_learners)),
                          argument("share", percent(table.unnamed, tally_.graded()))}));
    }
    if (list.items.empty()) add_first_wrong(list);
    if (is_common(tally_.commas())) {
      list.items.push_back(catalogue_.count("grade.lessons.comma", tally_.commas()));
    } else if (is_common(tally_.unreadable())) {
      list.items.push_back(catalogue_.count("grade.lessons.unreadable", tally_.unreadable()));
    }
    Section section;
    if (list.items.empty()) return section;
    section.blocks.emplace_back(Heading{2, text("grade.lessons.title")});
    section.blocks.emplace_back(std::move(list));
    return section;
  }

  const ClassTally& tally_;
  const ClassOptions& options_;
  const Catalogue& catalogue_;
};

}  // namespace

Document class_document(const ClassTally& tally, const ClassOptions& options, const Catalogue& catalogue) {
  return ClassDocument(tally, options, catalogue).make();
}

}  // namespace qkv
