"""The recipes for platforms with an autograder of their own: Gradescope and Classroom 50."""
import json
import shutil
import sys

import answers
from recipes import Machine, expect

# ---- Gradescope ---------------------------------------------------------------------------------------------


class Autograder:
    """Gradescope's folder /autograder, made anew for each run."""

    def __init__(self, found, qkv, problem, folder):
        self.found, self.qkv, self.problem, self.folder, self.count = found, qkv, problem, folder, 0

    def machine(self, installed):
        self.count += 1
        machine = Machine(self.folder / f"machine{self.count}", self.qkv, installed)
        for name in ("source", "submission", "results"):
            (machine.work / name).mkdir()
        (machine.work / "source" / "problem.json").write_bytes(self.problem.read_bytes())
        for name in ("setup.sh", "run_autograder"):
            # The recipes may leave /autograder unquoted, so this folder must have no blanks in its name.
            (machine.work / name).write_text(self.found[name].replace("/autograder", str(machine.work)))
        return machine

    def grade(self, files, links=()):
        machine = self.machine(installed=True)
        for name, content in files.items():
            path = machine.work / "submission" / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(content, encoding="utf-8")
        for name, target in links:
            (machine.work / "submission" / name).symlink_to(target)
        done = machine.run(["sh", "run_autograder"])
        path = machine.work / "results" / "results.json"
        result = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
        expect(result is not None, f"run_autograder: no result for {list(files)}")
        expect(not list(machine.folder.rglob("pwned")), "run_autograder: the answers were executed")
        return done, result or {"score": None, "tests": [], "output": ""}


def check_gradescope(found, qkv, problem, folder):
    autograder = Autograder(found, qkv, problem, folder)
    sheet = answers.right(qkv, problem)
    for name in ("answers.md", "-rf.md", "a 'b\" c.md"):
        done, result = autograder.grade({name: sheet, "notes.txt": "x"})
        expect(done.returncode == 0 and result["score"] == answers.POINTS, f"run_autograder: right answers in {name}")
        expect(sum(test["max_score"] for test in result["tests"]) == answers.POINTS, "run_autograder: points in all")
    done, result = autograder.grade({"answers.md": answers.unscaled(qkv, problem)})
    expect(done.returncode == 0 and result["score"] == answers.POINTS - 3, "run_autograder: wrong answers")
    expect(answers.MISTAKE in json.dumps(result), "run_autograder: the mistake is not named")
    for files, links in (({}, []), ({"a.md": sheet, "b.json": "{}"}, []), ({"folder/a.md": sheet}, []),
                         ({}, [("a.json", "../source/problem.json")])):
        done, result = autograder.grade(files, links)
        expect(done.returncode == 0 and result["score"] == 0, f"run_autograder: {list(files)} is no submission")
        expect("exactly one file" in result["output"], f"run_autograder: does not say what is wrong with {list(files)}")
    for name, content in (("a.json", "{"), ("a.md", "no table\n"), ("a.csv", "\0\1")):
        done, result = autograder.grade({name: content})
        expect(done.returncode == 0 and result["score"] == 0, f"run_autograder: corrupt answers in {name}")
        expect("/" not in result["output"].split(":")[0][2:], "run_autograder: shows where the grader keeps its files")
    for kind, content in answers.hostile_sheets(qkv, problem):
        done, result = autograder.grade({f"answers.{kind}": content})
        expect(done.returncode == 0 and result["score"] < answers.POINTS, f"run_autograder: {content[-60:]!r}")
        expect("\x1b" not in json.dumps(result, ensure_ascii=False), "run_autograder: an escape character got through")
    check_setup(autograder)


def check_setup(autograder):
    script = autograder.found["setup.sh"].replace("QKV_VERSION='main'", "QKV_VERSION='v1.0'")
    autograder.found = {**autograder.found, "setup.sh": script}

    def run(**environment):
        machine = autograder.machine(installed=False)
        if environment.pop("broken", False):
            (machine.work / "source" / "problem.json").write_text("{")
        done = machine.run(["sh", "setup.sh"], **environment)
        return machine, done

    machine, done = run()
    expect(done.returncode == 0 and machine.was_built(), f"setup.sh: qkv was not built in order: {done.stderr[-200:]}")
    expect((machine.folder / "prefix" / "bin" / "qkv").exists(), "setup.sh: qkv is not where run_autograder finds it")
    for part in ("setup", "build"):
        machine, done = run(STUB_FAILS=part)
        expect(done.returncode != 0, f"setup.sh: goes on when {part} fails")
    machine, done = run(broken=True)
    expect(done.returncode != 0, "setup.sh: takes a broken problem")


# ---- Classroom 50 -------------------------------------------------------------------------------------------

PLATFORM = {"CLASSROOM": "cs-principles", "ASSIGNMENT": "attention", "OWNER": "alice", "ASSIGNMENT_TYPE": "individual",
            "SUBMISSION_TAG": "submit/2026-03-01T12-34-56Z-a1b2c3d", "COMMIT_URL": "https://git.example.edu/c",
            "RELEASE_URL": "https://git.example.edu/r"}


def check_classroom50(found, qkv, problem, folder):
    count = 0

    def grade(content, broken=False, **environment):
        nonlocal count
        count += 1
        machine = Machine(folder / f"machine {count}", qkv, installed=False)
        bundle = machine.folder / "bundle"
        bundle.mkdir()
        (bundle / "autograder.py").write_text(found["autograder.py"], encoding="utf-8")
        (bundle / "problem.json").write_bytes(b"{" if broken else problem.read_bytes())
        shutil.copy(qkv, bundle / "qkv")
        (bundle / "qkv").chmod(0o644)  # as an archive may leave it
        if content is not None:
            (machine.work / "answers.md").write_text(content, encoding="utf-8")
        done = machine.run([sys.executable, bundle / "autograder.py"], **{**PLATFORM, **environment})
        path = machine.work / "result.json"
        expect(not list(machine.folder.rglob("pwned")), "autograder.py: the answers were executed")
        return machine, done, json.loads(path.read_text(encoding="utf-8")) if path.exists() else None

    def expect_result(what, done, result, score):
        expect(done.returncode == 0, f"autograder.py: {what}: exit {done.returncode}: {done.stderr[-200:]}")
        expect(result is not None and result["schema"] == "classroom50/result/v1", f"autograder.py: {what}: no result")
        if result is None:
            return
        expect(result["score"] == score == sum(test["score"] for test in result["tests"]), f"autograder.py: {what}: score")
        expect((result["classroom"], result["assignment"], result["owner"], result["submission"])
               == ("cs-principles", "attention", "alice", PLATFORM["SUBMISSION_TAG"]), f"autograder.py: {what}: whose it is")
        expect(result["commit"] and result["release"] and result["review"], f"autograder.py: {what}: an address is missing")

    machine, done, result = grade(answers.right(qkv, problem))
    expect_result("right answers", done, result, answers.POINTS)
    expect(result and result["datetime"] == "2026-03-01T12:34:56Z", "autograder.py: not the date of the commit")
    expect("UTC log -1" in machine.log.read_text(), "autograder.py: the date is not asked for in UTC")
    _, done, result = grade(answers.unscaled(qkv, problem))
    expect_result("wrong answers", done, result, answers.POINTS - 3)
    expect(result and result["max-score"] == answers.POINTS, "autograder.py: points in all")
    expect(answers.MISTAKE in json.dumps(result), "autograder.py: the mistake is not named")
    for what, content in (("corrupt answers", "no table\n"), ("no answers", None)):
        _, done, result = grade(content)
        expect_result(what, done, result, 0)
    _, done, result = grade(answers.right(qkv, problem), broken=True)
    expect(done.returncode != 0 and result is None, "autograder.py: a broken problem is a learner's zero")
    _, done, result = grade(answers.right(qkv, problem), SUBMISSION_TAG="")
    expect(done.returncode != 0 and result is None, "autograder.py: runs outside of its runner")
