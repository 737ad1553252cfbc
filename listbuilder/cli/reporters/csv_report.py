"""CSV report with one row per list; cells that a spreadsheet would run as a formula are quoted."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping

from listbuilder.cli.context import entry_of
from listbuilder.cli.reporters import Records
from listbuilder.cli.streams import Terminal
from listbuilder.textutil.escaping import escape_commands, escape_formula, escape_hidden

COLUMNS = ("path", "player", "name", "system", "factions", "verdict", "points", "limit", "units", "models", "hash")


def report(records: Records, language: str, terminal: Terminal) -> Iterator[str]:  # noqa: ARG001  # same signature for every reporter
    """Yield the rows."""
    yield format_row([*COLUMNS, "errors", "unchecked", "warnings", "codes", "entries"])
    for record in records:
        severities = [finding["severity"] for finding in record["diagnostics"]]
        codes = " ".join(finding["code"] for finding in record["diagnostics"] if finding["severity"] != "note")
        entries = " ".join(dict.fromkeys(entry_of(finding) for finding in record["diagnostics"])).strip()
        cells: Mapping[str, object] = record
        row = [safe_cell(cells[column]) for column in COLUMNS]
        counts = [severities.count(severity) for severity in ("error", "unchecked", "warning")]
        yield format_row([*row, *counts, codes, safe_cell(entries)])


def format_row(cells: Iterable[object]) -> str:
    """Return a row as a line of CSV."""
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerow(cells)
    return stream.getvalue()


def safe_cell(value: object) -> object:
    """Return a value for a cell that no spreadsheet runs as a formula."""
    if isinstance(value, list):
        value = ", ".join(str(item) for item in value)
    if isinstance(value, str):
        return escape_formula(escape_commands(escape_hidden(value)))
    return "" if value is None else value
