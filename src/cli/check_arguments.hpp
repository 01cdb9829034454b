// Whether the words mean anything: values, counts, and options that belong together.
#pragma once

#include <span>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/cli/arguments.hpp"
#include "qkv/cli/command_table.hpp"

namespace qkv {

// Appends to `faults`: usage.given-twice, usage.empty-value, usage.not-an-integer, usage.out-of-range,
// usage.unknown-choice, usage.no-effect.
void check_options(std::span<const OptionRow> options, const Arguments& arguments,
                   std::vector<Diagnostic>& faults);

// Appends usage.missing-argument, usage.surplus-argument, usage.empty-argument, usage.unknown-choice,
// usage.input-twice.
void check_positionals(const CommandRow& row, const Arguments& arguments, std::vector<Diagnostic>& faults);

// "2026-03-01T12:00:00". A date that exists nowhere (2026-02-31) is let through: nothing is calculated with
// it.
bool is_time(std::string_view text);

}  // namespace qkv
