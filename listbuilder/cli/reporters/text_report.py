"""Text report: one line per list, then the findings, then the totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, islice

from listbuilder.cli.context import finding_lines, wrap_indented
from listbuilder.cli.reporters import VERDICTS, Records, count_verdicts
from listbuilder.cli.streams import Terminal
from listbuilder.i18n import format_number, translate
from listbuilder.judging.results import BookRecord, ListRecord
from listbuilder.listfiles.hashes import format_printed_code

_MARKS: Mapping[str, tuple[str, str]] = {
    "legal": ("✔", "green"),
    "illegal": ("✘", "red"),
    "unchecked": ("~", "magenta"),
    "unreadable": ("!", "yellow"),
}


def report(records: Records, language: str, terminal: Terminal) -> Iterator[str]:
    """Yield the report; a single list is reported in detail, including notes and the hash."""
    remaining = iter(records)
    first = list(islice(remaining, 2))
    if len(first) == 1:
        lines = _report_one(first[0], language, terminal)
    else:
        lines = _report_many(chain(first, remaining), language, terminal)
    return (f"{line}\n" for line in lines)


def report_problems(records: Records, language: str, terminal: Terminal) -> Iterator[str]:
    """Yield only the lists with problems, without totals."""
    for record in records:
        lines = list(list_finding_lines(record, language, terminal, everything=False))
        if lines:
            yield "\n".join([list_headline(record, language, terminal), *lines, "", ""])


def _report_one(record: ListRecord, language: str, terminal: Terminal) -> Iterator[str]:
    yield list_headline(record, language, terminal)
    yield from list_finding_lines(record, language, terminal, everything=True)
    if record["books"]:
        yield ""
        values = {"books": _format_books(record["books"], language), "hash": format_printed_code(record["hash"] or "0")}
        yield from wrap_indented(translate(language, "report.data", **values), terminal)


def _report_many(records: Records, language: str, terminal: Terminal) -> Iterator[str]:
    width = max(len(translate(language, f"verdict.{verdict}")) for verdict in VERDICTS)
    verdicts: Counter[str] = Counter()
    books: dict[str, BookRecord] = {}
    findings: list[str] = []
    for record in records:
        verdicts[record["verdict"]] += 1
        books |= record["books"]
        findings += list_finding_lines(record, language, terminal, everything=False)
        yield list_headline(record, language, terminal, width)
    yield from findings
    yield ""
    yield translate(language, "report.totals", lists=verdicts.total(), **count_verdicts(verdicts))
    if books:
        yield from wrap_indented(translate(language, "report.all-data", books=_format_books(books, language)), terminal)


def list_headline(record: ListRecord, language: str, terminal: Terminal, width: int = 0) -> str:
    """Return the line about a list: its file, name, player, books, points and verdict."""
    verdict = translate(language, f"verdict.{record['verdict']}").ljust(width)
    mark, colour = _MARKS[record["verdict"]]
    right = f"{_format_points(record, language):>15}  {verdict}"
    player = record["player"] if record["player"] != record["name"] else None
    names = " · ".join(filter(None, (record["name"], player)))
    left = terminal.sanitize_line("  ".join(filter(None, (record["path"], names, ", ".join(record["factions"])))))
    room = terminal.width - len(right) - 4
    if len(left) > room:
        left = left[: room - 1] + terminal.symbol("…")
    styled = terminal.style(right, colour, "bold")
    return f"{terminal.style(terminal.symbol(mark), colour, 'bold')} {left:<{room}}  {styled}".rstrip()


def _format_points(record: ListRecord, language: str) -> str:
    if record["points"] is None:
        return ""
    points = format_number(language, record["points"])
    return f"{points} / {format_number(language, record['limit'])}" if record["limit"] is not None else points


def list_finding_lines(record: ListRecord, language: str, terminal: Terminal, *, everything: bool) -> Iterator[str]:
    """Yield the lines of all findings, each after an empty line; notes only if `everything` is wanted."""
    for finding in record["diagnostics"]:
        if finding["severity"] != "note" or everything:
            yield ""
            yield from finding_lines(finding, record["path"], language, terminal)


def _format_books(books: Mapping[str, BookRecord], language: str) -> str:
    """Return the books with version and hash, such as "Dwarves 3.5.1 (8cf0aa12)"."""
    partial = translate(language, "report.partial")
    return ", ".join(
        f"{book['name']} {partial if book['partial'] else book['version']} ({book['sha256'][:8]})"
        for book in sorted(books.values(), key=lambda book: book["name"])
    )
