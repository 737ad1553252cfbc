"""Hostile texts in every field of a list, checked in every export format and report."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, islice, product

from listbuilder.exporters.exporter import build_document, exporter_ids, find_exporter
from listbuilder.library import Library
from listbuilder.listfiles.files import parse_list
from listbuilder.listfiles.writer import format_list_json, format_list_yaml
from listbuilder.model import ArmyList, Entry, Upgrade
from listbuilder.sheet import PrintOptions
from proof.fuzzing.samples import judged, roster_of
from proof.report_injection import CONTROL, LIVE, check_reports

HOSTILE: tuple[str, ...] = (
    "[red]x[/red]",
    "[@click=app.quit]x[/]",
    "[link=file:///etc/passwd]x[/link]",
    "<b>x</b>",
    "<img src='x' onerror='alert(1)'>",
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "<para><font size=200>x</font></para>",
    "&lt;b&gt; &amp; &#x3c;",
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(A1)",
    "\t=1+1",
    ";=1+1",
    "|=1+1",
    "../../etc/passwd",
    "C:\\Windows\\x",
    "\x1b[2J\x1b[31mred",
    "\x07\x08\x7f",
    "\x9b31m",
    "a\rb",
    "a\nb\n::error::x",
    "::error file=x::y",
    "##[error]x",
    "![x](http://evil.example/x.png)",
    "[x](javascript:alert(1))",
    "@everyone",
    "#1",
    "`x`",
    "| a | b |",
    "x\N{RIGHT-TO-LEFT OVERRIDE}y",
    "x\N{ZERO WIDTH SPACE}y",
    "x\ufffe\uffff",
    "\ud800",
    "x" * 3000,
    "Ł\N{SNOWMAN}漢字עברית",
    "{0}{name}%s%d",
    "${HOME}$(id)`id`",
    "' OR 1=1 --",
)

Place = Callable[[ArmyList, str], ArmyList]


def _first(army: ArmyList, **changes: object) -> ArmyList:
    entry: Entry = replace(army.entries[0], **changes)  # type: ignore[arg-type]
    return replace(army, entries=(entry, *army.entries[1:]))


PLACES: Mapping[str, Place] = {
    "list name": lambda army, text: replace(army, name=text),
    "player": lambda army, text: replace(army, player=text),
    "list notes": lambda army, text: replace(army, notes=text),
    "entry name": lambda army, text: _first(army, name=text),
    "entry notes": lambda army, text: _first(army, notes=text),
    "trait": lambda army, text: _first(army, traits=(text,), xp=5),
}


@dataclass
class InjectionResults:
    """The results of the injections."""

    tried: int = 0
    failures: list[str] = field(default_factory=list)


def inject(library: Library, every: int = 1) -> InjectionResults:
    """Put every hostile text (or every n-th combination) into every field and write every format and report."""
    result = InjectionResults()
    army = roster_of(library).army
    for place, text in islice(product(PLACES, HOSTILE), 0, None, every):
        changed = PLACES[place](army, text)
        for name, problem in chain(
            _check_exports(changed, library), check_reports(judged(_add_findings(changed, text), library), text)
        ):
            result.tried += 1
            if problem:
                result.failures.append(f"{place}, {text[:30]!r}, {name}: {problem}")
    return result


def _add_findings(army: ArmyList, text: str) -> ArmyList:
    """Return a list with findings that quote the text."""
    return _first(army, upgrades=(*army.entries[0].upgrades, Upgrade(text)), joins=text)


def _check_exports(army: ArmyList, library: Library) -> Iterator[tuple[str, str]]:
    for name, write in (("yaml", format_list_yaml), ("json list", format_list_json)):
        back = parse_list(write(army)).army
        yield name, "" if _kept_content(back) == _kept_content(army) else "changes when it is read back"
    options = PrintOptions(width=100)
    document = build_document(judged(army, library), "en", options)
    for kind in exporter_ids():
        yield kind, _harm(kind, find_exporter(kind).export([document], options))


def _kept_content(army: ArmyList) -> tuple[object, ...]:
    """Return what a round trip must preserve. A lone surrogate becomes a replacement character."""
    words = (f"{army.name} {army.player}").encode("utf-8", "replace").decode()
    return (words.replace("\N{REPLACEMENT CHARACTER}", "?").split(), [entry.unit for entry in army.entries])


def _harm(kind: str, written: bytes) -> str:
    """Return what a file could do to its reader, or an empty string."""
    if kind == "pdf":
        return "" if written.startswith(b"%PDF") and b"/JavaScript" not in written else "not a plain PDF"
    text = written.decode("utf-8")
    if kind == "json":
        json.loads(text)
        return ""
    if CONTROL.search(text):
        return "control characters"
    if kind == "html" and re.search(r"<img|onerror=[^&]*>|<b>x</b>|<script>alert", text):
        return "markup from a name"
    if kind == "md" and LIVE.search(text):
        return "a live link or markup"
    return ""
