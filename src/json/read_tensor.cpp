#include "read_tensor.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <variant>

#include "qkv/base/number.hpp"

namespace qkv {
namespace {

// How deep it is meant to be nested, judged by the first list at each depth: in [3, [1]] the 3 is out of
// place.
int depth_of(const JsonValue& value) {
  if (!value.is(JsonKind::array)) return 0;
  const auto elements = value.elements();
  const auto list = std::ranges::find_if(elements, [](const JsonValue& e) { return e.is(JsonKind::array); });
  return list == elements.end() ? 1 : 1 + depth_of(*list);
}

// A value and where it is, spelt out only when there is something to say about it: big tables have millions.
struct Spot {
  JsonValue value;
  const Spot* list = nullptr;  // null: the outermost value
  std::size_t index = 0;
};

class TensorReader {
 public:
  TensorReader(Faults& faults, const Entry& root, const TensorForm& form)
      : faults_(faults), root_(root), form_(form) {}

  std::optional<Tensor> read() {
    if (!expect(faults_, root_, JsonKind::array, std::string(form_.type))) return std::nullopt;
    const int depth = depth_of(root_.value);
    if (!depth_fits(depth)) return std::nullopt;
    const std::size_t faults_before = faults_.count();
    sizes_.assign(static_cast<std::size_t>(depth), -1);
    measures_.assign(static_cast<std::size_t>(depth), 1);
    read_list({root_.value}, 0);
    if (faults_.count() != faults_before) return std::nullopt;
    return Tensor(sizes_, std::move(values_));
  }

 private:
  bool depth_fits(int depth) {
    if (depth >= form_.least_depth && depth <= form_.most_depth) return true;
    if (depth == 1 && root_.value.size() == 0) {
      faults_.add(root_, "matrix.empty");
    } else if (depth == 1 && form_.least_depth == 2) {
      faults_.add(root_, "matrix.flat", {argument("text", root_.value.excerpt())});
    } else {
      faults_.add(root_, form_.least_depth == form_.most_depth ? "tensor.depth-exact" : "tensor.depth",
                  {argument("found", depth), argument("least", form_.least_depth),
                   argument("most", form_.most_depth), argument_key("expected", std::string(form_.type))});
    }
    return false;
  }

  Entry entry_of(const Spot& spot) const {
    if (spot.list == nullptr) return root_;
    return element_entry(entry_of(*spot.list), spot.value, spot.index);
  }

  void read_list(const Spot& spot, std::size_t level) {
    const bool last = level + 1 == sizes_.size();
    if (!spot.value.is(JsonKind::array)) {
      wrong_type(faults_, entry_of(spot), last ? "type.row" : std::string(form_.type));
      return;
    }
    check_size(spot, level, last);
    std::size_t index = 0;
    for (const JsonValue& element : spot.value.elements()) {
      const Spot inner{element, &spot, index++};
      if (last) {
        values_.push_back(read_element(inner));
      } else {
        read_list(inner, level + 1);
      }
    }
  }

  void check_size(const Spot& spot, std::size_t level, bool last) {
    const auto found = static_cast<int>(spot.value.size());
    const auto number = static_cast<long long>(spot.index + 1);
    if (found == 0) {
      const Entry entry = entry_of(spot);
      faults_.add(entry, level == 0 ? "matrix.empty" : "matrix.empty-row", {argument("row", number)});
    } else if (sizes_[level] < 0) {
      sizes_[level] = found;
      measures_[level] = number;
    } else if (found != sizes_[level]) {
      faults_.add(entry_of(spot), ragged_code(level, last),
                  {argument("row", number), argument("found", found), argument("other_row", measures_[level]),
                   argument("expected", sizes_[level])});
    }
  }

  // Sentences of different length are the usual reason why the parts of a batch differ: there is a way out.
  std::string ragged_code(std::size_t level, bool last) const {
    if (last) return "matrix.ragged";
    const bool sentences = form_.holds_sentences && sizes_.size() == 3 && level == 1;
    return sentences ? "tensor.ragged-batch" : "tensor.ragged";
  }

  double read_element(const Spot& spot) {
    switch (form_.element) {
      case Element::number:
        return read_number_at(spot);
      case Element::number_or_blocked:
        return is_blocked(spot.value) ? -std::numeric_limits<double>::infinity() : read_number_at(spot);
      case Element::flag:
        return read_flag(spot);
      case Element::literal:
        return read_literal(spot);
      case Element::boolean:
        return read_boolean(spot);
    }
    return 0.0;
  }

  double read_number_at(const Spot& spot) {
    if (const auto plain = read_plain_number(spot.value)) return *plain;
    return read_finite_number(faults_, entry_of(spot)).value_or(0.0);
  }

  static bool is_blocked(const JsonValue& value) {
    if (!value.is(JsonKind::string)) return false;
    const auto number = read_number(value.string());
    const auto* written = std::get_if<WrittenNumber>(&number);
    return written != nullptr && written->value == -std::numeric_limits<double>::infinity();
  }

  double read_flag(const Spot& spot) {
    if (spot.value.is(JsonKind::boolean)) return spot.value.boolean() ? 1.0 : 0.0;
    // 1.0 is 1, as it is for the schema.
    const std::optional<double> number = read_plain_number(spot.value);
    if (number && (*number == 1.0 || *number == 0.0)) return *number;
    wrong_type(faults_, entry_of(spot), "type.flag");
    return 0.0;
  }

  double read_literal(const Spot& spot) {
    if (!spot.value.is(JsonKind::string)) return read_number_at(spot);
    wrong_type(faults_, entry_of(spot), "type.number");
    return 0.0;
  }

  double read_boolean(const Spot& spot) {
    if (spot.value.is(JsonKind::boolean)) return spot.value.boolean() ? 1.0 : 0.0;
    wrong_type(faults_, entry_of(spot), "type.flag");
    return 0.0;
  }

  Faults& faults_;
  const Entry& root_;
  const TensorForm& form_;
  Shape sizes_;                      // of the first list at each depth: the others are measured against it
  std::vector<long long> measures_;  // its number
  std::vector<double> values_;
};

}  // namespace

std::optional<Tensor> read_tensor(Faults& faults, const Entry& entry, const TensorForm& form) {
  return TensorReader(faults, entry, form).read();
}

}  // namespace qkv
