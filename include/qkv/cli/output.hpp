// How the result is to look, from options, environment and terminal.
#pragma once

#include <optional>

#include "qkv/cli/arguments.hpp"
#include "qkv/render/text.hpp"
#include "qkv/system/system.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

// --lang, wherever it stands before "--", else the first of LC_ALL, LC_MESSAGES and LANG that is not empty,
// else English. A --lang that is not "zh" or "en" is passed over here and reported by the parser.
Language choose_language(const std::vector<std::string>& words, const System& system);

// Whether the result is wanted for a program (--format json) or in ASCII signs (--ascii), wherever it stands
// before "--". Looked up like the language, since a command line that cannot be parsed is answered in the
// same way.
bool wants_json(const std::vector<std::string>& words);
bool wants_ascii(const std::vector<std::string>& words);

// Colour: --color always or never decides. With auto: NO_COLOR (not empty) forbids it, else FORCE_COLOR (not
// empty, not 0) demands it, else a terminal that is not TERM=dumb gets it. Text is wrapped on terminals only.
TextOptions choose_text_options(const Arguments& arguments, const System& system);

// The width that help is wrapped at.
std::optional<int> output_width(const System& system);

}  // namespace qkv
