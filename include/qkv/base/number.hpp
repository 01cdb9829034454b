// Numbers as people write them, and numbers as they are printed.
//
// Reading: one small grammar for problem files and for what learners type. Printing: one function for every
// table. Both work in decimal where a person would: a tie is a tie in the digits, whatever the double says.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace qkv {

// ---- reading --------------------------------------------------------------------------------------------

struct ReadOptions {
  bool decimal_comma = false;  // "0,27" is 0.27; without it a comma makes the text unreadable
};

// A number as written.
struct WrittenNumber {
  double value = 0.0;  // finite, or minus infinity for "-inf"; never NaN, never plus infinity
  // Decimals shown: "0.05" 2, "1.0000" 4, "2.7e-1" 2, "80" 0, "27%" 2. Trailing zeros count.
  int decimals = 0;
  // True for a form that carries no rounding of its own: 1/3, sqrt(2), e^0.5.
  bool exact_form = false;
};

// Why a text is not a number: what stands at which place.
struct Unreadable {
  enum class Reason {
    empty,             // nothing but blanks
    unexpected,        // a character that has no place in a number
    unfinished,        // the text ends where something must follow: "1/", "sqrt(2"
    comma,             // "0,27" or "1,234" without the decimal comma option
    several_numbers,   // "1 2" or "1 -2" in a single cell (1-2 and 1 - 2 are differences)
    division_by_zero,  // "1/0"
    not_real,          // sqrt(-1), 0^-1 …
    not_finite,        // nan, +inf, or a value beyond the range of a double
    too_long,          // more characters than any number needs (a limit of 200)
    bad_encoding,      // not UTF-8; code_point is the byte
  };
  Reason reason = Reason::unexpected;
  char32_t code_point = 0;  // the character at that place, 0 at the end of the text
  int position = 0;  // counted in code points of the text as given, from 1; 0 if the whole text is meant
};

std::string_view reason_name(Unreadable::Reason reason);  // "several-numbers": as in the JSON format

// Reads one number; the whole text must be consumed (surrounding blanks aside).
//
//   number   decimal digits with at most one point, optional exponent: .5  0.50  5.  5e-1  00.5
//            digits grouped in threes after the point by single spaces: 78.539 816
//   term     number | number% | sqrt(x) | √2 | √(x) | exp(x) | e | ( x )
//   x        + - * / ^ with the usual precedence: ^ binds tightest, to the right; also × ÷ − and ⋅ (U+22C5,
//            but not U+00B7, which British hands use as a decimal point: 0·27 is unreadable, never 0); one
//            sign in front of an operand: -1/3, 2*-3, e^-0.5
//   -inf     -inf, -infinity, −∞; only alone, and the only infinity
//
// Names are read in any letter case; blanks may stand between the parts. With the decimal comma a point still
// serves, but not both in one text: "1.234,5" is unreadable.
//
// Before reading: full-width forms U+FF01–FF5E become ASCII, wide and unbreakable spaces blanks, the dashes
// U+2212 U+2013 U+FF0D U+FE63 U+30FC become "-" , and invisible marks (zero width, bidi, BOM, variation
// selectors, soft hyphen) are dropped. Nothing else is normalised: 0.5² is unreadable, never 0.52. The locale
// never matters.
std::variant<WrittenNumber, Unreadable> read_number(std::string_view text, const ReadOptions& options = {});

// The cells of a row typed as one text, each for read_number(); a blank cell is an empty text, and nothing
// but blanks is no cell at all.
//
// Blanks, commas, semicolons and 、 part cells; with the decimal comma a comma belongs to its number: "4,4;0"
// is 4,4 and 0. Every comma or semicolon stands between two cells, so "1,,2" and "1,2," have three; blanks
// beside it mean nothing. Of blanks alone any number parts two cells, but each tab after the first leaves a
// blank cell, as a row copied from a spreadsheet does. "1 2" is two cells, "78.539 816" is too.
//
// Brackets [ ] at the ends of the row, and a pair ( ) that holds all of it, are dropped. Any other pair ( )
// holds its content together: sqrt( 2 ). So do × * / ÷ ^ ⋅, √, % and the name of a function, which cannot be
// cells of their own: "1 / 3" is one. A sign clings to what follows it directly, "1 -2" is two cells;
// followed by a blank it belongs to the next number only where there is nothing before it to subtract from:
// "- 0.5" and "1, - 0.5". In "1 - 0.5" nobody can tell, and the sign becomes a cell that no reader accepts.
//
// Full-width forms, wide blanks and invisible marks count as for read_number(); any bytes may be given.
std::vector<std::string> split_row(std::string_view text, const ReadOptions& options = {});

// ---- decimal arithmetic ---------------------------------------------------------------------------------

// The double nearest to the value written with 12 significant digits: noise of floating point decides
// nothing.
double snap(double value);

// The decimals of snap(value): how many its twelve digits reach down to, and how many are left without the
// zeros at their end. 0.25 reaches down to 12 and needs 2; either is negative for numbers of tens, hundreds …
// Nothing for zero and wherever the digits themselves have to be looked at.
struct SnappedDecimals {
  int reached = 0;
  int needed = 0;
};
std::optional<SnappedDecimals> snapped_decimals(double value);

// Rounded half away from zero to that many decimals, after snap: 0.125 → 0.13, −0.125 → −0.13, 1.005 → 1.01.
// Infinities stay; −0 becomes 0. decimals is 0 or more. Where a number is so large that the asked decimal
// lies beyond its twelfth digit, it is rounded as it stands: 1234567890123 keeps all its digits.
double round_half_away(double value, int decimals);

// Whether |a − b| ≤ tolerance, inclusive and decided in decimal on the snapped values: |0.275 − 0.27| ≤ 0.005
// holds. An infinity is only near itself.
bool within(double a, double b, double tolerance);

// ---- printing -------------------------------------------------------------------------------------------

// Exactly that many decimals, rounded as round_half_away; never "-0.00". Minus infinity is "-inf".
std::string format_fixed(double value, int decimals);

// The shortest digits that read back to the same double; "1.5e-8" below 1e-7, "1.5e21" from 1e21 on;
// 2 prints "2"; −0 prints "0"; minus infinity prints "-inf".
std::string format_shortest(double value);

// Decimals of those digits: 0 for 2, 1 for 0.5, 16 for 0.7071067811865476, 9 for 1.5e-8.
int shortest_decimals(double value);

}  // namespace qkv
