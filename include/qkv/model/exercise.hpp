// Where a generated problem comes from, and what its numbers cannot show.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace qkv {

// Two known mistakes, by id.
struct MistakePair {
  std::string one;
  std::string other;

  friend bool operator==(const MistakePair&, const MistakePair&) = default;
};

// What nobody can help: true of every problem of that kind and size, whatever its numbers.
struct Unavoidable {
  std::vector<std::string> hidden;  // mistakes that change nothing in the tables asked
  std::vector<MistakePair> pairs;   // mistakes that give the same numbers in all of them

  bool hides(std::string_view id) const;
  bool pairs_up(std::string_view one, std::string_view other) const;  // in either order
};

// The member "exercise" of a problem file.
struct Exercise {
  std::string topic;       // "causal"
  int level = 0;           // 1 to 5
  std::uint64_t seed = 0;  // of the whole class
  std::string student;     // id; empty: for nobody in particular
  int number = 0;          // of several for nobody in particular, from 1; 0: there is one
  int rules = 0;           // the version of the rules by which seeds become numbers
  int mistakes = 0;        // how many known mistakes can be made in it; all are seen and named, but:
  Unavoidable unavoidable;
};

}  // namespace qkv
