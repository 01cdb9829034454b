"""What stands on a terminal: enough of one to see where a line editor draws, without an end below."""
import re
import unicodedata

SEQUENCE = re.compile(r"\x1b\[([0-9;?]*)([@A-Za-z])|\x1b[=>]|\x1b\][^\x07]*\x07")


class Row:
    def __init__(self):
        self.cells = []  # of a wide character the second one is ""
        self.goes_on = False  # in the next row, because it was full


class Screen:
    def __init__(self, columns):
        self.columns = columns
        self.rows = [Row()]
        self.row = self.column = 0
        self.rest = ""

    def lines(self):
        return ["".join(row.cells).rstrip() for row in self.rows]

    def paragraphs(self):
        """The same however wide it is."""
        whole, begins = [], True
        for row in self.rows:
            whole[len(whole) if begins else -1:] = [("" if begins else whole[-1]) + "".join(row.cells)]
            begins = not row.goes_on
        return [each.rstrip() for each in whole]

    def feed(self, text):
        text, self.rest = self.rest + text, ""
        at = 0
        while at < len(text):
            if text[at] == "\x1b":
                found = SEQUENCE.match(text, at)
                if not found:
                    if len(text) - at > 20:
                        raise AssertionError(f"unknown sequence {text[at:at + 20]!r}")
                    self.rest = text[at:]
                    return
                if found[2]:
                    self.obey(found[2], found[1])
                at = found.end()
            else:
                self.put(text[at])
                at += 1

    def here(self):
        while len(self.rows) <= self.row:
            self.rows.append(Row())
        return self.rows[self.row]

    def put(self, character):
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self.row += 1
            self.here()
        elif character == "\b":
            self.column = max(min(self.column, self.columns - 1) - 1, 0)
        elif character >= " ":
            width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
            if self.column + width > self.columns:
                self.here().goes_on = True
                self.row, self.column = self.row + 1, 0
            cells = self.here().cells
            cells += [" "] * (self.column + width - len(cells))
            cells[self.column:self.column + width] = [character, ""][:width]
            self.column += width

    def obey(self, what, words):
        count = int(words or 1) if words.isdigit() or not words else 1
        self.column = min(self.column, self.columns - 1)
        if what == "A":
            self.row = max(self.row - count, 0)
        elif what == "B":
            self.row += count
        elif what == "C":
            self.column = min(self.column + count, self.columns - 1)
        elif what == "D":
            self.column = max(self.column - count, 0)
        elif what == "G":
            self.column = min(count, self.columns) - 1
        elif what == "P":
            del self.here().cells[self.column:self.column + count]
        elif what == "@":
            cells = self.here().cells
            cells[self.column:self.column] = [" "] * count
            del cells[self.columns:]
        elif what in "JK" and not words.strip("0"):
            del self.here().cells[self.column:]
            self.here().goes_on = False
            if what == "J":
                del self.rows[self.row + 1:]
        elif what not in "mhl":
            raise AssertionError(f"unknown sequence {words}{what}")
        self.here()

    def resize(self, columns):
        """Rows that were full are broken anew, and the cursor stays with its character."""
        lines, begins = [], True
        for number, row in enumerate(self.rows):
            if begins:
                lines.append([])
            if number == self.row:
                cursor = (len(lines) - 1, len(lines[-1]) + self.column)
            lines[-1] += row.cells
            begins = not row.goes_on
        self.columns, self.rows = columns, []
        for number, cells in enumerate(lines):
            if number == cursor[0]:
                self.row, self.column = len(self.rows) + cursor[1] // columns, cursor[1] % columns
            for begin in range(0, max(len(cells), 1), columns):
                row = Row()
                row.cells = cells[begin:begin + columns]
                row.goes_on = begin + columns < len(cells)
                self.rows.append(row)
        self.here()
