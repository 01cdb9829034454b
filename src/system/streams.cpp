#include "qkv/system/streams.hpp"

#include <cerrno>
#include <poll.h>
#include <unistd.h>

#include "descriptor.hpp"
#include "qkv/system/reason.hpp"

namespace qkv {
namespace {

void wait_until_writable(int descriptor) {
  pollfd waiting{descriptor, POLLOUT, 0};
  poll(&waiting, 1, -1);
}

}  // namespace

int write_fully(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(descriptor, text.data(), text.size());
    if (count >= 0) {
      text.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      wait_until_writable(descriptor);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

Written write_all(int descriptor, std::string_view text) {
  switch (const int error_number = write_fully(descriptor, text)) {
    case 0:
      return {Written::Outcome::done, {}};
    case EPIPE:
      return {Written::Outcome::closed, {}};
    default:
      return {Written::Outcome::failed, Diagnostic{"output.failed", {}, {system_reason(error_number)}, {}}};
  }
}

}  // namespace qkv
