// What most mistakes are refused by: a number that is clearly another one.
#pragma once

#include <cstddef>
#include <vector>

#include "cases.hpp"
#include "match.hpp"
#include "qkv/base/tensor.hpp"

namespace qkv::grading {

class Refusal {
 public:
  // The half unit of the table.
  Refusal(const Case& of, double half_unit);

  // Whether match() is sure to find nothing: a number that does not agree in some asked row or, if rows are
  // wanted, in every row that needs an explanation. May be false where it could be true; then digits decide.
  bool is_sure(const Tensor& mistaken, Wanted wanted) const;

 private:
  struct Probe {
    std::size_t flat;
    double number;
  };

  void add_row(const Case& of, std::size_t row);
  bool is_apart(const Probe& probe, const Tensor& mistaken) const;

  double half_unit_;
  std::vector<Probe> probes_;          // the likeliest to differ first
  std::vector<std::size_t> row_ends_;  // among them: of each row that needs an explanation
};

}  // namespace qkv::grading
