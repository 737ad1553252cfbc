"""A finding as lines on a terminal: place, severity, code; the sentence; the fix."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping

from listbuilder.cli.output import talk
from listbuilder.cli.terminal import Terminal
from listbuilder.diagnostics import Diagnostic
from listbuilder.i18n import translate
from listbuilder.rules.records import FindingRecord, PlaceRecord, finding_record

COLOURS: Mapping[str, str] = {"error": "red", "unchecked": "magenta", "warning": "yellow", "note": "cyan"}


def place_of(finding: FindingRecord, path: str) -> PlaceRecord:
    """Give the place of a finding: as it says, else the line of the list that it is about."""
    return finding["place"] or {"path": path, "line": finding["line"], "column": None}


def finding_lines(finding: FindingRecord, path: str, language: str, terminal: Terminal) -> list[str]:
    """Write a finding as a few lines."""
    place = place_of(finding, path)
    where = ":".join(str(part) for part in (place["path"], place["line"], place["column"]) if part)
    severity = translate(language, f"severity.{finding['severity']}")
    head = [
        f"{terminal.line(where)}:" if where else "",
        terminal.style(severity, COLOURS[finding["severity"]], "bold"),
        terminal.style(finding["code"], "bold"),
        finding["name"],
    ]
    source = f" ({finding['source']})" if finding["source"] else ""
    lines = [" ".join(part for part in head if part), *indented(finding["message"] + source, terminal)]
    if finding["fix"]:
        lines += indented(translate(language, "cli.fix", fix=finding["fix"]), terminal)
    return lines


def tell_findings(report: Iterable[Diagnostic], path: str, language: str) -> None:
    """Print findings beside the data, on standard error."""
    terminal = Terminal.of(sys.stderr)
    for diagnostic in report:
        lines = finding_lines(finding_record(diagnostic, language), path, language, terminal)
        talk("\n".join(lines))


def indented(text: str, terminal: Terminal) -> list[str]:
    """Wrap a text to the terminal, two columns in."""
    import textwrap  # noqa: PLC0415  # a legal list has nothing to wrap, and start-up is measured

    return textwrap.wrap(
        terminal.plain(text), terminal.width, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False
    )
