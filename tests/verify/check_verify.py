#!/usr/bin/env python3
"""`qkv verify` passes `qkv reference`, fails it with every mistake that it lists, and names at least 95 % of them.

    check_verify.py QKV [MISTAKE…]      (default: all of them)
"""
import json
import subprocess
import sys

QKV = sys.argv[1]
LEAST_NAMED = 0.95


def reference(*arguments):
    return [QKV, "reference", *arguments]


def verified(*mistake):
    """The exit code, and the report."""
    command = [QKV, "verify", "--format", "json", "--", *reference(*mistake)]
    result = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120,
                            stdin=subprocess.DEVNULL)
    return result.returncode, json.loads(result.stdout)


def main():
    faults = []
    code, report = verified()
    outcomes = {check["outcome"] for check in report["checks"]}
    if code != 0 or not report["passed"] or outcomes != {"passed"} or report["mistakes"]:
        faults.append(f"the right one: exit {code}, {outcomes}, {report['mistakes']}")

    listed = subprocess.run(reference("--list", "--format", "json"), check=True, capture_output=True).stdout
    served = [row["mistake"] for row in json.loads(listed)["served"]]
    wanted = sys.argv[2:] or served
    if not wanted:
        faults.append("no mistake is served")
    unnamed = []
    for mistake in wanted:
        code, report = verified("--mistake", mistake)
        failed = [check for check in report["checks"] if check["outcome"] == "failed"]
        if code != 1 or report["passed"] or not failed:
            faults.append(f"{mistake}: exit {code}, {len(failed)} checks failed")
        # A mistake that is ruled out by one answer alone is not the one that was made.
        if not any(row["id"] == mistake and row["all"] for row in report["mistakes"]):
            unnamed.append(mistake)
            print(f"{mistake}: named {[row['id'] for row in report['mistakes']]}")
    named = len(wanted) - len(unnamed)
    if named < LEAST_NAMED * len(wanted):
        faults.append(f"only {named} of {len(wanted)} are named")
    for fault in faults:
        print(fault)
    print(f"{len(wanted)} mistakes, {named} named, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
