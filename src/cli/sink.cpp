#include "qkv/cli/sink.hpp"

namespace qkv {

void Sink::write(std::string_view text) {
  if (text.empty() || closed_ || fault_) return;
  begun_ = true;
  if (!file_.empty()) return write_to_file(text);
  const Written written = system_.write_output(text);
  closed_ = written.outcome == Written::Outcome::closed;
  fault_ = written.fault;
}

void Sink::write_to_file(std::string_view text) {
  if (!open_) {
    auto created = system_.create_file(file_);
    if (!created) {
      fault_ = created.faults().front();
      return;
    }
    open_ = created.value();
  }
  fault_ = open_->write(text);
}

void Sink::finish() {
  if (open_ && !fault_) fault_ = open_->commit();
  open_.reset();
}

}  // namespace qkv
