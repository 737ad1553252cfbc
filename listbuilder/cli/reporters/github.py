"""GitHub report: workflow commands that become annotations."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.cli.context import format_location, place_of
from listbuilder.cli.reporters import FileRecords
from listbuilder.cli.streams import Terminal
from listbuilder.textutil.escaping import escape_commands, escape_hidden

_LEVELS = {"error": "error", "unchecked": "warning", "warning": "warning", "note": "notice"}


def report(records: FileRecords, language: str, terminal: Terminal) -> Iterator[str]:  # noqa: ARG001  # same signature for every reporter
    """Yield one workflow command per finding."""
    for path, finding in ((record["path"], finding) for record in records for finding in record["diagnostics"]):
        place = place_of(finding, path)
        title = f"{finding['code']} {format_location(finding, language, line=False)}".rstrip()
        properties = {"file": place["path"], "line": place["line"], "col": place["column"], "title": title}
        options = ",".join(
            f"{name}={_escape(str(value)).replace(':', '%3A').replace(',', '%2C')}"
            for name, value in properties.items()
            if value is not None
        )
        message = " ".join(part for part in (finding["message"], finding["fix"]) if part)
        yield f"::{_LEVELS[finding['severity']]} {options}::{_escape(message)}\n"


def _escape(text: str) -> str:
    """Escape a text as GitHub requires, so that a name cannot start a command."""
    return escape_hidden(escape_commands(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))
