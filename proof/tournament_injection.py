"""Hostile texts in every field of an event folder, checked in every output."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from email import message_from_bytes
from itertools import islice, product

from listbuilder.errors import ListbuilderError
from listbuilder.library import Library
from listbuilder.listfiles.files import load_list
from listbuilder.listfiles.writer import format_list_yaml
from listbuilder.tournament.tournament import Tournament
from proof.report_injection import CONTROL, formulas, report_harm
from proof.sample_tournament import (
    FILES,
    LIST,
    open_sample_tournament,
    sample,
    tournament_outputs,
    valid_acceptance_log,
)

_MARKUP = re.compile(r"<img|onerror=[^&]*>|<b>x</b>|<script>alert")
_HEADERS = {"to", "subject", "x-unsent", "mime-version", "content-type"}
_REPORTS = ("text", "markdown", "junit", "csv", "json")
_PAGES = ("page", "letter page")
_PRINTED = ("book", "labels")


def _cell(name: str, row: int, column: int) -> Callable[[str], dict[str, bytes]]:
    """Return a function that puts a text into one cell of a table."""

    def replace_cell(text: str) -> dict[str, bytes]:
        table = list(csv.reader(io.StringIO(FILES[name].decode()), delimiter=";" if b";" in FILES[name] else ","))
        table[row][column] = text
        stream = io.StringIO()
        csv.writer(stream).writerows(table)
        return {name: stream.getvalue().encode("utf-8", "replace")}

    return replace_cell


def _list_name(text: str) -> dict[str, bytes]:
    army = replace(load_list(sample()).army, name=text, player=text)
    return {f"inbox/1/{LIST}": format_list_yaml(army).encode("utf-8", "replace")}


def _event_name(text: str) -> dict[str, bytes]:
    name = json.dumps({"en": text, "de": text}).encode()
    return {"event.yaml": FILES["event.yaml"].replace(b"{en: Iron Cup, de: Eisenpokal}", name)}


PLACES: Mapping[str, Callable[[str], dict[str, bytes]]] = {
    "player's name": _cell("players.csv", 1, 1),
    "address": _cell("players.csv", 1, 2),
    "team": _cell("players.csv", 1, 3),
    "faction": _cell("players.csv", 2, 4),
    "time": _cell("players.csv", 2, 7),
    "table": _cell("players.csv", 2, 9),
    "reason": _cell("decisions.csv", 1, 3),
    "unknown file": _cell("taken.csv", 1, 1),
    "list": _list_name,
    "event": _event_name,
}


def inject_into_tournament(library: Library, texts: tuple[str, ...], every: int = 1) -> Iterator[tuple[str, str]]:
    """Put every text (or every n-th combination) into every field; yield each output and its problem."""
    for place, text in islice(product(PLACES, texts), 0, None, every):
        with open_sample_tournament(
            library, {"lock.jsonl": valid_acceptance_log(library), **PLACES[place](text)}
        ) as tournament:
            for name, problem in _check_outputs(tournament):
                yield f"{place}, {text[:30]!r}, {name}", problem


def _check_outputs(tournament: Tournament) -> Iterator[tuple[str, str]]:
    try:
        for name, content in tournament_outputs(tournament, "en"):
            yield name, harm(name, content)
    except ListbuilderError:  # rejecting the event is a valid result
        yield "rejected", ""


def harm(name: str, content: bytes) -> str:
    """Return what an output could do to its reader, or an empty string."""
    if name in _PRINTED:
        return "" if content.startswith(b"%PDF") and b"/JavaScript" not in content else "not a plain PDF"
    if name == "mail":
        return "" if {key.lower() for key in message_from_bytes(content)} <= _HEADERS else "unexpected header"
    text = content.decode("utf-8")
    if name in _REPORTS or name.endswith(".json"):
        return report_harm(name.rpartition(".")[2], text)
    if CONTROL.search(text):
        return "control characters"
    hits = _MARKUP.findall(text) if name in _PAGES else formulas(text) if name != "letter" else []
    return f"markup or formulas: {hits}" if hits else ""
