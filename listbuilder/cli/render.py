"""A finding as lines on a terminal: place, severity, code; the sentence; the fix."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap

from listbuilder.cli.streams import Terminal
from listbuilder.diagnostics.messages import FindingRecord, PlaceRecord
from listbuilder.i18n import translate

COLOURS: Mapping[str, str] = {"error": "red", "unchecked": "magenta", "warning": "yellow", "note": "cyan"}
_INDENT = "  "


def place_of(finding: FindingRecord, path: str) -> PlaceRecord:
    """Give the place of a finding: as it says, else the line of the list that it is about."""
    return finding["place"] or {"path": path, "line": finding["line"], "column": None}


def entry_of(finding: FindingRecord) -> str:
    """Give the id of the entry that a finding is about; what has a place of its own is about a key of a file."""
    return (finding["on"] or "") if finding["place"] is None else ""


def spot_of(finding: FindingRecord, language: str, *, line: bool = True) -> str:
    """Name the line and the entry of a finding, since several units may have one name: (line 8, entry c)."""
    told = [translate(language, "cli.line", line=finding["line"])] if line and finding["line"] else []
    told += [translate(language, "cli.entry", id=entry)] if (entry := entry_of(finding)) else []
    return f"({', '.join(told)})" if told else ""


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
        terminal.line(spot_of(finding, language, line=False)),
    ]
    source = f" ({finding['source']})" if finding["source"] else ""
    lines = [" ".join(part for part in head if part), *indented(finding["message"] + source, terminal)]
    if finding["fix"]:
        lines += indented(translate(language, "cli.fix", fix=finding["fix"]), terminal)
    return lines


def indented(text: str, terminal: Terminal) -> list[str]:
    """Wrap a text to the terminal, two columns in."""
    return _wrapped(terminal.plain(text), terminal.width)


def _wrapped(text: str, width: int) -> list[str]:
    """Wrap a text: words with a blank between them here, which takes a fifth of the time, all else by the book."""
    words = text.split(" ")
    if not text.isprintable() or not all(words) or max(map(len, words)) > width - len(_INDENT):
        return wrap(text, width, initial_indent=_INDENT, subsequent_indent=_INDENT, break_on_hyphens=False)
    lines = [f"{_INDENT}{words[0]}"]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(f"{_INDENT}{word}")
    return lines
