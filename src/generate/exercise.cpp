#include "qkv/generate/exercise.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "numbers.hpp"
#include "qkv/generate/discrimination.hpp"
#include "qkv/text/unicode.hpp"
#include "twins.hpp"

namespace qkv {
namespace {

using namespace generating;

constexpr int most_proofs = 1000;

// ---- names of the positions
// ------------------------------------------------------------------------------------

constexpr std::string_view padding_token = "<pad>";

using Words = std::vector<std::string>;

// As many words as are needed, side by side in a sentence, of which no two look alike, nor one like padding.
std::vector<Words> windows(const Sentences& sentences, std::size_t count) {
  std::vector<Words> found;
  for (const Words& sentence : sentences) {
    for (std::size_t first = 0; first + count <= sentence.size(); ++first) {
      const auto begin = sentence.begin() + static_cast<std::ptrdiff_t>(first);
      Words words(begin, begin + static_cast<std::ptrdiff_t>(count));
      std::set<std::string> looks = {look_of(padding_token)};
      for (const std::string& word : words) looks.insert(look_of(word));
      if (looks.size() == count + 1) found.push_back(std::move(words));
    }
  }
  return found;
}

bool is_real(const Problem& problem, int key) {
  return !problem.masks.padding || problem.masks.padding->at({0, key}) != 0.0;
}

std::size_t count_real(const Problem& problem) {
  std::size_t real = 0;
  for (int key = 0; key < problem.key_count; ++key) real += is_real(problem, key);
  return real;
}

struct Names {
  Words keys, queries;
};

std::optional<Names> draw_names(const Problem& problem, const Sentences& sentences, Draws& draws) {
  const auto draw = [&](std::size_t count) -> std::optional<Words> {
    const std::vector<Words> choice = windows(sentences, count);
    if (choice.empty()) return std::nullopt;
    return choice[static_cast<std::size_t>(draws.between(0, static_cast<int>(choice.size()) - 1))];
  };
  const auto words = draw(count_real(problem));
  if (!words) return std::nullopt;
  Names names;
  auto next = words->begin();
  for (int key = 0; key < problem.key_count; ++key) {
    names.keys.push_back(is_real(problem, key) ? *next++ : std::string(padding_token));
  }
  names.queries = names.keys;
  if (problem.query_count != problem.key_count) {
    names.queries = draw(static_cast<std::size_t>(problem.query_count)).value();
  }
  return names;
}

Diagnostic no_sentence(const Problem& problem) {
  return {
      "generate.sentences-short", {}, {argument("count", static_cast<long long>(count_real(problem)))}, {}};
}

// ---- one exercise
// ----------------------------------------------------------------------------------------------

// What is drawn for one recipient depends on nothing but the seed and the name.
std::string stream_name(const Recipient& recipient) {
  if (!recipient.student.empty()) return "student " + recipient.student;
  return "number " + std::to_string(std::max(recipient.number, 1));
}

std::string id_of(const Exercise& exercise) {
  std::string id =
      exercise.topic + "-" + std::to_string(exercise.level) + "-" + std::to_string(exercise.seed);
  if (!exercise.student.empty()) return id + "-" + exercise.student;
  return exercise.number > 0 ? id + "-" + std::to_string(exercise.number) : id;
}

// What a comparison of numbers shows already: it takes a tenth of the time of the proof.
std::optional<Flaw> quick_flaw(const Problem& problem, const ExercisePlan& plan) {
  const Unavoidable& unavoidable = plan.unavoidable;
  for (const Twins& twins : MistakenTables(problem).all_twins(plan.mistakes)) {
    if (unavoidable.hides(twins.other.mistake->id)) continue;
    if (twins.one == nobody) return Flaw{Flaw::Kind::full_marks, twins.other.mistake, {}};
    if (unavoidable.hides(twins.one.mistake->id)) continue;
    if (unavoidable.pairs_up(twins.one.mistake->id, twins.other.mistake->id)) continue;
    return Flaw{Flaw::Kind::taken_for, twins.one.mistake, twins.other.mistake->id};
  }
  return std::nullopt;
}

std::string_view flaw_name(Flaw::Kind kind) {
  switch (kind) {
    case Flaw::Kind::full_marks:
      return "full-marks";
    case Flaw::Kind::not_named:
      return "not-named";
    case Flaw::Kind::taken_for:
      return "taken-for";
  }
  return "";
}

// How often which mistake was in the way.
class Flaws {
 public:
  void count(const Flaw& flaw) {
    ++counts_[{std::string(flaw.mistake->id), std::string(flaw_name(flaw.kind))}];
  }
  bool empty() const { return counts_.empty(); }
  std::pair<std::string, std::string> most() const {
    return std::ranges::max_element(counts_, {}, [](const auto& entry) { return entry.second; })->first;
  }

 private:
  std::map<std::pair<std::string, std::string>, int> counts_;
};

// The code has a twin that names the student.
Diagnostic fault_for(const Recipient& recipient, std::string code, std::vector<Argument> arguments) {
  if (!recipient.student.empty()) {
    code += "-student";
    arguments.push_back(argument("student", recipient.student));
  }
  return {std::move(code), {}, std::move(arguments), {}};
}

Diagnostic unmet(const Recipient& recipient, const Refusals& refusals, const Flaws& flaws, int proofs) {
  if (proofs < most_proofs || flaws.empty()) {
    return fault_for(recipient, "generate.unmet", told(refusals));
  }
  const auto [mistake, problem] = flaws.most();
  return fault_for(recipient, "generate.unmet-proof",
                   {argument("count", proofs), argument("mistake", mistake),
                    argument_key("problem", "generate.flaw." + problem)});
}

}  // namespace

Result<Problem> make_exercise(const ExercisePlan& plan, std::uint64_t seed, const Recipient& recipient,
                              const Sentences& sentences) {
  const std::string name = stream_name(recipient);
  Draws word_draws(seed_of(seed, name + "/words"));
  const auto names = draw_names(plan.outline, sentences, word_draws);
  if (!names) return no_sentence(plan.outline);
  Draws draws(seed_of(seed, name));
  Refusals refusals;
  Budget budget;
  Flaws flaws;
  for (int proofs = 0; proofs < most_proofs; ++proofs) {
    std::optional<Problem> problem = draw_numbers(plan, draws, refusals, budget);
    if (!problem) return unmet(recipient, refusals, flaws, proofs);
    auto flaw = quick_flaw(*problem, plan);
    if (!flaw) flaw = find_flaw(*problem, plan.mistakes, plan.unavoidable);
    if (flaw) {
      flaws.count(*flaw);
      continue;
    }
    Exercise exercise;
    exercise.topic = std::string(plan.request.topic->id);
    exercise.level = plan.request.level;
    exercise.seed = seed;
    exercise.student = recipient.student;
    exercise.number = recipient.number;
    exercise.rules = exercise_rules;
    exercise.mistakes = static_cast<int>(plan.mistakes.size());
    exercise.unavoidable = plan.unavoidable;
    problem->id = id_of(exercise);
    problem->key_names = {names->keys};
    problem->query_names = {names->queries};
    problem->exercise = std::move(exercise);
    return std::move(*problem);
  }
  return unmet(recipient, refusals, flaws, most_proofs);
}

}  // namespace qkv
