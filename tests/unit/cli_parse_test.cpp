#include "qkv/cli/parse.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

using Words = std::vector<std::string>;

Request right(const Words& words) {
  const Result<Request> request = parse_command_line(words);
  if (!request) FAIL("refused: " << request.faults().front().code);
  return request.value();
}

std::vector<Diagnostic> wrong(const Words& words) {
  const Result<Request> request = parse_command_line(words);
  if (request) FAIL("accepted");
  return request.faults();
}

// The only fault, as "code suggestion".
std::string fault(const Words& words) {
  const std::vector<Diagnostic> faults = wrong(words);
  CHECK(faults.size() == 1);
  return faults.front().suggestion.empty() ? faults.front().code
                                           : faults.front().code + " " + faults.front().suggestion;
}

std::string argument_of(const Diagnostic& fault, const std::string& name) {
  for (const Argument& argument : fault.arguments) {
    if (argument.name == name) return argument.value;
  }
  return "(no argument " + name + ")";
}

}  // namespace

TEST_CASE("the command is the first word that is no option and no option's value") {
  CHECK(right({"walk", "contract"}).command->name == "walk");
  const Request early = right({"--lang", "zh", "--decimals=3", "walk", "--plain", "contract"});
  CHECK(early.command->name == "walk");
  CHECK(early.arguments.value("lang") == "zh");
  CHECK(early.arguments.integer("decimals") == 3);
  CHECK(early.arguments.has("plain"));
  CHECK(early.arguments.positionals == Words{"contract"});
}

TEST_CASE("without a command there is the help") {
  CHECK(right({}).help);
  CHECK(right({}).command == nullptr);
  CHECK(right({"--lang", "zh"}).help);
  CHECK(right({"-h"}).help);
  CHECK(right({"--version"}).version);
}

TEST_CASE("with --help nothing else has to be right") {
  CHECK(right({"walk", "--help"}).help);
  CHECK(right({"check", "-h", "--nonsense", "a", "b", "c"}).help);
  CHECK(right({"--help", "walk"}).command->name == "walk");
  CHECK(right({"walk", "--step", "--help"}).help);
}

TEST_CASE("a value follows as the next word or after an equals sign") {
  CHECK(right({"walk", "contract", "--step", "exp"}).arguments.value("step") == "exp");
  CHECK(right({"walk", "contract", "--step=exp"}).arguments.value("step") == "exp");
  CHECK(right({"walk", "contract", "--query=a=b"}).arguments.value("query") == "a=b");
}

TEST_CASE("values are kept as they were typed") {
  // Tokens of real models look like these; brackets, quotes, braces and commas mean nothing to the parser.
  for (const std::string token :
       {"[CLS]", "[a,b]", "[]", "\"x\"", "'", "{}", "%%", "++", "a b", "-1", "-.5", "-"}) {
    INFO(token);
    CHECK(right({"walk", "contract", "--query", token}).arguments.value("query") == token);
    CHECK(right({"walk", "contract", "--query=" + token}).arguments.value("query") == token);
  }
  CHECK(right({"walk", "contract", "--query=--exact"}).arguments.value("query") == "--exact");
}

TEST_CASE("a repeatable option keeps all its values in order") {
  CHECK(right({"walk", "c", "--query", "b", "--query=a"}).arguments.values("query") == Words{"b", "a"});
}

TEST_CASE("two dashes end the options") {
  CHECK(right({"walk", "--", "--contract"}).arguments.positionals == Words{"--contract"});
  CHECK(right({"--", "walk", "contract"}).arguments.positionals == Words{"contract"});
  CHECK(fault({"walk", "--", "contract", "--exact"}) == "usage.surplus-argument");
}

TEST_CASE("a dash alone and negative numbers are no options") {
  CHECK(right({"walk", "-"}).arguments.positionals == Words{"-"});
  CHECK(right({"walk", "-1"}).arguments.positionals == Words{"-1"});
  CHECK(fault({"walk", "c", "--decimals", "-1"}) == "usage.out-of-range");
}

TEST_CASE("a misspelt command gets the one that was meant") {
  CHECK(fault({"wlak", "contract"}) == "usage.unknown-command walk");
  CHECK(fault({"Walk", "contract"}) == "usage.unknown-command walk");
  CHECK(fault({"w"}) == "usage.unknown-command walk");
  CHECK(fault({"sch"}) == "usage.unknown-command schema");
  CHECK(fault({"xyzzy"}) == "usage.unknown-command");
  CHECK(fault({""}) == "usage.unknown-command");
  CHECK(fault({"help", "chek"}) == "usage.unknown-word check");
}

TEST_CASE("the name of a problem in place of a command is taken for a walk") {
  CHECK(fault({"contract"}) == "usage.unknown-command walk contract");
}

TEST_CASE("a misspelt option gets the one that was meant") {
  CHECK(fault({"walk", "c", "--colour=never"}) == "usage.unknown-option --color");
  CHECK(fault({"walk", "c", "--fromat", "json"}) == "usage.unknown-option --format");
  CHECK(fault({"walk", "c", "--dec", "3"}) == "usage.unknown-option --decimals");
  CHECK(fault({"walk", "c", "-lang", "zh"}) == "usage.unknown-option --lang");
  CHECK(fault({"walk", "c", "--PLAIN"}) == "usage.unknown-option --plain");
  CHECK(fault({"walk", "c", "-z"}) == "usage.unknown-option");
  CHECK(fault({"walk", "c", "---"}) == "usage.unknown-option");
}

TEST_CASE("dashes that an editor made longer are recognised") {
  CHECK(fault({"walk", "c", "—lang", "zh"}) == "usage.unknown-option --lang");
  CHECK(fault({"walk", "c", "––exact"}) == "usage.unknown-option --exact");
}

TEST_CASE("an unknown option before the command is reported, not the word after it") {
  CHECK(fault({"--frmat", "json", "walk", "contract"}) == "usage.unknown-option --format");
  CHECK(fault({"--nonsense", "walk", "contract"}) == "usage.unknown-option");
}

TEST_CASE("an option that needs a command says so") {
  CHECK(fault({"--format", "json"}) == "usage.missing-command");
  CHECK(fault({"--verison"}) == "usage.unknown-option --version");
}

TEST_CASE("a missing value is reported, whatever comes in its place") {
  CHECK(fault({"walk", "c", "--step"}) == "usage.missing-value");
  CHECK(fault({"walk", "c", "--step="}) == "usage.missing-value");
  CHECK(fault({"walk", "c", "--step", "--exact"}) == "usage.missing-value");
  CHECK(fault({"walk", "--lang", "--", "c"}) == "usage.missing-value");
  CHECK(fault({"walk", "c", "--query", ""}) == "usage.empty-value");
}

TEST_CASE("a flag takes no value") {
  CHECK(fault({"walk", "c", "--exact=yes"}) == "usage.unexpected-value");
  CHECK(fault({"walk", "c", "--exact="}) == "usage.unexpected-value");
  CHECK(fault({"walk", "c", "--exact=true"}) == "usage.unexpected-value");
}

TEST_CASE("values are checked against the table") {
  CHECK(fault({"walk", "c", "--format", "jsn"}) == "usage.unknown-choice json");
  CHECK(fault({"walk", "c", "--step", "wieghts"}) == "usage.unknown-choice weights");
  CHECK(fault({"walk", "c", "--lang", "fr"}) == "usage.unknown-choice");
  CHECK(fault({"--lang", "fr"}) == "usage.unknown-choice");
  CHECK(fault({"schema", "problems"}) == "usage.unknown-word problem");
  CHECK(argument_of(wrong({"walk", "c", "--format", "x"}).front(), "choices") == "text, markdown, json");

  for (const std::string number : {"0", "12", "+3", "007"}) {
    INFO(number);
    CHECK(right({"walk", "c", "--decimals", number}).arguments.integer("decimals"));
  }
  CHECK(fault({"walk", "c", "--decimals", "13"}) == "usage.out-of-range");
  for (const std::string number : {"99999999999", "-99999999999999999999", "+99999999999999999999"}) {
    INFO(number);
    CHECK(fault({"walk", "c", "--decimals", number}) == "usage.out-of-range");
  }
  for (const std::string number : {"two", "2.5", "2x", " 2", "+-2", "+", "２"}) {
    INFO(number);
    CHECK(fault({"walk", "c", "--decimals", number}) == "usage.not-an-integer");
  }
}

TEST_CASE("arguments are counted") {
  CHECK(fault({"walk"}) == "usage.missing-argument");
  CHECK(fault({"check"}) == "usage.missing-argument");
  CHECK(argument_of(wrong({"check"}).front(), "name") == "value.problem");
  CHECK(wrong({"grade"}).size() == 2);
  CHECK(fault({"walk", "my", "problem.json"}) == "usage.surplus-argument");
  CHECK(argument_of(wrong({"list", "a", "b"}).front(), "values") == "a, b");
  CHECK(fault({"walk", ""}) == "usage.empty-argument");
}

TEST_CASE("an option given twice is refused, since one of the two would be ignored") {
  CHECK(fault({"walk", "c", "--decimals", "2", "--decimals", "3"}) == "usage.given-twice");
  CHECK(fault({"walk", "c", "--exact", "--exact"}) == "usage.given-twice");
  CHECK(fault({"--lang", "zh", "walk", "c", "--lang", "zh"}) == "usage.given-twice");
}

TEST_CASE("options that cannot take effect together are refused") {
  CHECK(fault({"walk", "c", "--format", "json", "--ascii"}) == "usage.no-effect");
  CHECK(fault({"walk", "c", "--format=json", "--step", "exp"}) == "usage.no-effect");
  CHECK(fault({"check", "c", "a", "--format=json", "--color=always"}) == "usage.no-effect");
  CHECK(fault({"walk", "c", "--exact", "--decimals", "3"}) == "usage.no-effect");
  for (const std::string option : {"--ascii", "--plain", "--color=never"}) {
    INFO(option);
    CHECK(fault({"walk", "c", "--format", "markdown", option}) == "usage.no-effect");
    CHECK(argument_of(wrong({"shapes", "--format=markdown", option}).front(), "other") ==
          "--format markdown");
  }
  CHECK(right({"walk", "c", "--format=markdown", "--step", "exp"}).arguments.has("step"));
  CHECK(right({"walk", "c", "--format=text", "--ascii"}).arguments.has("ascii"));
  CHECK(right({"walk", "c", "--format=json", "--exact", "--lang=zh"}).arguments.has("exact"));
}

TEST_CASE("the standard input can be read once") {
  CHECK(fault({"check", "-", "-"}) == "usage.input-twice");
  CHECK(right({"check", "contract", "-"}).arguments.positionals.size() == 2);
}

TEST_CASE("all faults are reported at once") {
  const std::vector<Diagnostic> faults =
      wrong({"walk", "--step", "a", "--decimals", "b", "--format", "c", "--ascii=1"});
  CHECK(faults.size() == 5);
}

TEST_CASE("a word of a megabyte does not fill the screen") {
  const std::vector<Diagnostic> faults = wrong({std::string(1 << 20, 'x')});
  CHECK(argument_of(faults.front(), "word").size() < 100);
}
