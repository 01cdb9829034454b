// What can go wrong, as data.
//
// Code that finds a fault says what it found, where, and what would have been right; it never writes a
// sentence. The sentences live in the message catalogue (data/text) under the key "fault.<code>", and are
// chosen when the fault is shown.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace qkv {

// Where a fault is. Lines and columns count from 1, columns in characters (code points); 0 means unknown.
struct Place {
  std::string file;
  int line = 0;
  int column = 0;
  std::string pointer;  // JSON pointer (RFC 6901) of the value, empty when there is none
  std::string source;   // the text of that line, for the excerpt under the message; may be empty
};

// Line and column alone, for what comes by the million: who asks knows the file.
struct LineColumn {
  int line = 0;  // as in Place
  int column = 0;
};
Place place_in_file(std::string file, LineColumn at);

// One placeholder of a message and what stands for it.
struct Argument {
  enum class Kind {
    literal,  // shown as it is: a name, a number, a shape such as [3, 2]
    key,      // a catalogue key whose text is shown: "type.number"
    counted,  // a number and the thing that is counted, as text: "1 row", "3 rows"
  };
  std::string name;
  std::string value;
  Kind kind = Kind::literal;
  std::string thing = {};  // of `counted`: a catalogue key with the twins .one and .other
};

Argument argument(std::string name, std::string value);
Argument argument(std::string name, long long value);
Argument argument_key(std::string name, std::string key);
Argument argument_count(std::string name, long long count, std::string thing);

struct Diagnostic {
  std::string code;  // catalogue key without "fault."
  Place place;
  std::vector<Argument> arguments;
  std::string suggestion;  // "did you mean …": a name from the program's own tables, or empty
};

// A value, or every fault that kept it from existing (never an empty list).
template <typename T>
class Result {
 public:
  Result(T value) : content_(std::move(value)) {}
  Result(std::vector<Diagnostic> faults) : content_(std::move(faults)) {}
  Result(Diagnostic fault) : content_(std::vector<Diagnostic>{std::move(fault)}) {}

  explicit operator bool() const { return content_.index() == 0; }
  const T& value() const { return std::get<0>(content_); }
  T& value() { return std::get<0>(content_); }
  const std::vector<Diagnostic>& faults() const { return std::get<1>(content_); }

 private:
  std::variant<T, std::vector<Diagnostic>> content_;
};

}  // namespace qkv
