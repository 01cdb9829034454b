// What comes back from an implementation that was asked something: an answer, or what went wrong with it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/base/tensor.hpp"
#include "qkv/verify/attention.hpp"

namespace qkv {

// A line that could be read. Numbers are as written: NaN and infinities included.
struct Reply {
  std::string id;
  std::optional<Tensor> output;
  std::optional<Tensor> weights;
  std::string error;               // it says that it cannot answer, and why; empty: it answered
  std::vector<std::string> lacks;  // it says that it has no such thing: "layer", "padding", "scale"…
};

// It could not be asked, or what came was no reply.
struct Trouble {
  enum class Kind {
    not_started,     // there is no such command, or it may not be run
    ended,           // it ended before it answered
    killed,          // by a signal: a crash
    closed,          // it closed its output and did not end
    timed_out,       // no answer within the time
    garbage,         // a line that is no reply
    wrong_id,        // a reply to something else
    too_long,        // a line beyond what an answer needs
    out_of_memory,   // more memory than it may use
    many_processes,  // more processes than it may start
    not_asked        // after so much trouble, or so long a time, that it was not asked any more
  };
  Kind kind = Kind::ended;
  std::vector<Argument> details = {};  // for the text verify.trouble.<kind>
  std::string excerpt = {};            // of what it printed, cut and cleaned; may be empty
};

std::string_view trouble_name(Trouble::Kind kind);  // "timed-out": as in texts and in the JSON format

// How it ended when there was nothing more to ask, where that is not the way it should: by itself, with code
// 0.
struct BadEnd {
  enum class Kind {
    exited,  // with another code
    killed,  // by a signal: a crash
    stayed   // it ran on with its input at its end, and was ended
  };
  Kind kind = Kind::exited;
  int code = 0;  // exit code or signal
};
std::string_view bad_end_name(BadEnd::Kind kind);  // "exited": text verify.end.<kind>, and in the JSON format

using Asked = std::variant<Reply, Trouble>;

// Asks an implementation one thing. It may have been started anew for this; after a trouble it can be asked
// again.
using Ask = std::function<Asked(const AttentionRequest& request)>;

}  // namespace qkv
