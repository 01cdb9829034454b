// The only file that knows CLI11. It matches spellings; every word that a user may read is ours.
#include <algorithm>

#include <CLI/CLI.hpp>

#include "split.hpp"
#include "words.hpp"

namespace qkv {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// How many bytes a dash other than "-" takes at the beginning of the word; 0: there is none.
std::size_t long_dash_length(std::string_view word) {
  for (const std::string_view dash : {"‐", "‑", "‒", "–", "—", "―", "−", "－"}) {
    if (word.starts_with(dash)) return dash.size();
  }
  return 0;
}

Diagnostic option_fault(std::string code, const OptionRow& option) {
  return {std::move(code), {}, {argument("option", "--" + std::string(option.name))}, {}};
}

// A value that begins with "--" has to be written after "=": otherwise it is an option whose predecessor got
// none.
bool is_no_value(std::span<const OptionRow> options, std::string_view word) {
  return word.starts_with("--") || option_spelt(options, word) != nullptr;
}

// Takes out what CLI11 would misread: "--step=" would take the next word for its value, "--step --exact" too,
// and a value for a flag or none at the end are exceptions with English sentences in them.
std::vector<std::string> take_out_broken(std::span<const OptionRow> options,
                                         const std::vector<std::string>& words, SplitWords& result) {
  const auto without_value = [&](const OptionRow& option) {
    result.faults.push_back(option_fault("usage.missing-value", option));
    result.without_value.push_back(option.name);
  };
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--") {
      kept.insert(kept.end(), words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
      break;
    }
    const OptionRow* option = option_spelt(options, words[i]);
    const bool inline_value = has_inline_value(words[i]);
    if (option == nullptr) {
      kept.push_back(words[i]);
    } else if (option->type == ValueType::flag) {
      if (inline_value) {
        result.faults.push_back(option_fault("usage.unexpected-value", *option));
      } else {
        kept.push_back(words[i]);
      }
    } else if (inline_value) {
      if (words[i].back() == '=' && words[i].find('=') == words[i].size() - 1) {
        without_value(*option);
      } else {
        kept.push_back(words[i]);
      }
    } else if (i + 1 == words.size() || is_no_value(options, words[i + 1])) {
      without_value(*option);
    } else {
      kept.push_back(words[i]);
      kept.push_back(words[++i]);
    }
  }
  return kept;
}

std::string spellings(const OptionRow& option) {
  std::string names = "--" + std::string(option.name);
  if (option.short_name != 0) names += std::string(",-") + option.short_name;
  return names;
}

// The option in CLI11, keeping every value as it was written, in order.
CLI::Option* add_to(CLI::App& app, const OptionRow& option) {
  if (option.type == ValueType::flag) return app.add_flag(spellings(option));
  const auto accept = [](const CLI::results_t&) { return true; };
  return app.add_option(spellings(option), accept)
      ->type_size(1)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

}  // namespace

bool looks_like_option(std::string_view word) {
  if (long_dash_length(word) > 0) return true;
  if (word.size() < 2 || word[0] != '-') return false;
  return !is_digit(word[1]) && !(word[1] == '.' && word.size() > 2 && is_digit(word[2]));
}

std::string_view without_dashes(std::string_view word) {
  while (true) {
    const std::size_t length = word.starts_with('-') ? 1 : long_dash_length(word);
    if (length == 0) return word;
    word.remove_prefix(length);
  }
}

bool has_inline_value(std::string_view word) {
  return word.starts_with("--") && word.find('=') != std::string_view::npos;
}

const OptionRow* option_spelt(std::span<const OptionRow> options, std::string_view word) {
  for (const OptionRow& option : options) {
    if (option.short_name != 0 && word.size() == 2 && word[0] == '-' && word[1] == option.short_name) {
      return &option;
    }
    if (word.starts_with("--") && word.substr(2, word.find('=') - 2) == option.name) return &option;
  }
  return nullptr;
}

SplitWords split_words(std::span<const OptionRow> options, const std::vector<std::string>& words) {
  SplitWords result;
  std::vector<std::string> kept = take_out_broken(options, words, result);

  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  std::vector<CLI::Option*> added;
  for (const OptionRow& option : options) added.push_back(add_to(app, option));
  // CLI11 reads the vector from its end.
  std::reverse(kept.begin(), kept.end());
  app.parse(std::move(kept));

  for (std::size_t i = 0; i < options.size(); ++i) {
    for (const std::string& value : added[i]->results()) {
      const bool is_flag = options[i].type == ValueType::flag;
      result.arguments.options.push_back({options[i].name, is_flag ? std::string() : value});
    }
  }
  bool options_ended = false;
  for (const std::string& word : app.remaining()) {
    if (!options_ended && word == "--") {
      options_ended = true;
    } else if (!options_ended && looks_like_option(word)) {
      result.unknown.push_back(word);
    } else {
      result.arguments.positionals.push_back(word);
    }
  }
  return result;
}

}  // namespace qkv
