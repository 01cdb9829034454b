// A parsed JSON text in which every value knows where it stands.
//
// The grammar is nlohmann/json's; the words of its errors, the places and the strictness (duplicate keys) are
// ours. Numbers keep the digits they were written with.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/json/source_map.hpp"

namespace qkv {

enum class JsonKind : std::uint8_t { null, boolean, number, string, array, object };

// What keeps a hostile text from taking all memory. Stated in the messages that enforce them.
// Enough for Q, K and V of 512 positions, 64 heads and 256 features: 25 million numbers.
struct JsonLimits {
  std::size_t megabytes = 512;
  std::size_t values = 32'000'000;  // all values and keys together
  std::size_t depth = 64;           // brackets inside brackets
};

class JsonValue;

// The whole text and its values, in one flat preorder list.
class JsonText {
 public:
  JsonValue root() const;
  const std::string& file() const { return file_; }
  // Keys that occur twice in one object, each with its place. They do not end the reading: whoever reads the
  // values reports them beside its own faults.
  const std::vector<Diagnostic>& duplicate_keys() const { return duplicate_keys_; }

 private:
  friend class JsonValue;
  friend class JsonBuilder;
  struct Node {
    JsonKind kind;
    bool boolean;
    std::uint32_t offset;  // of the first byte in text_
    std::uint32_t end;     // one past the last byte
    std::uint32_t next;    // index of the next node that is not inside this one
    std::uint32_t count;   // members or elements; for strings and keys the index in strings_
  };
  std::string file_;
  std::string text_;         // without a byte order mark
  SourceMap map_;            // of text_
  std::vector<Node> nodes_;  // members of an object: key, value, key, value …
  std::vector<std::string> strings_;
  std::vector<Diagnostic> duplicate_keys_;
};

// A value in a JsonText, which must outlive it and stay where it is. Cheap to copy.
class JsonValue {
 public:
  JsonKind kind() const { return node().kind; }
  bool is(JsonKind kind) const { return this->kind() == kind; }

  bool boolean() const;
  std::string_view number_text() const;  // the literal as written, of any size: "1e999" is possible
  const std::string& string() const;     // unescaped

  std::size_t size() const;  // elements of an array, members of an object
  std::vector<JsonValue> elements() const;
  struct Member;
  std::vector<Member> members() const;
  // The same one after the other, to go through without a list of them.
  class Elements;
  Elements each_element() const;
  class Members;
  Members each_member() const;

  // Where it stands, with the given pointer ("/Q/0/1").
  Place place(std::string pointer) const;
  // Line and column alone, for values that are kept by the million.
  LineColumn bare_place() const;
  // The text of the value as written, on one line and cut to a length fit for a message.
  std::string excerpt() const;

 private:
  friend class JsonText;
  JsonValue(const JsonText* text, std::uint32_t index) : text_(text), index_(index) {}
  const JsonText::Node& node() const { return text_->nodes_[index_]; }
  const JsonText* text_;
  std::uint32_t index_;
};

struct JsonValue::Member {
  JsonValue key;  // a string
  JsonValue value;
};

class JsonValue::Elements {
 public:
  class Iterator {
   public:
    explicit Iterator(JsonValue at) : at_(at) {}
    const JsonValue& operator*() const { return at_; }
    Iterator& operator++() {
      at_.index_ = at_.node().next;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at_.index_ != other.at_.index_; }

   private:
    JsonValue at_;
  };

  explicit Elements(const JsonValue& array) : array_(array) {}
  Iterator begin() const { return Iterator({array_.text_, array_.index_ + 1}); }
  Iterator end() const { return Iterator({array_.text_, array_.node().next}); }

 private:
  JsonValue array_;
};

class JsonValue::Members {
 public:
  class Iterator {
   public:
    explicit Iterator(JsonValue key) : key_(key) {}
    Member operator*() const { return {key_, {key_.text_, key_.index_ + 1}}; }
    Iterator& operator++() {
      key_.index_ = key_.text_->nodes_[key_.index_ + 1].next;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return key_.index_ != other.key_.index_; }

   private:
    JsonValue key_;
  };

  explicit Members(const JsonValue& object) : object_(object) {}
  Iterator begin() const { return Iterator({object_.text_, object_.index_ + 1}); }
  Iterator end() const { return Iterator({object_.text_, object_.node().next}); }

 private:
  JsonValue object_;
};

// Asked of every value there is.
inline std::string_view JsonValue::number_text() const {
  assert(is(JsonKind::number));
  return std::string_view(text_->text_).substr(node().offset, node().end - node().offset);
}
inline const std::string& JsonValue::string() const {
  assert(is(JsonKind::string));
  return text_->strings_[node().count];
}
inline std::size_t JsonValue::size() const {
  assert(is(JsonKind::array) || is(JsonKind::object));
  return node().count;
}
inline LineColumn JsonValue::bare_place() const {
  return text_->map_.line_column(text_->text_, node().offset);
}
inline JsonValue::Elements JsonValue::each_element() const {
  assert(is(JsonKind::array));
  return Elements(*this);
}
inline JsonValue::Members JsonValue::each_member() const {
  assert(is(JsonKind::object));
  return Members(*this);
}

// Parses a whole text. Faults that end the reading are reported alone, with their place: not UTF-8 (UTF-16
// and UTF-32 named), empty text, a limit passed, or a syntax fault (with the commonest slips named: a
// trailing comma, a missing comma or quote, full-width punctuation, a comment, NaN …). The locale never
// matters. Lines count from first_line, for a text that is a part of its file.
Result<JsonText> parse_json(std::string text, std::string file, const JsonLimits& limits = {},
                            int first_line = 1);

// "/mask/causal" and the next key or index, escaped as RFC 6901 says.
std::string pointer_join(std::string_view pointer, std::string_view key);
std::string pointer_join(std::string_view pointer, std::size_t index);

}  // namespace qkv
