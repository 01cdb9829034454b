// The words that are commands at a prompt, in both languages at once.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace qkv {

enum class PracticeCommand { hint, back, skip, show, inputs, table, save, quit, help };

// The one table of commands: its row is the name, its words are the text practice.words.<name>, parted by
// blanks, of either language. The first word of each is the one that help shows.
inline constexpr std::array<PracticeCommand, 9> practice_commands = {
    PracticeCommand::hint, PracticeCommand::back,   PracticeCommand::skip,
    PracticeCommand::show, PracticeCommand::inputs, PracticeCommand::table,
    PracticeCommand::save, PracticeCommand::quit,   PracticeCommand::help};
std::string_view practice_command_name(PracticeCommand command);

// All words of a command: the English ones, then the Chinese ones.
std::vector<std::string> words_of(PracticeCommand command);

// The command that a line is, whatever its language; letter case, full-width forms, blanks around it and a
// slash or colon before it do not matter.
std::optional<PracticeCommand> practice_command(std::string_view line);

// The word that was probably meant by a line that is none and no numbers either; empty: none.
std::string practice_word_near(std::string_view line);

}  // namespace qkv
