#!/usr/bin/env python3
"""A new student at a terminal of 80 columns and 24 lines: four lessons and a practice run on contract-full, in both
languages, with the power cut in the middle of each.

    check_student.py QKV SOURCE_DIR
"""
import json
import os
import pathlib
import re
import signal
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from terminal import plain  # noqa: E402
from world import World, run_tests  # noqa: E402

SOURCE = pathlib.Path(sys.argv[2])
LESSONS = ["start", "average", "qkv", "shapes"]
QUESTIONS = {question["id"]: question for path in sorted((SOURCE / "data" / "questions").glob("*.json"))
             for question in json.loads(path.read_text(encoding="utf-8"))["questions"]}
PAUSE = {"en": "Enter goes on", "zh": "按回车继续"}
TRUTH = {"en": {True: "true", False: "false"}, "zh": {True: "对", False: "错"}}


def rows_of(world, problem, steps):
    """The rows of these tables, with the rounding of the printed key."""
    key = json.loads(world.run("sheet", problem, "--key", "--format", "json").stdout)["answers"]

    def rows(value):
        if value and isinstance(value[0], list):
            return [row for part in value for row in rows(part)]
        return [value]

    return {step: [" ".join(map(str, row)) for row in rows(key[step]) if None not in row] for step in steps or key}


def without_blanks(text):
    """A long line is wrapped at a terminal."""
    return re.sub(r"\s+", "", text)


def answer_to(question, said, language):
    """What is right, with the letter that stands before it on the screen."""
    if question["kind"] == "choice":
        right = next(option for option in question["options"] if option.get("right"))["text"][language]
        letters = [letter for letter in "abcdef" if without_blanks(f"{letter}.{right}") in without_blanks(said)]
        assert letters, (right, said)
        return letters[-1]
    if question["kind"] == "true-false":
        return TRUTH[language][question["answer"]]
    assert question["kind"] == "shape", question["kind"]
    return question["answer"]


class Student:
    """Sits at one world's terminal. What was typed is known to be right."""

    def __init__(self, world, language):
        self.world, self.language = world, language

    def begin(self, *words):
        self.at = self.world.terminal(*words, "--lang", self.language, columns=80, lines=24)
        self.from_here = 0

    def prompt(self):
        """The prompt that waits, after Enter at every pause before it; what was said since the last answer."""
        while True:
            self.at.prompt()
            text = plain(self.at.text)[:self.at.seen]
            prompt = text[text.rfind("\n") + 1:]
            if PAUSE[self.language] not in prompt:
                return prompt, text[self.from_here:]
            self.at.line("")

    def type(self, line):
        self.from_here = self.at.seen
        self.at.line(line)

    def fill_in(self, tables, cut=None):
        """Row after row. cut: before that row of all the power goes; what was typed before it is there again."""
        typed = 0
        for step, rows in tables.items():
            for row in rows:
                prompt, _ = self.prompt()
                assert prompt.startswith(step), (prompt, step)
                if typed == cut:
                    return typed
                self.type(row)
                typed += 1
        return typed

    def see_it_end(self):
        """To the end, with Enter where it waits."""
        while not self.at.ended():
            text = plain(self.at.text)
            if PAUSE[self.language] in text[self.from_here:].rsplit("\n", 1)[-1] and text.endswith("> "):
                self.type("")
            self.at.pump(0.1)
        assert self.at.end() == 0

    def power_cut(self):
        self.at.type("0.1")  # in the middle of a number
        os.kill(self.at.pid, signal.SIGKILL)
        assert self.at.end() == -signal.SIGKILL


def rest_of(tables, done):
    rest = {}
    for step, rows in tables.items():
        rest[step] = rows[done:]
        done = max(done - len(rows), 0)
    return {step: rows for step, rows in rest.items() if rows}


def play(student, lesson):
    """One lesson from its beginning to its end; the power is cut at its first table to fill in."""
    path = next((SOURCE / "data" / "lessons").glob(f"??-{lesson}.json"))
    parts = json.loads(path.read_text(encoding="utf-8"))["parts"]
    was_cut = False
    student.begin("learn", lesson)
    for part in parts:
        if "question" in part:
            question = QUESTIONS[part["question"]]
            _, said = student.prompt()
            student.type(answer_to(question, said, student.language))
        elif "do" in part:
            tables = rows_of(student.world, part["do"]["problem"], part["do"]["ask"])
            rows = sum(map(len, tables.values()))
            done = 0
            if not was_cut:
                done = student.fill_in(tables, cut=rows - 1)
                student.power_cut()
                student.begin("learn", lesson)
                was_cut = True
            student.fill_in(rest_of(tables, done))
    student.see_it_end()


def test_four_lessons_and_a_practice(world):
    for language in ("zh", "en"):
        home = world.folder / language
        student = Student(World(home), language)
        for lesson in LESSONS:
            play(student, lesson)
        student.begin("practice", "contract-full")
        tables = rows_of(student.world, "contract-full", None)
        done = student.fill_in(tables, cut=4)
        student.power_cut()
        student.begin("practice")
        student.fill_in(rest_of(tables, done))
        student.see_it_end()
        report = json.loads(student.world.run("progress", "--format", "json").stdout)
        assert report["lessons_done"] == len(LESSONS) and report["next_lesson"] == "by-hand", report
        assert report["questions_tried"] == report["questions_right"] > 0 and report["repeat"] == [], report
        practised = {problem for ability in report["abilities"] for problem in ability["problems"]}
        assert "contract-full" in practised, report


if __name__ == "__main__":
    sys.exit(run_tests(globals()))
