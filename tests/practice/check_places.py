#!/usr/bin/env python3
"""Files that a learner names for a practice: where it is kept, where the answers go, and what is refused.

    check_places.py QKV
"""
import json
import os
import pathlib
import signal
import socket
import sys
import termios

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from world import World, run_tests  # noqa: E402


def state(world):
    path = world.folder / "state" / "qkv"
    path.mkdir(parents=True, exist_ok=True)
    return path


def special_files(folder):
    os.mkfifo(folder / "pipe")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(folder / "socket"))
    (folder / "link").symlink_to(folder / "pipe")
    return [folder / name for name in ("pipe", "socket", "link")]


# ---- the progress is no place for a practice


def test_a_practice_never_takes_the_place_of_the_progress(world):
    progress = state(world) / "progress.json"
    copy = world.folder / "copy.json"
    link = world.folder / "link"
    link.symlink_to(progress.parent)
    for made in (False, True):  # before there is any, and after
        if made:
            world.run("quiz", "--count", "1", typed="skip\n")
            copy.write_bytes(progress.read_bytes())
        for file in [progress, link / "progress.json", *([copy] if made else [])]:
            for more in ([], ["--new"]):
                result = world.run("practice", "contract", "--session", file, *more, typed="1 2 1\n")
                assert result.returncode == 2 and "your progress" in result.stderr, (file, more, result)
                assert "--session FILE" in result.stderr and "--new" not in result.stderr, result.stderr
            typed = world.run("practice", "contract", "--new", typed=f"1 2 1\nsave {file}\n")
            refusal = "stands in it already" if file == copy else "your progress"
            assert typed.returncode == 0 and refusal in typed.stdout, (file, typed)
        kept = json.loads(progress.read_text())  # with the tables of those practices
        assert "turns" in kept and "answers" not in kept, kept
    assert world.run("practice", "--session", progress).returncode == 2
    assert world.run("progress").returncode == 0 and not list(progress.parent.glob("progress.json.*"))


# ---- what is no ordinary file


def test_pipes_and_the_like_are_refused_at_once(world):
    for file in special_files(world.folder):
        for words in (("practice", "contract", "-o", file), ("practice", file), ("practice", "--session", file),
                      ("practice", "contract", "--session", file), ("walk", file), ("check", "contract", file),
                      ("sheet", "contract", "-o", file)):
            result = world.run(*words, typed="1 2 1\n")  # which would wait for ever
            assert result.returncode in (2, 3) and str(file) in result.stderr, (words, result)
            assert "no ordinary file" in result.stderr and not result.stdout, (words, result)
    os.mkfifo(state(world) / "progress.json")
    for command in ("quiz", "progress", "learn"):
        result = world.run(command)
        assert result.returncode == 2 and "no ordinary file" in result.stderr, (command, result)
        assert "--reset" not in result.stderr, result.stderr


def test_answers_do_not_go_where_the_practice_is_shown(world):
    for output in ("-", "/dev/stdout"):
        result = world.run("practice", "contract", "-o", output, typed="1 2 1\n")
        assert result.returncode == 2 and "standard output" in result.stderr and not result.stdout, result


def test_what_is_open_already_is_written_to(world):
    plain = world.run("sheet", "contract").stdout
    assert world.run("sheet", "contract", "-o", "/dev/stdout").stdout == plain
    assert world.run("sheet", "contract", "-o", "/dev/stderr").stderr == plain
    behind = world.folder / "behind"
    behind.write_text("before\n")
    with open(behind, "a") as errors:
        pid = os.posix_spawn(sys.argv[1], [sys.argv[1], "sheet", "contract", "-o", "/dev/stderr"], world.environment,
                             file_actions=[(os.POSIX_SPAWN_DUP2, errors.fileno(), 2)])
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert behind.read_text(encoding="utf-8") == "before\n" + plain


# ---- save FILE


def test_names_that_begin_with_a_dash_work_in_the_commands_that_are_proposed(world):
    typed = world.run("practice", "contract", typed="1 2 1\nsave -o\nsave --new\n", cwd=world.folder)
    assert "qkv practice contract --session ./-o" in typed.stdout, typed
    assert "qkv practice contract --session ./--new" in typed.stdout, typed
    for name in ("./-o", "./--new"):
        again = world.run("practice", "contract", "--session", name, cwd=world.folder)
        assert again.returncode == 0 and "1 of 4 entries" in again.stdout, again


def test_the_name_behind_save_is_what_a_person_means(world):
    typed = "1 2 1\nsave ''\nsave to\nsave to k.json\n保存到 中.json\nsave 'to k.json'\n"
    result = world.run("practice", "contract", typed=typed, cwd=world.folder)
    assert result.stdout.count("No file is named") == 2, result
    for name in ("k.json", "中.json", "to k.json"):
        assert f"Kept in “{name}” from now on" in result.stdout and (world.folder / name).exists(), (name, result)


def test_save_leads_back_to_a_file_that_was_left(world):
    typed = "1 2 1\nsave a.json\n0.71 1.41 0.71\nsave b.json\nsave a.json\n0.25 0.5 0.25\n"
    result = world.run("practice", "contract", typed=typed, cwd=world.folder)
    assert "To go back to that file: save a.json" in result.stdout and "already" not in result.stdout, result
    kept = {name: json.loads((world.folder / f"{name}.json").read_text())["answers"] for name in "ab"}
    assert kept["a"]["weights"] == [[0.25, 0.5, 0.25]] and kept["b"]["weights"] == [[None, None, None]], kept
    # Back to where it was kept first, no file need be named any more.
    (default,) = (state(world) / "practice").glob("contract-*.json")
    back = world.run("practice", "contract", typed=f"save c.json\nsave {default}\n", cwd=world.folder)
    assert "To go on later: qkv practice contract\n" in back.stdout, back


def test_a_file_that_was_left_is_not_written_over_when_it_has_changed(world):
    at = world.terminal("practice", "contract", "--lang", "en", "--session", world.folder / "a.json")
    at.prompt()
    at.line(f"save {world.folder}/b.json")
    at.expect("To go back")
    at.prompt()
    (world.folder / "a.json").write_text("mine")
    at.line(f"save {world.folder}/a.json")
    at.expect("stands in it already")
    at.line("quit")
    assert at.end() == 0 and (world.folder / "a.json").read_text() == "mine"


def test_practice_alone_goes_on_with_the_last_one_wherever_it_is_kept(world):
    mine = world.folder / "mine.json"
    world.run("practice", "contract", "--session", "mine.json", "--lang", "en", typed="1 2 1\n", cwd=world.folder)
    assert "1 of 4" in world.run("practice", "--lang", "en").stdout
    mine.unlink()
    gone = world.run("practice", "--lang", "en")
    assert gone.returncode == 2 and str(mine) in gone.stderr and "no such file" in gone.stderr, gone


def test_where_the_last_practice_is_gone_the_one_before_it_goes_on(world):
    world.run("practice", "causal-3", typed="1 0 0\n")
    world.run("practice", "contract", "--session", "older.json", typed="1 2 1\n", cwd=world.folder)
    world.run("practice", "pronoun", "--session", "newer.json", typed="?\n", cwd=world.folder)
    (world.folder / "newer.json").unlink()
    left = world.run("practice", "--lang", "en")
    assert left.returncode == 0 and "1 of 4" in left.stdout and "qkv practice contract" in left.stdout, left
    assert str(world.folder / "newer.json") in left.stderr and "the one before it" in left.stderr, left
    assert world.run("practice", "--lang", "en").stderr == ""  # now that is the last one
    (world.folder / "older.json").unlink()
    assert "qkv practice causal-3" in world.run("practice", "--lang", "en").stdout


def test_an_older_copy_says_where_the_newer_one_is(world):
    world.run("practice", "contract", typed="1 2 1\nsave m.json\n0.71 1.41 0.71\n", cwd=world.folder)
    older = world.run("practice", "contract")
    newer = world.folder / "m.json"
    assert f"qkv practice contract --session {newer}" in older.stderr and "1 of 4" in older.stdout, older
    # Whoever goes on with the old one has chosen.
    assert world.run("practice", "contract").stderr == ""
    assert "2 of 4" in world.run("practice", "contract", "--session", newer).stdout


def test_that_a_practice_will_not_be_found_is_said(world):
    (state(world) / "practice" / "last").mkdir(parents=True)
    result = world.run("practice", "contract", typed="1 2 1\n")
    assert result.returncode == 0 and result.stderr.count("will not go on with this practice") == 1, result


def test_the_help_in_a_lesson_promises_what_works_there(world):
    in_lesson = world.run("learn", "by-hand", "--lang", "en", typed="help\nquit\n").stdout
    alone = world.run("practice", "contract", typed="help\nquit\n").stdout
    assert "kept with the lesson" in in_lesson and "file name" not in in_lesson, in_lesson
    assert "file name" in alone, alone


# ---- the comma of a practice, and the end of a terminal


def test_a_practice_with_decimal_commas_says_so_when_it_goes_on(world):
    world.run("practice", "contract", "--decimal-comma", typed="1 2 1\n")
    again = world.run("practice", "contract", typed="0,71 1,41 0,71;\n")
    assert "begun with --decimal-comma" in again.stdout and "Right." in again.stdout, again
    anew = world.run("practice", "contract", "--new")
    assert "--decimal-comma" not in anew.stdout, anew


def test_every_signal_leaves_the_terminal_as_it_was(world):
    for number in (signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        at = world.terminal("practice", "contract", "--lang", "en", "--new")
        at.prompt()
        at.line("1 2 1")
        at.expect("Right.")
        at.prompt()
        assert not at.is_cooked()
        if number == signal.SIGQUIT:
            at.type("\x1c")  # Ctrl-\
        else:
            at.kill(number)
        at.expect("To go on:")
        assert at.is_cooked() and termios.tcgetattr(at.terminal)[3] & termios.ECHO, number
        assert at.end() == 0, number
        assert world.session()["answers"]["scores"] == [[1, 2, 1]]


def test_a_line_is_said_to_be_there_only_where_it_is(world):
    imprecise = world.run("practice", "contract", typed="1 2 1\n0.7 1.4 0.7\n").stdout
    assert "Type the line again" in imprecise and "Ctrl-U" not in imprecise, imprecise
    long = world.run("practice", "contract", typed="1" * 70000 + "\n").stdout
    assert "Type the line again" in long and "Ctrl-U" not in long, long
    unreadable = world.run("practice", "contract", typed="0.7 x\n").stdout
    assert "Type the line again" in unreadable and "Ctrl-U" not in unreadable, unreadable
    # At a terminal it stands there to be mended.
    at = world.terminal("practice", "contract", "--lang", "en")
    at.prompt()
    at.line("0.7 x")
    at.expect("Ctrl-U clears it")
    at.type("\x03")
    assert at.end() == 0


def test_what_was_never_a_practice_is_neither_begun_anew_in_nor_renamed(world):
    notes = world.folder / "notes.txt"
    notes.write_text("buy milk\n")
    for words in (["practice", "contract"], ["practice", "contract", "--new"], ["practice"]):
        result = world.run(*words, "--session", notes, "--lang", "en", typed="1 2 1\n")
        assert result.returncode == 2 and "is no practice" in result.stderr, (words, result)
        assert "--new" not in result.stderr and "--session FILE" in result.stderr, (words, result)
    assert notes.read_text() == "buy milk\n" and [path.name for path in world.folder.glob("notes*")] == ["notes.txt"]
    package = world.folder / "package.json"
    for text in ('{"name": "x"}', '{"name": "x', "[1, 2]"):
        package.write_text(text)
        for more in ([], ["--new"]):
            result = world.run("practice", "contract", "--session", package, *more, typed="1 2 1\n")
            assert result.returncode == 2 and "--new" not in result.stderr, (text, more, result)
        assert package.read_text() == text and len(list(world.folder.glob("package*"))) == 1


def test_a_damaged_practice_may_be_begun_anew_whatever_is_left_of_it(world):
    world.run("practice", "contract", "--session", "whole.json", typed="1 2 1\n", cwd=world.folder)
    whole = (world.folder / "whole.json").read_bytes()
    for number, left in enumerate((whole[:60], whole.replace(b"[", b"]"), b"\0" * 40)):
        file = world.folder / f"{number}.json"
        file.write_bytes(left)
        result = world.run("practice", "contract", "--session", file, "--lang", "en", typed="1 2 1\n")
        assert result.returncode == 2 and "--new" in result.stderr and file.read_bytes() == left, (number, result)
        assert world.run("practice", "contract", "--session", file, "--new", typed="1 2 1\n").returncode == 0
        assert file.with_name(f"{number}.json.bak").read_bytes() == left


def test_answers_do_not_take_the_place_of_a_copied_practice_or_progress(world):
    world.run("practice", "contract", "--session", "kept.json", typed="1 2 1\n", cwd=world.folder)
    world.run("quiz", "--count", "1", typed="skip\n")
    copies = {"practice.json": (world.folder / "kept.json").read_text(),
              "progress.json": (world.folder / "state" / "qkv" / "progress.json").read_text()}
    for name, text in copies.items():
        (world.folder / name).write_text(text)
        result = world.run("practice", "contract", "-o", world.folder / name, typed="1 2 1\n")
        assert result.returncode == 2 and "--output" in result.stderr, (name, result)
        assert (world.folder / name).read_text() == text


if __name__ == "__main__":
    sys.exit(run_tests(globals()))
