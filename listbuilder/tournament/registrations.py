"""The registrations of a tournament, read from any table with a name column."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from listbuilder.datafiles.reader import load_bytes
from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.i18n import languages
from listbuilder.model import slugify
from listbuilder.tournament.csv_tables import (
    TableRow,
    format_table,
    load_known_words,
    match_columns,
    parse_moment_in_zone,
    read_table,
)

PLAYER_COLUMNS = ("id", "name", "mail", "team", "faction", "paid", "file", "received", "language", "table")
_ADDRESS = re.compile(r"[^\s<>()\[\],;:\"]+@[^\s<>()\[\],;:\"]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One registration; empty fields were not filled in."""

    id: str
    name: str
    mail: str = ""
    team: str = ""
    faction: str = ""
    paid: bool | None = None
    """None if nothing is noted."""
    file: str = ""
    """The file in the inbox that counts, if the organiser has chosen one."""
    received: str = ""
    """When the list was received, as noted by the organiser."""
    language: str = ""
    table: str = ""
    line: int = field(default=0, compare=False)
    """The line in the table."""

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses that the player may write from."""
        return tuple(self.mail.split(", ")) if self.mail else ()

    @property
    def folder(self) -> str:
        """The name of the player's inbox folder, made from the id."""
        return slugify(self.id)[:60] or f"player-{self.line}"


@dataclass(frozen=True)
class Registrations:
    """All registrations, and findings about their file."""

    players: tuple[Player, ...] = ()
    findings: tuple[Diagnostic, ...] = ()

    def find(self, player_id: str) -> Player | None:
        """Return a player by id, or None."""
        return self._by_id.get(player_id)

    @cached_property
    def _by_id(self) -> Mapping[str, Player]:
        return {player.id: player for player in self.players}

    def find_by_name(self, id_or_name: str) -> Player | None:
        """Return a player by id or name, ignoring case, or None."""
        folded = id_or_name.casefold()
        return self.find(id_or_name) or next(
            (player for player in self.players if player.name.casefold() == folded), None
        )


def load_registrations(path: Path) -> Registrations:
    """Load the registrations of a tournament."""
    return parse_registrations(load_bytes(path), str(path))


def parse_registrations(raw: bytes, name: str = "players.csv") -> Registrations:
    """Parse registrations with any usual delimiter, order, encoding and language of the headings."""
    heads, rows = read_table(raw, match_columns)
    if not {"name", "first", "last"} & set(match_columns(heads).values()):
        return Registrations((), (Diagnostic("DSK002", None, {"columns": heads}, place=Place(name, 1)),))
    players = _PlayerIndex()
    findings: list[Diagnostic] = []
    for row in rows:
        player = _build_player(row, players)
        other, duplicate = players.by_folder.get(player.folder), players.same(player)
        if not player.name:
            findings.append(Diagnostic("DSK003", None, {"line": row.line}, place=Place(name, row.line)))
        elif duplicate is not None:
            params = {"player": player.name, "first": duplicate.line}
            findings.append(Diagnostic("DSK004", None, params, place=Place(name, row.line)))
        else:
            if other is not None:
                new_id = players.new_id(player.name)
                params = {"player": player.name, "id": player.id, "first": other.line, "used": new_id}
                findings.append(Diagnostic("DSK013", None, params, place=Place(name, row.line)))
                player = replace(player, id=new_id)
            players.add(player)
            if player.received and parse_moment_in_zone(player.received) is None:
                params = {"player": player.name, "text": player.received}
                findings.append(Diagnostic("DSK005", None, params, place=Place(name, player.line)))
    return Registrations(tuple(players.by_id.values()), tuple(findings))


class _PlayerIndex:
    """The players so far, indexed because a file may contain thousands."""

    def __init__(self) -> None:
        self.by_id: dict[str, Player] = {}
        self.by_folder: dict[str, Player] = {}
        """Ids that differ only in case share a folder."""
        self._persons: dict[tuple[str, str], Player] = {}
        self._namesakes: Counter[str] = Counter()

    def add(self, player: Player) -> None:
        """Add a player."""
        self.by_id[player.id] = self.by_folder[player.folder] = self._persons[_person_key(player)] = player

    def same(self, player: Player) -> Player | None:
        """Return the player who is the same person."""
        return self._persons.get(_person_key(player))

    def new_id(self, name: str) -> str:
        """Return an unused id for a name."""
        base = free = slugify(name)[:60] or f"player-{sha256(name.encode()).hexdigest()[:6]}"
        while free in self.by_folder:
            self._namesakes[base] += 1
            free = f"{base}-{self._namesakes[base] + 1}"
        return free


def _build_player(row: TableRow, players: _PlayerIndex) -> Player:
    cell, file = row.cells.get, row.get("file")
    name, mail, language = _build_name(row.cells), cell("mail", "").casefold(), cell("language", "").casefold()
    return Player(
        id=cell("id") or players.new_id(name),
        name=name,
        mail=", ".join(_ADDRESS.findall(mail.replace("mailto:", ""))) or mail,
        team=cell("team", ""),
        faction=cell("faction", ""),
        paid=_parse_yes_or_no(cell("paid", "")),
        file="" if "://" in file or _parse_yes_or_no(file) is not None else file,  # a link or a tick names no file
        received=cell("received", ""),
        language=next((known for known in languages() if language.startswith(known)), "") if language else "",
        table=cell("table", ""),
        line=row.line,
    )


def _parse_yes_or_no(text: str) -> bool | None:
    words, folded = load_known_words(), text.casefold()
    return True if folded in words["yes"] else False if folded in words["no"] else None


def _build_name(cells: Mapping[str, str]) -> str:
    """Return the full name; next to a first name, the column “name” usually has the family name."""
    first, name, last = [" ".join(cells.get(part, "").split()) for part in ("first", "name", "last")]
    if not first and not last:
        return name
    known = name.casefold().replace(",", " ").split()
    if last or not set(first.casefold().split()) <= set(known):
        return f"{first} {last or name}".strip() if first or not name else name
    return name


def _person_key(player: Player) -> tuple[str, str]:
    """Return what two rows of one person have in common."""
    return player.name.casefold(), player.mail


def format_registrations(players: tuple[Player, ...] = ()) -> str:
    """Return registrations as a new CSV table."""
    paid = {True: "yes", False: "no", None: ""}
    rows = [
        [paid[player.paid] if column == "paid" else getattr(player, column) for column in PLAYER_COLUMNS]
        for player in players
    ]
    return format_table(PLAYER_COLUMNS, rows)
