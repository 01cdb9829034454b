#!/usr/bin/env python3
"""How fast and in how much memory `qkv grade` works through a large class.

    grade_many.py QKV BENCH_CLASS_SET TELLING_JSON [COUNT]

Prints ratios: its time for COUNT submissions (20,000) against that of teacher.py, which the two take turns for; what a
second thread gains against what two spinning processes gain; and the bytes of memory that each submission adds from
COUNT to ten times as many. Needs numpy for the peer.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent
RUNS = 5


def seconds(command, source):
    """Time and peak memory of a run, its output thrown away."""
    with open(source, "rb") as stdin, open(os.devnull, "wb") as nothing:
        start = time.perf_counter()
        child = subprocess.Popen(command, stdin=stdin, stdout=nothing, stderr=nothing)
        _, status, usage = os.wait4(child.pid, 0)
        elapsed = time.perf_counter() - start
    if os.waitstatus_to_exitcode(status) not in (0, 1, 2):
        sys.exit(f"{command[0]} failed")
    return elapsed, usage.ru_maxrss * 1024


def median(values):
    return sorted(values)[len(values) // 2]


def spin(processes, work=20_000_000):
    """Time for so much work in each of that many processes at once."""
    program = f"n = 0\nfor i in range({work}): n += i\n"
    start = time.perf_counter()
    running = [subprocess.Popen([sys.executable, "-c", program]) for _ in range(processes)]
    for each in running:
        each.wait()
    return time.perf_counter() - start


def against_the_teacher(qkv, telling, source, count):
    grade = [qkv, "grade", "telling", "-", "--jobs", "1", "--format", "csv"]
    teacher = [sys.executable, str(HERE / "teacher.py"), telling]
    ours, theirs = [], []
    for _ in range(RUNS):
        ours.append(seconds(grade, source)[0])
        theirs.append(seconds(teacher, source)[0])
    print(f"{count} submissions, one thread, CSV (medians of {RUNS})")
    print(f"  qkv grade   {1e6 * median(ours) / count:8.1f} us each")
    print(f"  teacher.py  {1e6 * median(theirs) / count:8.1f} us each")
    print(f"  ratio       {median(theirs) / median(ours):8.1f}")


def two_threads(qkv, source):
    def grade(jobs):
        return seconds([qkv, "grade", "telling", "-", "--jobs", str(jobs), "--format", "csv"], source)[0]

    one, two, spin_one, spin_two = [], [], [], []
    for _ in range(RUNS):
        one.append(grade(1))
        spin_one.append(spin(1))
        two.append(grade(2))
        spin_two.append(spin(2))
    gain = median(one) / median(two)
    possible = 2 * median(spin_one) / median(spin_two)
    print("a second thread")
    print(f"  qkv grade            {gain:6.2f} times as fast")
    print(f"  spinning processes   {possible:6.2f} times as much work")
    print(f"  share                {100 * gain / possible:6.1f} %")


def memory(qkv, source, ten_times, count):
    print(f"memory that each submission adds, from {count} to {10 * count}")
    with tempfile.TemporaryDirectory() as folder:
        gradebook = ["--gradebook", str(pathlib.Path(folder) / "gradebook.csv")]
        for name, options in (
            ("csv", ["--format", "csv"]),
            ("tap", ["--format", "tap"]),
            ("json, summary", ["--format", "json"]),
            ("text, summary", []),
            ("text, summary, gradebook", gradebook),
        ):
            command = [qkv, "grade", "telling", "-", "--jobs", "1", *options]
            small = seconds(command, source)[1]
            large = seconds(command, ten_times)[1]
            print(f"  {name:26} {(large - small) / (9 * count):6.1f} bytes   ({large / 2**20:.1f} MiB at most)")


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    qkv, class_set, telling = sys.argv[1:4]
    count = int(sys.argv[4]) if len(sys.argv) == 5 else 20_000
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "class.jsonl")
        ten_times = os.path.join(folder, "ten.jsonl")
        for path, lines in ((source, count), (ten_times, 10 * count)):
            with open(path, "wb") as out:
                subprocess.run([class_set, str(lines), "1"], stdout=out, check=True)
        print(f"{os.path.getsize(source) / count:.0f} bytes a line")
        against_the_teacher(qkv, telling, source, count)
        two_threads(qkv, source)
        memory(qkv, source, ten_times, count)


if __name__ == "__main__":
    main()
