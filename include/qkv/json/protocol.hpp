// The line protocol between qkv and implementations of attention, one JSON object a line: docs/verify.md.
#pragma once

#include <string>
#include <string_view>

#include "qkv/base/result.hpp"
#include "qkv/verify/attention.hpp"
#include "qkv/verify/reply.hpp"

namespace qkv {

// One line each, without its end.
std::string request_line(const AttentionRequest& request);
std::string answer_line(
    const AttentionAnswer& answer);  // not finite: NaN, Infinity, -Infinity, as Python writes

// The place names the file and the line; columns are found here. All faults at once, shapes included.
Result<AttentionRequest> read_request(std::string_view line, const Place& place);
// Tolerant: unknown keys are passed over, NaN and Infinity are numbers, also as strings. Fault: reply.*.
Result<Reply> read_reply(std::string_view line);

}  // namespace qkv
