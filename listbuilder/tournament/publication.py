"""Files to publish: all lists, only players and factions, or commitments that prove a list later."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from listbuilder.datafiles.reader import load_bytes, read_document
from listbuilder.disk import write_atomically
from listbuilder.exporters.base import Exportable, build_document, find_exporter
from listbuilder.i18n import translate
from listbuilder.judging.results import Judged
from listbuilder.listfiles.hashes import commitment, list_salt, new_secret
from listbuilder.model import ArmyList, Shown
from listbuilder.sheet import PrintOptions
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tournament.acceptance import unlock
from listbuilder.tournament.acceptance_log import Accepted
from listbuilder.tournament.csv_tables import format_table
from listbuilder.tournament.log_integrity import HEAD, format_head
from listbuilder.tournament.tournament import Desk

COMMITMENTS = "commitments.json"
OPEN_LISTS = ("lists.html", "lists.pdf")
"""Files that show all lists."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """An accepted list with its player's name, judged again."""

    accepted: Accepted
    player: str
    judged: Judged
    table: str = ""


def entrants(tournament: Desk) -> list[Entrant]:
    """Return every accepted list that counts, in the order of the registrations."""
    unsorted = []
    for accepted in tournament.accepted:
        player, judged = tournament.register.find(accepted.player), unlock(accepted, tournament)
        if judged is not None:
            name, table = (player.name, player.table) if player is not None else (accepted.player, "")
            unsorted.append(Entrant(accepted, name, judged, table))
    order = {player.id: index for index, player in enumerate(tournament.register.players)}
    return sorted(unsorted, key=lambda entrant: (order.get(entrant.accepted.player, len(order)), entrant.accepted.name))


def document_of(entrant: Entrant, language: str, options: PrintOptions, *, seated: bool = False) -> Exportable:
    """Return the document of an accepted list with the registered name, and the table on request."""
    document = build_document(entrant.judged, language, options)
    table = f"{translate(language, 'sheet.word.table')} {entrant.table}" if seated and entrant.table else ""
    title = " \N{MIDDLE DOT} ".join(plain_line(part) for part in (entrant.player, table) if part)
    return replace(document, sheet=replace(document.sheet, header=replace(document.sheet.header, player=title)))


def publish(tournament: Desk, shown: Shown, language: str) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of the files to publish."""
    all_entrants = entrants(tournament)
    if shown is Shown.OPEN and all_entrants:
        documents = [document_of(entrant, language, PrintOptions()) for entrant in all_entrants]
        for name in OPEN_LISTS:
            yield name, find_exporter(name.rpartition(".")[2]).export(documents, PrintOptions())
    if shown is Shown.COMMITTED:
        yield COMMITMENTS, _format_commitments(tournament, all_entrants).encode()
    yield "players.csv", _format_players(all_entrants, language).encode()
    yield HEAD, format_head(tournament).encode()


def _format_players(all_entrants: Sequence[Entrant], language: str) -> str:
    rows = [
        (plain_line(entrant.player), ", ".join(_faction_names(entrant.judged, language))) for entrant in all_entrants
    ]
    return format_table(("name", "faction"), rows)


def _faction_names(judged: Judged, language: str) -> Iterator[str]:
    for name in dict.fromkeys(entry.unit.faction for entry in judged.roster.entries):
        yield judged.roster.factions[name].name.to(language)


def _format_commitments(tournament: Desk, all_entrants: Sequence[Entrant]) -> str:
    rows = [
        {
            "player": entrant.player,
            "list": entrant.accepted.name if tournament.event.lists.number > 1 else "",
            "commitment": commitment(
                entrant.judged.army, salt_of(entrant.judged.army, entrant.accepted.player, tournament)
            ),
        }
        for entrant in all_entrants
    ]
    return json.dumps({"event": tournament.event.id, "commitments": rows}, ensure_ascii=False, indent=2) + "\n"


def load_commitments(tournament: Desk) -> list[tuple[str, str]]:
    """Return the published players and commitments; raise UnreadableError if the file is broken."""
    path = tournament.places.public / COMMITMENTS
    value = read_document(load_bytes(path), str(path)).value
    rows = value.get("commitments") if isinstance(value, dict) else None
    records = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return [(str(row.get("player") or ""), str(row.get("commitment") or "")) for row in records]


def secret_of(tournament: Desk) -> str:
    """Return the organiser's secret; a random one that only the owner can read is created the first time."""
    path = tournament.places.secret
    exists = path.exists()
    text = path.read_text(encoding="utf-8").strip() if exists else ""
    if not text:
        text = new_secret()
        write_atomically(path, f"{text}\n".encode(), new=not exists)  # replaces only an empty file
        path.chmod(0o600)
    return text


def salt_of(army: ArmyList, player: str, tournament: Desk) -> str:
    """Return the salt of one list, which reveals nothing about other lists."""
    return list_salt(army, f"{secret_of(tournament)}\n{player}")
