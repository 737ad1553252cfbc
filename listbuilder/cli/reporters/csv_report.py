"""For spreadsheets: one row per list. A cell that a spreadsheet would run as a formula is quoted."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

from listbuilder.cli.reporters import Records
from listbuilder.cli.terminal import Terminal

COLUMNS = ("path", "player", "name", "system", "factions", "verdict", "points", "limit", "units", "models", "hash")


def report(records: Records, language: str, terminal: Terminal) -> str:  # noqa: ARG001  # every reporter takes the same
    """Write the report."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([*COLUMNS, "errors", "unchecked", "warnings", "codes"])
    for record in records:
        severities = [finding["severity"] for finding in record["diagnostics"]]
        codes = " ".join(finding["code"] for finding in record["diagnostics"] if finding["severity"] != "note")
        cells: Mapping[str, object] = record
        row = [_cell(cells[column]) for column in COLUMNS]
        writer.writerow([*row, *(severities.count(one) for one in ("error", "unchecked", "warning")), codes])
    return stream.getvalue()


def _cell(value: object) -> object:
    """Write a value as text that no spreadsheet takes for a formula."""
    if isinstance(value, list):
        value = ", ".join(str(item) for item in value)
    if isinstance(value, str):
        value = value.replace("\r", " ").replace("\n", " ").replace("\x00", "")
        return f"'{value}" if value.startswith(("=", "+", "-", "@", "\t")) else value
    return "" if value is None else value
