#!/usr/bin/env python3
"""The templates for NumPy and PyTorch are right, a PyTorch implementation that never cleans up is caught where a query
sees nothing, and a student's NumPy file whose mask is filled with 0 is told so.

    check_numpy_pytorch.py QKV

Needs NumPy and PyTorch (Debian: python3-numpy, python3-torch), in the Python that runs it or in /usr/bin/python3.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # The source folder stays as it is.

import calculation
import check_templates as templates

HERE = pathlib.Path(__file__).resolve().parent


def sees_nothing(request):
    """Whether a query of a request sees no key, or is itself padding: its weights have to be 0."""
    _, weights = calculation.expected(request)
    return any(not any(row) for sequence in weights for head in sequence for row in head)


def verified(command, *options):
    """Of qkv verify: its exit code and its report."""
    result = subprocess.run([templates.QKV, "verify", "--format", "json", *options, "--", *command], capture_output=True,
                            text=True, timeout=300)
    return result.returncode, json.loads(result.stdout)


def check_zero_fill(folder):
    """`qkv verify` says in words, in both languages, what it is, with the smallest case there is."""
    text = subprocess.run([templates.QKV, "show", "--template", "numpy"], check=True, capture_output=True).stdout
    (folder / "attention.py").write_bytes(text)
    shutil.copy(HERE / "zero_fill.py", folder)
    command = [templates.with_module("numpy"), str(folder / "zero_fill.py")]
    code, report = verified(command)
    faults = [] if code == 1 else [f"exit code {code}"]
    if [(each["id"], each["all"]) for each in report["mistakes"]] != [("mask-zero-before-softmax", True)]:
        faults.append(f"named: {report['mistakes']}")
    for language, words in (("zh", "遮住的格子填了 0"), ("en", "masked cells filled with 0")):
        result = subprocess.run([templates.QKV, "verify", "--lang", language, "--", *command], capture_output=True, text=True,
                                timeout=300)
        if words not in result.stdout or "q [1, 1, 2, 1]" not in result.stdout:
            faults.append(f"{language}: it is not told so with the smallest case")
    print("zero fill: " + ("; ".join(faults) or "told"))
    return not faults


def check_finite_fill(folder):
    """It agrees with the calculation but for those requests, and `qkv verify` finds it wrong."""
    text = subprocess.run([templates.QKV, "show", "--template", "pytorch"], check=True, capture_output=True).stdout
    (folder / "attention.py").write_bytes(text)
    shutil.copy(HERE / "finite_fill.py", folder)
    command = [templates.with_module("torch"), str(folder / "finite_fill.py")]
    requests = list(calculation.random_requests(60, seed=2))
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    result = subprocess.run(command, input=lines, check=True, capture_output=True, text=True, timeout=120)
    faults = []
    caught = 0
    for request, line in zip(requests, result.stdout.splitlines()):
        differs = calculation.difference(calculation.expected(request)[1], json.loads(line)["weights"]) is not None
        caught += differs
        if differs != sees_nothing(request):
            faults.append(f"{request['id']}: {'differs' if differs else 'agrees'}")
    if caught < 10:
        faults.append(f"only {caught} requests show it")
    code, report = verified(command)
    failed = [check["id"] for check in report["checks"] if check["outcome"] == "failed"]
    if code != 1 or "fully-masked" not in failed:
        faults.append(f"qkv verify ends with {code} and finds {failed} wrong")
    # Declared, it is a decision; but that padded queries are not cleared stays wrong.
    code, report = verified(command, "--fully-masked", "uniform")
    failed = [check["id"] for check in report["checks"] if check["outcome"] == "failed"]
    if code != 1 or "fully-masked" in failed or "pad-queries" not in failed:
        faults.append(f"declared as uniform, qkv verify ends with {code} and finds {failed} wrong")
    print(f"finite fill: caught in {caught} of {len(requests)} requests" + ("" if not faults else ", WRONG"))
    for fault in faults[:5]:
        print("  " + fault)
    return not faults


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        results = [templates.check_template(each, folder, must=True) for each in ("numpy", "pytorch")]
        (folder / "finite").mkdir()
        results.append(check_finite_fill(folder / "finite"))
        (folder / "zero").mkdir()
        results.append(check_zero_fill(folder / "zero"))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
