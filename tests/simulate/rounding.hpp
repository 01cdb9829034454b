// Arithmetic as a person with pencil and calculator does it: in decimal, twelve digits at most.
#pragma once

#include <string>

namespace qkv::test {

// Where a number exactly between two goes.
enum class Ties {
  away,  // from zero: 0.125 → 0.13, −0.125 → −0.13
  even   // to the even digit: 0.125 → 0.12, 0.135 → 0.14
};

// Rounded to that many decimals, after a look at twelve significant digits: what lies behind them is noise of
// the doubles, which no calculator shows. A number too large for that many decimals stays as it is.
double rounded(double value, int decimals, Ties ties);

// a + b without the noise that is left where the two nearly cancel out: 906.01 − 906.005 is 0.005.
double plus(double a, double b);

// How a learner writes numbers.
struct Pen {
  bool trailing_zeros = true;  // 0.50, else 0.5
  bool infinity_sign = false;  // −∞, else -inf
};

// A number that is rounded to these decimals already, or −∞.
std::string written(double value, int decimals, const Pen& pen);

}  // namespace qkv::test
