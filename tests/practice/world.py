"""A folder to practise in, and the tests of a file run one after the other, each in a folder of its own."""
import json
import pathlib
import subprocess
import sys
import tempfile

from terminal import Terminal

QKV = str(pathlib.Path(sys.argv[1]).resolve())


class World:
    """A folder with a state folder of its own."""

    def __init__(self, folder, **environment):
        self.folder = pathlib.Path(folder)
        self.environment = {"XDG_STATE_HOME": str(self.folder / "state"), "TERM": "xterm", "LANG": "C",
                            "HOME": str(self.folder), **environment}

    def terminal(self, *words, **size):
        return Terminal([QKV, *map(str, words)], self.environment, **size)

    def shell(self):
        return Terminal(["/bin/sh", "-i"], self.environment)

    def run(self, *words, typed="", cwd=None):
        return subprocess.run([QKV, *map(str, words)], input=typed, capture_output=True, text=True, encoding="utf-8",
                              env=self.environment, timeout=60, cwd=cwd)

    def session(self, name="contract"):
        (path,) = (self.folder / "state" / "qkv" / "practice").glob(f"{name}-*.json")
        return json.loads(path.read_text(encoding="utf-8"))


def run_tests(names):
    tests = [(name, value) for name, value in names.items() if name.startswith("test_")]
    failed = 0
    for name, test in tests:
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(World(folder))
            except Exception as error:  # noqa: BLE001: one that fails must not hide the others
                failed += 1
                print(f"{name}: {type(error).__name__} {error}")
    print(f"{len(tests)} tests, {failed} failed")
    return 1 if failed or not tests else 0
