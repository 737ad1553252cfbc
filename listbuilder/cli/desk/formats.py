"""The table of a desk in every format: for people, programs, spreadsheets, mails and CI servers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import itemgetter
from typing import TypeAlias

from listbuilder.cli.desk.junit_format import as_junit
from listbuilder.cli.desk.markdown_format import as_markdown
from listbuilder.cli.desk.rows import DeskRecord, PlayerRecord
from listbuilder.cli.findings import COLOURS, indented
from listbuilder.cli.terminal import Terminal
from listbuilder.i18n import format_number, translate
from listbuilder.textutil.escaping import harmless_cells, json_text
from listbuilder.tournament.csv_tables import format_table

Format: TypeAlias = Callable[[DeskRecord, str, Terminal], Iterator[str]]
_COLUMNS = ("id", "name", "team", "status", "faction", "points", "bonus", "received", "file", "code")
_MARKS: Mapping[str, tuple[str, str]] = {
    "missing": ("?", "yellow"),
    "late": ("!", "yellow"),
    "double": ("!", "yellow"),
    "wrong-faction": ("✘", "red"),
    "illegal": ("✘", "red"),
    "unchecked": ("~", "magenta"),
    "legal": ("✔", "green"),
    "accepted": ("★", "green"),
    "changed": ("!", "red"),
}


def as_text(record: DeskRecord, language: str, terminal: Terminal) -> Iterator[str]:
    """One line for each player, then what was found, then the sums."""
    words = {status: translate(language, f"desk.status.{status}") for status in _MARKS}
    width = max(map(len, words.values()))
    for player in record["players"]:
        yield _line(player, words[player["status"]].ljust(width), language, terminal)
    for player in record["players"]:
        yield from _told(player, language, terminal)
    for name in record["unmatched"]:
        yield terminal.line(translate(language, "desk.unmatched", file=name)) + "\n"
    for finding in record["diagnostics"]:
        yield "\n".join(indented(f"{finding['code']} {finding['message']}", terminal)) + "\n"
    yield f"\n{_totals(record, words, language)}\n"


def _totals(record: DeskRecord, words: Mapping[str, str], language: str) -> str:
    """Say how many stand how; all of them, also where only some are shown."""
    counts = ", ".join(f"{count} {words[status]}" for status, count in record["summary"].items())
    shown, total = len(record["players"]), sum(record["summary"].values())
    key = "desk.totals" if shown == total else "desk.totals.some"
    return translate(language, key if total else "desk.totals.none", n=total, shown=shown, counts=counts)


def _line(player: PlayerRecord, status: str, language: str, terminal: Terminal) -> str:
    mark, colour = _MARKS[player["status"]]
    points = "" if player["points"] is None else format_number(language, player["points"])
    right = f"{points:>7}  {status}"
    room = max(10, terminal.width - len(right) - 4)
    left = terminal.line("  ".join(part for part in (player["name"], player["team"], player["faction"]) if part))
    left = left if len(left) <= room else left[: room - 1] + terminal.symbol("…")
    parts = (
        terminal.style(terminal.symbol(mark), colour),
        left.ljust(room),
        "",
        terminal.style(right.rstrip(), colour),
    )
    return f"{' '.join(parts)}\n"


def _told(player: PlayerRecord, language: str, terminal: Terminal) -> Iterator[str]:
    findings = [one for one in player["diagnostics"] if one["severity"] != "note"]
    if not findings and not player["rejected"]:
        return
    yield "\n" + terminal.style(terminal.line(f"{player['name']}  {player['file'] or ''}".strip()), "bold") + "\n"
    if player["rejected"]:
        said = translate(language, "desk.turned-down", reason=player["rejected"])
        yield "\n".join(indented(said, terminal)) + "\n"
    for one in findings:
        where = f":{one['line']}" if one["line"] else ""
        head = terminal.style(f"{one['code']}{where}", COLOURS[one["severity"]])
        fix = " " + translate(language, "cli.fix", fix=one["fix"]) if one["fix"] else ""
        lines = indented(f"{one['message']}{fix}", terminal)
        yield "\n".join([f"  {head}", *lines]) + "\n"


def as_json(record: DeskRecord, language: str, terminal: Terminal) -> Iterator[str]:  # noqa: ARG001
    """For programs."""
    yield json_text(record) + "\n"


def as_csv(record: DeskRecord, language: str, terminal: Terminal) -> Iterator[str]:  # noqa: ARG001
    """For spreadsheets."""
    rows = [[*_cells(player), _codes(player), player["rejected"]] for player in record["players"]]
    yield format_table([*_COLUMNS, "codes", "rejected"], harmless_cells(rows))


_cells: Callable[[PlayerRecord], tuple[object, ...]] = itemgetter(*_COLUMNS)


def _codes(player: PlayerRecord) -> str:
    return " ".join([one["code"] for one in player["diagnostics"] if one["severity"] != "note"])


FORMATS: Mapping[str, Format] = {
    "text": as_text,
    "json": as_json,
    "csv": as_csv,
    "markdown": as_markdown,
    "junit": as_junit,
}
UNFIXED = ("csv", "junit")
"""Formats that do not tell how to mend what was found."""
