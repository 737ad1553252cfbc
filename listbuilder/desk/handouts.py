"""For the day itself: the judge's book, cards for the tables, labels for the seats, a file for the pairing tool."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from listbuilder.desk.publishing import Entrant
from listbuilder.desk.standing import Standing, Table
from listbuilder.desk.tables import format_table
from listbuilder.exporters.document import build_document
from listbuilder.exporters.registry import find_exporter
from listbuilder.sheet import Layout, PrintOptions
from listbuilder.sheet.plain import plain_line

_LABELS = """<!DOCTYPE html>
<html lang="{language}"><head><meta charset="utf-8"><title>listbuilder</title><style>
@page {{ margin: 10mm }}
ul {{ display: grid; grid-template-columns: repeat(3, 1fr); margin: 0; padding: 0; font-family: sans-serif }}
li {{ list-style: none; height: 36mm; padding: 4mm; box-sizing: border-box; border: 1px dashed #999;
  break-inside: avoid; overflow: hidden; display: flex; flex-direction: column }}
b {{ font-size: 18pt }} strong {{ font-size: 13pt }}
</style></head><body><ul>
{cells}
</ul></body></html>
"""
_PAIRING = ("name", "mail", "team", "faction", "bonus")


def pairing(table: Table) -> bytes:
    """Write what pairing tools read: everybody who plays, with the points that the list itself brings."""
    rows = [(*_seat(row, row.player.name, row.player.mail, row.player.team), row.bonus) for row in table.rows]
    return format_table(_PAIRING, rows).encode()


def _seat(row: Standing, *about: str) -> tuple[str, ...]:
    """Give what is told of a player and the faction, fit to be shown."""
    return tuple(plain_line(text) for text in (*about, row.factions))


def judges_book(found: Sequence[Entrant], language: str, order: str) -> bytes:
    """Print every accepted list in one book, in the order that the judge looks for them."""
    return _printed(sorted(found, key=lambda one: _place(one, order)), language, PrintOptions())


def table_cards(found: Sequence[Entrant], language: str) -> bytes:
    """Print every accepted list on a page or two, for the table."""
    return _printed(sorted(found, key=lambda one: _place(one, "table")), language, PrintOptions(layout=Layout.COMPACT))


def _printed(found: Sequence[Entrant], language: str, options: PrintOptions) -> bytes:
    return find_exporter("pdf").export([build_document(one.judged, language, options) for one in found], options)


def _place(one: Entrant, order: str) -> tuple[object, ...]:
    faction = min((worked.unit.faction for worked in one.judged.roster.entries), default="")
    number = int(one.table) if one.table.isdecimal() else 0
    return {
        "table": (number, one.table, one.player.casefold()),
        "faction": (faction, one.player.casefold()),
        "player": (one.player.casefold(),),
    }[order]


def labels(table: Table, language: str) -> bytes:
    """Write a page of labels for the seats, three in a row, ready to be printed and cut."""
    rows = sorted(table.rows, key=lambda row: (row.player.table.zfill(4), row.player.name.casefold()))
    cells = "\n".join(_label(*_seat(row, row.player.table, row.player.name, row.player.team)) for row in rows)
    return _LABELS.format(language=language, cells=cells).encode()


def _label(table: str, name: str, *about: str) -> str:
    told = "".join(f"<span>{escape(text)}</span>" for text in about)
    return f"<li><b>{escape(table)}</b><strong>{escape(name)}</strong>{told}</li>"
