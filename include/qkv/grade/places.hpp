// Sheets name their rows and columns: the names say where a number belongs.
#pragma once

#include "qkv/grade/answers.hpp"
#include "qkv/model/problem.hpp"

namespace qkv::grading {

// Whether some asked table comes with labels, so that in_their_places() has anything to do.
bool has_names(const Problem& problem, const Answers& answers);

// Every asked table with labels in the shape of the problem, each row and column where its name says. A row
// that was moved is found; one that is missing is blank; one whose name is unknown or taken goes by its place
// if there are as many rows as there should be. All but a mere change of order is added to
// Answers::faults. A table in which nothing can be placed stays as it is: its shape is wrong.
Answers in_their_places(const Problem& problem, Answers answers);

}  // namespace qkv::grading
