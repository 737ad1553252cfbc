"""For people: one line per list, then what is wrong with them, then the totals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from listbuilder.cli.findings import finding_lines, indented
from listbuilder.cli.record_types import ListRecord
from listbuilder.cli.records import summary
from listbuilder.cli.reporters import Records
from listbuilder.cli.terminal import Terminal
from listbuilder.i18n import format_number, translate
from listbuilder.listfiles import printed_code

_MARKS: Mapping[str, tuple[str, str]] = {
    "legal": ("✔", "green"),
    "illegal": ("✘", "red"),
    "unchecked": ("~", "magenta"),
    "unreadable": ("!", "yellow"),
}


def report(records: Records, language: str, terminal: Terminal) -> str:
    """Write the report."""
    verdicts = {verdict: translate(language, f"verdict.{verdict}") for verdict in {one["verdict"] for one in records}}
    lines = [_line(record, verdicts, language, terminal) for record in records]
    single = len(records) == 1
    for record in records:
        lines += _findings(record, language, terminal, everything=single)
    if single:
        lines += _data(records[0], language, terminal)
    else:
        lines += ["", translate(language, "report.totals", lists=len(records), **summary(records))]
        if books := _books(records):
            lines += indented(translate(language, "report.all-data", books=books), terminal)
    return "\n".join(lines) + "\n"


def _line(record: ListRecord, verdicts: Mapping[str, str], language: str, terminal: Terminal) -> str:
    mark, colour = _MARKS[record["verdict"]]
    verdict = verdicts[record["verdict"]].ljust(max(map(len, verdicts.values())))
    points = _points(record, language)
    who = record["player"] or record["name"] or ""
    about = " · ".join(part for part in (record["name"], who if who != record["name"] else "") if part)
    books = ", ".join(record["factions"])
    right = f"{points:>15}  {verdict}"
    left = "  ".join(part for part in (record["path"], about, books) if part)
    room = terminal.width - len(right) - 4
    left = terminal.plain(left)
    if len(left) > room:
        left = left[: room - 1] + terminal.symbol("…")
    styled = terminal.style(right, colour, "bold")
    return f"{terminal.style(terminal.symbol(mark), colour, 'bold')} {left:<{room}}  {styled}".rstrip()


def _points(record: ListRecord, language: str) -> str:
    if record["points"] is None:
        return ""
    points = format_number(language, record["points"])
    return f"{points} / {format_number(language, record['limit'])}" if record["limit"] is not None else points


def _findings(record: ListRecord, language: str, terminal: Terminal, *, everything: bool) -> Iterator[str]:
    """Tell what is wrong: of a single list everything, of many only what makes them illegal or doubtful."""
    for finding in record["diagnostics"]:
        if finding["severity"] != "note" or everything:
            yield ""
            yield from finding_lines(finding, record["path"], language, terminal)


def _data(record: ListRecord, language: str, terminal: Terminal) -> Iterator[str]:
    """Name the data that the verdict rests on, and the list's own hash."""
    if record["books"]:
        yield ""
        values = {"books": _books([record]), "hash": printed_code(record["hash"] or "0")}
        yield from indented(translate(language, "report.data", **values), terminal)


def _books(records: Records) -> str:
    """Name the books that lists were judged by, each with version and hash."""
    used = {book: pin for record in records for book, pin in record["books"].items()}
    return ", ".join(f"{book} {pin['version']} ({pin['sha256'][:8]})" for book, pin in sorted(used.items()))
