"""For GitHub: workflow commands that become annotations."""

from __future__ import annotations

from listbuilder.cli.findings import place_of
from listbuilder.cli.record_types import FindingRecord
from listbuilder.cli.reporters import Records
from listbuilder.cli.terminal import Terminal

_LEVELS = {"error": "error", "unchecked": "warning", "warning": "warning", "note": "notice"}


def report(records: Records, language: str, terminal: Terminal) -> str:  # noqa: ARG001  # every reporter takes the same
    """Write the report."""
    lines = [_command(finding, record["path"]) for record in records for finding in record["diagnostics"]]
    return "".join(f"{line}\n" for line in lines)


def _command(finding: FindingRecord, path: str) -> str:
    place = place_of(finding, path)
    properties = {"file": place["path"], "line": place["line"], "col": place["column"], "title": finding["code"]}
    given = ",".join(f"{name}={_property(value)}" for name, value in properties.items() if value is not None)
    message = " ".join(part for part in (finding["message"], finding["fix"]) if part)
    return f"::{_LEVELS[finding['severity']]} {given}::{_data(message)}"


def _data(text: str) -> str:
    """Escape as GitHub asks, so that no name can start a command of its own."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: object) -> str:
    return _data(str(value)).replace(":", "%3A").replace(",", "%2C")
