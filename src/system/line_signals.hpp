// The signals that end the reading of lines, those that a terminal sends when its size changes, and those of
// a shell that stops a program for a while.
#pragma once

#include <csignal>
#include <memory>
#include <optional>

namespace qkv {

class LineSignals {
 public:
  LineSignals();
  LineSignals(const LineSignals&) = delete;
  LineSignals& operator=(const LineSignals&) = delete;
  ~LineSignals();

  enum class Event {
    input,
    nothing,  // has come for as long as patience reached
    resized,
    suspend,  // Ctrl-Z: the terminal is to be left as it was, and then pause() called
    resumed,  // after a stop that could not be seen coming: the terminal may be in any state
    stop,
  };
  // Waits until something can be read, or one of the signals came. None of them is missed: signals come in
  // here alone while anything waits.
  Event wait(int descriptor, std::optional<int> patience_milliseconds = std::nullopt);
  // Stops the program, as the signal would have done, and returns when it goes on.
  void pause();

 private:
  struct Old;
  std::unique_ptr<Old> old_;
};

// How long the rows of a text that is pasted may be apart. A learner does not notice.
constexpr int paste_milliseconds = 30;

// Whether something can be read now, or will be before a person could have typed it.
bool comes_at_once(int descriptor);

}  // namespace qkv
