#!/usr/bin/env python3
"""Implementations of attention that do what no implementation should: hostile.py WHAT.

Small on purpose: whatever is not ended ends by itself after a minute.
"""
import json
import os
import signal
import subprocess
import sys
import time

LONG = 60  # seconds


def sleep():
    """Not in one piece: a signal that is ignored must not cut it short."""
    until = time.monotonic() + LONG
    while time.monotonic() < until:
        time.sleep(1)


def put(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def complain(text):
    sys.stderr.write(text)
    sys.stderr.flush()


def answer(request, **instead):
    """Right for one query, and keys that are all alike."""
    count = len(request["k"][0][0])
    reply = {"id": request["id"], "output": [[[[2.0]]]], "weights": [[[[1 / count] * count]]]}
    return json.dumps(reply | instead) + "\n"


def requests():
    for line in sys.stdin:
        yield json.loads(line)


def first():
    return next(requests())


def good():
    for request in requests():
        put(answer(request))


def hang():
    sleep()


def crash():
    first()
    complain("about to crash\n")
    os.kill(os.getpid(), signal.SIGSEGV)


def exit_three():
    complain("Traceback (most recent call last):\n  File \"attention.py\", line 1\nNameError: name 'np' is not defined\n")
    sys.exit(3)


def half_line():
    put(answer(first())[:20])


def garbage():
    first()
    put("loading the model ...\n")
    sleep()


def no_id():
    first()
    put('{"output": [[[[2.0]]]]}\n')
    sleep()


def endless_line():
    first()
    until = time.monotonic() + LONG
    while time.monotonic() < until:
        put("1," * 30000)


def endless_lines():
    first()
    until = time.monotonic() + LONG
    while time.monotonic() < until:
        put("1\n" * 30000)


def nan():
    for request in requests():
        put(answer(request, output=[[[[float("nan")]]]]))


def daemon():
    """Leaves a process behind in a session of its own, with none of our pipes."""
    request = first()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for stream in (0, 1, 2):
                os.close(stream)
            sleep()
        os._exit(0)
    os.wait()
    put(answer(request))
    sys.exit(0)


def daemon_with_pipes():
    """As before, but the one that is left behind keeps our output open."""
    first()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            sleep()
        os._exit(0)
    os.wait()
    sys.exit(0)


def bomb():
    """Two hundred processes, which are not ended with the one that started them."""
    first()
    for _ in range(200):
        subprocess.Popen(["sleep", str(LONG)], start_new_session=True)
    sleep()


def tree():
    """Each process starts another and goes: whoever is looked for has gone already."""
    first()
    until = time.monotonic() + LONG / 4
    while time.monotonic() < until:
        if os.fork() != 0:
            os._exit(0)
        os.setsid()


def eats_memory():
    first()
    held = []
    for _ in range(80):
        held.append(bytearray(b"x") * (8 << 20))  # written to, so that it is held indeed
        time.sleep(0.01)
    sleep()


def ignores_signals():
    for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGALRM):
        signal.signal(each, signal.SIG_IGN)
    sleep()


def floods_errors():
    for request in requests():
        for _ in range(200):
            complain("warning: " + "x" * 10000 + "\n")
        put(answer(request))


def endless_errors():
    until = time.monotonic() + LONG
    while time.monotonic() < until:
        complain("y" * 60000 + "\n")


def closes_output():
    first()
    os.close(1)
    sleep()


def closes_input():
    line = sys.stdin.readline()
    os.close(0)
    put(answer(json.loads(line)))
    sleep()


def never_reads():
    sleep()


def stops_itself():
    first()
    os.kill(os.getpid(), signal.SIGSTOP)
    sleep()


def escapes():
    first()
    os.write(2, b"\x1b]0;title\x07\x1b[2J\xff\xfe\x00 rather \xc3 broken\n")
    sys.exit(1)


def binary():
    first()
    os.write(1, bytes(range(1, 256)) * 2 + b"\n")
    sleep()


def wrong_ids():
    for request in requests():
        put(answer(request, id="x" * 1000))


def twice():
    for request in requests():
        put(answer(request) * 2)


def late():
    for request in requests():
        time.sleep(4)
        put(answer(request))


def late_later():
    for number, request in enumerate(requests()):
        if number > 0:
            time.sleep(4)
        put(answer(request))


def keeps_back():
    """Prints when all is over, as print() does into a pipe where nothing is flushed."""
    put("".join([answer(request) for request in requests()]))


def deep():
    first()
    put('{"id":"c1","output":' + "[" * 3000 + "\n")
    sleep()


if __name__ == "__main__":
    globals()[sys.argv[1].replace("-", "_")]()
