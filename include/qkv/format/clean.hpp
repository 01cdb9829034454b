// What every printer does to a text before its own escaping.
#pragma once

#include <string>
#include <string_view>

namespace qkv {

// One line, cut to a sane length, with everything shown that a terminal would act upon (visible()). Takes any
// bytes, megabytes of them.
std::string clean(std::string_view text);

// The same for a text of several lines, whose line breaks stay; the first few lines of it.
std::string clean_lines(std::string_view text);

// The same for a text that a runner gets to see in a format without a way to write a bracket otherwise:
// "##[command]" is a command to it wherever it stands in a line, "## [command]" is not.
std::string without_commands(std::string text);

// Messages for people, line by line, in a pipeline: without anything that its runner takes for a command, and
// otherwise as they are.
std::string without_command_lines(std::string_view text);

// Whether clean() leaves the text as it is. A quick look: false says nothing.
bool is_clean(std::string_view text);

}  // namespace qkv
