"""Answers for the tests of the recipes: a right sheet, one with a known mistake, broken and hostile ones."""
import json
import subprocess

POINTS = 11
MISTAKE = "scale-missing"  # what unscaled() is, by its id
# What a runner, a terminal and a browser would act on if it got there as it is.
HOSTILE = ["::error::x", "::add-mask::x", "::stop-commands::x", "##[add-mask]x", "\x1b[31m1", "\n::add-mask::x",
           "<img src=x onerror=alert(1)>", "]]>", "=HYPERLINK(1)", "$(touch pwned)", "`touch pwned`", "'; touch pwned; '"]


def write_problem(qkv, folder):
    path = folder / "problem.json"
    path.write_bytes(subprocess.run([qkv, "show", "contract"], capture_output=True, check=True).stdout)
    return path


def right(qkv, problem):
    return subprocess.run([qkv, "sheet", problem, "--key", "--lang", "en"], capture_output=True, check=True,
                          encoding="utf-8").stdout


def replace_row(sheet, step, cells):
    """Puts other numbers into the first row of a table."""
    head, table = sheet.split(f"## {step}\n", 1)
    lines = table.split("\n")
    row = next(index for index, line in enumerate(lines) if line.startswith("|") and any(c.isdigit() for c in line[9:])
               and not line.startswith("|  "))
    lines[row] = "| 过高 | " + " | ".join(cells) + " |"
    return f"{head}## {step}\n" + "\n".join(lines)


def unscaled(qkv, problem):
    """The division by √d_k left out, and carried on rightly: three points lost, all in one table."""
    sheet = replace_row(right(qkv, problem), "scaled", ["1", "2", "1"])
    sheet = replace_row(sheet, "weights", ["0.21", "0.58", "0.21"])
    return replace_row(sheet, "output", ["0.42", "1.37"])


def lines_of_table(sheet, step):
    """The lines, from 1, between which a message about this table may point."""
    lines = sheet.split("\n")
    first = lines.index(f"## {step}")
    last = next((i for i in range(first + 1, len(lines)) if lines[i].startswith("## ")), len(lines))
    return range(first + 1, last + 1)


def hostile_sheets(qkv, problem):
    """Sheets with each hostile text in a cell, a name, a heading and the head of the file; as Markdown and JSON."""
    for text in HOSTILE:
        flat = text.replace("\n", " ")
        sheet = replace_row(right(qkv, problem), "weights", [flat, "0.50", "0.25"])
        yield "md", sheet.replace("learner:", f"learner: {flat}", 1) + f"\n{text}\n\n## {text}\n\n| {text} | 1 |\n"
        answers = {"qkv": 1, "learner": {"id": text, "name": text}, "answers": {"weights": [[text, 1, text]], text: 1}}
        yield "json", json.dumps(answers)
        yield "json", '{"qkv": 1,\n' + text + "\n"


def json_lines(count):
    """A class: everybody has an id, some are wrong, some lines cannot be read."""
    lines = []
    for number in range(count):
        name = ["O'Neil \"Al\"", "名 字", "-rf *", "$(touch pwned)", "summary\":"][number % 5]
        scores = [1, 2, 1 if number % 3 else 7]
        answers = {"scores": [scores], "scaled": [["0.71", "1.41", "0.71"]], "weights": [[0.25, 0.50, 0.25]],
                   "output": [[0.50, 1.25]]}
        lines.append(json.dumps({"qkv": 1, "learner": {"id": f"s{number:04}", "name": name}, "answers": answers}))
    return lines
