#!/usr/bin/env python3
"""The schemas of data/schema/ and the program say the same.

    check_schema.py QKV SOURCE_DIR

Every file of tests/schema/*/good passes the schema and is taken by the program without a fault; every file of
tests/schema/*/bad is refused by both. The name of a bad file is its fault; "beyond-" means that no schema can see it,
"syntax-" that it is no JSON. Those of tests/schema/lint/ and answer/ stand for output and meet the schema alone. What
the program writes passes the schema of its format.

Ends with 77 (skipped) if python3-jsonschema is not there.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("skipped: python3-jsonschema is not installed")
    sys.exit(77)

QKV = sys.argv[1]
SOURCE = pathlib.Path(sys.argv[2])
failures = []
checked = 0


def expect(condition, what):
    global checked
    checked += 1
    if not condition:
        failures.append(what)


def schema(name):
    content = json.loads((SOURCE / "data" / "schema" / f"{name}.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(content)
    return Draft202012Validator(content)


def run(*arguments):
    return subprocess.run([QKV, *map(str, arguments)], capture_output=True, text=True, encoding="utf-8", timeout=60,
                          stdin=subprocess.DEVNULL)


def passes(validator, text):
    return next(validator.iter_errors(json.loads(text)), None) is None


def parsed(path):
    return path.read_text(encoding="utf-8-sig")


def expect_output(validator, arguments, exits):
    result = run(*arguments)
    name = " ".join(map(str, arguments))
    expect(result.returncode in exits, f"qkv {name}: exit {result.returncode}, {result.stderr.strip()}")
    if result.returncode not in exits:
        return None
    errors = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(json.loads(result.stdout))]
    expect(not errors, f"qkv {name}: {errors[:3]}")
    return json.loads(result.stdout)


def check_problem_files(problem, trace):
    folder = SOURCE / "tests" / "schema" / "problem"
    good = sorted(folder.glob("good/*.json")) + sorted((SOURCE / "data" / "problems").glob("*.json"))
    for path in good:
        expect(passes(problem, parsed(path)), f"{path.name}: the schema refuses it")
        expect_output(trace, ["walk", path, "--format", "json"], [0])
    for path in sorted(folder.glob("bad/*.json")):
        result = run("walk", path)
        expect(result.returncode == 2, f"{path.name}: exit {result.returncode} instead of 2")
        expect(result.stderr.strip() and not result.stdout, f"{path.name}: faults go to the standard error alone")
        if not path.name.startswith("syntax-"):
            beyond = path.name.startswith("beyond-")
            expect(passes(problem, parsed(path)) == beyond, f"{path.name}: the schema says otherwise")


def check_answer_files(answers, report, faults):
    folder = SOURCE / "tests" / "schema" / "answers"
    for path in sorted(folder.glob("good/*.json")):
        expect(passes(answers, parsed(path)), f"{path.name}: the schema refuses it")
        written = expect_output(report, ["check", "contract", path, "--format", "json"], [0, 1])
        expect(written is not None and "faults" not in written, f"{path.name}: the program reports a fault")
    for path in sorted(folder.glob("bad/*.json")):
        result = run("check", "contract", path, "--format", "json")
        if result.returncode == 2:
            errors = list(faults.iter_errors(json.loads(result.stdout)))
            expect(not errors, f"{path.name}: what stands in place of the report breaks its schema")
        else:
            written = expect_output(report, ["check", "contract", path, "--format", "json"], [0, 1])
            expect(written is not None and "faults" in written, f"{path.name}: the program reports no fault")
        if not path.name.startswith("syntax-"):
            beyond = path.name.startswith("beyond-")
            expect(passes(answers, parsed(path)) == beyond, f"{path.name}: the schema says otherwise")


def check_sheets(answers):
    given = SOURCE / "tests" / "schema" / "problem" / "good" / "given.json"
    for path in [given, *sorted((SOURCE / "data" / "problems").glob("*.json"))]:
        expect_output(answers, ["sheet", path, "--format", "json"], [0])
        expect_output(answers, ["sheet", path, "--format", "json", "--key"], [0])


def check_wrong_command_lines(faults):
    for arguments in (["walk"], ["check", "contract"], ["check"], ["list", "extra"], ["walk", "contract", "--frmat"],
                      ["walk", "contract", "--decimals", "x"], ["walk", "none.json"], ["lint"], ["lint", "-", "-"]):
        expect_output(faults, [*arguments, "--format", "json"], [2])


def check_results_for_platforms():
    """Gradescope and Classroom 50 take whole scores that add up, of graded submissions and of broken ones."""
    for name, maximum in (("gradescope", "max_score"), ("classroom50", "max-score")):
        path = SOURCE / "tests" / "schema" / f"{name}.schema.json"
        validator = Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))
        sheet = SOURCE / "docs" / "examples" / "contract-one-mistake.json"
        for level in ("verdict", "where", "why", "full"):
            result = expect_output(validator, ["check", "contract", sheet, "--format", name, "--feedback", level], [1])
            if result is not None:
                expect(sum(test["score"] for test in result["tests"]) == result["score"] == 10, f"{name} {level}: score")
                expect(sum(test[maximum] for test in result["tests"]) == 11, f"{name} {level}: {maximum}")
        for arguments in (["check", "contract", "none.json"], ["check"], ["check", "contract", sheet, "--frmat"]):
            result = expect_output(validator, [*arguments, "--format", name], [2])
            expect(result is not None and result["score"] == 0, f"{name}: a score without grading")


def check_many_submissions(report, faults, summary):
    """qkv grade prints a report or faults on each line, and the summary on the last."""
    good = SOURCE / "docs" / "examples" / "contract-one-mistake.json"
    arguments = ["grade", "contract", good, SOURCE / "tests" / "schema" / "answers", "none.jsonl", "--format", "json"]
    for level in ("verdict", "where", "why", "full"):
        result = run(*arguments, "--feedback", level)
        expect(result.returncode == 2, f"grade: exit {result.returncode}")
        lines = result.stdout.splitlines()
        expect(len(lines) > 10, "grade: too few lines")
        for line in lines[:-1]:
            expect(passes(report, line) != passes(faults, line), f"grade: neither a report nor faults: {line[:200]}")
        errors = [error.message for error in summary.iter_errors(json.loads(lines[-1]))]
        expect(not errors, f"grade: the summary breaks its schema: {errors[:3]}")
        expect(json.loads(lines[-1])["summary"]["submissions"] == len(lines) - 1, "grade: the summary counts wrongly")


def check_lint(lint):
    """Files that stand for its output, since no problem has all that may stand there; and its output."""
    folder = SOURCE / "tests" / "schema" / "lint"
    for path in sorted(folder.glob("good/*.json")):
        expect(passes(lint, parsed(path)), f"{path.name}: the schema refuses it")
    for path in sorted(folder.glob("bad/*.json")):
        expect(not passes(lint, parsed(path)), f"{path.name}: the schema takes it")
    problems = sorted((SOURCE / "data" / "problems").glob("*.json"))
    good = sorted((SOURCE / "tests" / "schema" / "problem").glob("good/*.json"))
    for path in problems:
        expect_output(lint, ["lint", path, "--format", "json"], [0])
    for path in good:
        expect_output(lint, ["lint", path, "--format", "json", "--strict"], [0, 1])
    expect_output(lint, ["lint", *problems[:2], "none.json", "--format", "json"], [2])


def check_sessions(session):
    """What practice keeps, and files that it refuses and leaves alone."""
    folder = SOURCE / "tests" / "schema" / "session"
    with tempfile.TemporaryDirectory() as scratch:
        for path in sorted(folder.glob("*/*.json")):
            good = path.parent.name == "good"
            copy = pathlib.Path(scratch) / path.name
            copy.write_bytes(path.read_bytes())
            result = run("practice", "contract", "--session", copy)
            expect(result.returncode == (0 if good else 2), f"{path.name}: exit {result.returncode}")
            if not good:
                expect(copy.read_bytes() == path.read_bytes(), f"{path.name}: a file that was refused was changed")
            if not path.name.startswith("syntax-"):
                expect(passes(session, parsed(path)) == (good or path.name.startswith("beyond-")),
                       f"{path.name}: the schema says otherwise")
        for path in sorted((SOURCE / "data" / "problems").glob("*.json")):
            written = pathlib.Path(scratch) / f"session-{path.name}"
            result = run("practice", path, "--session", written)
            expect(result.returncode == 0 and passes(session, parsed(written)), f"the session of {path.name}")


def check_printed_schemas():
    for path in sorted((SOURCE / "data" / "schema").glob("*.schema.json")):
        name = path.name[: -len(".schema.json")]
        schema(name)
        result = run("schema", name)
        expect(result.stdout == path.read_text(encoding="utf-8"), f"qkv schema {name} prints something else")


def check_learning(lesson, questions, progress, report, quiz):
    for path in sorted((SOURCE / "data" / "lessons").glob("*.json")):
        expect(passes(lesson, parsed(path)), f"{path.name}: the schema refuses it")
    for path in sorted((SOURCE / "data" / "questions").glob("*.json")):
        expect(passes(questions, parsed(path)), f"{path.name}: the schema refuses it")
    with tempfile.TemporaryDirectory() as home:
        around = {"XDG_STATE_HOME": home}
        words = [QKV, "quiz", "--seed", "9", "--count", "40", "--format", "json"]
        typed = "?\n?\n" + "a\n1 2 3\nskip\n" * 40
        run_quiz = subprocess.run(words, input=typed, capture_output=True, text=True, encoding="utf-8", env=around)
        expect(run_quiz.returncode == 0, f"quiz: exit {run_quiz.returncode}")
        for line in run_quiz.stdout.splitlines():
            expect(passes(quiz, line), f"quiz: {line[:80]}")
        expect(passes(progress, parsed(pathlib.Path(home) / "qkv" / "progress.json")), "the progress file")
        shown = subprocess.run([QKV, "progress", "--format", "json"], capture_output=True, text=True, env=around)
        expect(passes(report, shown.stdout), "progress --format json")
    expect_output(schema("lint"), ["lint", "--content", SOURCE / "data", "--format", "json"], [0, 1])


def check_labs(lab):
    """Every experiment, also one with a claim that fails and one with numbers that are none."""
    listed = expect_output(lab, ["lab", "--format", "json"], [0])
    for each in listed["labs"] if listed else []:
        for language in ("zh", "en"):
            expect_output(lab, ["lab", each["id"], "--format", "json", "--lang", language], [0])
    with tempfile.TemporaryDirectory() as scratch:
        blind = pathlib.Path(scratch) / "blind.json"
        blind.write_text('{"qkv": 1, "Q": [[1], [1]], "K": [[0], [-5000]], "V": [[1], [2]], "mask": {"causal": true}}')
        expect_output(lab, ["lab", "leak", blind, "--format", "json"], [1])


def check_protocol(request, answer, reference):
    """Lines that qkv reference answers or refuses; what it answers, right or with any mistake; what others may."""
    lines = {path: path.read_text(encoding="utf-8") for path in sorted((SOURCE / "tests/schema/request").glob("*/*.json"))}
    served = expect_output(reference, ["reference", "--list", "--format", "json"], [0])["served"]
    for arguments in ([], *(["--mistake", row["mistake"]] for row in served)):
        result = subprocess.run([QKV, "reference", *arguments], input="".join(lines.values()), capture_output=True,
                                text=True, encoding="utf-8", timeout=60)
        answers = result.stdout.splitlines()
        expect(result.returncode == 0 and len(answers) == len(lines), f"reference {arguments}: {len(answers)} answers")
        for path, line in zip(lines, answers):
            expect(passes(answer, line), f"reference {arguments}: {path.name}: {line[:200]}")
            if not arguments:
                good = path.parent.name == "good"
                expect(("output" in json.loads(line)) == good, f"{path.name}: {line[:200]}")
    for path, line in lines.items():
        if not path.name.startswith("syntax-"):
            good = path.parent.name == "good" or path.name.startswith("beyond-")
            expect(passes(request, line) == good, f"{path.name}: the schema says otherwise")
    for path in sorted((SOURCE / "tests/schema/answer").glob("*/*.json")):
        expect(passes(answer, parsed(path)) == (path.parent.name == "good"), f"{path.name}: the schema says otherwise")


def check_judged(judge):
    """Tests that fail on the right implementation, that notice nothing, and that notice everything."""
    fails_when_wrong = "case $QKV_IMPLEMENTATION in *mistake*) exit 1;; esac"
    for command, code in (("exit 3", 1), ("exit 0", 1), (fails_when_wrong, 0), ("printf '\\377\\033[1m'; kill -9 $$", 1)):
        expect_output(judge, ["judge", "--format", "json", "--", "sh", "-c", command], [code])
    expect_output(judge, ["judge", "--list", "--format", "json"], [0])


def check_verified(verify, faults):
    """Implementations that are right, lack something, are wrong in many ways, answer NaN, refuse and print no answers."""
    reference = [QKV, "reference"]
    expect_output(verify, ["verify", "--format", "json", "--", *reference], [0])
    expect_output(verify, ["verify", "--format", "json", "--lacks", "layer,weights", "--", *reference], [0])
    for mistake in ("softmax-columns", "mask-zero-before-softmax", "key-not-transposed"):
        expect_output(verify, ["verify", "--format", "json", "--", *reference, "--mistake", mistake], [1])
    answers = {
        "refuses": '{"id": id, "error": "not today"}',
        "half": '{"id": id, "weights": [[[[1]]]]}',
        "lacking": '{"id": id, "lacks": "a body"} if n else {"id": id, "output": [[[[1]]]], "weights": [[[[NaN]]]]}',
        "garbled": '{"id": "other"} if n else {"id": id, "output": [[[[1]]]]}',
    }
    for name, answer in answers.items():
        program = (f"import json, sys\nNaN = float('nan')\nfor n, line in enumerate(sys.stdin):\n    id = json.loads(line)['id']\n"
                   f"    print(json.dumps({answer}), flush=True)\n")
        expect_output(verify, ["verify", "--format", "json", "--", sys.executable, "-c", program], [1])
    # One that answers everything and ends with another code than 0; one that stops after its first answer.
    for script, codes in (('"$0" reference; exit 7', [0]), ('head -n 1 | "$0" reference; exit 7', [1])):
        expect_output(verify, ["verify", "--suite", "shape", "--format", "json", "--", "sh", "-c", script, QKV], codes)
    for command in (["no-such-command-at-all"], ["false"], ["echo", "hello"], ["sh", "-c", "kill -SEGV $$"]):
        expect_output(faults, ["verify", "--format", "json", "--", *command], [2])


def check_all():
    check_printed_schemas()
    check_problem_files(schema("problem"), schema("trace"))
    check_answer_files(schema("answers"), schema("report"), schema("faults"))
    check_sheets(schema("answers"))
    expect_output(schema("list"), ["list", "--format", "json"], [0])
    check_lint(schema("lint"))
    check_protocol(*map(schema, ["request", "answer", "reference"]))
    check_sessions(schema("session"))
    check_labs(schema("lab"))
    check_verified(schema("verify"), schema("faults"))
    check_judged(schema("judge"))
    check_learning(*map(schema, ["lesson", "questions", "progress", "progress-report", "quiz"]))
    check_wrong_command_lines(schema("faults"))
    check_results_for_platforms()
    check_many_submissions(schema("report"), schema("faults"), schema("class"))


def main():
    # What the program keeps belongs to this run, not to whoever starts it.
    with tempfile.TemporaryDirectory() as state:
        os.environ["XDG_STATE_HOME"] = state
        check_all()
    for failure in failures:
        print(failure)
    print(f"{checked} checks, {len(failures)} failed")
    return 1 if failures or checked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
