// Where a text ends that does not fit on one screen.
#pragma once

#include <cstddef>
#include <vector>

#include "qkv/render/text.hpp"

namespace qkv {

// Whether it introduces what follows: a paragraph that ends with a colon. A page does not end between the
// two.
bool introduces(const Block& block);
// The same of the last block of a document.
bool introduces(const Document& document);

// What of a terminal is there for the text, both at least 1.
struct PageSize {
  int width = 80;
  int rows = 23;
};

// The rows that lines take on the screen, from `from` up to `to`: of a terminal a line may be wider.
long rows_of(const std::vector<RenderedLine>& lines, std::size_t from, std::size_t to, PageSize size);

// The line behind the page that begins with `from`; beyond it at least, unless there is none. What fits on
// one page is not torn apart: the page ends before it. What does not is torn where that does least harm.
// Blank lines at the end need no room.
std::size_t page_end(const std::vector<RenderedLine>& lines, std::size_t from, PageSize size);

// Where the page from `from` to `to` ends without the blank lines at its end that have no room.
std::size_t shown_end(const std::vector<RenderedLine>& lines, std::size_t from, std::size_t to,
                      PageSize size);

}  // namespace qkv
