#include "qkv/cli/version.hpp"

namespace qkv {

// QKV_VERSION is the project's version in CMakeLists.txt, defined for this file alone.
std::string_view version() {
  return QKV_VERSION;
}

}  // namespace qkv
