#include "qkv/text/name.hpp"

#include "qkv/text/unicode.hpp"

namespace qkv {

std::optional<Diagnostic> name_fault(std::string_view name, int columns) {
  const bool blank = name.find_first_not_of(" \t\r\n") == std::string_view::npos;
  if (!blank && is_printable_ascii(name) && name.size() <= static_cast<std::size_t>(columns))
    return std::nullopt;  // most names
  // A name of marks without width would pass any limit of columns.
  if (const int found = count_code_points(name); found > 4 * columns) {
    return Diagnostic{
        "name.too-many-characters", {}, {argument("found", found), argument("limit", 4 * columns)}, {}};
  }
  if (blank) return Diagnostic{"name.empty", {}, {}, {}};
  const int width = display_width(visible(name));
  if (width == 0 || !shows_something(name)) return Diagnostic{"name.invisible", {}, {}, {}};
  if (width > columns) {
    return Diagnostic{"name.too-long", {}, {argument("found", width), argument("limit", columns)}, {}};
  }
  return std::nullopt;
}

}  // namespace qkv
