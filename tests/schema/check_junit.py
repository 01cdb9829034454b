#!/usr/bin/env python3
"""JUnit reports are well-formed XML and pass the strict schema, whatever stands in the answers.

    check_junit.py QKV SOURCE_DIR

Ends with 77 (skipped) if xmllint is not there.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

if shutil.which("xmllint") is None:
    print("skipped: xmllint is not installed")
    sys.exit(77)

QKV = sys.argv[1]
SOURCE = pathlib.Path(sys.argv[2])
SCHEMA = SOURCE / "tests" / "schema" / "junit.xsd"
HOSTILE = ["\x1b[31m0.2", "]]>", "<b>&amp;\"'", "::error::x", "##[error]y", "=HYPERLINK(1)", "\x00", "\ufffe\uffff",
           "\u202e", "\r\n\t", "9" * 100_000, "合同", "\ud800"]
checked = 0
failures = []


def check(name, arguments):
    global checked
    checked += 1
    report = subprocess.run([QKV, *map(str, arguments), "--format", "junit"], capture_output=True, timeout=60).stdout
    result = subprocess.run(["xmllint", "--noout", "--huge", "--schema", str(SCHEMA), "-"], input=report, capture_output=True, timeout=60)
    if result.returncode != 0:
        failures.append(f"{name}: {result.stderr.decode(errors='replace')[:500]}")


def main():
    examples = sorted((SOURCE / "docs" / "examples").glob("*.json"))
    for level in ("verdict", "where", "why", "full"):
        for language in ("zh", "en"):
            for path in examples:
                problem = "-".join(path.stem.split("-")[:2])
                problem = problem if problem in ("contract-full", "causal-3", "multi-head") else "contract"
                check(f"{path.name} {level}", ["check", problem, path, "--feedback", level, "--lang", language])
    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(HOSTILE):
            path = pathlib.Path(folder) / f"{number}.json"
            answers = {"qkv": 1, "learner": {"id": text, "name": text}, "answers": {"scores": [[text, "2", text]], text: 1}}
            path.write_text(json.dumps(answers), encoding="utf-8")
            check(f"hostile {number}", ["check", "contract", path])
            # And as a file that cannot be read at all.
            path.write_bytes(b"{\"qkv\": " + text.encode("utf-8", "surrogatepass"))
            check(f"broken {number}", ["check", "contract", path])
    check("usage", ["check", "]]>", "--<&"])
    for failure in failures:
        print(failure)
    print(f"{checked} checks, {len(failures)} failed")
    return 1 if failures or checked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
