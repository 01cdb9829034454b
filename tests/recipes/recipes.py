"""What the tests of the recipes share: the recipes as docs/ci.md prints them, a machine made of stubs, GitHub's reader."""
import os
import pathlib
import re
import subprocess

# A named recipe: its file name in bold on a line of its own, then the fenced block.
RECIPE = re.compile(r"^\*\*`([^`\n]+)`\*\*\n\n```(\w+)\n(.*?)^```$", re.M | re.S)
FENCE = re.compile(r"^```\w+$", re.M)

checked = 0
failures = []


def expect(condition, what):
    global checked
    checked += 1
    if not condition:
        failures.append(what)


def read_recipes(path):
    """The recipes of the page by file name. A block without a name would go untested, so it is a failure."""
    text = path.read_text(encoding="utf-8")
    found = {name: body for name, _, body in RECIPE.findall(text)}
    expect(len(found) == len(FENCE.findall(text)), "docs/ci.md: a fenced block has no file name, or two have the same")
    return found


# ---- a machine made of stubs --------------------------------------------------------------------------------

STUBS = {
    "git": r"""case $1 in
  clone)
    [ "$2" = "$EXPECTED_SOURCE" ] || exit 128
    mkdir -p "$3/.ci" && echo 'echo "setup" >> "$STUB_LOG"; [ "$STUB_FAILS" != setup ]' > "$3/.ci/setup" ;;
  log) echo "${TZ-} $*" >> "$STUB_LOG"; echo 2026-03-01T12:34:56 ;;
esac""",
    "cmake": r"""case $1 in
  --build) [ "$STUB_FAILS" != build ] || exit 1 ;;
  --install)
    prefix=$STUB_PREFIX
    [ "${3-}" != --prefix ] || prefix=$4
    mkdir -p "$prefix/bin" && ln -sf "$STUB_QKV" "$prefix/bin/qkv" ;;
esac""",
    "apt-get": "",
}


class Machine:
    """A folder with stubs of what installs and builds. qkv is on the path once it has been "installed"."""

    def __init__(self, folder, qkv, installed):
        self.folder = pathlib.Path(folder)
        stubs = self.folder / "stubs"
        stubs.mkdir(parents=True)
        self.log = self.folder / "stub.log"
        self.log.write_text("")
        for name, body in STUBS.items():
            path = stubs / name
            path.write_text(f'#!/bin/sh\n{{ printf %s {name}; printf " [%s]" "$@"; echo; }} >> "$STUB_LOG"\n{body}\n')
            path.chmod(0o755)
        prefix = self.folder / "prefix"
        (prefix / "bin").mkdir(parents=True)
        if installed:
            (prefix / "bin" / "qkv").symlink_to(qkv)
        self.environment = {
            "PATH": f"{stubs}:{prefix / 'bin'}:{os.environ['PATH']}", "HOME": str(self.folder / "home"), "LANG": "C.UTF-8",
            "STUB_LOG": str(self.log), "STUB_PREFIX": str(prefix), "STUB_QKV": str(qkv), "STUB_FAILS": "",
            "EXPECTED_SOURCE": "https://git.example.edu/qkv.git"}
        (self.folder / "home").mkdir()
        self.work = self.folder / "work"
        self.work.mkdir()

    def run(self, arguments, stdin=b"", **environment):
        return subprocess.run(list(map(str, arguments)), cwd=self.work, input=stdin, capture_output=True, timeout=300,
                              env={**self.environment, **environment})

    def was_built(self):
        """Fetched at the asked version, its needs installed, configured, built, installed: in this order."""
        steps = ["git [clone]", "[checkout]", "setup", "[release]", "cmake [--build]", "cmake [--install]"]
        place = -1
        log = self.log.read_text()
        for step in steps:
            place = log.find(step, place + 1)
            if place < 0:
                return False
        return "[v1.0]" in log and "[--target] [qkv]" in log


# ---- what GitHub's runner makes of a log --------------------------------------------------------------------

def unescape(text, signs):
    for code, sign in signs:
        text = text.replace(code, sign)
    return text.replace("%25", "%")


def commands(log):
    """(command, properties, message) of every line that the runner would carry out."""
    found = []
    for line in re.split(r"\r\n|\n|\r", log.decode("utf-8", errors="replace")):
        new = re.match(r"\s*::([^\s:]+)(?:\s+(.*?))?::(.*)", line)
        if new:
            pairs = [pair.split("=", 1) for pair in (new[2] or "").split(",") if "=" in pair]
            signs = [("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ",")]
            found.append((new[1], {key: unescape(value, signs) for key, value in pairs}, unescape(new[3], signs[:2])))
        old = re.search(r"##\[([^\]]*)\]", line)
        if old:
            found.append((old[1], {}, line))
    return found
