#!/usr/bin/env python3
"""The templates for NumPy and PyTorch are right, and a PyTorch implementation that never cleans up is caught where a
query sees nothing.

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
    if templates.can_verify() and templates.verified(command) != 1:
        faults.append("qkv verify does not find it wrong")
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
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
