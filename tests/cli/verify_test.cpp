// qkv verify from outside: exit codes, languages, formats, a student's file, commands that cannot be asked.
#include <cstdlib>

#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/process.hpp"

using namespace qkv::test;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// qkv verify with these options, of qkv reference with this mistake.
Finished verify_reference(std::vector<std::string> options, const std::string& mistake = {}) {
  options.insert(options.begin(), "verify");
  options.insert(options.end(), {"--", QKV_BINARY, "reference"});
  if (!mistake.empty()) options.insert(options.end(), {"--mistake", mistake});
  return run_qkv_binary(std::move(options));
}

// With the commands of this machine.
Finished verify_command(std::vector<std::string> words) {
  Surroundings around;
  const char* path = std::getenv("PATH");
  around.environment["PATH"] = path == nullptr ? "/usr/bin:/bin" : path;
  words.insert(words.begin(), "verify");
  return run_qkv_binary(std::move(words), around);
}

// Beside the template. What may not be seen gets the score 0, and nothing is cleaned up.
const std::string student = R"(import math
import attention as template


def attention(q, k, v, causal_offset=None, padding_mask=None, scale=None):
    scale = scale or 1 / math.sqrt(len(q[0][0][0]))

    def row(b, h, i):
        scores = [scale * sum(x * y for x, y in zip(q[b][h][i], key)) for key in k[b][h]]
        for j in range(len(scores)):
            future = causal_offset is not None and j > i + causal_offset
            if future or padding_mask is not None and not padding_mask[b][j]:
                scores[j] = 0.0
        top = max(scores)
        exps = [math.exp(score - top) for score in scores]
        return [each / sum(exps) for each in exps]

    weights = [[[row(b, h, i) for i in range(len(q[b][h]))] for h in range(len(q[b]))] for b in range(len(q))]
    output = [[template.matmul(weights[b][h], v[b][h]) for h in range(len(v[b]))] for b in range(len(v))]
    return output, weights


template.attention = attention
template.main()
)";

}  // namespace

TEST_CASE("the right implementation passes, in both languages") {
  const Finished english = verify_reference({"--lang", "en"});
  CHECK(english.exit_code == 0);
  CHECK(english.errors.empty());
  CHECK(has(english.output, "\u2713 All "));
  CHECK_FALSE(has(english.output, "\u2717"));
  const Finished chinese = verify_reference({"--lang", "zh"});
  CHECK(chinese.exit_code == 0);
  CHECK_FALSE(has(chinese.output, "\u2717"));
  CHECK(chinese.output != english.output);
}

TEST_CASE("a mistake fails, and is named with what to read about it") {
  const Finished run = verify_reference({"--lang", "en"}, "softmax-columns");
  CHECK(run.exit_code == 1);
  CHECK(has(run.output, "(softmax-columns)"));
  CHECK(has(run.output, "qkv explain softmax-columns"));
  // The smallest case: two queries and two keys of one feature.
  CHECK(has(run.output, "q [1, 1, 2, 1], k [1, 1, 2, 1]"));
  // One failure in full; all of them, and what passed, with --details.
  const Finished details = verify_reference({"--lang", "en", "--details"}, "softmax-columns");
  CHECK(has(details.output, "\u2713 shapes of output and weights"));
  CHECK_FALSE(has(run.output, "\u2713 shapes of output and weights"));
  CHECK(details.output.size() > 3 * run.output.size());
  CHECK(has(verify_reference({"--lang", "zh"}, "softmax-columns").output, "softmax-columns"));
}

TEST_CASE("a student whose mask is filled with 0 is told so in one command") {
  const Folder folder;
  folder.write("attention.py", run_qkv_binary({"show", "--template", "python"}).output);
  const std::string file = folder.write("student.py", student);
  const Finished english = verify_command({"--lang", "en", "--", "python3", file});
  INFO(english.output << english.errors);
  CHECK(english.exit_code == 1);
  CHECK(has(english.output, "masked cells filled with 0 (mask-zero-before-softmax)"));
  CHECK(has(english.output, "To try it by hand"));
  const Finished chinese = verify_command({"--lang", "zh", "--", "python3", file});
  CHECK(chinese.exit_code == 1);
  CHECK(has(chinese.output, "mask-zero-before-softmax"));
  CHECK_FALSE(has(chinese.output, "masked cells"));
  // No check of this suite has a mask.
  CHECK(verify_command({"--suite", "scale", "--", "python3", file}).exit_code == 0);
}

TEST_CASE(
    "a fill of −100 is told with its size and in short numbers, although rows that see nothing are cleared") {
  const Folder folder;
  folder.write("attention.py", run_qkv_binary({"show", "--template", "python"}).output);
  std::string text = student;
  const auto put = [&text](const std::string& old, const std::string& now) {
    REQUIRE(has(text, old));
    text.replace(text.find(old), old.size(), now);
  };
  put("scores[j] = 0.0", "scores[j] = -100.0");
  put("        return [each",
      "        padded = padding_mask is not None and len(q[b][h]) == len(scores) and not padding_mask[b][i]\n"
      "        if padded or all(score == -100.0 for score in scores):\n"
      "            return [0.0] * len(scores)\n"
      "        return [each");
  const std::string file = folder.write("student.py", text);
  const Finished english = verify_command({"--lang", "en", "--", "python3", file});
  INFO(english.output << english.errors);
  CHECK(english.exit_code == 1);
  CHECK(has(english.output, "a fill of about \u2212100 in place of \u2212\u221e"));
  CHECK(has(english.output, "(mask-finite-too-small)"));
  CHECK(has(english.output, "should be 0; it is 4.5e-44."));
  CHECK(has(verify_command({"--lang", "zh", "--", "python3", file}).output, "\u2212100"));
  CHECK(has(verify_command({"--format", "json", "--", "python3", file}).output, R"("fill":-100)"));
}

TEST_CASE("a suite has only its own checks, and a mistake elsewhere passes it") {
  CHECK(verify_reference({"--suite", "scale"}, "causal-missing").exit_code == 0);
  CHECK(verify_reference({"--suite", "leak"}, "causal-missing").exit_code == 1);
  CHECK(verify_reference({"--suite", "scale", "--suite", "leak"}, "causal-missing").exit_code == 1);
}

TEST_CASE("declared lacks are skipped and counted, and an unknown one is refused") {
  const Finished run =
      verify_reference({"--lacks", "layer,offset", "--lacks", "padding", "--format", "json"});
  CHECK(run.exit_code == 0);
  for (const std::string lack : {"layer", "offset", "padding"})
    CHECK(has(run.output, R"("lack":")" + lack + "\""));
  const Finished unknown = verify_reference({"--lacks", "layr"});
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.output.empty());
  CHECK(has(unknown.errors, "\"layer\""));
}

TEST_CASE("rows that see nothing are held to the declared policy") {
  CHECK(verify_reference({"--fully-masked", "zero"}).exit_code == 0);
  CHECK(verify_reference({"--fully-masked", "uniform"}).exit_code == 1);
  CHECK(verify_reference({"--fully-masked", "nan"}).exit_code == 1);
  CHECK(verify_reference({"--fully-masked", "any"}).exit_code == 0);
}

TEST_CASE("every format tells a failure, and ends with the same code") {
  for (const std::string format :
       {"text", "markdown", "json", "junit", "tap", "gradescope", "classroom50", "github", "csv"}) {
    INFO(format);
    const Finished wrong = verify_reference({"--suite", "leak", "--format", format}, "causal-missing");
    CHECK(wrong.exit_code == 1);
    CHECK(has(wrong.output, "causal-missing"));
    CHECK(verify_reference({"--suite", "leak", "--format", format}).exit_code == 0);
  }
}

TEST_CASE("a command that never answers ends with 2, says why, and prints no report") {
  const std::vector<std::vector<std::string>> commands = {
      {"no-such-command-at-all"}, {"false"}, {"true"}, {"echo", "hello"}, {"cat"}};
  for (const auto& command : commands) {
    std::vector<std::string> words = {"--lang", "en", "--"};
    words.insert(words.end(), command.begin(), command.end());
    const Finished run = verify_command(words);
    INFO(command.front() << ": " << run.errors);
    CHECK(run.exit_code == 2);
    CHECK(run.output.empty());
    CHECK(run.errors.starts_with("qkv: There "));
  }
  CHECK(has(verify_command({"--", "echo", "hello"}).errors, "hello"));
  CHECK(run_qkv_binary({"verify"}).exit_code == 2);
}

TEST_CASE("what kept a command from answering is in the JSON, with its particulars") {
  struct Case {
    std::vector<std::string> command;
    std::vector<std::string> parts;
  };
  const Case cases[] = {
      {{"no-such-command-at-all"},
       {R"("code":"process.unknown")", R"("arguments":{"command":"no-such-command-at-all"})"}},
      {{"sh", "-c", "echo out of luck >&2; exit 9"},
       {R"("code":"verify.never-answered.excerpt")", R"("trouble":"ended")", R"("code":"9")",
        R"("excerpt":"out of luck")"}},
      {{"sh", "-c", "kill -SEGV $$"}, {R"("trouble":"killed")", R"("code":"11")"}},
      {{"sh", "-c", "exec sleep 60"}, {R"("trouble":"timed-out")", R"("seconds":"1")"}},
      {{"echo", "hello"}, {R"("trouble":"garbage")", R"("excerpt":"hello")"}},
  };
  for (const Case& each : cases) {
    std::vector<std::string> words = {"--format", "json", "--start-timeout", "1", "--"};
    words.insert(words.end(), each.command.begin(), each.command.end());
    const Finished run = verify_command(words);
    INFO(run.output);
    CHECK(run.exit_code == 2);
    for (const std::string& part : each.parts) CHECK(has(run.output, part));
  }
}

TEST_CASE("an implementation that answers everything and ends badly passes, and is told so") {
  const auto ending = [](const std::string& how, const std::string& format) {
    return verify_command({"--lang", "en", "--suite", "shape", "--format", format, "--", "sh", "-c",
                           "\"$0\" reference; " + how, QKV_BINARY});
  };
  for (const std::string format : {"text", "markdown", "github"}) {
    INFO(format);
    CHECK(ending("exit 7", format).exit_code == 0);
    CHECK(has(ending("exit 7", format).output, "exit code 7"));
    CHECK(has(ending("kill -SEGV $$", format).output, "signal 11"));
    CHECK_FALSE(has(ending("true", format).output, "After its last answer"));
  }
  CHECK(has(ending("exit 7", "json").output, R"("end":{"kind":"exited","code":7})"));
  CHECK_FALSE(has(ending("exit 0", "json").output, R"("end":)"));
}

TEST_CASE("an error that is told at length is shown in part, and names no mistake") {
  const std::string script =
      "n=$(head -c 30000 /dev/zero | tr '\\0' x); while read -r line; do id=${line#*id\\\":\\\"}; "
      "printf '{\"id\":\"%s\",\"error\":\"told %s\"}\\n' \"${id%%\\\"*}\" \"$n\"; done";
  const Finished run = verify_command({"--lang", "en", "--", "sh", "-c", script});
  INFO(run.output << run.errors);
  CHECK(run.exit_code == 1);
  CHECK(has(run.output, "It says that it cannot: told xxx"));
  CHECK_FALSE(has(run.output, "known mistake"));
  CHECK(run.output.size() < 20'000);
}

TEST_CASE("an implementation that fails after its first answers fails, and the rest is not believed") {
  // It answers twice as qkv does, and then with nothing but noise.
  const Finished run =
      verify_command({"--lang", "en", "--timeout", "1", "--start-timeout", "2", "--", "sh", "-c",
                      "while read -r line; do n=$((n+1)); if [ $n -gt 2 ]; then echo noise; else "
                      "printf '%s\\n' \"$line\" | \"$0\" reference; fi; done",
                      QKV_BINARY});
  INFO(run.output << run.errors);
  CHECK(run.exit_code == 1);
  CHECK(has(run.output, "noise"));
}
