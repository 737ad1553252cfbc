"""The registrations: who plays, with what, and what was noted of each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from listbuilder.datafiles.reader import load_bytes
from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.i18n import languages
from listbuilder.model import slug
from listbuilder.tournament.csv_tables import TableRow, columns_of, format_table, known_words, moment, read_table

COLUMNS = ("id", "name", "mail", "team", "faction", "paid", "file", "received", "language", "table")
_ADDRESS = re.compile(r"[^\s<>()\[\],;:\"]+@[^\s<>()\[\],;:\"]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One registration; what is empty nobody has filled in."""

    id: str
    name: str
    mail: str = ""
    team: str = ""
    faction: str = ""
    paid: bool | None = None
    """None where nothing is noted."""
    file: str = ""
    """The file in the inbox that counts, where the organiser has said so."""
    received: str = ""
    """When the list came in, as the organiser noted it."""
    language: str = ""
    table: str = ""
    line: int = field(default=0, compare=False)
    """Where it stands in the table."""

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses that the player may write from."""
        return tuple(self.mail.split(", ")) if self.mail else ()

    @property
    def folder(self) -> str:
        """The name of the folder that keeps what the player sends: an id may be anything, a folder may not."""
        return slug(self.id)[:60] or f"player-{self.line}"


@dataclass(frozen=True)
class Register:
    """All registrations, and what is odd about their file."""

    players: tuple[Player, ...] = ()
    found: tuple[Diagnostic, ...] = ()

    def find(self, wanted: str) -> Player | None:
        """Find a player by the id."""
        return self._by_id.get(wanted)

    @cached_property
    def _by_id(self) -> Mapping[str, Player]:
        return {player.id: player for player in self.players}

    def named(self, wanted: str) -> Player | None:
        """Find a player by the id or the name, whatever its capitals."""
        folded = wanted.casefold()
        return self.find(wanted) or next((one for one in self.players if one.name.casefold() == folded), None)


def load_register(path: Path) -> Register:
    """Load the registrations of a desk."""
    return read_register(load_bytes(path), str(path))


def read_register(raw: bytes, name: str = "players.csv") -> Register:
    """Read registrations: any usual delimiter, order, encoding and language of the headings."""
    heads, rows = read_table(raw, columns_of)
    if not {"name", "first", "last"} & set(columns_of(heads).values()):
        return Register((), (Diagnostic("DSK002", None, {"columns": heads}, place=Place(name, 1)),))
    known = _Known()
    found: list[Diagnostic] = []
    for row in rows:
        player = _player(row, known)
        other, twin = known.with_folder(player.folder), known.same(player)
        if not player.name:
            found.append(Diagnostic("DSK003", None, {"line": row.line}, place=Place(name, row.line)))
        elif twin is not None:
            params = {"player": player.name, "first": twin.line}
            found.append(Diagnostic("DSK004", None, params, place=Place(name, row.line)))
        else:
            if other is not None:
                used = known.new_id(player.name)
                params = {"player": player.name, "id": player.id, "first": other.line, "used": used}
                found.append(Diagnostic("DSK013", None, params, place=Place(name, row.line)))
                player = replace(player, id=used)
            known.add(player)
            found += _odd(player, name) if player.received else ()
    return Register(tuple(known.by_id.values()), tuple(found))


class _Known:
    """Who was read so far; looked up, not searched, for a file may hold thousands."""

    def __init__(self) -> None:
        self.by_id: dict[str, Player] = {}
        self._folders: dict[str, Player] = {}
        self._persons: dict[tuple[str, str], Player] = {}
        self._namesakes: Counter[str] = Counter()

    def add(self, player: Player) -> None:
        """Note a player."""
        self.by_id[player.id] = self._folders[player.folder] = self._persons[_person(player)] = player

    def with_folder(self, folder: str) -> Player | None:
        """Find who has a folder: to a disk kim and Kim are one, and two players with one id are."""
        return self._folders.get(folder)

    def same(self, player: Player) -> Player | None:
        """Find who is the same person."""
        return self._persons.get(_person(player))

    def new_id(self, name: str) -> str:
        """Make an id of a name that nobody has yet."""
        base = free = slug(name)[:60] or f"player-{sha256(name.encode()).hexdigest()[:6]}"  # whatever row it stands in
        while free in self._folders:
            self._namesakes[base] += 1
            free = f"{base}-{self._namesakes[base] + 1}"
        return free


def _odd(player: Player, name: str) -> Iterator[Diagnostic]:
    """Find cells that mean nothing: a time that is none."""
    if moment(player.received) is None:
        params = {"player": player.name, "text": player.received}
        yield Diagnostic("DSK005", None, params, place=Place(name, player.line))


def _player(row: TableRow, known: _Known) -> Player:
    cell = row.cells.get
    name, mail = _name(row.cells), cell("mail", "").casefold()
    return Player(
        id=cell("id") or known.new_id(name),
        name=name,
        mail=_addresses(mail) if mail else "",
        team=cell("team", ""),
        faction=cell("faction", ""),
        paid=_paid(cell("paid", "")),
        file=_file(cell("file", "")),
        received=cell("received", ""),
        language=_language(cell("language", "")),
        table=cell("table", ""),
        line=row.line,
    )


def _addresses(mail: str) -> str:
    """Give the addresses in a cell; what has none stays as it stands."""
    return ", ".join(_ADDRESS.findall(mail.replace("mailto:", ""))) or mail


def _file(text: str) -> str:
    """Give the name of a file; a tick or a link says that there is a list, and names none."""
    said = text.casefold()
    return "" if "://" in text or said in known_words()["yes"] or said in known_words()["no"] else text


def _paid(text: str) -> bool | None:
    if not text:
        return None
    words, said = known_words(), text.casefold()
    return True if said in words["yes"] else False if said in words["no"] else None


def _language(text: str) -> str:
    said = text.casefold()
    return next((known for known in languages() if said.startswith(known)), "") if said else ""


def _name(cells: Mapping[str, str]) -> str:
    """Put a name together; beside a first name, “name” is the family's, unless the first one is in it too."""
    first, name, last = [" ".join(cells.get(part, "").split()) for part in ("first", "name", "last")]
    if not first and not last:
        return name
    known = name.casefold().replace(",", " ").split()
    if last or not set(first.casefold().split()) <= set(known):
        return f"{first} {last or name}".strip() if first or not name else name
    return name


def _person(player: Player) -> tuple[str, str]:
    """Give what two rows of one person share: the name, and no two addresses."""
    return player.name.casefold(), player.mail


def format_register(players: tuple[Player, ...] = ()) -> str:
    """Write registrations as a new table."""
    paid = {True: "yes", False: "no", None: ""}
    rows = [[paid[one.paid] if column == "paid" else getattr(one, column) for column in COLUMNS] for one in players]
    return format_table(COLUMNS, rows)
