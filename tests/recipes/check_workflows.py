"""The recipes that are YAML: GitHub Actions and GitLab CI."""
import re
import xml.etree.ElementTree as xml

import answers
from recipes import Machine, commands, expect

try:
    import yaml
except ImportError:
    yaml = None

VARIABLES = {"QKV_SOURCE": "https://git.example.edu/qkv.git", "QKV_VERSION": "v1.0"}


def has_yaml(recipe):
    if yaml is None:
        print(f"left out: {recipe}, python3-yaml is not installed")
    return yaml is not None


# ---- GitHub Actions -----------------------------------------------------------------------------------------

def condition(text, state):
    """The few conditions that the recipes use. An unknown one is a failure, not a guess."""
    if text is None:
        return not state["failed"]
    text = re.sub(r"^\$\{\{(.*)\}\}$", r"\1", text).strip()
    if text == "steps.cache.outputs.cache-hit != 'true'":
        return not state["failed"] and not state["cached"]
    if text == "!cancelled() && steps.check.outcome != 'skipped'":
        return state["outcomes"].get("check", "skipped") != "skipped"
    expect(False, f"grade.yml: the test does not know the condition {text}")
    return False


def run_job(machine, job, cached=False, **environment):
    """Runs the steps as the runner does. Gives the outcome of each named step, the log and the summary."""
    variables = {key: re.sub(r"\$\{\{ vars\.(\w+) \}\}", lambda match: VARIABLES[match[1]], value)
                 for key, value in job["env"].items()}
    github_path = machine.folder / "github_path"
    summary = machine.folder / "step summary.md"
    temporary = machine.folder / "runner temp"
    temporary.mkdir()
    state = {"failed": False, "cached": cached, "outcomes": {}}
    log, pages = b"", ""
    for step in job["steps"]:
        name = step.get("id") or step.get("name")
        if "run" not in step:
            continue
        if not condition(step.get("if"), state):
            state["outcomes"][name] = "skipped"
            continue
        expect("${{" not in step["run"], f"grade.yml: {name} puts an expression into a script")
        github_path.touch()
        summary.write_text("")
        script = machine.folder / "step.sh"
        script.write_text(step["run"])
        path = ":".join([*reversed(github_path.read_text().split("\n")), machine.environment["PATH"]]).lstrip(":")
        done = machine.run(["bash", "-e", script], PATH=path, GITHUB_PATH=str(github_path), RUNNER_TEMP=str(temporary),
                           GITHUB_STEP_SUMMARY=str(summary), GITHUB_ACTIONS="true", **variables, **environment)
        log += done.stdout + done.stderr
        pages += summary.read_text(encoding="utf-8")
        state["outcomes"][name] = "success" if done.returncode == 0 else "failure"
        state["failed"] |= done.returncode != 0
    return state, log, pages


class Runs:
    """Runs a job again and again, each time on a new machine with other answers."""

    def __init__(self, workflow, qkv, folder, problem):
        self.job = workflow["jobs"]["grade"]
        self.qkv, self.folder, self.problem, self.count = qkv, folder, problem, 0

    def run(self, files, **arguments):
        self.count += 1
        machine = Machine(self.folder / f"machine {self.count}", self.qkv, installed=False)
        (machine.work / "problem.json").write_bytes(self.problem.read_bytes())
        for name, content in files.items():
            path = machine.work / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(content, encoding="utf-8")
        job = dict(self.job)
        if arguments.pop("as_json", False):
            job["env"] = {**job["env"], "ANSWERS": "answers.json"}
        if arguments.get("cached"):
            bin_folder = machine.folder / "home" / "qkv" / "bin"
            bin_folder.mkdir(parents=True)
            (bin_folder / "qkv").symlink_to(self.qkv)
        return machine, *run_job(machine, job, **arguments)


def expect_unhurt(machine, log, pages, what):
    """Nothing of the answers was carried out, shown as markup or passed on raw."""
    for command, properties, message in commands(log):
        expect(command in ("error", "warning", "notice") and message != "x", f"{what}: a command of the answers' own: {command}")
        expect(properties.get("file", "").startswith(("answers.", "submissions/")) or not properties,
               f"{what}: an annotation elsewhere: {properties}")
    expect(b"\x1b" not in log and "\x1b" not in pages, f"{what}: an escape character got through")
    expect(not re.search(r"(?<!\\)<img", pages), f"{what}: markup got through")
    expect(not list(machine.folder.rglob("pwned")), f"{what}: the answers were executed")


def check_github(found, qkv, problem, folder):
    if not has_yaml("GitHub Actions"):
        return
    workflow = yaml.safe_load(found[".github/workflows/grade.yml"])
    expect(workflow["permissions"] == {"contents": "read"}, "grade.yml: asks for more than it needs")
    expect("pull_request_target" not in str(workflow.get("on", workflow.get(True))), "grade.yml: a dangerous trigger")
    runs = Runs(workflow, qkv, folder, problem)
    sheet = answers.right(qkv, problem)

    machine, state, log, pages = runs.run({"answers.md": sheet})
    expect(machine.was_built(), "grade.yml: qkv was not built in order")
    expect(state["outcomes"]["check"] == "success" and not state["failed"], "grade.yml: right answers fail")
    expect("11 of 11 points" in pages, "grade.yml: right answers have no summary")
    expect([command for command in commands(log) if command[0] == "error"] == [], "grade.yml: right answers have errors")

    wrong = answers.unscaled(qkv, problem)
    machine, state, log, pages = runs.run({"answers.md": wrong}, cached=True)
    expect(not machine.log.read_text(), "grade.yml: builds although the cache has it")
    expect(state["outcomes"]["check"] == "failure" and state["failed"], "grade.yml: wrong answers do not fail")
    errors = [command for command in commands(log) if command[0] == "error"]
    expect(len(errors) == 1 and answers.MISTAKE in errors[0][2], "grade.yml: the mistake is not named")
    expect(errors and errors[0][1]["file"] == "answers.md", "grade.yml: the annotation is not in the file")
    expect(errors and int(errors[0][1]["line"]) in answers.lines_of_table(wrong, "scaled"), "grade.yml: not in its line")
    expect("8 of 11 points" in pages, "grade.yml: wrong answers have no summary")

    for content in ("no table at all\n", "\0\1\2"):
        machine, state, log, pages = runs.run({"answers.md": content}, cached=True)
        expect(state["outcomes"]["check"] == "failure", "grade.yml: corrupt answers do not fail")
        expect("could not be checked" in pages, "grade.yml: corrupt answers have no summary")
        expect(any(command[0] == "error" for command in commands(log)), "grade.yml: corrupt answers have no annotation")
    machine, state, log, pages = runs.run({}, cached=True)
    expect(state["failed"] and "could not be checked" in pages, "grade.yml: missing answers do not fail")

    for part in ("setup", "build"):
        machine, state, log, pages = runs.run({"answers.md": sheet}, STUB_FAILS=part)
        expect(state["failed"] and state["outcomes"]["check"] == "skipped", f"grade.yml: goes on when {part} fails")
        expect(state["outcomes"]["Summary"] == "skipped", f"grade.yml: a summary although {part} failed")

    for kind, content in answers.hostile_sheets(qkv, problem):
        machine, state, log, pages = runs.run({f"answers.{kind}": content}, cached=True, as_json=kind == "json")
        expect(state["failed"], "grade.yml: hostile answers pass")
        expect_unhurt(machine, log, pages, f"grade.yml: {content[-60:]!r}")


def check_class_step(found, qkv, problem, folder):
    if not has_yaml("the class in GitHub Actions"):
        return
    workflow = yaml.safe_load(found[".github/workflows/grade.yml"])
    job = workflow["jobs"]["grade"]
    job["steps"] = job["steps"][:-2] + yaml.safe_load(found["grade-class-step.yml"])
    runs = Runs(workflow, qkv, folder, problem)
    sheet, wrong = answers.right(qkv, problem), answers.unscaled(qkv, problem)

    _, state, log, pages = runs.run({"submissions/a b.md": sheet}, cached=True)
    expect(not state["failed"] and "all right: 1 of 1" in pages, "grade-class-step.yml: a right class fails")
    _, state, log, pages = runs.run({"submissions/a b.md": sheet, "submissions/-c.md": wrong}, cached=True)
    expect(state["failed"] and "all right: 1 of 2" in pages, "grade-class-step.yml: a wrong class passes")
    errors = [command for command in commands(log) if command[0] == "error"]
    expect(len(errors) == 1 and errors[0][1]["file"] == "submissions/-c.md", "grade-class-step.yml: whose mistake it is")
    expect(answers.MISTAKE in pages, "grade-class-step.yml: the summary does not name the mistake")
    _, state, log, pages = runs.run({"submissions/a.md": sheet, "submissions/b.json": "{"}, cached=True)
    expect(state["failed"] and "could not be graded: 1" in pages, "grade-class-step.yml: a corrupt submission")

    hostile = {f"submissions/{number}.{kind}": content
               for number, (kind, content) in enumerate(answers.hostile_sheets(qkv, problem))}
    machine, state, log, pages = runs.run(hostile, cached=True)
    expect(state["failed"], "grade-class-step.yml: hostile answers pass")
    expect(f"{len(hostile)} submissions" in pages, "grade-class-step.yml: not all submissions are counted")
    expect_unhurt(machine, log, pages, "grade-class-step.yml")


# ---- GitLab CI ----------------------------------------------------------------------------------------------

def check_gitlab(found, qkv, problem, folder):
    if not has_yaml("GitLab CI"):
        return
    job = yaml.safe_load(found[".gitlab-ci.yml"])["grade"]
    expect(job["artifacts"]["when"] == "always", ".gitlab-ci.yml: the report is lost when the job fails")
    report_name = job["artifacts"]["reports"]["junit"]
    # Runners join all lines into one script.
    script = "set -eo pipefail\n" + "\n".join(job["before_script"] + job["script"]) + "\n"
    count = 0

    def run(content, **environment):
        nonlocal count
        count += 1
        machine = Machine(folder / f"machine {count}", qkv, installed=False)
        (machine.work / "problem.json").write_bytes(problem.read_bytes())
        if content is not None:
            (machine.work / job["variables"]["ANSWERS"]).write_text(content, encoding="utf-8")
        done = machine.run(["bash"], stdin=script.encode(), **job["variables"], **VARIABLES, **environment)
        report = machine.work / report_name
        return machine, done, xml.parse(report).getroot() if report.exists() else None

    def counts(report):
        return [sum(int(suite.get(key)) for suite in report.iter("testsuite")) for key in ("tests", "failures", "errors")]

    machine, done, report = run(answers.right(qkv, problem))
    expect(machine.was_built(), ".gitlab-ci.yml: qkv was not built in order")
    expect(done.returncode == 0 and counts(report) == [answers.POINTS, 0, 0], ".gitlab-ci.yml: right answers")
    machine, done, report = run(answers.unscaled(qkv, problem))
    expect(done.returncode == 1 and counts(report) == [answers.POINTS, 3, 0], ".gitlab-ci.yml: wrong answers")
    expect(len(list(report.iter("failure"))) == 3, ".gitlab-ci.yml: a failure for each lost point")
    for content in ("no table at all\n", None):
        machine, done, report = run(content)
        expect(done.returncode == 2 and counts(report) == [1, 0, 1], ".gitlab-ci.yml: corrupt answers")
    for part in ("setup", "build"):
        machine, done, report = run(answers.right(qkv, problem), STUB_FAILS=part)
        expect(done.returncode != 0 and report is None, f".gitlab-ci.yml: goes on when {part} fails")
    for kind, content in answers.hostile_sheets(qkv, problem):
        machine, done, report = run(content)
        expect(done.returncode in (1, 2) and report is not None, f".gitlab-ci.yml: {content[-60:]!r}")
        expect(not list(machine.folder.rglob("pwned")), ".gitlab-ci.yml: the answers were executed")
