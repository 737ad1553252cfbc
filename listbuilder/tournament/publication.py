"""What everybody may see: all lists, only who plays what, or commitments that prove later that nothing changed."""

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
"""What shows all lists."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """An accepted list with its player's name, worked out again."""

    accepted: Accepted
    player: str
    judged: Judged
    table: str = ""


def entrants(desk: Desk) -> list[Entrant]:
    """Give every list that counts, in the order of the registrations."""
    made = []
    for accepted in desk.accepted:
        player, judged = desk.register.find(accepted.player), unlock(accepted, desk)
        if judged is not None:
            name, table = (player.name, player.table) if player is not None else (accepted.player, "")
            made.append(Entrant(accepted, name, judged, table))
    order = {player.id: place for place, player in enumerate(desk.register.players)}
    return sorted(made, key=lambda one: (order.get(one.accepted.player, len(order)), one.accepted.name))


def document_of(one: Entrant, language: str, options: PrintOptions, *, seated: bool = False) -> Exportable:
    """Put an accepted list into words under the name that its player is registered with, and the table if asked."""
    made = build_document(one.judged, language, options)
    table = f"{translate(language, 'sheet.word.table')} {one.table}" if seated and one.table else ""
    who = " \N{MIDDLE DOT} ".join(plain_line(part) for part in (one.player, table) if part)
    return replace(made, sheet=replace(made.sheet, header=replace(made.sheet.header, player=who)))


def publish(desk: Desk, shown: Shown, language: str) -> Iterator[tuple[str, bytes]]:
    """Give the files to be made public, by name."""
    found = entrants(desk)
    if shown is Shown.OPEN and found:
        documents = [document_of(one, language, PrintOptions()) for one in found]
        for name in OPEN_LISTS:
            yield name, find_exporter(name.rpartition(".")[2]).export(documents, PrintOptions())
    if shown is Shown.COMMITTED:
        yield COMMITMENTS, _commitments(desk, found).encode()
    yield "players.csv", _who_plays_what(found, language).encode()
    yield HEAD, format_head(desk).encode()


def _who_plays_what(found: Sequence[Entrant], language: str) -> str:
    rows = [(plain_line(one.player), ", ".join(_factions(one.judged, language))) for one in found]
    return format_table(("name", "faction"), rows)


def _factions(judged: Judged, language: str) -> Iterator[str]:
    for name in dict.fromkeys(worked.unit.faction for worked in judged.roster.entries):
        yield judged.roster.factions[name].name.to(language)


def _commitments(desk: Desk, found: Sequence[Entrant]) -> str:
    rows = [
        {
            "player": one.player,
            "list": one.accepted.name if desk.event.lists.number > 1 else "",
            "commitment": commitment(one.judged.army, salt_of(one.judged.army, one.accepted.player, desk)),
        }
        for one in found
    ]
    return json.dumps({"event": desk.event.id, "commitments": rows}, ensure_ascii=False, indent=2) + "\n"


def load_commitments(desk: Desk) -> list[tuple[str, str]]:
    """Load what was made public: players and their commitments; raise UnreadableError where the file is broken."""
    path = desk.places.public / COMMITMENTS
    value = read_document(load_bytes(path), str(path)).value
    rows = value.get("commitments") if isinstance(value, dict) else None
    found = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return [(str(row.get("player") or ""), str(row.get("commitment") or "")) for row in found]


def secret_of(desk: Desk) -> str:
    """Give the organiser's secret; the first time one is made that nobody can guess, and only the owner may read it."""
    path = desk.places.secret
    there = path.exists()
    text = path.read_text(encoding="utf-8").strip() if there else ""
    if not text:
        text = new_secret()
        write_atomically(path, f"{text}\n".encode(), new=not there)  # nobody's secret is replaced, an empty file is
        path.chmod(0o600)
    return text


def salt_of(army: ArmyList, player: str, desk: Desk) -> str:
    """Give the salt that proves one list; it says nothing of the others, not even that two players have the same."""
    return list_salt(army, f"{secret_of(desk)}\n{player}")
