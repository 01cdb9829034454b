// How the result is to look, from options, environment and terminal.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/cli/arguments.hpp"
#include "qkv/render/text.hpp"
#include "qkv/system/system.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

// --lang, wherever it stands before "--", else the first of LC_ALL, LC_MESSAGES and LANG that is not empty,
// else English. A --lang that is not "zh" or "en" is passed over here and reported by the parser.
Language choose_language(const std::vector<std::string>& words, const System& system);

// Commands in texts ask for the language, where --lang asked for another one than the environment would give.
CommandCalls choose_calls(const std::vector<std::string>& words, const System& system);

// Every value that an option is given before "--", rightly or wrongly. Looked up like the language, since a
// command line that cannot be parsed is answered in the same way.
std::vector<std::string_view> values_in(const std::vector<std::string>& words, const std::string& option);
// Whether the result is wanted in ASCII signs (--ascii), wherever it stands before "--".
bool wants_ascii(const std::vector<std::string>& words);

// Whether --output names standard output: "-", /dev/stdout.
bool is_standard_output(std::string_view file);

// The file that --output names; empty: standard output.
std::string output_file(const Arguments& arguments);

// Colour: --color always or never decides. With auto: NO_COLOR (not empty) forbids it, else FORCE_COLOR (not
// empty, not 0) demands it, else a terminal that is not TERM=dumb gets it. Text is wrapped on terminals only,
// and neither is done for a file (--output).
TextOptions choose_text_options(const Arguments& arguments, const System& system);

// The width that help is wrapped at.
std::optional<int> output_width(const System& system);

}  // namespace qkv
