"""The player's lists on disk: which there are, what is in them, and how they are copied, renamed and thrown away.

What home knows of the lists on disk while the program runs: those that were read, and those thrown away.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from os.path import realpath
from pathlib import Path
from time import time_ns
from weakref import WeakKeyDictionary

from listbuilder.diagnostics import Verdict
from listbuilder.disk import make_folder, move, sweep_once, write_atomically
from listbuilder.judging.judge import judge_file
from listbuilder.judging.results import Judged
from listbuilder.library import Library
from listbuilder.library.headers import ListHeader
from listbuilder.library.locations import state_folder
from listbuilder.listfiles.files import load_list, save_list
from listbuilder.listfiles.journal import Journal, Recovered
from listbuilder.listfiles.version_history import Snapshots, put_away
from listbuilder.model import Text
from listbuilder.rules.labels import missing_books
from listbuilder.tui.base import Face
from listbuilder.tui.settings import LIST_SUFFIXES, Settings, free_path, is_file, is_folder

_MOST_RECENT = 30
_MOST_FILES = 2000
_DEEPEST = 2


@dataclass(frozen=True, slots=True)
class ListCard:
    """A list as home shows it; before it has been read, only its file is known."""

    path: Path
    modified: int
    name: str
    system: str = ""
    factions: tuple[Text, ...] = ()
    points: int | None = None
    limit: int | None = None
    verdict: Verdict | None = None
    """None as long as the list has not been read."""
    empty: bool = False
    sample: bool = False


def list_files(settings: Settings) -> list[Path]:
    """Find the list files in the player's folder and those that were opened elsewhere, the latest first."""
    walk = islice(_walk(settings.lists_folder, settings.exports_folder), _MOST_FILES)
    found = {Path(realpath(path)) for path in walk} | {path for path in load_recent() if is_file(path)}
    return sorted(found, key=_modified, reverse=True)


def glance_card(path: Path, *, sample: bool = False) -> ListCard:
    """Make the card of a list that has not been read yet."""
    return ListCard(path, _modified(path), path.stem, sample=sample)


def build_card(card: ListCard, library: Library) -> ListCard:
    """Read a list, work it out and judge it."""
    judged = judge_file(card.path, library)[0]
    if not isinstance(judged, Judged):
        return replace(card, verdict=judged.verdict)
    used = dict.fromkeys(worked.unit.faction for worked in judged.roster.entries)
    missing = (Text(str(book)) for book in missing_books(judged.roster))
    return replace(
        card,
        name=judged.army.name or card.name,
        system=judged.army.system,
        factions=(*(judged.roster.factions[name].name for name in used), *missing),
        points=judged.roster.cost,
        limit=judged.roster.size,
        verdict=judged.verdict,
        empty=judged.begun,
    )


def load_recent() -> list[Path]:
    """Load the lists that were opened lately, wherever they are."""
    try:
        raw = json.loads((state_folder() / "recent.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    return [Path(item) for item in raw if isinstance(item, str)] if isinstance(raw, list) else []


def note_recent(path: Path) -> None:
    """Remember that a list was opened; raise SaveError where that is not possible."""
    recent = [path.resolve(), *(old for old in load_recent() if old != path.resolve())]
    folder = state_folder()
    make_folder(folder)
    data = json.dumps([str(item) for item in recent[:_MOST_RECENT]])
    write_atomically(folder / "recent.json", data.encode("utf-8", "replace"), backup=False)


def copy_list(path: Path, folder: Path, name: str) -> Path:
    """Save a copy of a list under another name."""
    army = replace(load_list(path).army, name=name)
    copy = free_path(folder, name)
    make_folder(folder)
    save_list(army, copy, new=True)
    return copy


def rename_list(path: Path, name: str) -> None:
    """Give a list another name; its file stays where it is."""
    loaded = load_list(path)
    save_list(replace(loaded.army, name=name), path, expected=loaded.stamp, comments=loaded.comments)


def throw_away(path: Path) -> Path:
    """Move a list to the bin, from where it can be brought back; raise SaveError where that is not possible."""
    thrown = _bin_for(path)
    move(path, thrown)
    return thrown


def keep_version(path: Path, name: str, journal: Journal) -> None:
    """Keep a list as it is now under a name; raise SaveError where that is not possible."""
    Snapshots.beside(journal).store(path, load_list(path).army, name)


def put_off(lost: Recovered, journal: Journal) -> Path | None:
    """Put away what a crash left: to the earlier versions of its list, else into the bin; tell where it lies there."""
    path = Path(lost.of)
    if is_file(path):
        put_away(lost, journal)
        return None
    thrown = _bin_for(path)
    make_folder(thrown.parent)
    save_list(lost.army, thrown, new=True)
    journal.discard(lost)
    return thrown


def _bin_for(path: Path) -> Path:
    return state_folder() / "bin" / f"{time_ns()}-{path.name}"


def bring_back(thrown: Path, path: Path) -> Path:
    """Move a list from the bin to where it was, or beside what has come there since."""
    wanted = path if not path.exists() else free_path(path.parent, path.stem)
    move(thrown, wanted)
    return wanted


def _walk(folder: Path, skip: Path, depth: int = 0) -> Iterator[Path]:
    """Give the list files of a folder and a few levels below; hidden folders, prints and endless trees are left out."""
    try:
        items = sorted(folder.iterdir())[:_MOST_FILES]
    except OSError:
        return
    for path in items:
        if path.name.startswith("."):
            continue
        if is_folder(path):
            if depth < _DEEPEST and path != skip:
                yield from _walk(path, skip, depth + 1)
        elif path.suffix.lower() in LIST_SUFFIXES and is_file(path):
            yield path


def _modified(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


@dataclass
class Memory:
    """Lists that have been read, and those that were thrown away since the start."""

    cards: dict[Path, ListCard] = field(default_factory=dict)
    samples: dict[Path, ListCard] = field(default_factory=dict)
    recent: tuple[Path, ...] = ()
    """Those that were opened last, the latest first."""
    lost: tuple[Recovered, ...] = ()
    """What was being edited by those who are gone, and is not in its file."""
    thrown: list[tuple[Path, Path]] = field(default_factory=list)
    told: bool = False
    """Whether problems of the user's own data have been told."""

    def find(self, path: Path) -> ListCard | None:
        """Find a list by its file."""
        return self.cards.get(path) or self.samples.get(path)

    def look(self, app: Face) -> None:
        """Find the lists there are, keeping what is known of them; what a kill has left among them goes."""
        sweep_once(app.settings.lists_folder)
        self.cards = {path: _known(path, self.cards) for path in list_files(app.settings)}
        self.recent = tuple(path for path in load_recent() if path in self.cards)
        self.lost = tuple(app.journal.pending())
        known = {header.file: _sample(header) for header in app.library.sample_lists()}
        self.samples = {path: self.samples.get(path, card) for path, card in known.items()}

    def read(self, app: Face) -> Iterator[None]:
        """Read and judge the lists that have not been read yet, one after the other."""
        for cards in (self.cards, self.samples):
            for path, card in list(cards.items()):
                if card.verdict is None:
                    cards[path] = build_card(card, app.library)
                    yield


_MEMORY: WeakKeyDictionary[Face, Memory] = WeakKeyDictionary()
"""One for each app: tests run several."""


def memory_of(app: Face) -> Memory:
    """Give what is known of the lists, kept while one is open."""
    return _MEMORY.setdefault(app, Memory())


def _sample(header: ListHeader) -> ListCard:
    """Make the card of a sample from what the index knows of it, so that its place and its name never change."""
    return replace(glance_card(header.file, sample=True), name=header.name, system=header.system)


def _known(path: Path, before: dict[Path, ListCard]) -> ListCard:
    fresh = glance_card(path)
    old = before.get(path)
    return old if old is not None and old.modified == fresh.modified else fresh
