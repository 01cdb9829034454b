// The signals that end the reading of lines, and those that a terminal sends when its size changes.
#pragma once

#include <csignal>
#include <memory>

namespace qkv {

class LineSignals {
 public:
  LineSignals();
  LineSignals(const LineSignals&) = delete;
  LineSignals& operator=(const LineSignals&) = delete;
  ~LineSignals();

  enum class Event { input, resized, stop };
  // Waits until something can be read, the size changed or a signal asks to stop. None of them is missed:
  // signals come in here alone while anything waits.
  Event wait(int descriptor);

 private:
  struct Old;
  std::unique_ptr<Old> old_;
};

}  // namespace qkv
