#!/usr/bin/env python3
"""Where a practice, a lesson and the progress are kept, and what is said where they cannot be.

    check_keeping.py QKV

Whoever may do everything is kept from nothing: what stands in the way here does so for root as well.
"""
import fcntl
import json
import pathlib
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from world import QKV, World, run_tests  # noqa: E402

LESSON = ("learn", "by-hand", "--lang", "en")
BROKEN = "{"


def lesson_file(world):
    path = world.folder / "state" / "qkv" / "lessons" / "by-hand-8.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def progress_file(world):
    path = world.folder / "state" / "qkv" / "progress.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def is_empty(folder):
    return not any(folder.iterdir())


# ---- lessons


def test_a_lesson_says_that_nothing_is_kept_and_restart_heals_it(world):
    kept = lesson_file(world)
    kept.write_text(BROKEN)
    broken = world.run(*LESSON, typed="1 2 1\nsave\nquit\n")
    assert broken.returncode == 3 and "Right." in broken.stdout and "Not kept" in broken.stdout, broken
    assert str(kept) in broken.stderr and "qkv learn by-hand --restart" in broken.stderr, broken.stderr
    assert broken.stderr.count("is not kept") == 1 and kept.read_text() == BROKEN
    anew = world.run(*LESSON, "--restart", typed="1 2 1\nsave\nquit\n")
    assert anew.returncode == 0 and "Kept" in anew.stdout and f"{kept}.bak" in anew.stderr, anew
    assert pathlib.Path(f"{kept}.bak").read_text() == BROKEN
    assert json.loads(kept.read_text())["answers"]["scores"] == [[1, 2, 1]]


def test_a_lesson_that_is_open_elsewhere_keeps_nothing_here(world):
    with open(lesson_file(world), "w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        for more in ([], ["--restart"]):
            result = world.run(*LESSON, *more, typed="1 2 1\nquit\n")
            assert result.returncode == 3 and "open in another process" in result.stderr, result
            assert "not kept" in result.stderr and "--restart" not in result.stderr, result.stderr
    assert lesson_file(world).read_text() == ""


def test_a_lesson_without_its_folder_tries_again(world):
    lessons = lesson_file(world).parent
    lessons.rmdir()
    lessons.write_text("")
    result = world.run(*LESSON, typed="1 2 1\nquit\n")
    assert result.returncode == 3 and f"{lessons}: " in result.stderr and "tries again" in result.stderr, result
    assert "Not kept" in result.stdout


def test_what_was_saved_elsewhere_is_gone_on_with_there(world):
    saved = world.run("practice", "contract", typed="1 2 1\nsave mine.json\n0.71 1.41 0.71\n", cwd=world.folder)
    assert "qkv practice contract --session mine.json" in saved.stdout, saved
    again = world.run("practice", typed="0.25 0.5 0.25\n")
    assert "2 of 4 entries are settled" in again.stdout, again
    assert "9 of 11 points" in again.stdout, again


def test_a_lesson_is_not_saved_in_another_file(world):
    result = world.run(*LESSON, typed="1 2 1\nsave other.json\nquit\n", cwd=world.folder)
    assert result.returncode == 0 and "with the lesson" in result.stdout, result
    assert not (world.folder / "other.json").exists()


# ---- a practice that cannot be kept


def test_each_answer_tries_again_to_open_the_file(world):
    session = world.folder / "later" / "mine.json"
    at = world.terminal("practice", "contract", "--lang", "en", "--session", session)
    at.expect("goes on")
    at.prompt()
    at.line("save")
    at.expect("Not kept")
    at.prompt()
    at.line("1 2 1")
    at.expect("Right.")
    at.prompt()
    session.parent.mkdir()
    at.line("0.71 1.41 0.71")
    at.expect("Kept in")
    at.prompt()
    at.line("quit")
    at.expect("To go on:")
    assert at.end() == 0
    assert set(json.loads(session.read_text())["answers"]) >= {"scores", "scaled"}


def test_the_end_says_that_nothing_is_kept(world):
    loop = world.folder / "loop.json"
    loop.symlink_to(loop)
    for session in (loop, world.folder / "none" / "x.json", world.folder / ("x" * 256)):
        result = world.run("practice", "contract", "--session", session, typed="1 2 1\nsave\n")
        assert result.returncode == 3 and result.stdout.count("Not kept") == 2, result
        assert "To go on:" not in result.stdout and result.stderr.startswith(f"{session}: "), result
    for environment in ({"XDG_STATE_HOME": "/dev/null"}, {"XDG_STATE_HOME": "", "HOME": ""}):
        result = World(world.folder, **environment).run("practice", "contract", typed="1 2 1\n")
        assert result.returncode == 3 and "Not kept" in result.stdout, result
    assert "not a folder" in World(world.folder, XDG_STATE_HOME="/dev/null").run("practice", "contract").stderr


def test_save_with_a_file_keeps_it_there_from_then_on(world):
    state = world.folder / "state"
    state.write_text("")  # no folder can be made
    typed = "1 2 1\nsave my own.json\n0.71 1.41 0.71\nsave\n"
    result = world.run("practice", "contract", typed=typed, cwd=world.folder)
    assert "save FILE" in result.stderr and "--session 'my own.json'" in result.stdout, result
    assert "Not kept" not in result.stdout
    kept = json.loads((world.folder / "my own.json").read_text())
    assert kept["answers"]["scaled"] == [[0.71, 1.41, 0.71]]


def test_save_with_a_file_never_writes_over_anything(world):
    taken = world.folder / "taken.json"
    taken.write_text("mine")
    typed = f"1 2 1\nsave {taken}\n保存 answers.json\nsave -\nsave none/x.json\n"
    result = world.run("practice", "contract", "-o", "answers.json", typed=typed, cwd=world.folder)
    assert result.returncode == 0 and taken.read_text() == "mine", result
    for part in ("stands in it already", "answers will be written there", "standard input", "does not exist"):
        assert part in result.stdout, (part, result.stdout)
    assert world.session()["answers"]["scores"] == [[1, 2, 1]]
    assert world.run("check", "contract", world.folder / "answers.json").returncode == 1


def test_a_damaged_progress_is_said_once_by_a_practice(world):
    progress_file(world).write_text(BROKEN)
    result = world.run("practice", "contract", typed="1 2 1\n0.71 1.41 0.71\n")
    assert result.returncode == 3 and result.stderr.count("progress.json") == 1, result
    assert "qkv progress --reset" in result.stderr and world.session()["answers"]["scaled"]
    assert progress_file(world).read_text() == BROKEN


# ---- where the answers go


def test_a_file_for_answers_that_cannot_be_written_is_said_before_anything_is_typed(world):
    for output in ("/dev/null/x.json", world.folder / "none" / "x.json", world.folder):
        result = world.run("practice", "contract", "-o", output, typed="1 2 1\n")
        assert result.returncode == 3 and not result.stdout and f"{output}: " in result.stderr, result
    assert world.run("practice", "contract", "-o", "/dev/null", typed="1 2 1\n").returncode == 0
    none = world.run("practice", "contract", "--new", "-o", world.folder / "a.json")
    assert none.returncode == 0 and f"{world.folder / 'a.json'} was not written" in none.stderr, none
    assert f"qkv practice contract -o {world.folder / 'a.json'}" in none.stdout
    assert not (world.folder / "a.json").exists() and not list(world.folder.glob("*.tmp"))


def test_answers_never_take_the_place_of_the_progress(world):
    other = world.folder / "other"
    other.symlink_to(progress_file(world).parent)
    for _ in range(2):  # before there is any, and after
        for output in (progress_file(world), other / "progress.json"):
            assert world.run("practice", "contract", "-o", output, typed="1 2 1\n").returncode == 2
        world.run("practice", "contract", typed="1 2 1\n0.71 1.41 0.71\n0.25 0.5 0.25\n")
    assert "turns" in json.loads(progress_file(world).read_text())


# ---- links, leftovers, names


def test_links_stay_links(world):
    target = world.folder / "real" / "mine.json"
    target.parent.mkdir()
    link = world.folder / "link.json"
    link.symlink_to(target)
    world.run("practice", "contract", "--session", link, typed="1 2 1\n")
    assert link.is_symlink() and json.loads(target.read_text())["answers"]["scores"] == [[1, 2, 1]]
    anew = world.run("practice", "contract", "--session", link, "--new")
    assert f"{target}.bak" in anew.stderr and pathlib.Path(f"{target}.bak").exists(), anew
    progress = progress_file(world)
    progress.unlink(missing_ok=True)
    progress.symlink_to(world.folder / "progress.json")
    for _ in range(2):  # the second time the link leads nowhere
        world.run("quiz", "--count", "1", typed="skip\n")
        assert progress.is_symlink() and "turns" in json.loads(progress.read_text())
        assert world.run("progress", "--reset", "--yes").returncode == 0
        assert progress.is_symlink() and not progress.exists()


def test_what_killed_processes_left_beside_a_session_goes(world):
    session = world.folder / "mine.json"
    killed = subprocess.Popen(["sleep", "60"])
    living = subprocess.Popen(["sleep", "60"])
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    names = [f"mine.json.{killed.pid}.tmp", f"mine.json.{living.pid}.tmp", f"other.json.{killed.pid}.tmp",
             "mine.json.x.tmp"]
    for name in names:
        (world.folder / name).write_text("")
    assert world.run("practice", "contract", "--session", session).returncode == 0
    left = sorted(path.name for path in world.folder.glob("*.tmp"))
    living.kill()
    living.wait()
    assert left == sorted(names[1:]), left


def test_long_names_are_kept_and_impossible_ones_leave_nothing(world):
    place = world.folder / "place"
    place.mkdir()
    assert world.run("practice", "contract", "--session", place / ("案" * 83), typed="1 2 1\n").returncode == 0
    assert [path.name for path in place.iterdir()] == ["案" * 83]
    (place / ("案" * 83)).unlink()
    subprocess.run(["sh", "-c", 'ulimit -f 0; exec "$@"', "sh", QKV, "practice", "contract", "--session", place / "x"],
                   input="1 2 1\n", capture_output=True, text=True, env=world.environment, timeout=60)
    assert is_empty(place)
    dash = world.run("practice", "contract", "--session", "-", cwd=place)
    assert dash.returncode == 2 and "./-" in dash.stderr and is_empty(place), dash


# ---- going on without naming the problem


def test_a_problem_file_is_found_again_from_another_folder(world):
    here, there = world.folder / "here", world.folder / "there"
    here.mkdir()
    there.mkdir()
    (here / "bh.json").write_text(world.run("show", "contract").stdout, encoding="utf-8")
    (there / "bh.json").write_text(world.run("show", "clause").stdout, encoding="utf-8")
    world.run("practice", "bh.json", typed="1 2 1\n", cwd=here)
    assert "    qkv practice bh.json\n" in world.run("practice", cwd=here).stdout
    again = world.run("practice", cwd=there)
    assert again.returncode == 0 and f"    qkv practice {here / 'bh.json'}\n" in again.stdout, again
    # Gone from where it was: another problem of the same name is not taken for it.
    (here / "bh.json").rename(here / "moved.json")
    for folder in (here, there):
        lost = world.run("practice", cwd=folder)
        (session,) = (world.folder / "state" / "qkv" / "practice").glob("*.json")
        assert lost.returncode == 2 and f"--session {session}" in lost.stderr, lost
    named = world.run("practice", "moved.json", "--session", session, typed="quit\n", cwd=here)
    assert "1 of 4 entries are settled" in named.stdout, named


def test_the_way_out_is_never_the_command_that_failed(world):
    folder = world.folder / "d"
    folder.mkdir()
    large = world.folder / "large.json"
    with open(large, "wb") as file:
        file.truncate(65 << 20)
    for session in (folder, large, "/dev/null"):
        for more in ([], ["--new"]):
            result = world.run("practice", "contract", "--session", session, *more)
            assert result.returncode == 2 and "--session FILE" in result.stderr, result
            assert "--new" not in result.stderr, result.stderr
    broken = world.folder / "broken.json"
    broken.write_text(BROKEN)
    result = world.run("practice", "--session", broken)
    assert result.returncode == 2 and f"qkv practice PROBLEM --session {broken} --new" in result.stderr, result
    good = world.folder / "good.json"
    world.run("practice", "contract", "--session", good, typed="1 2 1\n")
    as_problem = world.run("practice", good)
    assert as_problem.returncode == 2 and f"qkv practice --session {good}" in as_problem.stderr, as_problem


# ---- the progress


def test_a_wrong_answer_outlives_a_power_cut_and_counts_once(world):
    words = ("quiz", "start", "--seed", "4", "--count", "1", "--lang", "en")
    at = world.terminal(*words, lines=40)
    at.prompt()
    at.line("a")
    at.expect("Not right.")
    at.kill(signal.SIGKILL)
    at.end()
    (record,) = json.loads(progress_file(world).read_text())["questions"].values()
    assert (record["asked"], record["last"]) == (1, "wrong"), record
    for typed, last, asked in (("a\nskip\n", "wrong", 2), ("a\nshow\n", "shown", 3), ("a\nquit\n", "wrong", 4)):
        world.run(*words, typed=typed)
        (record,) = json.loads(progress_file(world).read_text())["questions"].values()
        assert (record["asked"], record["last"]) == (asked, last), (typed, record)


def test_a_reset_says_deleted_only_of_what_is(world):
    progress_file(world).mkdir()
    result = world.run("progress", "--reset", "--yes")
    assert result.returncode == 3 and not result.stdout and "progress.json" in result.stderr, result
    progress_file(world).rmdir()
    progress_file(world).symlink_to(progress_file(world))
    result = world.run("progress", "--reset", "--yes")
    assert result.returncode == 3 and not result.stdout, result
    progress_file(world).unlink()
    assert "no progress" in world.run("progress", "--reset", "--yes").stdout
    world.run("quiz", "--count", "1", typed="skip\n")
    with open(progress_file(world)) as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        result = world.run("progress", "--reset", "--yes")
    assert result.returncode == 3 and "Another qkv" in result.stderr, result
    assert world.run("progress", "--reset", "--format", "json", "--yes").returncode == 2
    assert world.run("learn", "--restart").returncode == 2
    assert progress_file(world).exists()


def test_only_yes_is_yes(world):
    for typed, sure in (("yes y", False), ("no", False), ("", False), ("YES", True), (" Yes ", True), ("ｙ", True),
                        ("是", True)):
        world.run("quiz", "--count", "1", typed="skip\n")
        at = world.terminal("progress", "--reset")
        at.expect("yes")
        time.sleep(0.1)
        at.line(typed)
        assert at.end() == 0
        assert progress_file(world).exists() != sure, typed


def test_progress_is_not_said_to_be_where_nothing_can_be(world):
    nowhere = World(world.folder, XDG_STATE_HOME="/dev/null").run("progress")
    assert nowhere.returncode == 0 and "/dev/null" not in nowhere.stdout, nowhere
    world.run("quiz", "--count", "1", typed="skip\n")
    assert f"Kept in {progress_file(world)}" in world.run("progress").stdout


if __name__ == "__main__":
    sys.exit(run_tests(globals()))
