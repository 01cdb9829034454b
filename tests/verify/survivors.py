"""What a program has started and left behind: found in /proc by a mark in its environment."""
import os
import pathlib
import signal
import subprocess
import time
import uuid

MARK = "QKV_TEST_MARK"


def processes_with(mark):
    """Those that carry the mark, but for what has ended and only waits to be noticed."""
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            environment = pathlib.Path("/proc", entry, "environ").read_bytes()
            state = pathlib.Path("/proc", entry, "stat").read_text(errors="replace").rsplit(")", 1)[1].split()[0]
        except OSError:
            continue
        if f"{MARK}={mark}".encode() in environment.split(b"\0") and state not in "ZX":
            found.append(int(entry))
    return found


def end_all(ids):
    for each in ids:
        try:
            os.kill(each, signal.SIGKILL)
        except ProcessLookupError:
            pass


def ends_with_all_it_started(words, number, seconds):
    """Starts a program, waits until it has started another, and sends it a signal: whether it ends by that, and the
    other as well."""
    mark = uuid.uuid4().hex
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env=os.environ | {MARK: mark})
    until = time.monotonic() + seconds
    while len(processes_with(mark)) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(number)
    try:
        process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
    survivors = processes_with(mark)
    end_all(survivors)
    right = process.returncode == -number and not survivors
    print(f"{signal.Signals(number).name}: {'fine' if right else f'code {process.returncode}, {len(survivors)} left'}")
    return right
