"""A pseudo-terminal with a program in it, for tests of what a person types."""
import codecs
import errno
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

from screen import Screen

PATIENCE = 20  # seconds; only a test that fails waits that long


class Terminal:
    def __init__(self, words, environment, columns=80, lines=40):
        self.text = ""
        self.seen = 0
        self.code = None
        self.screen = Screen(columns)
        self.decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            # Before the program is there: a size that changes while it begins makes it draw its first prompt twice.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
            os.execve(words[0], words, environment)

    def resize(self, columns, lines=40):
        self.screen.resize(columns)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def type(self, text):
        os.write(self.terminal, text if isinstance(text, bytes) else text.encode("utf-8"))

    def line(self, text):
        self.type(text + "\r")

    def pump(self, seconds):
        """Whether anything came."""
        ready, _, _ = select.select([self.terminal], [], [], seconds)
        if not ready:
            return False
        try:
            chunk = os.read(self.terminal, 65536)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            chunk = b""
        if not chunk:
            return False
        chunk = self.decode(chunk)
        self.text += chunk
        self.screen.feed(chunk)
        return True

    def expect(self, what):
        """Waits for a text behind the last one that was waited for."""
        end = time.monotonic() + PATIENCE
        while (at := plain(self.text).find(what, self.seen)) < 0:
            if time.monotonic() > end or (not self.pump(0.2) and self.ended()):
                raise AssertionError(f"no {what!r} in {plain(self.text)[self.seen:]!r}")
        self.seen = at + len(what)

    def prompt(self):
        """Waits until a line can be typed: the prompt is there, and the terminal gives out characters at once."""
        self.expect("> ")
        end = time.monotonic() + PATIENCE
        while self.is_cooked() and time.monotonic() < end:
            time.sleep(0.01)

    def is_cooked(self):
        return bool(termios.tcgetattr(self.terminal)[3] & termios.ICANON)

    def shows(self, *lines):
        """Waits until these are the last lines on the screen."""
        end = time.monotonic() + PATIENCE
        while self.screen.lines()[-len(lines):] != list(lines):
            if time.monotonic() > end or (not self.pump(0.2) and self.ended()):
                raise AssertionError(f"not {lines!r} but {self.screen.lines()[-len(lines) - 2:]!r}")

    def ended(self):
        if self.code is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.code = os.waitstatus_to_exitcode(status)
        return self.code is not None

    def end(self):
        """The exit code, negative for a signal."""
        limit = time.monotonic() + PATIENCE
        while not self.ended():
            self.pump(0.1)
            if time.monotonic() > limit:
                self.kill(signal.SIGKILL)
                raise AssertionError(f"it does not end: {plain(self.text[-500:])!r}")
        while self.pump(0):
            pass
        os.close(self.terminal)
        return self.code

    def kill(self, number):
        os.kill(self.pid, number)


def plain(text):
    """Without what only moves the cursor."""
    return re.sub(r"\x1b\[[0-9;?]*[@A-Za-z]|\x1b[=>]|\r|\x07", "", text)
