#include "qkv/verify/reply.hpp"

namespace qkv {

std::string_view trouble_name(Trouble::Kind kind) {
  switch (kind) {
    case Trouble::Kind::not_started:
      return "not-started";
    case Trouble::Kind::ended:
      return "ended";
    case Trouble::Kind::killed:
      return "killed";
    case Trouble::Kind::closed:
      return "closed";
    case Trouble::Kind::timed_out:
      return "timed-out";
    case Trouble::Kind::garbage:
      return "garbage";
    case Trouble::Kind::wrong_id:
      return "wrong-id";
    case Trouble::Kind::too_long:
      return "too-long";
    case Trouble::Kind::out_of_memory:
      return "out-of-memory";
    case Trouble::Kind::many_processes:
      return "many-processes";
    case Trouble::Kind::not_asked:
      return "not-asked";
  }
  return {};
}

std::string_view bad_end_name(BadEnd::Kind kind) {
  switch (kind) {
    case BadEnd::Kind::exited:
      return "exited";
    case BadEnd::Kind::killed:
      return "killed";
    case BadEnd::Kind::stayed:
      return "stayed";
  }
  return {};
}

}  // namespace qkv
