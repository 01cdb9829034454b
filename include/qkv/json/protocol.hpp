// The line protocol between qkv and implementations of attention, one JSON object a line: docs/verify.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "qkv/base/result.hpp"
#include "qkv/verify/attention.hpp"
#include "qkv/verify/reply.hpp"

namespace qkv {

// One line each, without its end.
std::string request_line(const AttentionRequest& request);
// Numbers that are not finite: NaN, Infinity, -Infinity, as Python writes. A table without any shape is left
// out.
std::string answer_line(const AttentionAnswer& answer);
// It cannot answer; an id that is not known is null.
std::string error_line(const std::optional<std::string>& id, std::string_view words);

// The place names the file and the line; columns are found here. All faults at once, shapes included.
Result<AttentionRequest> read_request(std::string_view line, const Place& place);
// The id of a line that is no request, if it can be made out.
std::optional<std::string> id_in(std::string_view line);
// Tolerant: unknown keys are passed over, NaN and Infinity (in what spelling a language has) are numbers,
// also as strings; so is null, which JavaScript writes for NaN. Faults: reply.*, or those of parse_json().
Result<Reply> read_reply(std::string_view line);

}  // namespace qkv
