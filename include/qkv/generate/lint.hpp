// What a problem can show of what its students understood, and what it cannot: for teachers.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/generate/discrimination.hpp"
#include "qkv/generate/ties.hpp"
#include "qkv/generate/work.hpp"
#include "qkv/model/problem.hpp"

namespace qkv {

// Ids of mistakes, as in the catalogue.
struct ConfusedPair {
  std::string_view one;
  std::string_view other;

  friend bool operator==(const ConfusedPair&, const ConfusedPair&) = default;
};

// A text that readers of one language miss, or all of them.
struct MissingText {
  enum class Part { title, note };
  Part part = Part::title;
  LocalizedText::Copied copied = LocalizedText::Copied::none;  // none: there is no text at all
};

// Something to change.
struct Finding {
  enum class Kind {
    full_marks,  // nothing gives the mistake away, or these numbers make it right
    not_named,   // it costs points, but is not named
    confused,    // another mistake is named beside it or in its place
    tie,         // a number that lies on a rounding tie
    text         // a text that is missing
  };
  Kind kind;
  std::string_view mistake = {};  // of the first three
  std::string_view other = {};    // of confused
  Seen how_often = Seen::always;  // of the first two: always or sometimes
  std::optional<Tie> tie = std::nullopt;
  std::optional<MissingText> text = std::nullopt;
};

// A property of the problem that hides something, and what it hides here.
struct Cause {
  std::string_view id;                         // a row of the table in src/generate/causes.cpp
  std::vector<Argument> details;               // for its texts lint.cause.<id>.what and .change
  std::vector<std::string_view> hidden = {};   // get full marks, or are no mistakes here: √4 and half of 4
  std::vector<std::string_view> unnamed = {};  // cost points, but are not (always) named
  std::vector<ConfusedPair> pairs = {};        // are taken for one another
};

struct LintReport {
  std::vector<Discrimination> mistakes;  // the proof: every mistake that can be made
  std::vector<Finding> findings;         // in the order of the enumeration
  std::vector<Cause> causes;  // that hold; of those that are known to hide certain mistakes, those that do
  Unavoidable unavoidable;    // what no problem of this kind and size shows, as far as it comes up here
  Work work;
};

LintReport lint(const Problem& problem);

}  // namespace qkv
