#!/usr/bin/env python3
"""Screens that are full: practice, lessons and the quiz wait there, lose nothing, and go back.

    check_paging.py QKV
"""
import pathlib
import re
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from terminal import plain  # noqa: E402
from world import run_tests  # noqa: E402

CTRL_C = "\x03"
CTRL_D = "\x04"
ENTER = "Enter goes on"
FIRST = "Enter goes on, quit ends"
LATER = "Enter goes on, back shows what came before, quit ends"
RULE = re.compile(r"─┼─")


def screens(text):
    """What stands between two prompts: each a list of lines, without the prompt."""
    parts = re.split(r"^(?:[^\n>]*ends|scores|scaled|masked|weights|output|[A-Za-z–]+)> [^\n]*\n?", plain(text), flags=re.M)
    return [part.rstrip("\n").split("\n") for part in parts]


def check_screens(at, lines):
    for screen in screens(at.text):
        assert len(screen) < lines, (lines, len(screen), screen)


def go_on_until(at, text):
    """Enter at each pause until that was said and a line can be typed; the number of pauses."""
    for pauses in range(50):
        at.prompt()
        if text in plain(at.text)[at.since:]:
            at.since = at.seen
            return pauses
        assert ENTER in plain(at.text)[:at.seen].rsplit("\n", 1)[-1], plain(at.text)[-300:]
        at.line("")
    raise AssertionError(f"no {text!r}")


def wait(at, pause):
    """Until the pause is there, and what is typed goes to it."""
    at.expect(pause)
    at.prompt()


def begin(world, *words, **size):
    at = world.terminal(*words, "--lang", "en", **size)
    at.since = 0
    return at


# ---- practice


def test_practice_waits_where_the_screen_is_full(world):
    for lines in (24, 15):
        at = begin(world, "practice", "contract-full", "--new", lines=lines)
        wait(at, FIRST)
        assert "3 numbers" not in at.text
        at.line("")
        go_on_until(at, "\nscores> ")
        at.line("inputs")
        assert go_on_until(at, "\nscores> ") >= 1
        last = screens(at.text)[-2]
        assert any("3 numbers, for" in line for line in last), last  # the question stands above its prompt
        at.line("show")
        go_on_until(at, "\nscaled> ")
        check_screens(at, lines)
        at.line("quit")
        at.expect("To go on:")
        at.end()


def test_nothing_waits_without_a_terminal_or_where_there_is_room(world):
    for words in ([], ["--plain"]):
        piped = world.run("practice", "multi-head", "--new", "--lang", "en", *words, typed="inputs\nhelp\nquit\n")
        assert piped.returncode == 0 and ENTER not in piped.stdout, piped
    at = begin(world, "practice", "contract", lines=60)
    at.prompt()
    at.line("inputs")
    at.prompt()
    at.type(CTRL_D)
    assert at.end() == 0 and ENTER not in at.text


def test_leaving_at_a_pause_is_leaving_at_a_prompt(world):
    for leave in (CTRL_C, CTRL_D, "quit\r", "退出\r"):
        at = begin(world, "practice", "contract-full", "--new", lines=24)
        wait(at, FIRST)
        at.line("")
        at.prompt()
        at.line("1 1 0")
        at.expect("Right.")
        at.prompt()
        at.line("inputs")
        wait(at, FIRST)
        at.type(leave)
        at.expect("To go on:")
        assert at.end() == 0
        assert world.session("contract-full")["answers"]["scores"][0] == [1, 1, 0]
        assert "looked at, and what it hands over" not in at.text


def test_another_window_during_a_pause_does_no_harm(world):
    for columns, lines in ((50, 12), (120, 50), (80, 24), (33, 5)):
        at = begin(world, "practice", "contract-full", "--new", lines=24)
        wait(at, FIRST)
        at.line("")
        at.prompt()
        at.line("inputs")
        wait(at, FIRST)
        before = len(at.text)
        at.since = at.seen
        at.resize(columns, lines)
        time.sleep(0.2)
        at.line("")
        go_on_until(at, "\nscores> ")
        said = plain(at.text[before:])
        assert "V  [1, 3, 2]" in said and "3 numbers" in said, said
        text = [line for line in said.split("\n") if "> " not in line]
        assert max(len(line) for line in text) <= max(columns, 80 if columns == 33 else 0), said
        at.line("1 1 0")
        at.expect("Right.")
        at.type(CTRL_C)
        assert at.end() == 0


def test_back_shows_the_screen_before(world):
    at = begin(world, "practice", "multi-head", lines=24)
    go_on_until(at, "\nQ> ")
    at.line("inputs")
    wait(at, FIRST)
    first = screens(at.text)[-2]
    at.line("back")
    at.expect("no page to go back to")
    wait(at, FIRST)
    at.line("")
    wait(at, LATER)
    second = screens(at.text)[-2]
    assert second != first
    at.line("back")
    wait(at, FIRST)
    assert screens(at.text)[-2] == first, (first, screens(at.text)[-3:])
    at.line("")
    wait(at, LATER)
    assert screens(at.text)[-2] == second, (second, screens(at.text)[-3:])
    at.type(CTRL_C)
    assert at.end() == 0


def test_tables_that_fit_are_not_cut(world):
    at = begin(world, "practice", "multi-head", lines=24)
    go_on_until(at, "\nQ> ")
    at.line("inputs")
    assert go_on_until(at, "\nQ> ") > 1
    for screen in screens(at.text):
        for number, line in enumerate(screen):
            if RULE.search(line):
                assert number > 0 and number + 2 < len(screen), screen
        assert "│" not in screen[0] or RULE.search(screen[1]), screen
    at.type(CTRL_D)
    assert at.end() == 0


def test_rows_that_are_pasted_go_to_their_prompts(world):
    at = begin(world, "practice", "contract-full", lines=16)
    go_on_until(at, "\nscores> ")
    at.type("1 1 0\r0 1 1\r1 2 1\r0.71 0.71 0\r0 0.71 0.71\r")
    at.expect("row “过高”")
    at.expect("scaled, row “过高”")
    at.prompt()
    at.type(CTRL_D)
    assert at.end() == 0
    answers = world.session("contract-full")["answers"]
    assert answers["scores"] == [[1, 1, 0], [0, 1, 1], [1, 2, 1]], answers
    assert answers["scaled"][:2] == [[0.71, 0.71, 0], [0, 0.71, 0.71]], answers


def test_the_end_is_said_to_those_who_leave_in_the_middle_of_it(world):
    for leave in (CTRL_C, CTRL_D, "quit\r"):
        at = begin(world, "practice", "contract-full", "--new", lines=9)
        go_on_until(at, "\nscores> ")
        at.line("quit")
        wait(at, ENTER)
        assert "To go on:" not in at.text
        at.type(leave)
        at.expect("Kept in")
        at.expect("qkv practice contract-full")
        assert at.end() == 0
    at = begin(world, "quiz", "--count", "1", "--seed", "1", lines=4)
    go_on_until(at, "a–")
    at.line("show")
    for _ in range(50):
        at.prompt()
        if "1 asked" in plain(at.text):
            break
        at.line("")
    at.type(CTRL_C)
    at.expect("qkv progress")
    assert at.end() == 0


# ---- lessons and the quiz


def test_back_within_a_part_of_a_lesson(world):
    at = begin(world, "learn", "average", lines=8)
    wait(at, FIRST)  # there is no part before the first
    at.line("back")
    at.expect("no page to go back to")
    wait(at, FIRST)
    at.line("")
    go_on_until(at, "weights\nquery")
    at.line("")
    at.expect("风险          │")
    wait(at, LATER)
    at.line("back")
    at.expect("weights\nquery")
    wait(at, LATER)
    at.line("")
    at.expect("风险          │")
    at.prompt()
    at.type(CTRL_D)
    at.expect("To go on: qkv learn average")
    assert at.end() == 0


def test_back_at_the_first_page_of_a_part_shows_the_part_before(world):
    at = begin(world, "learn", "average", lines=10)
    go_on_until(at, "weights\nquery")
    at.line("back")
    at.expect("whom to look at, and how much:")
    at.prompt()
    at.line("")
    at.expect("weights\nquery")
    at.prompt()
    at.type(CTRL_C)
    assert at.end() == 0


def test_back_shows_a_screen_of_parts_and_not_one_after_the_other(world):
    at = begin(world, "learn", "padding", lines=24)
    wait(at, ENTER)
    first = screens(at.text)[-2]
    at.line("")
    wait(at, LATER)
    at.line("back")
    wait(at, FIRST)
    shown = screens(at.text)[-2]
    assert len(shown) > 6 and shown == first[-len(shown):], (first, shown)
    at.type(CTRL_C)
    assert at.end() == 0


def test_a_lesson_begun_anew_forgets_its_tables_and_its_place_before_they_are_reached(world):
    world.run("learn", "by-hand", "--lang", "en", typed="1 2 1\nquit\n")
    (kept,) = (world.folder / "state" / "qkv" / "lessons").iterdir()
    at = begin(world, "learn", "by-hand", "--restart", lines=10)
    wait(at, ENTER)
    at.line("quit")
    assert at.end() == 0 and not kept.exists()
    later = world.run("learn", "by-hand", "--lang", "en", typed="1 2 1\nquit\n").stdout
    assert "settled" not in later and "3 of 11 points so far" in later, later


def test_back_within_a_question(world):
    at = begin(world, "quiz", "mistakes", "--count", "1", "--seed", "5", lines=12)
    wait(at, FIRST)
    first = screens(at.text)[-2]
    at.line("")
    wait(at, LATER)
    at.line("back")
    wait(at, FIRST)
    assert first[-3:] == screens(at.text)[-2][-3:]
    at.line("quit")
    assert at.end() == 0


if __name__ == "__main__":
    sys.exit(run_tests(globals()))
