"""For the day itself: the judge's book, cards for the tables, labels for the seats, a file for the pairing tool."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.exporters.base import find_exporter
from listbuilder.exporters.pdf.cut_labels import SeatLabel, build_labels
from listbuilder.model import Event
from listbuilder.sheet import Layout, PrintOptions
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tournament.csv_tables import format_table
from listbuilder.tournament.overview import Overview, PlayerStanding
from listbuilder.tournament.publication import Entrant, document_of

_PAIRING = ("name", "mail", "team", "faction", "bonus")


def pairing(table: Overview) -> bytes:
    """Write what pairing tools read: everybody who plays, with the points that the list itself brings."""
    rows = [(*_plain(row, row.player.name, row.player.mail, row.player.team), row.bonus) for row in table.rows]
    return format_table(_PAIRING, rows).encode()


def _plain(row: PlayerStanding, *about: str) -> tuple[str, ...]:
    """Give what is told of a player and the faction, fit to be shown."""
    return tuple(plain_line(text) for text in (*about, row.factions))


def judges_book(found: Sequence[Entrant], language: str, order: str) -> bytes:
    """Print every accepted list in one book, in the order that the judge looks for them."""
    return _printed(sorted(found, key=lambda one: _place(one, order)), language, PrintOptions())


def table_cards(found: Sequence[Entrant], language: str) -> bytes:
    """Print every accepted list on a page or two, for the table."""
    return _printed(sorted(found, key=lambda one: _place(one, "table")), language, PrintOptions(layout=Layout.COMPACT))


def _printed(found: Sequence[Entrant], language: str, options: PrintOptions) -> bytes:
    documents = [document_of(one, language, options, seated=True) for one in found]
    return find_exporter("pdf").export(documents, options)


def _place(one: Entrant, order: str) -> tuple[object, ...]:
    faction = min((worked.unit.faction for worked in one.judged.roster.entries), default="")
    return {
        "table": (*_seat(one.table), one.player.casefold()),
        "faction": (faction, one.player.casefold()),
        "player": (one.player.casefold(),),
    }[order]


def _seat(table: str) -> tuple[bool, int, str]:
    """Order tables by their numbers; who has none comes last."""
    return not table, int(table) if table.isdecimal() else 0, table


def labels(table: Overview, event: Event, language: str) -> bytes:
    """Print labels for the seats, by table: number, name, team and faction."""
    rows = sorted(table.rows, key=lambda row: (*_seat(row.player.table), row.player.name.casefold()))
    made = [_label(row) for row in rows]
    return build_labels(made, plain_line(event.name.to(language)), language)


def _label(row: PlayerStanding) -> SeatLabel:
    seat, name, *about = _plain(row, row.player.table, row.player.name, row.player.team)
    return SeatLabel(seat, name, tuple(filter(None, about)))
