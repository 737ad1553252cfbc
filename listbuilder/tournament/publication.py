"""Files to publish: all lists, only players and factions, or commitments that prove a list later."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace

from listbuilder.datafiles.reader import load_bytes, read_document
from listbuilder.disk import write_atomically
from listbuilder.exporters.exporter import Exportable, build_document, find_exporter
from listbuilder.i18n import translate
from listbuilder.judging.results import Judged
from listbuilder.listfiles.hashes import compute_commitment, derive_salt, generate_secret
from listbuilder.model import ArmyList, ListVisibility
from listbuilder.sheet import PrintOptions
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tournament.acceptance import rebuild_accepted
from listbuilder.tournament.acceptance_log import AcceptedList
from listbuilder.tournament.csv_tables import format_table
from listbuilder.tournament.log_integrity import LOG_HEAD_FILE, format_log_head
from listbuilder.tournament.tournament import Tournament

COMMITMENTS_FILE = "commitments.json"
OPEN_LIST_FILES = ("lists.html", "lists.pdf")
"""Files that show all lists."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """An accepted list with its player's name, judged again."""

    accepted: AcceptedList
    player: str
    judged: Judged
    table: str = ""


def load_entrants(tournament: Tournament) -> list[Entrant]:
    """Return every accepted list that counts, in the order of the registrations."""
    unsorted = []
    for accepted in tournament.accepted:
        player, judged = tournament.registrations.find(accepted.player), rebuild_accepted(accepted, tournament)
        if judged is not None:
            name, table = (player.name, player.table) if player is not None else (accepted.player, "")
            unsorted.append(Entrant(accepted, name, judged, table))
    order = {player.id: index for index, player in enumerate(tournament.registrations.players)}
    return sorted(unsorted, key=lambda entrant: (order.get(entrant.accepted.player, len(order)), entrant.accepted.name))


def build_entrant_document(
    entrant: Entrant, language: str, options: PrintOptions, *, with_table: bool = False
) -> Exportable:
    """Return the document of an accepted list with the registered name, and the table on request."""
    document = build_document(entrant.judged, language, options)
    table = f"{translate(language, 'sheet.word.table')} {entrant.table}" if with_table and entrant.table else ""
    title = " \N{MIDDLE DOT} ".join(sanitize_line(part) for part in (entrant.player, table) if part)
    return replace(document, sheet=replace(document.sheet, header=replace(document.sheet.header, player=title)))


def build_public_files(tournament: Tournament, shown: ListVisibility, language: str) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of the files to publish."""
    all_entrants = load_entrants(tournament)
    if shown is ListVisibility.OPEN and all_entrants:
        documents = [build_entrant_document(entrant, language, PrintOptions()) for entrant in all_entrants]
        for name in OPEN_LIST_FILES:
            yield name, find_exporter(name.rpartition(".")[2]).export(documents, PrintOptions())
    if shown is ListVisibility.COMMITTED:
        rows = [
            {
                "player": entrant.player,
                "list": entrant.accepted.name if tournament.event.list_set.number > 1 else "",
                "commitment": compute_commitment(army, compute_salt(army, entrant.accepted.player, tournament)),
            }
            for entrant, army in ((entrant, entrant.judged.army) for entrant in all_entrants)
        ]
        record = {"event": tournament.event.id, "commitments": rows}
        yield COMMITMENTS_FILE, f"{json.dumps(record, ensure_ascii=False, indent=2)}\n".encode()
    players = []
    for entrant in all_entrants:
        roster = entrant.judged.roster
        factions = dict.fromkeys(entry.unit.faction for entry in roster.entries)
        names = ", ".join(roster.factions[faction].name.to(language) for faction in factions)
        players.append((sanitize_line(entrant.player), names))
    yield "players.csv", format_table(("name", "faction"), players).encode()
    yield LOG_HEAD_FILE, format_log_head(tournament).encode()


def load_commitments(tournament: Tournament) -> list[tuple[str, str]]:
    """Return the published players and commitments; raise UnreadableError if the file is broken."""
    path = tournament.paths.public / COMMITMENTS_FILE
    value = read_document(load_bytes(path), str(path)).value
    rows = value.get("commitments") if isinstance(value, dict) else None
    records = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return [(str(row.get("player") or ""), str(row.get("commitment") or "")) for row in records]


def load_secret(tournament: Tournament) -> str:
    """Return the organiser's secret; a random one that only the owner can read is created the first time."""
    path = tournament.paths.secret
    exists = path.exists()
    text = path.read_text(encoding="utf-8").strip() if exists else ""
    if not text:
        text = generate_secret()
        write_atomically(path, f"{text}\n".encode(), new=not exists)  # replaces only an empty file
        path.chmod(0o600)
    return text


def compute_salt(army: ArmyList, player: str, tournament: Tournament) -> str:
    """Return the salt of one list, which reveals nothing about other lists."""
    return derive_salt(army, f"{load_secret(tournament)}\n{player}")
