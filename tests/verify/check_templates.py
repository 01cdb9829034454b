#!/usr/bin/env python3
"""The templates of `qkv show --template` are right: they answer random requests as a calculation of its own does.

    check_templates.py QKV [NAME…]      (default: every template whose tools are here)

So does `qkv reference`. With QKV_REQUIRE_TEMPLATES=1 a missing python3, g++ or node is a failure; the others are
skipped where their tools are missing.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # The source folder stays as it is.

import calculation

QKV = sys.argv[1]
NAMED = sys.argv[2:]
REQUESTS = 45
ALWAYS = ("python", "cpp", "javascript")


class Missing(Exception):
    pass


def tool(name):
    found = shutil.which(name)
    if found is None:
        raise Missing(name)
    return found


def with_module(module):
    """A Python that has it: the one that runs this, or the distribution's."""
    for python in (sys.executable, "/usr/bin/python3"):
        if os.path.exists(python) and subprocess.run([python, "-c", f"import {module}"], capture_output=True).returncode == 0:
            return python
    raise Missing(module)


def compiled(command, program):
    subprocess.run(command, check=True, capture_output=True, text=True, timeout=300)
    return [str(program)]


COMMANDS = {
    "python": ("attention.py", lambda file: [sys.executable, str(file)]),
    "numpy": ("attention.py", lambda file: [with_module("numpy"), str(file)]),
    "pytorch": ("attention.py", lambda file: [with_module("torch"), str(file)]),
    "cpp": ("attention.cpp", lambda file: compiled(
        [tool("g++"), "-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", str(file), "-o", str(file.with_suffix(""))],
        file.with_suffix(""))),
    "javascript": ("attention.js", lambda file: [tool("node"), str(file)]),
    "rust": ("attention.rs", lambda file: compiled(
        [tool("rustc"), "-O", "-D", "warnings", str(file), "-o", str(file.with_suffix(""))], file.with_suffix(""))),
}
# Lines that are no requests: an answer with an error each, and the program goes on. The id where it can be read.
USELESS = [("{", None), ('{"qkv":1,"id":"b1"}', "b1"), ("7", None), ('{"qkv":1,"id":"b2","q":[],"k":[],"v":[]}', "b2")]


def faults_of(command):
    """What is wrong with the answers of a command."""
    requests = list(calculation.random_requests(REQUESTS))
    lines = [json.dumps(request, ensure_ascii=False) for request in requests]
    lines[20:20] = [line for line, _ in USELESS] + ["", "  "]
    result = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True, encoding="utf-8",
                            timeout=120)
    if result.returncode != 0:
        return [f"exit {result.returncode}: {result.stderr[-500:]}"]
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    faults = []
    for (line, name), answer in zip(USELESS, answers[20:20 + len(USELESS)]):
        if answer.get("id") != name or not answer.get("error") or "output" in answer:
            faults.append(f"{line}: {answer}")
    del answers[20:20 + len(USELESS)]
    if len(answers) != len(requests):
        return faults + [f"{len(answers)} answers to {len(requests)} requests"]
    for request, answer in zip(requests, answers):
        if answer.get("id") != request["id"] or "error" in answer:
            faults.append(f"{request['id']}: {str(answer)[:200]}")
            continue
        for name, wanted in zip(("output", "weights"), calculation.expected(request)):
            found = calculation.difference(wanted, answer.get(name))
            if found:
                faults.append(f"{request['id']}: {name}{found}")
    return faults


def answers_at_once(command):
    """Whether an answer comes before the next request: nobody waits for the end of the input."""
    request = json.dumps(next(calculation.random_requests(1)))
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        for _ in range(2):
            process.stdin.write(request + "\n")
            process.stdin.flush()
            if "output" not in json.loads(process.stdout.readline()):
                return False
        process.stdin.close()
        return process.wait(timeout=60) == 0


def verified(command):
    """The exit code of `qkv verify`."""
    return subprocess.run([QKV, "verify", "--", *command], capture_output=True, timeout=300).returncode


def can_verify():
    return subprocess.run([QKV, "help", "verify"], capture_output=True).returncode == 0


def check(name, command):
    faults = faults_of(command)
    if can_verify() and verified(command) != 0:
        faults.append("qkv verify finds something wrong with it")
    if not faults and not answers_at_once(command):
        faults.append("does not answer before the next request")
    print(f"{name}: " + ("as calculated" if not faults else "WRONG"))
    for fault in faults[:5]:
        print("  " + fault)
    return not faults


def check_template(name, folder, must=False):
    file_name, command_of = COMMANDS[name]
    text = subprocess.run([QKV, "show", "--template", name], check=True, capture_output=True, text=True,
                          encoding="utf-8").stdout
    file = pathlib.Path(folder) / name / file_name
    file.parent.mkdir()
    file.write_text(text, encoding="utf-8")
    try:
        command = command_of(file)
    except Missing as missing:
        required = must or name in NAMED or (os.environ.get("QKV_REQUIRE_TEMPLATES") == "1" and name in ALWAYS)
        print(f"{name}: {'MISSING' if required else 'skipped'}, {missing} is not here")
        return not required
    return check(name, command)


def check_page():
    """The examples of docs/verify.md are what qkv reference answers: → a request, ← its answer."""
    page = pathlib.Path(__file__).resolve().parents[2] / "docs" / "verify.md"
    lines = [line.strip() for line in page.read_text(encoding="utf-8").splitlines()]
    requests = [line[2:] for line in lines if line.startswith("→ ")]
    wanted = [line[2:] for line in lines if line.startswith("← ")]
    result = subprocess.run([QKV, "reference"], input="\n".join(requests), capture_output=True, text=True,
                            encoding="utf-8")
    right = len(wanted) >= 2 and result.stdout.splitlines() == wanted
    print("docs/verify.md: " + ("as answered" if right else f"WRONG\n{result.stdout}"))
    return right


def main():
    results = [check("reference", [QKV, "reference"]), check_page()]
    with tempfile.TemporaryDirectory() as folder:
        results += [check_template(name, folder) for name in NAMED or COMMANDS]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
