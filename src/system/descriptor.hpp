// An open file that closes itself, and writing to it.
#pragma once

#include <string_view>
#include <unistd.h>
#include <utility>

namespace qkv {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }

  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }
  // Some file systems tell only here that the bytes did not fit.
  bool close() { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

// Writes all of it, through interruptions, short writes and descriptors that do not block. 0, or the errno.
int write_fully(int descriptor, std::string_view text);

}  // namespace qkv
