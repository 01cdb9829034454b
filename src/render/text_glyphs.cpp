#include "text_glyphs.hpp"

namespace qkv::rendering {
namespace {

constexpr Glyphs unicode_glyphs = {.underline = "═",
                                   .horizontal = "─",
                                   .vertical = "│",
                                   .cross = "┼",
                                   .bullet = "•",
                                   .between_names = " · ",
                                   .bar = "█",
                                   .bar_half_right = "▌",
                                   .bar_half_left = "▐",
                                   .after_row_axis = " ↓",
                                   .before_column_axis = "",
                                   .after_column_axis = " →",
                                   .minus_infinity = "−∞",
                                   .infinity = "∞"};

constexpr Glyphs ascii_glyphs = {.underline = "=",
                                 .horizontal = "-",
                                 .vertical = "|",
                                 .cross = "+",
                                 .bullet = "*",
                                 .between_names = ", ",
                                 .bar = "#",
                                 .bar_half_right = "",
                                 .bar_half_left = "",
                                 .after_row_axis = "",
                                 .before_column_axis = "\\ ",
                                 .after_column_axis = "",
                                 .minus_infinity = "-inf",
                                 .infinity = "inf"};

struct Twin {
  std::string_view unicode;
  std::string_view ascii;
};

Twin twin(NoteKind kind) {
  switch (kind) {
    case NoteKind::remark:
      return {"※", "-"};
    case NoteKind::warning:
      return {"!", "!"};
    case NoteKind::good:
      return {"✓", "+"};
    case NoteKind::bad:
      return {"✗", "x"};
  }
  return {};
}

Twin twin(Mark mark) {
  switch (mark) {
    case Mark::none:
      return {};
    case Mark::correct:
      return {"✓", "+"};
    case Mark::rounding:
      return {"≈", "~"};
    case Mark::follow_through:
      return {"→", ">"};
    case Mark::mistake:
      return {"⊗", "#"};
    case Mark::slip:
      return {"!", "!"};
    case Mark::imprecise:
      return {"…", "<"};
    case Mark::wrong:
      return {"✗", "x"};
    case Mark::blank:
      return {"·", "_"};
    case Mark::unreadable:
      return {"?", "?"};
  }
  return {};
}

std::string_view choose(Twin twin, const TextOptions& options) {
  return options.ascii ? twin.ascii : twin.unicode;
}

}  // namespace

const Glyphs& glyphs_for(const TextOptions& options) {
  return options.ascii ? ascii_glyphs : unicode_glyphs;
}

std::string_view sign(NoteKind kind, const TextOptions& options) {
  return choose(twin(kind), options);
}
std::string_view sign(Mark mark, const TextOptions& options) {
  return choose(twin(mark), options);
}

Ink ink_of(NoteKind kind) {
  switch (kind) {
    case NoteKind::remark:
      return Ink::faint;
    case NoteKind::warning:
      return Ink::doubtful;
    case NoteKind::good:
      return Ink::good;
    case NoteKind::bad:
      return Ink::bad;
  }
  return Ink::none;
}

Ink ink_of(Mark mark) {
  switch (mark) {
    case Mark::none:
      return Ink::none;
    case Mark::correct:
    case Mark::rounding:
    case Mark::follow_through:
      return Ink::good;
    case Mark::imprecise:
    case Mark::blank:
    case Mark::unreadable:
      return Ink::doubtful;
    case Mark::mistake:
    case Mark::slip:
    case Mark::wrong:
      return Ink::bad;
  }
  return Ink::none;
}

Ink ink_of(Role role) {
  switch (role) {
    case Role::plain:
    case Role::given:
    case Role::computed:
      return Ink::none;
    case Role::masked:
      return Ink::faint;
    case Role::asked:
      return Ink::strong;
    case Role::learner:
      return Ink::accent;
  }
  return Ink::none;
}

}  // namespace qkv::rendering
