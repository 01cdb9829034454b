#!/usr/bin/env python3
"""qkv practice as a person meets it: at a terminal, through a pipe, twice at once, and cut off in the middle.

    check_practice.py QKV
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import termios
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from terminal import plain  # noqa: E402
from world import QKV, World, run_tests  # noqa: E402

LEFT = "\x1b[D"
UP = "\x1b[A"
CTRL_C = "\x03"
CTRL_D = "\x04"
CTRL_U = "\x15"
CTRL_Z = "\x1a"
BACKSPACE = "\x7f"


def test_typing_and_editing(world):
    at = world.terminal("practice", "contract", "--lang", "en")
    at.prompt()
    at.type("2 1" + LEFT * 3 + "1 ")  # "1 2 1"
    at.line("")
    at.expect("Right.")
    at.prompt()
    at.type("0.71 1.42 0.71" + LEFT * 5 + BACKSPACE + "1")
    at.line("")
    at.expect("Right.")
    at.prompt()
    at.type("9 9" + CTRL_U + "0.25 0.5 0.25")
    at.line("")
    at.expect("Right.")
    at.prompt()
    at.line("0.5 1.25")
    at.expect("11 of 11 points")
    assert at.end() == 0


def test_history(world):
    at = world.terminal("practice", "contract", "--lang", "en")
    at.prompt()
    at.line("1 2 2")
    at.expect("Not yet")
    at.prompt()
    at.type(UP + BACKSPACE + "1")
    at.line("")
    at.expect("Right.")
    at.prompt()
    at.type(CTRL_D)
    assert at.end() == 0
    assert world.session()["answers"]["scores"] == [[1, 2, 1]]


def test_what_cannot_be_read_stands_in_the_next_line(world):
    at = world.terminal("practice", "contract", "--lang", "en")
    at.prompt()
    at.line("1 2x 1")
    at.expect("cannot be read")
    at.prompt()
    at.shows("scores> 1 2x 1")
    at.type(LEFT * 2 + BACKSPACE)
    at.line("")
    at.expect("Right.")
    at.prompt()
    at.type(CTRL_C)
    assert at.end() == 0


def test_ctrl_c_in_the_middle_of_a_number(world):
    at = world.terminal("practice", "contract", "--lang", "en")
    at.prompt()
    at.line("1 2 1")
    at.expect("Right.")
    at.prompt()
    at.type("0.7" + CTRL_C)
    at.expect("To go on:\n\n    qkv practice contract")
    assert at.end() == 0
    session = world.session()
    assert session["answers"]["scores"] == [[1, 2, 1]] and session["place"]["step"] == "scaled"
    again = world.terminal("practice", "--lang", "zh")
    again.expect("4 处里，已经填好 1 处")
    again.prompt()
    again.line("退出")
    assert again.end() == 0


def test_ctrl_d_leaves_also_behind_numbers(world):
    for typed in ("", "1 2"):
        at = world.terminal("practice", "contract")
        at.prompt()
        at.type(typed + CTRL_D)
        at.expect("To go on:")
        assert at.end() == 0


def test_signals_that_end_a_program(world):
    for number in (signal.SIGTERM, signal.SIGHUP):
        at = world.terminal("practice", "contract", "--new")
        at.prompt()
        at.line("1 2 1")
        at.expect("Right.")
        at.prompt()
        at.kill(number)
        assert at.end() == 0
        assert world.session()["answers"]["scores"] == [[1, 2, 1]]


def test_killed_in_the_middle_and_resumed(world):
    at = world.terminal("practice", "contract")
    at.prompt()
    at.line("1 2 1")
    at.expect("Right.")
    at.prompt()
    at.type("0.71 1.4")
    at.kill(signal.SIGKILL)
    assert at.end() == -signal.SIGKILL
    again = world.terminal("practice", "contract")
    again.expect("1 of 4 entries are settled")
    again.prompt()
    again.type(CTRL_D)
    assert again.end() == 0


def test_two_at_once(world):
    first = world.terminal("practice", "contract")
    first.prompt()
    first.line("1 2 1")
    first.expect("Right.")
    second = world.run("practice", "contract", typed="9 9 9\n")
    assert second.returncode == 2, second
    assert "open in another process" in second.stderr and "--session FILE" in second.stderr
    first.prompt()
    first.line("0.71 1.41 0.71")
    first.expect("Right.")
    # The lock went along with the new file.
    assert world.run("practice", "contract", "--new").returncode == 2
    first.prompt()
    first.type(CTRL_D)
    assert first.end() == 0
    assert world.session()["answers"]["scaled"] == [[0.71, 1.41, 0.71]]
    assert world.run("practice", "contract").returncode == 0


def test_chinese_without_a_locale(world):
    for environment in ({"LANG": "C"}, {"LC_ALL": "POSIX"}, {}):
        at = World(world.folder, **environment).terminal("practice", "contract", "--lang", "zh", "--new")
        at.prompt()
        at.line("提示")
        at.expect("再打一次")
        at.prompt()
        at.type("跳国" + BACKSPACE + "过")
        at.line("")
        at.expect("先放着")
        at.prompt()
        at.line("0.71，1.41、0.71")
        at.prompt()
        at.line("离开")
        assert at.end() == 0


def test_resizing(world):
    at = world.terminal("practice", "contract", "--lang", "en", columns=80)
    at.prompt()
    at.type("1 2")
    at.resize(50)
    time.sleep(0.2)
    at.line(" 1")
    at.expect("Right.")
    at.prompt()
    at.line("help")
    at.prompt()
    widest = max(len(line) for line in plain(at.text[-1500:]).split("\n"))
    assert widest <= 50, widest
    at.type(CTRL_D)
    assert at.end() == 0


def test_resizing_draws_a_long_line_once(world):
    at = world.terminal("practice", "contract", "--lang", "en", columns=80)
    at.prompt()
    line = "scores> " + " ".join(str(number) for number in range(1, 30))
    at.type(line[8:])
    at.shows(line[:80].rstrip(), line[80:])
    before = at.screen.paragraphs()
    assert before.pop() == line
    for columns in (50, 33, 120, 81, 80):
        drawn = len(at.text)
        at.resize(columns)
        while len(at.text) == drawn:
            assert at.pump(20)
        at.shows(*(line[begin:begin + columns].rstrip() for begin in range(0, len(line), columns)))
        assert at.screen.paragraphs()[:len(before)] == before
        assert sum(each.startswith("scores>") for each in at.screen.lines()) == 1
    at.type(CTRL_U + "1 2 1\r")
    at.expect("Right.")
    at.prompt()
    at.type(CTRL_D)
    assert at.end() == 0


def test_ctrl_z_and_on(world):
    shell = World(world.folder, PS1="now: ", PATH=os.environ["PATH"], ENV="").shell()
    shell.expect("now: ")
    shell.line(f"'{QKV}' practice contract --lang en")
    shell.prompt()
    shell.type("1 2")
    for _ in range(2):
        shell.shows("scores> 1 2")
        shell.type(CTRL_Z)
        shell.expect("Stopped")
        shell.expect("now: ")
        shell.line("stty -a")
        shell.expect("icanon")
        modes = plain(shell.text)[plain(shell.text).rfind("stty -a"):]
        assert " icanon" in modes or "\nicanon" in modes, modes
        shell.expect(" echo ")
        shell.expect("now: ")
        shell.line("fg")
        shell.prompt()
    shell.shows("scores> 1 2")
    shell.type(" 2" + LEFT + BACKSPACE * 3 + "1 " + UP)
    shell.type(CTRL_U + "1 2 1\r")
    shell.expect("Right.")
    shell.prompt()
    shell.type("0.7" + CTRL_C)
    shell.expect("To go on:")
    shell.expect("now: ")
    shell.line("exit")
    shell.end()
    assert world.session()["answers"]["scores"] == [[1, 2, 1]]


def test_stopped_from_outside_and_on(world):
    at = world.terminal("practice", "contract", "--lang", "en")
    at.prompt()
    at.type("1 2")
    at.shows("scores> 1 2")
    modes = termios.tcgetattr(at.terminal)
    at.kill(signal.SIGSTOP)
    os.waitpid(at.pid, os.WUNTRACED)
    modes[3] |= termios.ICANON | termios.ECHO
    termios.tcsetattr(at.terminal, termios.TCSANOW, modes)
    at.kill(signal.SIGCONT)
    at.prompt()
    at.shows("scores> 1 2")
    at.type(" 2" + BACKSPACE + "1\r")
    at.expect("Right.")
    at.prompt()
    at.type(CTRL_C)
    assert at.end() == 0


def test_rows_that_are_pasted_stay_rows(world):
    at = world.terminal("practice", "contract", "--lang", "en")
    at.prompt()
    at.type("1\r1 2 1\r0.71 1.41\r0.71 1.41 0.71")
    at.expect("1 where 3 numbers")
    at.expect("Right.")
    at.expect("2 where 3 numbers")
    at.shows("scaled> 0.71 1.41 0.71")
    at.type(UP)
    at.shows("scaled> 0.71 1.41")
    at.type(" 0.71\r")
    at.expect("Right.")
    at.prompt()
    at.type("\x1b[200~0.25 0.5\r\n0.25 0.5 0.25\r\n\x1b[201~")
    at.expect("2 where 3 numbers")
    at.expect("Right.")
    at.prompt()
    at.type(CTRL_D)
    assert at.end() == 0
    assert "Not yet" not in at.text and "did not count as a try" in at.text


def test_bytes_that_are_no_utf8_end_with_the_line(world):
    at = world.terminal("practice", "contract", "--lang", "en")
    at.prompt()
    for broken in (b"\xb2\xe3", b"\xe0\xa1", b"\xf0\x9f\x98", b"\xc3", b"\xc0\x80", b"\xed\xa0\x80", b"\xc2\x80"):
        at.type(CTRL_U.encode() + b"1 2 1" + broken + b"\r")
        at.expect("cannot be read")
        at.prompt()
    at.type(CTRL_U)
    at.type(b"\xe3 2 1\x01\x1b[3~1\r")  # the character goes that it was
    at.expect("Right.")
    at.prompt()
    at.type(CTRL_D)
    assert at.end() == 0


def test_keys_that_mean_nothing(world):
    keys = ["\x1b[15~", "\x1b[[A", "\x1b[1;2P", "\x1bOP", "\x1bx", "\x1b1", "\x1b\u00e9", "\x1b[M !!", "\x1b[<0;10;10M", "\x1b[I",
            "\x1b[?1;2c", "\x1b[27;5;9~", "\x1b]11;rgb:0/0/0\x07", "\x1bP1+r\x1b\\", "\x1b[200~\x1b[A\x1b[201~", "\x1b\x1b[15~",
            "\x1b[" + "1;" * 40 + "~"]
    at = world.terminal("practice", "contract", "--lang", "en")
    at.prompt()
    at.type("1" + "".join(keys) + " ")
    for key in keys:
        at.type(key)
    at.type("2 1")
    at.shows("scores> 1 2 1")
    at.type("\x1b")  # Esc for itself takes nothing along
    time.sleep(0.3)
    at.type(BACKSPACE + "\x1b[H\x1b[3~1\x1b[F1\r")
    at.expect("Right.")
    at.prompt()
    at.type("0.71 1.41 \x1bOp\x1bOn\x1bOw\x1bOq\x1bOM")  # the keypad
    at.expect("Right.")
    at.prompt()
    at.type("0,25 \u00e9\u00b7\u00d7 5")
    at.shows("weights> 0,25 \u00e9\u00b7\u00d7 5")
    at.type(CTRL_C)
    assert at.end() == 0


def test_a_terminal_that_can_do_nothing(world):
    at = World(world.folder, TERM="dumb").terminal("practice", "contract", "--lang", "en")
    at.expect("scores> ")
    at.line("1 2 1")
    at.expect("Right.")
    at.line("quit")
    assert at.end() == 0


def test_check_without_answers_practises_at_a_terminal(world):
    at = world.terminal("check", "contract", "--lang", "en")
    at.prompt()
    at.line("1 2 1")
    at.expect("Right.")
    at.prompt()
    at.type(CTRL_D)
    assert at.end() == 0
    piped = world.run("check", "contract", "--lang", "en")
    assert piped.returncode == 2 and not piped.stdout and "ANSWERS" in piped.stderr


def typed_lines(problem, world):
    """What a flawless learner types, row by row."""
    key = json.loads(world.run("sheet", problem, "--key", "--format", "json").stdout)["answers"]
    rows = []

    def walk(value, step):
        if step == "sum" and not isinstance(value, list):
            rows.append([value])
        elif isinstance(value, list) and value and not isinstance(value[0], list) and step != "sum":
            rows.append(value)
        else:
            for part in value:
                walk(part, step)

    for step, table in key.items():
        walk(table, step)
    return [[str(cell) for cell in row] for row in rows if None not in row]


def test_whole_runs_through_a_pipe(world):
    for problem in ("contract", "contract-full", "padding", "multi-head"):
        rows = typed_lines(problem, world)
        for by, lines in (("row", [" ".join(row) for row in rows]), ("cell", [cell for row in rows for cell in row]),
                          ("table", ["，".join(row) for row in rows])):
            for language in ("zh", "en"):
                out = world.folder / "answers.json"
                result = world.run("practice", problem, "--by", by, "--lang", language, "--new", "-o", out,
                                   typed="\n".join(lines) + "\n")
                assert result.returncode == 0, result
                check = world.run("check", problem, out)
                assert check.returncode == 0, (problem, by, check.stdout)


def test_a_line_that_is_too_long_is_no_attempt(world):
    most = 1 << 16
    rows = ["1 2 1" + " " * most, "1 2 1" + " " * (3 * most) + "9", "1 2 1".ljust(most), "0.71 1.41 0.71" + " " * most]
    result = world.run("practice", "contract", "--lang", "en", typed="\n".join(rows))
    assert result.stdout.count("longer than 64 KiB") == 3 and result.stdout.count("Right.") == 1, result.stdout
    answers = world.session()["answers"]
    assert answers["scores"] == [[1, 2, 1]] and answers["scaled"] == [[None] * 3], answers
    quiz = world.run("quiz", "--lang", "en", typed="a" + " " * most + "\nquit\n")
    assert quiz.stdout.count("longer than 64 KiB") == 1 and quiz.returncode == 0, quiz


def test_every_format_of_answers(world):
    typed = "1 2 1\n0.71 1.41 0.71\nshow\n0.5 1.25\n"
    for name in ("a.json", "a.md", "a.csv"):
        out = world.folder / name
        result = world.run("practice", "contract", "--new", "-o", out, typed=typed)
        assert result.returncode == 0, result
        check = world.run("check", "contract", out, "--format", "json")
        report = json.loads(check.stdout)
        assert check.returncode == 1 and report["points"] == 8, (name, report)


def test_answers_with_commas_are_read_without_an_option(world):
    out = world.folder / "commas.json"
    typed = "1;2;1\n0,71; 1,41; 0,71\n0,25; 0,50;0,25\n0,50;1,25\n"
    result = world.run("practice", "contract", "--new", "--decimal-comma", "-o", out, typed=typed)
    assert "11 of 11" in result.stdout, result
    assert world.run("check", "contract", out).returncode == 0


def test_the_answers_never_take_the_place_of_what_they_belong_to(world):
    problem = world.folder / "problem.json"
    problem.write_text(world.run("show", "contract").stdout, encoding="utf-8")
    before = problem.read_text(encoding="utf-8")
    assert world.run("practice", problem, "-o", problem, typed="1 2 1\n").returncode == 2
    assert problem.read_text(encoding="utf-8") == before
    session = world.folder / "kept.json"
    world.run("practice", "contract", "--session", session, typed="1 2 1\n")
    before = session.read_text(encoding="utf-8")
    assert world.run("practice", "contract", "--session", session, "-o", session, typed="1 2 1\n").returncode == 2
    assert session.read_text(encoding="utf-8") == before


def test_what_was_skipped_twice_is_asked_when_one_comes_back(world):
    typed = "1 2 1\nskip\n0.25 0.5 0.25\n0.50 1.25\nskip\n"
    assert "8 of 11" in world.run("practice", "contract", "--new", typed=typed).stdout
    assert "11 of 11" in world.run("practice", "contract", typed="0.71 1.41 0.71\n").stdout


def test_half_a_table_counts_as_far_as_it_goes(world):
    out = world.folder / "half.json"
    result = world.run("practice", "contract-full", "--by", "table", "--new", "-o", out, typed="1 1 0\n")
    assert "3 of 33 points so far" in result.stdout, result.stdout
    report = json.loads(world.run("check", "contract-full", out, "--format", "json").stdout)
    assert report["points"] == 3
    # It is not wrong for not being complete.
    state = json.loads(world.run("progress", "--format", "json").stdout)
    assert all(ability["tried"] == 0 for ability in state["abilities"]), state


def test_the_beginning_says_how_the_numbers_are_asked(world):
    for by, words in (("cell", "one number at a time"), ("row", "row by row"), ("table", "when it is complete")):
        begun = world.run("practice", "contract", "--new", "--by", by, "--lang", "en").stdout
        assert words in begun and ("row by row" in begun) == (by != "cell"), begun


def test_a_session_that_is_no_session_has_a_way_out_of_its_own(world):
    mine = world.folder / "mine.json"
    mine.write_text('{"qkv": 1, "kind": "practice", broken', encoding="utf-8")
    refused = world.run("practice", "contract", "--session", mine)
    assert refused.returncode == 2 and f"--session {mine} " in refused.stderr.replace("--lang", " --lang"), refused.stderr


def test_the_end_of_the_input_and_on(world):
    first = world.run("practice", "contract-full", typed="1 1 0\n")
    assert first.returncode == 0 and "    qkv practice contract-full\n" in first.stdout
    second = world.run("practice", typed="quit\n")
    assert "1 of 12 entries are settled" in second.stdout, second


def test_a_session_in_a_file_that_is_taken_along(world):
    exercise = world.folder / "week-1.json"
    exercise.write_text(world.run("show", "contract").stdout, encoding="utf-8")
    session = world.folder / "mine.json"
    assert world.run("practice", exercise, "--session", session, typed="1 2 1\n").returncode == 0
    elsewhere = world.folder / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "week-1.json").write_bytes(exercise.read_bytes())
    (elsewhere / "mine.json").write_bytes(session.read_bytes())
    there = World(elsewhere)
    result = there.run("practice", elsewhere / "week-1.json", "--session", elsewhere / "mine.json", typed="0.71 1.41 0.71\n")
    assert result.returncode == 0 and "1 of 4 entries are settled" in result.stdout, result
    alone = world.run("practice", "--session", session, typed="quit\n")
    assert "1 of 4 entries are settled" in alone.stdout, alone


def test_what_is_no_session_is_left_alone(world):
    session = world.folder / "mine.json"
    never = ("[]", '{"qkv": 1, "answers": {}}', "\x00\xff", "broken")
    damaged = ("{", '{"qkv": 1, "kind": "practice"', '{"qkv": 2, "kind": "practice", "answers": {}}')
    for content in (*never, *damaged):
        session.write_text(content, encoding="latin-1")
        before = session.read_bytes()
        result = world.run("practice", "contract", "--session", session, typed="1 2 1\n")
        assert result.returncode == 2, (content, result)
        # What was never a practice is not put aside for one either.
        assert session.read_bytes() == before and ("--new" in result.stderr) == (content in damaged), result
    assert world.run("practice", "contract", "--session", session, "--new", typed="1 2 1\n").returncode == 0
    assert (world.folder / "mine.json.bak").read_bytes() == before
    other = world.run("practice", "clause", "--session", session)
    assert other.returncode == 2 and "contract" in other.stderr
    empty = world.folder / "empty.json"
    empty.touch()
    assert world.run("practice", "contract", "--session", empty, typed="1 2 1\n").returncode == 0


def test_a_file_that_cannot_be_written(world):
    missing = world.folder / "none" / "mine.json"
    result = world.run("practice", "contract", "--session", missing, typed="1 2 1\nquit\n")
    assert result.returncode == 3 and "Right." in result.stdout and "goes on" in result.stderr, result
    full = subprocess.run(["sh", "-c", 'ulimit -f 0; exec "$@"', "sh", QKV, "practice", "contract"], input="1 2 1\nquit\n",
                          capture_output=True, text=True, env=world.environment, timeout=60)
    assert full.returncode == 3, full
    with open("/dev/full", "w") as full_disk:
        result = subprocess.run([QKV, "practice", "contract", "--new"], input="1 2 1\n", stdout=full_disk,
                                stderr=subprocess.PIPE, text=True, env=world.environment, timeout=60)
    assert result.returncode == 3, result


def test_a_session_that_may_only_be_read(world):
    if os.geteuid() == 0:
        return  # who may do everything is kept from nothing
    session = world.folder / "mine.json"
    world.run("practice", "contract", "--session", session, typed="1 2 1\n")
    session.chmod(0o400)
    result = world.run("practice", "contract", "--session", session, typed="quit\n")
    assert result.returncode == 3 and "1 of 4 entries are settled" in result.stdout, result


def test_nobody_else_may_read_it(world):
    world.run("practice", "contract", typed="1 2 1\n")
    folder = world.folder / "state" / "qkv" / "practice"
    assert folder.stat().st_mode & 0o077 == 0
    for path in folder.glob("*.json"):
        assert path.stat().st_mode & 0o077 == 0


def test_what_cannot_be_practised(world):
    for words in (["practice"], ["practice", "-"], ["practice", "nothing"], ["practice", "contract", "--by", "word"]):
        result = world.run(*words)
        assert result.returncode == 2 and not result.stdout and result.stderr, (words, result)
    assert "qkv list" in world.run("practice").stderr


def test_quit_at_a_pause_within_a_question_ends_the_quiz(world):
    at = world.terminal("quiz", "mistakes", "--count", "1", "--seed", "5", "--lang", "en", lines=12)
    at.expect("Enter goes on")
    at.line("quit")
    assert at.end() == 0
    assert "table letter" not in at.text, at.text


if __name__ == "__main__":
    sys.exit(run_tests(globals()))
