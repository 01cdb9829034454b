// What the world outside offers, as functions.
//
// The command line gets a System handed in and touches the world through nothing else, so that tests hand in
// one of their own. real_system() is the true one.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "qkv/base/result.hpp"
#include "qkv/system/files.hpp"
#include "qkv/system/process.hpp"
#include "qkv/system/session_file.hpp"
#include "qkv/system/streams.hpp"
#include "qkv/system/terminal.hpp"
#include "qkv/system/typed_lines.hpp"

namespace qkv {

struct System {
  // Files are read whole, up to max_input_bytes. `shown` is what messages call the standard input.
  std::function<Result<std::string>(const std::string& path)> read_file;
  std::function<Result<std::string>(const std::string& shown)> read_input;
  std::function<bool(const std::string& path)> exists;
  std::function<bool(const std::string& path)> is_folder;
  std::function<bool(const std::string& path)> is_ordinary_file;
  std::function<bool(const std::string& one, const std::string& other)> is_same_file;
  std::function<std::string(const std::string& path)> absolute_path;
  std::function<FolderContent(const std::string& folder)> files_below;
  // The same inputs piece by piece, for what may be longer than memory.
  std::function<Result<ReadSome>(const std::string& path)> open_file;
  std::function<ReadSome(const std::string& shown)> open_input;
  // See AtomicFile.
  std::function<Result<std::shared_ptr<AtomicFile>>(const std::string& path)> create_file;
  std::function<std::optional<Diagnostic>(const std::string& path)> check_file;
  std::function<std::optional<Diagnostic>(const std::string& path)> make_folder;  // with those above it

  std::function<Written(std::string_view text)> write_output;  // standard output
  std::function<void(std::string_view text)> write_error;      // standard error; a failure has nowhere to go

  std::function<std::optional<std::string>(const std::string& name)> environment;
  std::function<Terminal()> output_terminal;  // what standard output is
  std::function<Terminal()> error_terminal;   // what standard error is
  std::function<Terminal()> input_terminal;   // what standard input is

  // For work that goes to and fro: lines that are typed, and what is kept of them.
  std::function<std::shared_ptr<TypedLines>()> open_lines;
  std::function<Result<std::shared_ptr<SessionFile>>(const std::string& path)> open_session;
  std::function<std::optional<Diagnostic>(const std::string& path)> make_private_folder;

  // Other people's programs.
  std::function<Result<std::shared_ptr<Process>>(const ProcessRequest& request)> start_process;
  std::function<Result<ProcessRun>(const ProcessRequest& request, double seconds)> run_process;

  std::function<void()> catch_interrupts;  // see there
  std::function<bool()> interrupted;
  std::function<std::string()> own_path;  // of this program
  std::function<double()> seconds;  // of a clock that only goes forward: for what is shown while waiting
  std::function<int()> cores;       // at least 1
};

System real_system();

}  // namespace qkv
