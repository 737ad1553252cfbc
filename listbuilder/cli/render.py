"""A finding as lines for a terminal: place, severity and code, the message, the fix."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap

from listbuilder.cli.streams import Terminal
from listbuilder.diagnostics.messages import FindingRecord, PlaceRecord
from listbuilder.i18n import translate

SEVERITY_COLOURS: Mapping[str, str] = {"error": "red", "unchecked": "magenta", "warning": "yellow", "note": "cyan"}
_INDENT = "  "


def place_of(finding: FindingRecord, path: str) -> PlaceRecord:
    """Return the place of a finding, or else the line of the list that it is about."""
    return finding["place"] or {"path": path, "line": finding["line"], "column": None}


def entry_of(finding: FindingRecord) -> str:
    """Return the id of the entry that a finding is about; a finding with its own place is about a key of a file."""
    return (finding["on"] or "") if finding["place"] is None else ""


def format_location(finding: FindingRecord, language: str, *, line: bool = True) -> str:
    """Return the line and entry of a finding, such as "(line 8, entry c)": units may have the same name."""
    parts = [translate(language, "cli.line", line=finding["line"])] if line and finding["line"] else []
    parts += [translate(language, "cli.entry", id=entry)] if (entry := entry_of(finding)) else []
    return f"({', '.join(parts)})" if parts else ""


def finding_lines(finding: FindingRecord, path: str, language: str, terminal: Terminal) -> list[str]:
    """Return the lines of a finding."""
    place = place_of(finding, path)
    where = ":".join(str(part) for part in (place["path"], place["line"], place["column"]) if part)
    severity = translate(language, f"severity.{finding['severity']}")
    head = [
        f"{terminal.sanitize_line(where)}:" if where else "",
        terminal.style(severity, SEVERITY_COLOURS[finding["severity"]], "bold"),
        terminal.style(finding["code"], "bold"),
        finding["name"],
        terminal.sanitize_line(format_location(finding, language, line=False)),
    ]
    source = f" ({finding['source']})" if finding["source"] else ""
    lines = [" ".join(part for part in head if part), *wrap_indented(finding["message"] + source, terminal)]
    if finding["fix"]:
        lines += wrap_indented(translate(language, "cli.fix", fix=finding["fix"]), terminal)
    return lines


def wrap_indented(text: str, terminal: Terminal) -> list[str]:
    """Wrap a text to the width of the terminal, indented by two columns."""
    return wrap(
        terminal.sanitize(text),
        terminal.width,
        initial_indent=_INDENT,
        subsequent_indent=_INDENT,
        break_on_hyphens=False,
    )
