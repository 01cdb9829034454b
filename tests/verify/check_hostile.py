#!/usr/bin/env python3
"""Whatever a command does, qkv says in time what was wrong, and nothing that the command started is left.

    check_hostile.py ASKER [NAME…]             (default: all of them)
    check_hostile.py --verify QKV [NAME…]

ASKER is the program of asker.cpp, which tells what trouble there was with each question. With --verify the same commands
are given to qkv verify: none of them may pass. Survivors are found in /proc by a mark in their environment.
"""
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import uuid

sys.dont_write_bytecode = True  # The source folder stays as it is.
from survivors import MARK, end_all, ends_with_all_it_started, processes_with

HOSTILE = pathlib.Path(__file__).resolve().parent / "hostile.py"
VERIFIES = "--verify" in sys.argv[1:]
START, ANSWER = 3, 1  # seconds
MEMORY, PROCESSES = 256, 32
MOST_SECONDS = 15  # a case may take, on a slow machine too


class Case:
    def __init__(self, expected, *words, command=None, size=2, questions=2, code=1, most=MOST_SECONDS):
        self.expected = expected  # regular expressions, each to be found in the output
        self.words = words
        self.command = command
        self.size = size
        self.questions = questions
        self.code = code
        self.most = most


def cases(folder):
    text = folder / "text.py"
    text.write_text("print('no first line says what runs this')\n")
    text.chmod(0o755)
    plain = folder / "plain.py"
    plain.write_text("print('not executable')\n")
    lost = folder / "lost.py"
    lost.write_text("#!/no/such/interpreter\n")
    lost.chmod(0o755)
    return {
        "good": Case(["^reply c1$", "^reply c2$"], code=0),
        "hang": Case(["^timed-out: No answer within 3 s", "^not-asked: "]),
        "crash": Case([r"^killed: It crashed .*signal 11.*\| about to crash$"]),
        "exit-three": Case([r"^ended: .*exit code 3.*NameError: name 'np' is not defined$"]),
        "half-line": Case([r'^ended: .*exit code 0.*\| \{"id": "c1"']),
        "garbage": Case([r"^garbage: .*\| loading the model \.\.\.$"]),
        "no-id": Case([r'^garbage: .*The reply has no "id".*\| \{"output"']),
        "endless-line": Case([r"^too-long: .*\| 1,1,1,"]),
        "endless-lines": Case([r"^garbage: .*\| 1$"]),
        "nan": Case(["^reply c1$", "^reply c2$"], code=0),
        "daemon": Case(["^reply c1$", "^ended: .*exit code 0"]),
        "daemon-with-pipes": Case(["^(timed-out|closed|ended): "]),
        "bomb": Case(["^many-processes: .* 32 processes"]),
        "tree": Case(["^(timed-out|many-processes|closed|ended): "]),
        "eats-memory": Case(["^out-of-memory: .* 256 MiB"]),
        "ignores-signals": Case(["^timed-out: "]),
        "floods-errors": Case(["^reply c1$", "^reply c2$"], code=0),
        "endless-errors": Case([r"^timed-out: .*yyyy"]),
        "closes-output": Case(["^closed: It closed its standard output"]),
        "closes-input": Case(["^reply c1$", "^(timed-out|ended): "]),
        "never-reads": Case(["^timed-out: "], size=200_000),
        "large": Case(["^reply c1$", "^reply c2$"], "good", size=50_000, code=0),
        "stops-itself": Case(["^timed-out: "]),
        "escapes": Case([r"^ended: .*<U\+001B>\]0;title.*<0xFF>.*broken"]),
        "binary": Case([r"^garbage: .*<U\+0001>"]),
        "wrong-ids": Case([r'^wrong-id: It was asked c1 and answered "x+…"']),
        "twice": Case(["^reply c1$", '^wrong-id: It was asked c2 and answered "c1"']),
        "late": Case(["^timed-out: No answer within 3 s"]),
        "late-later": Case(["^reply c1$", "^timed-out: No answer within 1 s"]),
        "keeps-back": Case([r"^timed-out: .*flush=True"]),
        "deep": Case(["^garbage: "]),
        "no-command": Case(["^not-started: ", "There is no command"], command=["no-such-command-at-all"]),
        "empty-word": Case(["^not-started: ", "There is no command"], command=[""]),
        "folder": Case(["^not-started: ", "is a folder"], command=[str(folder)]),
        "no-shebang": Case(["^not-started: ", r"first line says what runs it \(#!\)"], command=[str(text)]),
        "no-permission": Case(["^not-started: ", r"cannot be started: no permission.*chmod \+x"], command=[str(plain)]),
        "lost-interpreter": Case(["^not-started: ", "named after #! in its first line is not"], command=[str(lost)]),
    }


def asker(asker_program, case, command):
    """The one place that knows how a command is asked."""
    if VERIFIES:
        limits = ["--start-timeout", START, "--timeout", ANSWER, "--memory", MEMORY, "--processes", PROCESSES]
        return [asker_program, "verify", "--lang", "en", "--suite", "shape", *map(str, limits), "--", *command]
    numbers = [case.questions, case.size, START, ANSWER, MEMORY, PROCESSES]
    return [asker_program, *map(str, numbers), "--", *command]


def faults_of(case, result, seconds):
    faults = []
    if VERIFIES:
        if result.returncode not in (1, 2):
            faults.append(f"exit code {result.returncode}, neither 1 nor 2")
        # What is wrong is in the report, or, if there never was an answer, on standard error.
        if len((result.stderr if result.returncode == 2 else result.stdout).strip()) < 40:
            faults.append("it does not say what is wrong")
    else:
        if result.returncode != case.code:
            faults.append(f"exit code {result.returncode}, not {case.code}")
        for each in case.expected:
            if not re.search(each, result.stdout, re.MULTILINE):
                faults.append(f"nothing like {each}")
    if re.search(r"[\x00-\x09\x0b-\x1f\x7f]", result.stdout + result.stderr):
        faults.append("control characters come through")
    if seconds > case.most:
        faults.append(f"{seconds:.1f} s, more than {case.most} s")
    return faults


def check(asker_program, name, case):
    mark = uuid.uuid4().hex
    command = case.command or [sys.executable, str(HOSTILE), *(case.words or (name,))]
    begun = time.monotonic()
    process = subprocess.Popen(asker(asker_program, case, command), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, env=os.environ | {MARK: mark})
    try:
        output, errors = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        output, errors = b"", b"it hangs itself"
    result = subprocess.CompletedProcess(command, process.returncode, output.decode(), errors.decode(errors="replace"))
    faults = faults_of(case, result, time.monotonic() - begun)
    survivors = processes_with(mark)
    if survivors:
        faults.append(f"{len(survivors)} processes are left")
        end_all(survivors)
    print(f"{name}: {'; '.join(faults) or 'fine'} ({time.monotonic() - begun:.1f} s)", flush=True)
    if faults:
        print(result.stdout[:2000] + result.stderr[:2000])
    return not faults


def check_interruption(asker_program, number):
    """A signal to the asker itself ends what it asks as well."""
    command = [sys.executable, str(HOSTILE), "ignores-signals"]
    alone = [asker_program, "2", "2", "50", "50", "256", "32", "--", *command]
    verify = [asker_program, "verify", "--start-timeout", "50", "--", *command]
    return ends_with_all_it_started(verify if VERIFIES else alone, number, MOST_SECONDS)


def main():
    asker_program, *named = [word for word in sys.argv[1:] if word != "--verify"]
    with tempfile.TemporaryDirectory() as name:
        all_cases = cases(pathlib.Path(name))
        results = [check(asker_program, each, all_cases[each]) for each in named or all_cases]
    if not named:
        results += [check_interruption(asker_program, each) for each in (signal.SIGINT, signal.SIGTERM)]
    print(f"{sum(results)} of {len(results)}")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
