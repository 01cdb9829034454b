"""The recipes for a shell: a line for each file, a whole class, several machines."""
import csv
import io
import json
import shutil
import subprocess

import answers
from recipes import Machine, expect


def check_grade_files(found, qkv, problem, folder):
    machine = Machine(folder / "machine", qkv, installed=True)
    (machine.work / "grade-files.sh").write_text(found["grade-files.sh"])
    (machine.work / "the problem.json").write_bytes(problem.read_bytes())
    sheet, wrong = answers.right(qkv, problem), answers.unscaled(qkv, problem)
    contents = {"right": sheet, "wrong": wrong, "unusable": "no table\n"}

    def run(files, **environment):
        for name, kind in files.items():
            (machine.work / name).write_text(contents[kind], encoding="utf-8")
        return machine.run(["sh", "grade-files.sh", "the problem.json", *files], **environment)

    names = ["a.md", "a b.md", "-rf.md", "-", "--help", "it's \"q\".md", "$(touch pwned).md", "*.md", "合同.md"]
    shown = {**{name: name for name in names}, "-rf.md": "./-rf.md", "-": "./-", "--help": "./--help"}
    for kind, code in (("right", 0), ("wrong", 1), ("unusable", 2)):
        done = run({name: kind for name in names})
        lines = done.stdout.decode().splitlines()
        expect(done.returncode == code, f"grade-files.sh: exit {done.returncode} for {kind}")
        expect(lines == [f"{kind}: {shown[name]}" for name in names], f"grade-files.sh: {kind}: {lines}")
    done = run({"a.md": "unusable", "b.md": "wrong", "c.md": "right"})
    expect(done.returncode == 2 and done.stdout == b"unusable: a.md\nwrong: b.md\nright: c.md\n", "grade-files.sh: the worst")
    done = run({"a.md": "right", "b.md": "wrong"})
    expect(done.returncode == 1, "grade-files.sh: one wrong")
    done = run({"esc\x1b[31m.md": "right", "new\nline.md": "right"})
    expect(done.stdout == b"right: esc?[31m.md\nright: new?line.md\n", f"grade-files.sh: control characters: {done.stdout}")
    (machine.folder / "prefix" / "bin" / "qkv").unlink()
    if shutil.which("qkv") is None:
        done = run({"a.md": "right"})
        expect(done.returncode == 3 and done.stdout == b"fault: a.md\n", "grade-files.sh: a program that is missing is a fault")
    expect(machine.run(["sh", "grade-files.sh"]).returncode == 2, "grade-files.sh: without arguments")
    expect(not list(machine.folder.rglob("pwned")), "grade-files.sh: a name was executed")


def check_grade_class(found, qkv, problem, folder):
    machine = Machine(folder / "machine", qkv, installed=True)
    (machine.work / "grade-class.sh").write_text(found["grade-class.sh"])
    (machine.work / "problem.json").write_bytes(problem.read_bytes())
    submissions = machine.work / "submissions"
    submissions.mkdir()

    def run(code, words):
        for name in ("gradebook.csv", "summary.md", "class.md"):
            (machine.work / name).unlink(missing_ok=True)
        done = machine.run(["sh", "grade-class.sh"])
        expect(done.returncode == code and words in done.stdout.decode(), f"grade-class.sh: exit {done.returncode}, not {code}")
        book = machine.work / "gradebook.csv"
        expect(book.exists() and (machine.work / "class.md").exists(), "grade-class.sh: a file is missing")
        rows = list(csv.reader(io.StringIO(book.read_text(encoding="utf-8-sig")))) if book.exists() else []
        return {row[2]: row[5] for row in rows[2:]}, (machine.work / "summary.md").read_text(encoding="utf-8")

    sheet, wrong = answers.right(qkv, problem), answers.unscaled(qkv, problem)
    (submissions / "-a b.md").write_text(sheet.replace("learner:", "learner: s1", 1), encoding="utf-8")
    rows, summary = run(0, "all have passed")
    expect(rows == {"s1": "11"}, f"grade-class.sh: {rows}")
    expect("all right: 1 of 1" in summary, "grade-class.sh: the summary")
    # 8 of 11 points are enough for the pass mark of the recipe, two empty tables more are not.
    (submissions / "b.md").write_text(wrong.replace("learner:", "learner: s2", 1), encoding="utf-8")
    run(0, "all have passed")
    blank = answers.replace_row(answers.replace_row(wrong, "scores", ["", "", ""]), "output", ["", ""])
    (submissions / "c.md").write_text(blank.replace("learner:", "learner: s3", 1), encoding="utf-8")
    rows, summary = run(1, "some have not passed")
    expect(rows == {"s1": "11", "s2": "8", "s3": "3"}, f"grade-class.sh: {rows}")
    (submissions / "d.json").write_text("{")
    rows, summary = run(2, "could not be read")
    expect("could not be graded: 1" in summary, "grade-class.sh: the corrupt one is not in the summary")
    (machine.work / "gradebook.csv").unlink()
    (machine.work / "gradebook.csv").mkdir()
    done = machine.run(["sh", "grade-class.sh"])
    expect(done.returncode == 3 and b"do not use" in done.stdout, f"grade-class.sh: exit {done.returncode} when it cannot write")


# ---- several machines ---------------------------------------------------------------------------------------

# In place of ssh: another home on this machine.
REMOTE = r"""#!/bin/sh
while [ "$#" -gt 0 ]; do
  case $1 in
    -l) shift 2 ;;
    -*) shift ;;
    *) break ;;
  esac
done
echo "$1" >> "$REMOTE_LOG"
shift
[ "${1-}" != -- ] || shift
cd "$REMOTE_HOME" && HOME=$REMOTE_HOME SHELL=/bin/sh exec sh -c "$*"
"""


def points(text):
    """What became of each learner, by id; the places in the file left out."""
    return {entry["learner"]["id"]: (entry["points"], entry["max_points"], entry["passed"]) for entry in map(json.loads, text)}


def check_parallel(found, qkv, problem, folder):
    try:
        version = subprocess.run(["parallel", "--version"], capture_output=True, timeout=60).stdout
    except OSError:
        version = b""
    if not version.startswith(b"GNU parallel"):
        print("left out: several machines, GNU parallel is not installed")
        return
    machine = Machine(folder / "machine", qkv, installed=True)
    (machine.work / "problem.json").write_bytes(problem.read_bytes())
    script = machine.work / "grade-parallel.sh"
    blocks = found["grade-parallel.sh"].replace("block=1M", "block=20k")
    expect(blocks != found["grade-parallel.sh"], "grade-parallel.sh: the size of a block is not where it was")
    script.write_text(blocks)
    lines = answers.json_lines(500)

    def run(what, submissions):
        return machine.run(["sh", "grade-parallel.sh", what], stdin="".join(line + "\n" for line in submissions).encode())

    def at_once(submissions):
        path = machine.work / "class.jsonl"
        path.write_text("".join(line + "\n" for line in submissions), encoding="utf-8")
        done = machine.run(["qkv", "grade", "problem.json", path, "--format", "json", "--lang", "en"])
        return done.returncode, done.stdout.decode().splitlines()[:-1]

    code, whole = at_once(lines)
    done = run("json", lines)
    parts = done.stdout.decode().splitlines()
    expect(done.returncode == code == 1, f"grade-parallel.sh: exit {done.returncode}, at once {code}: {done.stderr[-300:]}")
    expect(len(parts) == len(lines) and points(parts) == points(whole), "grade-parallel.sh: not the same learners and points")
    expect([json.loads(line)["learner"]["id"] for line in parts] == [f"s{i:04}" for i in range(500)], "grade-parallel.sh: order")
    expect(len({json.loads(line)["line"] for line in parts}) < 500, "grade-parallel.sh: it was one block, nothing is tested")

    done = run("csv", lines)
    rows = list(csv.DictReader(io.StringIO(done.stdout.decode())))
    sums = {}
    for row in rows:
        sums[row["learner"]] = sums.get(row["learner"], 0) + int(row["points"])
    expect(done.returncode == 1 and sums == {key: value[0] for key, value in points(whole).items()}, "grade-parallel.sh: csv")

    right = [line for number, line in enumerate(lines) if number % 3]
    expect(run("json", right).returncode == 0, "grade-parallel.sh: a class that is all right")
    done = run("json", right[:200] + ["{"] + right[200:])
    expect(done.returncode == 2 and len(done.stdout.splitlines()) == len(right) + 1, "grade-parallel.sh: a corrupt line")
    expect(run("xml", right).returncode == 2, "grade-parallel.sh: an unknown format")
    check_remote(found, machine, blocks, run, lines, points(whole))
    # The first block takes longer than all others, and still comes first.
    replace_qkv(machine, f"""cat > "$PARALLEL_SEQ.block"
if grep -q s0000 "$PARALLEL_SEQ.block"; then sleep 2; fi
'{qkv}' "$@" < "$PARALLEL_SEQ.block"
""")
    expect(run("json", lines).stdout.decode().splitlines() == parts, "grade-parallel.sh: the order is that of the clock")
    replace_qkv(machine, "exit 9\n")
    expect(run("json", right).returncode == 3, "grade-parallel.sh: a block that failed is a fault")
    expect(not list(machine.folder.rglob("pwned")), "grade-parallel.sh: a name was executed")


def replace_qkv(machine, script):
    path = machine.folder / "prefix" / "bin" / "qkv"
    path.unlink()
    path.write_text(f"#!/bin/sh\n{script}")
    path.chmod(0o755)


def check_remote(found, machine, blocks, run, lines, expected):
    if shutil.which("rsync") is None:
        print("left out: sending the problem to other machines, rsync is not installed")
        return
    remote = machine.folder / "stubs" / "ssh"
    remote.write_text(REMOTE)
    remote.chmod(0o755)
    home = machine.folder / "remote"
    home.mkdir()
    machine.environment |= {"REMOTE_LOG": str(machine.folder / "remote.log"), "REMOTE_HOME": str(home)}
    script = blocks.replace("hosts=''", "hosts='2/lab1,1/alice@lab2'")
    expect(script != blocks, "grade-parallel.sh: the list of machines is not where it was")
    (machine.work / "grade-parallel.sh").write_text(script)
    done = run("json", lines)
    expect(done.returncode == 1 and points(done.stdout.decode().splitlines()) == expected,
           f"grade-parallel.sh: over several machines: exit {done.returncode}: {done.stderr[-300:]}")
    hosts = (machine.folder / "remote.log").read_text()
    expect("lab1" in hosts and "lab2" in hosts, "grade-parallel.sh: not all machines were used")
    expect(not list(home.rglob("problem.json")), "grade-parallel.sh: leaves the problem behind")
    (machine.work / "grade-parallel.sh").write_text(blocks)
