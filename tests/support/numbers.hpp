// Readable and unreadable texts side by side with what read_number() owes them.
#pragma once

#include <string>

#include "qkv/base/number.hpp"
#include "support/catch.hpp"

namespace qkv::test {

struct Readable {
  std::string text;
  double value;
  int decimals;
  bool exact_form;
};

struct NotANumber {
  std::string text;
  Unreadable::Reason reason;
  char32_t code_point;
  int position;
};

inline void check_readable(const Readable& wanted, const ReadOptions& options = {}) {
  INFO("text: " << wanted.text);
  const auto read = read_number(wanted.text, options);
  if (const auto* problem = std::get_if<Unreadable>(&read)) {
    FAIL_CHECK("unreadable at " << problem->position << ", reason " << static_cast<int>(problem->reason));
    return;
  }
  const auto& number = std::get<WrittenNumber>(read);
  // An operation may be off by the last bits of a double; a literal may not.
  if (wanted.exact_form) {
    CHECK(number.value == Approx(wanted.value).epsilon(1e-15));
  } else {
    CHECK(number.value == wanted.value);
  }
  CHECK(number.decimals == wanted.decimals);
  CHECK(number.exact_form == wanted.exact_form);
}

inline void check_unreadable(const NotANumber& wanted, const ReadOptions& options = {}) {
  INFO("text: " << wanted.text);
  const auto read = read_number(wanted.text, options);
  const auto* problem = std::get_if<Unreadable>(&read);
  if (problem == nullptr) {
    FAIL_CHECK("read as " << std::get<WrittenNumber>(read).value);
    return;
  }
  CHECK(problem->reason == wanted.reason);
  CHECK(problem->code_point == wanted.code_point);
  CHECK(problem->position == wanted.position);
}

inline constexpr ReadOptions comma{true};

}  // namespace qkv::test
