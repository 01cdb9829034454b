// Sheets name their rows and columns: the names say where a number belongs.
#pragma once

#include "qkv/grade/answers.hpp"
#include "qkv/model/problem.hpp"

namespace qkv::grading {

// Every asked table with labels in the shape of the problem, each row and column where its name says. A row
// that was moved is found; one that is missing is blank; one whose name is unknown or taken goes by its place
// if there are as many rows as there should be. All but a mere change of order is reported in
// Answers::faults. A table in which nothing can be placed stays as it is: its shape is wrong.
Answers in_their_places(const Problem& problem, Answers answers);

}  // namespace qkv::grading
