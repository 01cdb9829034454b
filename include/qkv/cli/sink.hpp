// Where a result goes: standard output or the file of --output, piece by piece.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "qkv/base/result.hpp"
#include "qkv/system/system.hpp"

namespace qkv {

class Sink {
 public:
  // file: empty for standard output.
  Sink(const System& system, std::string file) : system_(system), file_(std::move(file)) {}

  // The file is created by the first piece and takes the place of the old one when finish() is called:
  // without any, or when something goes wrong before, the old one is left alone. Once a piece could not be
  // written, or the reader of a pipe has gone, the others are dropped.
  void write(std::string_view text);
  void finish();

  bool is_standard_output() const { return file_.empty(); }
  bool is_empty() const { return !begun_; }
  // Whoever read the pipe has gone.
  bool is_closed() const { return closed_; }
  // Nothing that is written any more can be of use.
  bool failed() const { return fault_.has_value(); }
  const std::optional<Diagnostic>& fault() const { return fault_; }

 private:
  void write_to_file(std::string_view text);

  const System& system_;
  std::string file_;
  std::shared_ptr<AtomicFile> open_;
  bool begun_ = false;
  bool closed_ = false;
  std::optional<Diagnostic> fault_;
};

}  // namespace qkv
