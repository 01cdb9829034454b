#!/usr/bin/env python3
"""The commands of docs/teaching.md work, in their order and as they stand there.

    check_teaching.py QKV SOURCE_DIR

Blocks with a file name behind ``` are written to that file; lines that begin with "    $ " are run, each in the same
scratch folder. Then what the page says about the results is looked at.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True


def steps_of(page):
    """("file", name, content) and ("command", words) in the order of the page."""
    pattern = re.compile(r"^```\w+ (\S+)\n(.*?)^```$|^    \$ (.+)$", re.MULTILINE | re.DOTALL)
    # A command is one line: "." must not run on into the next one.
    for match in re.finditer(pattern.pattern.replace("(.+)$", r"([^\n]+)$"), page, pattern.flags):
        if match.group(1):
            yield "file", match.group(1), match.group(2)
        else:
            yield "command", match.group(3), None


def run(command, folder, environment):
    result = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"$ {command}\nends with {result.returncode}:\n{result.stdout}{result.stderr}")
    return result.stdout


def expect(holds, what):
    if not holds:
        sys.exit("not as the page says: " + what)


def look_at_results(folder, outputs):
    problems = [path.read_text(encoding="utf-8") for path in sorted((folder / "class/problems").iterdir())]
    matrices = {text[text.index('"Q"'):text.index('"ask"')] for text in problems}
    expect(len(matrices) == 3, "each exercise has other numbers")
    sheet = (folder / "class/sheets/s001.md").read_text(encoding="utf-8")
    expect("learner: s001" in sheet and "> Q" in sheet, "the sheet has the id and the numbers it begins with")
    two = (folder / "two.json").read_text(encoding="utf-8")
    expect('"given"' in two and '"ask": ["weights", "output"]' in two, "two tables are left to calculate")
    gradebook = (folder / "points.csv").read_text(encoding="utf-8-sig")
    expect("Ray, Bob" in gradebook and "s003" in gradebook, "the gradebook has everybody")
    expect("s102" in (folder / "成绩.csv").read_text(encoding="utf-8-sig"), "成绩册里有每个人")
    expect((folder / "summary.md").stat().st_size > 0 and (folder / "总结.md").stat().st_size > 0, "summaries")
    textbook = outputs["qkv lint textbook.json"]
    for mistake in ("query-self-scores", "key-value-swapped", "weights-times-keys"):
        expect(mistake in textbook, f"lint speaks of {mistake} where Q = K = V")


def main():
    qkv, source = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    page = (source / "docs/teaching.md").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "work"
        binaries = pathlib.Path(name) / "bin"
        folder.mkdir()
        binaries.mkdir()
        (binaries / "qkv").symlink_to(qkv)
        environment = {"PATH": f"{binaries}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
        outputs = {}
        for kind, what, content in steps_of(page):
            if kind == "file":
                (folder / what).write_text(content, encoding="utf-8")
            else:
                outputs[what] = run(what, folder, environment)
        expect(len(outputs) >= 15, "there are commands to run")
        look_at_results(folder, outputs)
        strict = subprocess.run([qkv, "lint", "--strict", "textbook.json"], cwd=folder, capture_output=True)
        expect(strict.returncode == 1, "--strict ends with 1")
        print(f"{len(outputs)} commands of docs/teaching.md run as they stand there")


main()
