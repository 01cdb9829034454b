// Session files of `qkv practice`: PracticeSession ↔ JSON. The format is described in
// data/schema/session.schema.json.
#pragma once

#include <string>

#include "qkv/base/result.hpp"
#include "qkv/tutor/session.hpp"

namespace qkv {

// A few lines that a person can read; tables as in an answer file, rows and the like counted from 1.
std::string session_json(const PracticeSession& session);

// Strict: what is not exactly a session is refused, all faults at once, so that nothing typed is ever lost by
// being misread. Whether it belongs to a problem is for fitted() to say. Faults: session.kind (another JSON
// file), version.newer and what the reader of answers finds.
Result<PracticeSession> read_session(std::string text, std::string file);

}  // namespace qkv
