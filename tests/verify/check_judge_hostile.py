#!/usr/bin/env python3
"""Whatever a test does that is to be judged, qkv judge ends in time, says what came of it, and nothing that the test
started is left.

    check_judge_hostile.py QKV [NAME…]             (default: all of them)
"""
import json
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

QKV = str(pathlib.Path(sys.argv[1]).resolve())
MOST_SECONDS = 15  # a case may take, on a slow machine too
MOST_OUTPUT = 10_000  # bytes of a report, whatever the test prints
ONCE = "n=$(cat count 2>/dev/null || echo 0); n=$((n + 1)); echo $n >count; "  # n: which run it is
REQUEST = '{"qkv":1,"id":"a","q":[[[[1]]]],"k":[[[[1]]]],"v":[[[[1]]]]}'

FAILS_RIGHT = r"does not pass on the right implementation \(%s\)"
BLIND = "passes whatever it is given"

# What it says, and what the test does, as a shell script.
CASES = {
    "always-0": (BLIND, "exit 0"),
    "always-1": (FAILS_RIGHT % "exit code 1", "exit 1"),
    "crashes": (FAILS_RIGHT % "ended by signal 11", "kill -SEGV $$"),
    "kills-its-group": (FAILS_RIGHT % "ended by signal 9", "kill -KILL 0"),
    "prints-megabytes": (FAILS_RIGHT % "exit code 1", "head -c 20000000 /dev/zero | tr '\\0' y; exit 1"),
    "prints-lines": (BLIND, "yes | head -c 3000000"),
    "prints-controls": (r"exit code 1(.|\n)*<U\+001B>\]0;title", r"printf '\033]0;title\007\033[2J\377 end\n'; exit 1"),
    "fails-once": (r"wavers: .* it failed \(exit code 1\) and, run on it once more, passed", ONCE + "[ $n -gt 1 ]"),
    "every-other-time": (r"wavers: .* at the beginning and not .* \(exit code 1\)", ONCE + "[ $((n % 2)) -eq 1 ]"),
    "deletes-the-variable": (BLIND, "unset QKV_IMPLEMENTATION; exit 0"),
    # The shim then asks the qkv of this machine, if there is one.
    "deletes-it-and-asks": (f"{BLIND}|" + FAILS_RIGHT % "exit code 1" + r"(.|\n)*no answer",
                                   "unset QKV_IMPLEMENTATION; exec python3 -c 'import qkv_implementation as i; i.attention([[[[1.0]]]], [[[[1.0]]]], [[[[1.0]]]])'"),
    "asks-and-does-not-compare": ("all 6 wrong ones. The test does need an answer", f"echo '{REQUEST}' | sh -c \"$QKV_IMPLEMENTATION\" | grep -q output"),
    "swallows-everything": (BLIND, f"echo '{REQUEST}' | sh -c \"$QKV_IMPLEMENTATION\" | grep -q output; exit 0"),
    "daemon": (BLIND, "setsid sleep 60 </dev/null >/dev/null 2>&1 & exit 0"),
    "daemon-with-pipes": (BLIND, "setsid sleep 60 & exit 0"),
    "bomb": (FAILS_RIGHT % "ended: it started more than 256 processes", "for i in $(seq 300); do sleep 60 & done; wait"),
    "hangs": (FAILS_RIGHT % "not done within the time limit", "exec sleep 60"),
    "ignores-signals": (FAILS_RIGHT % "not done within the time limit", "trap '' TERM INT HUP; while :; do sleep 1; done"),
    "endless-output": (FAILS_RIGHT % "not done within the time limit", "exec yes"),
}
TIMED = {"hangs": 1, "ignores-signals": 1, "endless-output": 1}  # seconds


def faults_of(name, result, seconds):
    faults = []
    if result.returncode != 1:
        faults.append(f"exit code {result.returncode}, not 1")
    if not re.search(CASES[name][0], result.stdout):
        faults.append(f"nothing like {CASES[name][0]}")
    if result.stderr:
        faults.append("something on standard error")
    if len(result.stdout) > MOST_OUTPUT:
        faults.append(f"{len(result.stdout)} bytes of output")
    if re.search(r"[\x00-\x09\x0b-\x1f\x7f]", result.stdout):
        faults.append("control characters come through")
    if seconds > MOST_SECONDS:
        faults.append(f"{seconds:.1f} s, more than {MOST_SECONDS} s")
    return faults


def judge(folder, name, mark, *options):
    limit = ["--timeout", str(TIMED.get(name, MOST_SECONDS))]
    command = [QKV, "judge", "--lang", "en", "--topic", "padding", *limit, *options, "--", "/bin/sh", "-c", CASES[name][1]]
    return subprocess.run(command, cwd=folder, env=os.environ | {MARK: mark}, stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=60, encoding="utf-8", errors="replace")


def check(shim, name):
    mark = uuid.uuid4().hex
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "qkv_implementation.py").write_bytes(shim)
        result = judge(folder, name, mark)
    seconds = time.monotonic() - begun
    faults = faults_of(name, result, seconds)
    survivors = processes_with(mark)
    if survivors:
        faults.append(f"{len(survivors)} processes are left")
        end_all(survivors)
    print(f"{name}: {'; '.join(faults) or 'fine'} ({seconds:.1f} s)", flush=True)
    if faults:
        print(result.stdout[:2000] + result.stderr[:2000])
    return not faults


def check_json():
    """What a test prints is kept in part, and is text, whatever bytes it is made of."""
    results = []
    for name in ("prints-megabytes", "prints-controls"):
        with tempfile.TemporaryDirectory() as folder:
            report = json.loads(judge(folder, name, uuid.uuid4().hex, "--format", "json").stdout)
        right = report["right"]
        results.append(right["ended"] == "failed" and 0 < len(right["output"]) < 50_000 and not report["good"])
        print(f"{name} as JSON: {'fine' if results[-1] else right['ended']}")
    return all(results)


def check_interruption(number):
    """A signal to qkv itself ends the test as well."""
    words = [QKV, "judge", "--", "/bin/sh", "-c", CASES["ignores-signals"][1]]
    return ends_with_all_it_started(words, number, MOST_SECONDS)


def main():
    named = sys.argv[2:]
    shim = subprocess.run([QKV, "show", "--shim", "python"], check=True, capture_output=True).stdout
    results = [check(shim, each) for each in named or CASES]
    if not named:
        results += [check_json(), check_interruption(signal.SIGINT), check_interruption(signal.SIGTERM)]
    print(f"{sum(results)} of {len(results)}")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
