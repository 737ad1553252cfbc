"""Checks hostile texts in every report of `validate`, in several encodings."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout
from dataclasses import replace
from xml.etree import ElementTree as ET

from listbuilder.cli.reporters import ESCAPES, REPORTERS, find_reporter
from listbuilder.cli.streams import Terminal, prepare_streams, write_stdout
from listbuilder.judging.results import Judged, build_list_record

ENCODINGS = ("utf-8", "cp1252", "ascii")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
LIVE = re.compile(r"(?<!\\)\[x(?<!\\)\]\(|(?<!\\)<(?:script|img|b)|https?://evil|(?<!\\)[@#](?:everyone|1\b)")
"""Active Markdown: links, markup, mentions, issue numbers."""
_COMMAND = re.compile(r"^\s*::|##\w*\[", re.MULTILINE)
_OWN_COMMAND = re.compile(r"^::(?:error|warning|notice) file=[^:\n]*,title=[A-Z]{3}\d{3}(?: [^:\n]*)?::", re.MULTILINE)
"""The commands that we write ourselves. A name cannot look like one, because its title would not be a code."""
_LISTS = 2


def check_reports(judged: Judged, path: str) -> Iterator[tuple[str, str]]:
    """Write a list twice in every report and encoding; yield each report and its problem."""
    record = build_list_record(replace(judged, path=path), "en")
    for kind in REPORTERS:
        pieces = list(find_reporter(kind)([record] * _LISTS, "en", Terminal()))
        for encoding in ENCODINGS:
            written = _print_report(pieces, kind, encoding)
            yield f"{kind} report in {encoding}", report_harm(kind, written.decode(encoding))


def _print_report(pieces: list[str], kind: str, encoding: str) -> bytes:
    raw = io.BytesIO()
    with redirect_stdout(io.TextIOWrapper(raw, encoding=encoding, write_through=True)) as stream:
        prepare_streams()
        for piece in pieces:
            write_stdout(piece, escape=ESCAPES.get(kind))
        stream.flush()
    return raw.getvalue()


def report_harm(kind: str, text: str) -> str:
    """Return what a report could do to its reader, or an empty string."""
    if kind in ("json", "sarif"):
        json.loads(text)
        return ""
    if CONTROL.search(text):
        return "control characters"
    checks: Mapping[str, Callable[[str], str]] = {
        "junit": _xml,
        "csv": _table,
        "markdown": _markdown,
        "github": _github,
    }
    return checks.get(kind, _commands)(text)


def _xml(text: str) -> str:
    try:
        ET.fromstring(text.encode("utf-8"))
    except ET.ParseError:
        return "not XML"
    return ""


def _table(text: str) -> str:
    rows = len(list(csv.reader(io.StringIO(text))))
    return f"formulas: {formulas(text)}" if formulas(text) else f"{rows} rows" if rows != _LISTS + 1 else ""


def _markdown(text: str) -> str:
    return "a live link or markup" if LIVE.search(text) else _commands(text)


def _github(text: str) -> str:
    return _commands(_OWN_COMMAND.sub("", text))


def _commands(text: str) -> str:
    return "a build server command" if _COMMAND.search(text) else ""


def formulas(text: str) -> list[str]:
    """Return the cells of a CSV text that a spreadsheet would evaluate, for any delimiter."""
    cells = [cell for mark in ",;\t|" for row in csv.reader(io.StringIO(text), delimiter=mark) for cell in row]
    return [
        cell for cell in cells if cell.lstrip()[:1] in tuple("=+-@") and not re.fullmatch(r"[-+]?[\d.,]+", cell.strip())
    ]
