"""Read CSV tables from any spreadsheet, recognise their columns and times, and write safe tables."""

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
from listbuilder.importers.importer import decode_text
from listbuilder.textutil.escaping import FORMULA_QUOTE, are_formula_free, escape_formula, unescape_formula

_DELIMITERS = ",;\t|"
_MAX_ROWS = 20_000
_MAX_COLUMNS = 1_000
"""Cells beyond it are ignored, because a line of five million cells would be copied several times."""
_SAMPLE_LENGTH = 1000
_CLEAR_HEADINGS = 3
"""Headings in one line that leave no doubt."""
_NO_COLUMN = ""
"""The column of cells whose heading is unknown."""
_MAX_HEADER_LINE = 10
"""Lines in which headings are searched for, because a title may be above them."""


class TableRow(NamedTuple):
    """One row: its cells by column, and its first line in the file."""

    line: int
    cells: Mapping[str, str]

    def get(self, column: str) -> str:
        """Return a cell; empty if the table has no such column."""
        return self.cells.get(column, "")


def read_table(
    raw: bytes, find_columns: Callable[[Sequence[str]], Mapping[str, str]] | None = None
) -> tuple[tuple[str, ...], list[TableRow]]:
    """Parse a table with any usual delimiter and encoding; return its headings and rows.

    `find_columns` returns the column of each heading in a line. Without it, the first line has the headings, which are
    the column names.
    """
    text = (decode_text(raw) or "").lstrip("\ufeff")
    delimiter, header_line = (
        _find_layout(text, find_columns) if find_columns is not None else (_find_delimiter(text), 1)
    )
    heads: tuple[str, ...] = ()
    columns: Sequence[str] = ()
    rows: list[TableRow] = []
    quoted = FORMULA_QUOTE in text  # checked once, because most tables have no quotes
    for line, raw_cells in _iterate_rows(text, delimiter):
        cells = [cell.strip() for cell in raw_cells]
        if line < header_line or not any(cells):
            continue
        if not heads:
            heads = columns = tuple(cells)
            if find_columns is not None:
                known = find_columns(heads)
                columns = [known.get(head, _NO_COLUMN) for head in heads]
        elif len(rows) < _MAX_ROWS:
            values = map(unescape_formula, cells) if quoted else cells
            rows.append(TableRow(line, dict(zip(columns, values, strict=False))))
    return heads, rows


def _find_layout(text: str, meaning: Callable[[Sequence[str]], Mapping[str, str]]) -> tuple[str, int]:
    """Return the delimiter, and the line near the top with the most headings."""
    best, layout = 0, (_find_delimiter(text), 0)
    for delimiter in sorted(_DELIMITERS, key=text[:_SAMPLE_LENGTH].count, reverse=True):
        for line, cells in islice(_iterate_rows(text, delimiter), _MAX_HEADER_LINE):
            headings = len(meaning([cell.strip() for cell in cells]))
            if headings > best:
                best, layout = headings, (delimiter, line)
            if best >= _CLEAR_HEADINGS:
                return layout
    return layout


def _iterate_rows(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows with their first lines; rows with an oversized cell are skipped."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    while True:
        first_line = reader.line_num + 1
        try:
            yield first_line, next(reader)[:_MAX_COLUMNS]
        except csv.Error:
            continue
        except StopIteration:
            return


def _find_delimiter(text: str) -> str:
    """Return the most frequent delimiter in the first line."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(_DELIMITERS, key=first.count)


def format_table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table as CSV in which no cell is a formula and all characters can be encoded."""
    cells: Sequence[Sequence[object]] = [*rows]
    if not are_formula_free([cell for row in cells for cell in row if isinstance(cell, str)]):  # most tables are
        cells = [[escape_formula(cell) if isinstance(cell, str) else cell for cell in row] for row in cells]
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(cells)
    return stream.getvalue().encode("utf-8", "replace").decode()  # file names and senders may be any bytes


_TIME_FORMATS = (
    *("%d.%m.%Y %H:%M", "%d.%m.%Y", "%d.%m.%Y, %H:%M", "%d/%m/%Y %H:%M", "%d/%m/%Y"),
    *("%d.%m.%Y %H:%M:%S", "%d.%m.%Y, %H:%M:%S", "%d/%m/%Y %H:%M:%S", "%d.%m.%y %H:%M", "%d.%m.%y"),
    *("%Y/%m/%d %H:%M", "%Y/%m/%d %H:%M:%S", "%Y/%m/%d"),
    *("%d.%m.%Y %H:%M Uhr", "%d.%m.%Y, %H:%M Uhr", "%d.%m.%Y %H Uhr", "%d.%m.%Y, %H Uhr"),
)


def parse_moment(text: str) -> datetime | None:
    """Parse a time in one of many formats; it has a zone only if one is written. Return None if invalid."""
    plain = text.strip()
    for form in (None, *_TIME_FORMATS):
        try:
            return datetime.fromisoformat(plain) if form is None else datetime.strptime(plain, form)  # noqa: DTZ007
        except ValueError:
            continue
    return None


@lru_cache(maxsize=4096)  # each time is needed for dates, sorting and days late
def parse_moment_in_zone(text: str, zone: tzinfo = UTC) -> datetime | None:
    """Parse a time; without a zone it is in the given one. Return None if invalid."""
    parsed = parse_moment(text)
    return None if parsed is None else parsed.replace(tzinfo=parsed.tzinfo or zone)


def load_table(path: Path) -> tuple[tuple[str, ...], list[TableRow]]:
    """Load a table of our own, as `read_table` does; a missing file is an empty table."""
    try:
        return read_table(path.read_bytes())
    except FileNotFoundError:
        return (), []


def save_table(path: Path, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Save rows by their first cell; added columns are kept, and an unchanged file is not touched."""
    heads, existing = load_table(path)
    if heads and [[row.get(column) for column in columns] for row in existing] == [list(row) for row in rows]:
        return
    extra = [head for head in heads if head not in columns]
    notes = {row.get(columns[0]): [row.get(head) for head in extra] for row in existing}
    empty = [""] * len(extra)
    text = format_table((*columns, *extra), [[*row, *notes.get(row[0], empty)] for row in rows])
    write_atomically(path, text.encode())


_WORDS_FILE = Path(__file__).with_name("column_names.json")
_PUNCTUATION = str.maketrans(dict.fromkeys('_/()[]"„“', " "))
_SENTENCE_COLUMNS = ("name", "first", "last", "mail", "team", "faction", "paid")
"""Columns that a form may ask for in a whole sentence."""


class KnownWords(TypedDict):
    """The known headings and cell values in several languages."""

    columns: dict[str, list[str]]
    yes: list[str]
    no: list[str]
    sender: list[str]
    """How mail programs start the line with the sender of a quoted mail."""


@cache
def load_known_words() -> KnownWords:
    """Load the known words."""
    words: KnownWords = json.loads(_WORDS_FILE.read_text(encoding="utf-8"))
    return words


def match_columns(heads: Sequence[str]) -> Mapping[str, str]:
    """Return the column of each known heading; if two fit one column, the better word counts."""
    folded = {head: _normalise(head) for head in heads}
    columns: dict[str, str] = {}
    for column, names in load_known_words()["columns"].items():
        matches = [head for name in names for head in folded if folded[head] == name]
        columns |= {matches[0]: column} if matches else {}
    for head, text in folded.items():
        column_asked = _match_sentence(text) if head not in columns else None
        if column_asked is not None and column_asked not in columns.values():
            columns[head] = column_asked
    return columns


def _match_sentence(text: str) -> str | None:
    """Return the column that a sentence such as "What is your name" asks for; None if it is not clear."""
    known, padded = load_known_words()["columns"], f" {text} "
    lengths = {
        column: max((len(name) for name in known[column] if f" {name} " in padded), default=0)
        for column in _SENTENCE_COLUMNS
    }
    best = max(lengths.values())
    likely = [column for column, length in lengths.items() if length == best]
    return likely[0] if best and len(likely) == 1 else None


def _normalise(head: str) -> str:
    plain = unicodedata.normalize("NFKC", head).casefold()
    return " ".join(plain.translate(_PUNCTUATION).split()).strip(" .:*?!")
