"""For people: one line per list, then what is wrong with them, then the totals.

For people who want to know only what is wrong: of legal lists not a word, and no totals.

A text that has to wait for what comes before it; a long one waits on disk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice

from listbuilder.cli.exit_codes import VERDICTS, summary
from listbuilder.cli.render import finding_lines, indented
from listbuilder.cli.reporters import Records
from listbuilder.cli.streams import Terminal
from listbuilder.i18n import format_number, translate
from listbuilder.judging.verdict_records import BookRecord, ListRecord
from listbuilder.listfiles.hashes import printed_code

_MARKS: Mapping[str, tuple[str, str]] = {
    "legal": ("✔", "green"),
    "illegal": ("✘", "red"),
    "unchecked": ("~", "magenta"),
    "unreadable": ("!", "yellow"),
}


def report(records: Records, language: str, terminal: Terminal) -> Iterator[str]:
    """Write the report."""
    rest = iter(records)
    begun = list(islice(rest, 2))
    if len(begun) == 1:
        yield from _ended(_single(begun[0], language, terminal))
    else:
        yield from _several(chain(begun, rest), language, terminal)


def _single(record: ListRecord, language: str, terminal: Terminal) -> Iterator[str]:
    yield headline(record, language, terminal)
    yield from findings_of(record, language, terminal, everything=True)
    if record["books"]:
        yield ""
        values = {"books": _named(record["books"], language), "hash": printed_code(record["hash"] or "0")}
        yield from indented(translate(language, "report.data", **values), terminal)


def _several(records: Records, language: str, terminal: Terminal) -> Iterator[str]:
    width = max(len(translate(language, f"verdict.{verdict}")) for verdict in VERDICTS)
    verdicts: Counter[str] = Counter()
    books: dict[str, BookRecord] = {}
    findings: list[str] = []
    for record in records:
        verdicts[record["verdict"]] += 1
        books |= record["books"]
        yield f"{headline(record, language, terminal, width)}\n"
        if record["diagnostics"]:
            findings += _ended(findings_of(record, language, terminal, everything=False))
    yield from findings
    yield f"\n{translate(language, 'report.totals', lists=verdicts.total(), **summary(verdicts))}\n"
    if books:
        yield from _ended(indented(translate(language, "report.all-data", books=_named(books, language)), terminal))


def _ended(lines: Iterable[str]) -> Iterator[str]:
    return (f"{line}\n" for line in lines)


def headline(record: ListRecord, language: str, terminal: Terminal, width: int = 0) -> str:
    """Write the one line about a list: its file, its name, its points and its verdict."""
    verdict = translate(language, f"verdict.{record['verdict']}").ljust(width)
    mark, colour = _MARKS[record["verdict"]]
    points = _points(record, language)
    who = record["player"] or record["name"] or ""
    about = " · ".join([part for part in (record["name"], who if who != record["name"] else "") if part])
    books = ", ".join(record["factions"])
    right = f"{points:>15}  {verdict}"
    left = "  ".join([part for part in (record["path"], about, books) if part])
    room = terminal.width - len(right) - 4
    left = terminal.line(left)
    if len(left) > room:
        left = left[: room - 1] + terminal.symbol("…")
    styled = terminal.style(right, colour, "bold")
    return f"{terminal.style(terminal.symbol(mark), colour, 'bold')} {left:<{room}}  {styled}".rstrip()


def _points(record: ListRecord, language: str) -> str:
    if record["points"] is None:
        return ""
    points = format_number(language, record["points"])
    return f"{points} / {format_number(language, record['limit'])}" if record["limit"] is not None else points


def findings_of(record: ListRecord, language: str, terminal: Terminal, *, everything: bool) -> Iterator[str]:
    """Tell what is wrong: of a single list everything, of many only what makes them illegal or doubtful."""
    for finding in record["diagnostics"]:
        if finding["severity"] != "note" or everything:
            yield ""
            yield from finding_lines(finding, record["path"], language, terminal)


def _named(books: Mapping[str, BookRecord], language: str) -> str:
    """Name the books that lists were judged by, each with version and hash; what a list brings along has no version."""
    return ", ".join(_book(book, language) for book in sorted(books.values(), key=lambda book: book["name"]))


def _book(book: BookRecord, language: str) -> str:
    edition = translate(language, "report.partial") if book["partial"] else book["version"]
    return f"{book['name']} {edition} ({book['sha256'][:8]})"


def report_problems(records: Records, language: str, terminal: Terminal) -> Iterator[str]:
    """Write the report."""
    for record in records:
        lines = list(findings_of(record, language, terminal, everything=False))
        if lines:
            yield "\n".join([headline(record, language, terminal), *lines, "", ""])
