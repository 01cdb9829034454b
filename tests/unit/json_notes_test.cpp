// The notes on mistakes: each mistake has its file, each file its words, and each example shows its mistake.
#include <algorithm>
#include <cmath>
#include <set>

#include "qkv/base/embedded.hpp"
#include "qkv/json/read_notes.hpp"
#include "qkv/json/read_problem.hpp"
#include "qkv/mistakes/mistakes.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

Problem example_problem(const MistakeNotes& notes) {
  const std::string file = notes.example_problem + ".json";
  auto bytes = embedded_file("problems/" + file);
  if (!bytes) bytes = embedded_file("mistakes/examples/" + file);
  if (!bytes) FAIL("no example " << notes.example_problem);
  const Result<Problem> problem = read_problem(std::string(*bytes), file, "unnamed");
  if (!problem) FAIL(file << " is no valid problem");
  return problem.value();
}

// Cells that differ by more than rounding can; all of them where the shapes do.
std::size_t telling_cells(const Tensor& right, const Tensor& wrong, int decimals) {
  if (right.shape() != wrong.shape()) return wrong.values().size();
  const double unit = std::pow(10.0, -decimals);
  std::size_t count = 0;
  for (std::size_t i = 0; i < right.values().size(); ++i) {
    const double a = right.values()[i];
    const double b = wrong.values()[i];
    if (a != b && !(std::abs(a - b) <= unit * (1.0 + 1e-9))) ++count;
  }
  return count;
}

std::size_t most_telling_cells(const Mistake& mistake, const Problem& problem, Step step) {
  const Trace right = compute(problem, right_recipe(), Carry::by_hand);
  std::size_t most = 0;
  for (const Way& way : mistake.ways) {
    const Trace trace = compute(problem, recipe_of(way), Carry::by_hand);
    const Tensor* wrong = trace.find(step);
    if (wrong == nullptr) continue;
    most = std::max(most, telling_cells(right.at(step), *wrong, of_step(problem.decimals, step)));
  }
  return most;
}

}  // namespace

TEST_CASE("every mistake and every concept has notes, and there are no others") {
  std::set<std::string> known;
  for (const Mistake& mistake : mistakes()) known.emplace(mistake.id);
  for (const std::string_view id : concepts()) known.emplace(id);
  const std::vector<std::string> ids = notes_ids();
  CHECK(std::set<std::string>(ids.begin(), ids.end()) == known);
  CHECK(std::ranges::is_sorted(ids));
}

TEST_CASE("notes are found by their id and by an alias, which belongs to one file alone") {
  CHECK(notes_of("scale-by-dk").value().id == "scale-by-dk");
  CHECK(notes_of("scale-twice").value().id == "scale-by-dk");
  for (const char* unknown : {"", "scale", "examples/near-by", "../problems/contract"}) {
    INFO(unknown);
    CHECK_FALSE(notes_of(unknown));
  }
  std::set<std::string> names;
  for (const MistakeNotes& notes : all_notes()) {
    CHECK(names.insert(notes.id).second);
    for (const std::string& alias : notes.aliases) CHECK(names.insert(alias).second);
  }
}

TEST_CASE("all notes have their words in both languages") {
  for (const MistakeNotes& notes : all_notes()) {
    INFO(notes.id);
    for (const LocalizedText* text : {&notes.name, &notes.what, &notes.hint, &notes.recognise, &notes.avoid,
                                      &notes.applies, &notes.invisible}) {
      CHECK_FALSE(text->zh.empty());
      CHECK_FALSE(text->en.empty());
      CHECK(text->zh != text->en);
    }
    const bool is_mistake = find_mistake(notes.id) != nullptr;
    CHECK(notes.wrong_formula.empty() != is_mistake);
    CHECK(notes.right_formula.empty() != is_mistake);
    CHECK(notes.example_problem.empty() != is_mistake);
    for (const std::string& source : notes.sources) CHECK(source.rfind("http", 0) == 0);
  }
}

TEST_CASE("every example shows its mistake in at least two cells") {
  for (const Mistake& mistake : mistakes()) {
    const MistakeNotes notes = notes_of(mistake.id).value();
    INFO(notes.id << " in " << notes.example_problem << ", " << step_name(notes.example_step));
    const Problem problem = example_problem(notes);
    REQUIRE(problem.computes(notes.example_step));
    CHECK(mistake.applies(problem));
    CHECK(most_telling_cells(mistake, problem, notes.example_step) >= 2);
  }
}

TEST_CASE("a shelf reads each notes once, when they are first asked for") {
  static int readings = 0;
  const NotesShelf shelf([](std::string_view id) {
    ++readings;
    return notes_of(id);
  });
  CHECK(readings == 0);
  const MistakeNotes* notes = shelf.find("scale-missing");
  REQUIRE(notes != nullptr);
  CHECK(notes->id == "scale-missing");
  CHECK(shelf.find("no-such-mistake") == nullptr);
  CHECK(shelf.find("no-such-mistake") == nullptr);
  CHECK(shelf.find("scale-missing") == notes);
  CHECK(readings == 2);
}
