#include "qkv/mistakes/notes.hpp"

namespace qkv {

const MistakeNotes* NotesShelf::find(std::string_view id) const {
  const std::lock_guard lock(mutex_);
  auto found = notes_.find(id);
  if (found == notes_.end()) found = notes_.emplace(id, read_(id)).first;
  return found->second ? &*found->second : nullptr;
}

}  // namespace qkv
