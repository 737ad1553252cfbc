"""Tables in plain files: read whatever a spreadsheet writes, written so that every spreadsheet and editor reads it.

Points in time as organisers and spreadsheets write them.

The desk's own tables, which an organiser may mend and add to: what was added stays, and what is the same is left.

Words that tools, countries and organisers write differently: headings of a table of players, and what they mean.
"""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypedDict

from listbuilder.disk import write_atomically
from listbuilder.importers.base import decode
from listbuilder.textutil.escaping import QUOTE, are_plain, defuse_formula, restore_formula

_DELIMITERS = ",;\t|"
_MOST_ROWS = 20_000
_LOOK = 1000
_ENOUGH = 3
"""Headings in one line that leave no doubt."""
_NO_COLUMN = ""
"""Where cells go whose heading means nothing."""
_TOP = 10
"""Lines that the headings may be among: a title, or what a spreadsheet notes for itself, may stand above them."""


class TableRow(NamedTuple):
    """One row: its cells by column, and the line of the file that it begins at."""

    line: int
    cells: Mapping[str, str]

    def get(self, column: str) -> str:
        """Give a cell; empty where the table has no such column."""
        return self.cells.get(column, "")


def read_table(
    raw: bytes, meaning: Callable[[Sequence[str]], Mapping[str, str]] | None = None
) -> tuple[tuple[str, ...], list[TableRow]]:
    """Read a table with any usual delimiter and encoding: its headings as they stand, and its rows.

    `meaning` tells which cells of a line are headings, and of which columns. Without it, the first line has the
    headings, and each is the name of its column.
    """
    text = (decode(raw) or "").lstrip("\ufeff")
    delimiter, begins = _layout(text, meaning) if meaning is not None else (_delimiter(text), 1)
    heads: tuple[str, ...] = ()
    columns: Sequence[str] = ()
    rows: list[TableRow] = []
    quoted = QUOTE in text  # most tables have none, and asking it of every cell takes as long as reading them
    for line, written in _lines(text, delimiter):
        cells = [cell.strip() for cell in written]
        if line < begins or not any(cells):
            continue
        if not heads:
            heads = columns = tuple(cells)
            if meaning is not None:
                known = meaning(heads)
                columns = [known.get(head, _NO_COLUMN) for head in heads]
        elif len(rows) < _MOST_ROWS:
            meant = map(restore_formula, cells) if quoted else cells
            rows.append(TableRow(line, dict(zip(columns, meant, strict=False))))
    return heads, rows


def _layout(text: str, meaning: Callable[[Sequence[str]], Mapping[str, str]]) -> tuple[str, int]:
    """Find the delimiter, and the line near the top with the most headings."""
    most, found = 0, (_delimiter(text), 0)
    for delimiter in sorted(_DELIMITERS, key=text[:_LOOK].count, reverse=True):
        for line, cells in islice(_lines(text, delimiter), _TOP):
            headings = len(meaning([cell.strip() for cell in cells]))
            if headings > most:
                most, found = headings, (delimiter, line)
            if most >= _ENOUGH:
                return found
    return found


def _lines(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Give the rows with the lines they begin at; a cell beyond all measure costs its row."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    while True:
        begins = reader.line_num + 1
        try:
            yield begins, next(reader)
        except csv.Error:
            continue
        except StopIteration:
            return


def _delimiter(text: str) -> str:
    """Take the delimiter that the headings have most of."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(_DELIMITERS, key=first.count)


def format_table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a table; no cell is one that a spreadsheet would take for a formula, and all letters can be written."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(_harmless([*rows]))
    return stream.getvalue().encode("utf-8", "replace").decode()  # names of files and senders may be any bytes


def _harmless(rows: Sequence[Sequence[object]]) -> Sequence[Sequence[object]]:
    """Quote formulas; one look at all texts tells that most tables have none, and numbers are no formulas."""
    if are_plain([cell for row in rows for cell in row if isinstance(cell, str)]):
        return rows
    return [[defuse_formula(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]


_FORMS = (
    *("%d.%m.%Y %H:%M", "%d.%m.%Y", "%d.%m.%Y, %H:%M", "%d/%m/%Y %H:%M", "%d/%m/%Y"),
    *("%d.%m.%Y %H:%M:%S", "%d.%m.%Y, %H:%M:%S", "%d/%m/%Y %H:%M:%S", "%d.%m.%y %H:%M", "%d.%m.%y"),
    *("%Y/%m/%d %H:%M", "%Y/%m/%d %H:%M:%S", "%Y/%m/%d"),
    *("%d.%m.%Y %H:%M Uhr", "%d.%m.%Y, %H:%M Uhr", "%d.%m.%Y %H Uhr", "%d.%m.%Y, %H Uhr"),
)


def parse_moment(text: str) -> datetime | None:
    """Read a point in time, with a zone only where one is written; None is none."""
    plain = text.strip()
    for form in (None, *_FORMS):
        try:
            return datetime.fromisoformat(plain) if form is None else datetime.strptime(plain, form)  # noqa: DTZ007
        except ValueError:
            continue
    return None


@lru_cache(maxsize=4096)  # the time of one list is asked for again and again: to date it, to order it, to count days
def moment(text: str, zone: tzinfo = UTC) -> datetime | None:
    """Read a point in time; one without a zone is meant in the zone given, None is none."""
    found = parse_moment(text)
    return None if found is None else found.replace(tzinfo=found.tzinfo or zone)


def save_table(path: Path, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Save rows that their first cell names; a file in which nothing changes is not touched."""
    try:
        heads, there = read_table(path.read_bytes())
    except FileNotFoundError:
        heads, there = (), []
    if heads and [[row.get(column) for column in columns] for row in there] == [list(row) for row in rows]:
        return
    added = [head for head in heads if head not in columns]
    notes = {row.get(columns[0]): [row.get(head) for head in added] for row in there}
    nothing = [""] * len(added)
    made = format_table((*columns, *added), [[*row, *notes.get(row[0], nothing)] for row in rows])
    write_atomically(path, made.encode())


_WORDS = Path(__file__).with_name("column_names.json")
_BLANKS = str.maketrans(dict.fromkeys('_/()[]"„“', " "))
_ASKED = ("name", "first", "last", "mail", "team", "faction", "paid")
"""Columns that a form asks for in a whole sentence."""


class KnownWords(TypedDict):
    """What headings, cells and lines mean."""

    columns: dict[str, list[str]]
    yes: list[str]
    no: list[str]
    sender: list[str]
    """How mail programs begin the line that names the writer of a mail that is quoted."""


@cache
def known_words() -> KnownWords:
    """Give the words that are known."""
    found: KnownWords = json.loads(_WORDS.read_text(encoding="utf-8"))
    return found


def columns_of(heads: Sequence[str]) -> Mapping[str, str]:
    """Tell which column each heading is of; of two for one column the better word counts, a nickname the least."""
    folded = {head: _folded(head) for head in heads}
    meaning: dict[str, str] = {}
    for column, names in known_words()["columns"].items():
        fitting = [head for name in names for head in folded if folded[head] == name]
        meaning |= {fitting[0]: column} if fitting else {}
    for head, text in folded.items():
        asked = _asked_for(text) if head not in meaning else None
        if asked is not None and asked not in meaning.values():
            meaning[head] = asked
    return meaning


def _asked_for(text: str) -> str | None:
    """Find the column that a sentence asks for: “What is your name”; where two are as likely, none."""
    known = known_words()["columns"]
    found = {column: _longest(text, known[column]) for column in _ASKED}
    best = max(found.values())
    likely = [column for column, length in found.items() if length == best]
    return likely[0] if best and len(likely) == 1 else None


def _longest(text: str, names: Sequence[str]) -> int:
    return max((len(name) for name in names if f" {name} " in f" {text} "), default=0)


def _folded(head: str) -> str:
    plain = unicodedata.normalize("NFKC", head).casefold()
    return " ".join(plain.translate(_BLANKS).split()).strip(" .:*?!")
