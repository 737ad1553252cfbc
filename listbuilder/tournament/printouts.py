"""Printouts for the event day: judge's book, table cards, seat labels and a table for pairing tools."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.exporters.exporter import find_exporter
from listbuilder.exporters.pdf.cut_labels import SeatLabel, build_label_pdf
from listbuilder.model import Event
from listbuilder.sheet import Layout, PrintOptions
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tournament.csv_tables import format_table
from listbuilder.tournament.overview import Overview, PlayerRow
from listbuilder.tournament.publication import Entrant, build_entrant_document

_PAIRING_COLUMNS = ("name", "mail", "team", "faction", "bonus")


def format_pairing_table(overview: Overview) -> bytes:
    """Return the table of all players for pairing tools, with their bonus points."""
    rows = [(*_safe_lines(row, row.player.name, row.player.mail, row.player.team), row.bonus) for row in overview.rows]
    return format_table(_PAIRING_COLUMNS, rows).encode()


def _safe_lines(row: PlayerRow, *about: str) -> tuple[str, ...]:
    """Return texts about a player, and the faction, as safe lines."""
    return tuple(sanitize_line(text) for text in (*about, row.factions))


def build_judges_book(entrants: Sequence[Entrant], language: str, order: str) -> bytes:
    """Return a PDF of all accepted lists, sorted by table, faction or player."""
    return _export_pdf(entrants, language, order, PrintOptions())


def build_table_cards(entrants: Sequence[Entrant], language: str) -> bytes:
    """Return a PDF of all accepted lists in compact form, sorted by table."""
    return _export_pdf(entrants, language, "table", PrintOptions(layout=Layout.COMPACT))


def _export_pdf(entrants: Sequence[Entrant], language: str, order: str, options: PrintOptions) -> bytes:
    in_order = sorted(entrants, key=lambda entrant: _sort_key(entrant, order))
    documents = [build_entrant_document(entrant, language, options, with_table=True) for entrant in in_order]
    return find_exporter("pdf").export(documents, options)


def _sort_key(entrant: Entrant, order: str) -> tuple[object, ...]:
    faction = min((entry.unit.faction for entry in entrant.judged.roster.entries), default="")
    return {
        "table": (*_table_sort_key(entrant.table), entrant.player.casefold()),
        "faction": (faction, entrant.player.casefold()),
        "player": (entrant.player.casefold(),),
    }[order]


def _table_sort_key(table: str) -> tuple[bool, int, str]:
    """Return the sort key of a table; players without a table come last."""
    return not table, int(table) if table.isdecimal() else 0, table


def build_seat_labels(overview: Overview, event: Event, language: str) -> bytes:
    """Return a PDF of seat labels with table, name, team and faction."""
    rows = sorted(overview.rows, key=lambda row: (*_table_sort_key(row.player.table), row.player.name.casefold()))
    labels = []
    for row in rows:
        seat, name, *about = _safe_lines(row, row.player.table, row.player.name, row.player.team)
        labels.append(SeatLabel(seat, name, tuple(filter(None, about))))
    return build_label_pdf(labels, sanitize_line(event.name.to(language)), language)
