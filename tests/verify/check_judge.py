#!/usr/bin/env python3
"""qkv judge passes a good test and names what gets past a weak one; the shims of `qkv show --shim` make the
implementation an ordinary function.

    check_judge.py QKV SOURCE_DIR

The leak test in Python is the one of docs/judge.md, as it is printed there. With QKV_REQUIRE_TEMPLATES=1 a missing g++ or
node is a failure; else what needs them is skipped.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # The source folder stays as it is.

QKV = str(pathlib.Path(sys.argv[1]).resolve())
SOURCE = pathlib.Path(sys.argv[2])
faults = []


def expect(condition, what):
    if not condition:
        faults.append(what)


def judge(*words, cwd):
    result = subprocess.run([QKV, "judge", "--format", "json", *words], cwd=cwd, capture_output=True, text=True, timeout=300)
    return result.returncode, json.loads(result.stdout) if result.stdout else None, result.stderr


def survivors(report):
    return {each["mistake"] for each in report["results"] if not each["caught"]}


def shim(language, path):
    text = subprocess.run([QKV, "show", "--shim", language], check=True, capture_output=True).stdout
    path.write_bytes(text)


def check_python(folder):
    shim("python", folder / "qkv_implementation.py")
    good = (SOURCE / "docs" / "judge.md").read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]

    def run(name, text, *options):
        (folder / name).write_text(text, encoding="utf-8")
        return judge(*options, "--", sys.executable, name, cwd=folder)

    code, report, _ = run("good.py", good)
    expect(code == 0 and report["good"] and report["caught"] == report["mutants"], "the leak test of docs/judge.md is not good")

    # What the page says to try: each weakness lets through what it has to.
    weaknesses = {
        "the last position against the first row": ("for i in range(j):", "for i in [0]:", {"causal-one-ahead"}),
        "a loose comparison": ("< 1e-9", "< 1", {"mask-finite-too-small"}),
    }
    for name, (old, new, missed) in weaknesses.items():
        expect(old in good, f"{name}: the test on the page has changed")
        weak = good.replace(old, new)
        if name.startswith("the last position"):
            weak = weak.replace("for j in range(1, tokens):", "for j in [tokens - 1]:")
        if name == "a loose comparison":
            weak = weak.replace("x + 1000", "x + 1")
        code, report, _ = run("weak.py", weak)
        expect(code == 1 and missed <= survivors(report), f"{name}: {code}, past it got {survivors(report) if report else None}")

    code, report, _ = run("nothing.py", "pass\n")
    expect(code == 1 and report["caught"] == 0, "a test that looks at nothing catches something")
    code, report, _ = run("broken.py", "raise SystemExit('broken')\n")
    expect(code == 1 and report["right"]["ended"] == "failed" and not report["results"] and "broken" in report["right"]["output"],
           "a test that fails on the right implementation")
    code, report, _ = run("wavers.py", "import pathlib\nseen = pathlib.Path('seen')\nold = seen.exists()\nseen.touch()\nraise SystemExit(old)\n")
    expect(code == 1 and report["right_again"]["ended"] == "failed", "a test that wavers")
    code, report, _ = run("hangs.py", "import time\ntime.sleep(60)\n", "--timeout", "1")
    expect(code == 1 and report["right"]["ended"] == "timed-out", "a test that hangs")
    code, _, errors = judge("--", "no-such-test-command", cwd=folder)
    expect(code == 2 and "no-such-test-command" in errors, "a command that does not exist")


# Row sums and future weights in other languages; each is judged by what such a test can see.
JAVASCRIPT = """
const { attention } = require("./qkv_implementation.js");
let seed = 7;
const draw = () => (seed = (seed * 16807) % 2147483647) / 2147483647 * 4 - 2;
const table = (...shape) => shape.length ? Array.from({ length: shape[0] }, () => table(...shape.slice(1))) : draw();
const [q, k, v] = [1, 2, 3].map(() => table(1, 2, 4, 3));
const before = attention(q, k, v, { causal: true }).output;
for (let j = 1; j < 4; ++j) {
  const k2 = structuredClone(k), v2 = structuredClone(v);
  for (let h = 0; h < 2; ++h) for (let d = 0; d < 3; ++d) { k2[0][h][j][d] += 1; v2[0][h][j][d] += 1000; }
  const after = attention(q, k2, v2, { causal: true }).output;
  for (let h = 0; h < 2; ++h) for (let i = 0; i < j; ++i) for (let d = 0; d < 3; ++d)
    if (!(Math.abs(after[0][h][i][d] - before[0][h][i][d]) < 1e-9)) process.exit(1);
}
"""
CPP = """
#include "qkv_implementation.hpp"
#include <cmath>
int main() {
  unsigned seed = 7;
  const auto drawn = [&] {
    qkv_test::Tensor tensor{{1, 2, 4, 3}, {}};
    for (int i = 0; i < 24; ++i) tensor.values.push_back((seed = seed * 1103515245u + 12345u) % 1000u / 250.0 - 2.0);
    return tensor;
  };
  const qkv_test::Tensor q = drawn(), k = drawn(), v = drawn();
  qkv_test::Setting setting;
  setting.causal = true;
  const qkv_test::Answer before = qkv_test::attention(q, k, v, setting);
  for (int j = 1; j < 4; ++j) {
    qkv_test::Tensor k2 = k, v2 = v;
    for (int h = 0; h < 2; ++h)
      for (int d = 0; d < 3; ++d) k2.at({0, h, j, d}) += 1, v2.at({0, h, j, d}) += 1000;
    const qkv_test::Answer after = qkv_test::attention(q, k2, v2, setting);
    for (int h = 0; h < 2; ++h)
      for (int i = 0; i < j; ++i)
        for (int d = 0; d < 3; ++d)
          if (!(std::fabs(after.output.at({0, h, i, d}) - before.output.at({0, h, i, d})) < 1e-9)) return 1;
  }
}
"""


def there(tool):
    if shutil.which(tool):
        return True
    expect(os.environ.get("QKV_REQUIRE_TEMPLATES") != "1", f"{tool} is missing")
    print(f"skipped: {tool} is missing")
    return False


def check_other_languages(folder):
    if there("node"):
        shim("javascript", folder / "qkv_implementation.js")
        (folder / "leak.js").write_text(JAVASCRIPT, encoding="utf-8")
        code, report, _ = judge("--", "node", "leak.js", cwd=folder)
        expect(code == 0, f"the leak test in JavaScript: {code}, past it got {survivors(report)}")
    if there("g++"):
        shim("cpp", folder / "qkv_implementation.hpp")
        (folder / "leak.cpp").write_text(CPP, encoding="utf-8")
        subprocess.run(["g++", "-std=c++17", "-Wall", "-Wextra", "-o", "leak", "leak.cpp"], cwd=folder, check=True)
        code, report, _ = judge("--", "./leak", cwd=folder)
        expect(code == 0, f"the leak test in C++: {code}, past it got {survivors(report)}")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_python(folder)
        check_other_languages(folder)
    for fault in faults:
        print(fault)
    print("judge: " + ("fine" if not faults else f"{len(faults)} faults"))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
