#include "qkv/system/reason.hpp"

#include <cerrno>

namespace qkv {

Argument system_reason(int error_number) {
  switch (error_number) {
    case ENOSPC:
    case EDQUOT:
      return argument_key("reason", "system.no-space");
    case EACCES:
    case EPERM:
      return argument_key("reason", "system.no-permission");
    case EROFS:
      return argument_key("reason", "system.read-only");
    case EIO:
      return argument_key("reason", "system.device-fault");
    case EBADF:
      return argument_key("reason", "system.closed");
    case ENOMEM:
      return argument_key("reason", "system.no-memory");
    case EMFILE:
    case ENFILE:
      return argument_key("reason", "system.too-many-files");
    case ENAMETOOLONG:
      return argument_key("reason", "system.long-name");
    case ELOOP:
      return argument_key("reason", "system.link-loop");
    case ENOENT:
      return argument_key("reason", "system.no-such-place");
    case ENOTDIR:
      return argument_key("reason", "system.no-folder");
    case EBUSY:
      return argument_key("reason", "system.busy");
    case EFBIG:
      return argument_key("reason", "system.large-file");
    default:
      return argument("reason", "errno " + std::to_string(error_number));
  }
}

}  // namespace qkv
