"""The player's list files on disk, and what the home screen knows about them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, count, islice
from os.path import realpath
from pathlib import Path
from time import time_ns
from weakref import WeakKeyDictionary

from listbuilder.diagnostics import Verdict
from listbuilder.disk import make_folder, move_file, remove_leftovers_once, write_atomically
from listbuilder.judging.judge import judge_file
from listbuilder.judging.results import Judged
from listbuilder.library import Library
from listbuilder.library.locations import state_folder
from listbuilder.listfiles.files import load_list, save_list
from listbuilder.listfiles.journal import Journal, RecoveredList
from listbuilder.listfiles.version_history import SnapshotStore, archive_recovered
from listbuilder.model import Text, slugify
from listbuilder.rules.unit_labels import missing_books
from listbuilder.tui.base_app import BaseApp
from listbuilder.tui.user_settings import LIST_SUFFIXES, Settings, is_file, is_folder

_MAX_RECENT = 30
_MAX_FILES = 2000
_MAX_DEPTH = 2
_STATES: WeakKeyDictionary[BaseApp, HomeState] = WeakKeyDictionary()
"""One for each app, because tests run several."""


@dataclass(frozen=True, slots=True)
class ListCard:
    """What the home screen shows of a list; before it has been read, only its file is known."""

    path: Path
    modified: int
    name: str
    system: str = ""
    factions: tuple[Text, ...] = ()
    points: int | None = None
    limit: int | None = None
    verdict: Verdict | None = None
    """None until the list has been read."""
    empty: bool = False
    sample: bool = False


def find_list_files(settings: Settings) -> list[Path]:
    """Return the list files in the player's folder and those opened elsewhere, newest first."""
    files = islice(_find_files(settings.lists_folder, settings.exports_folder), _MAX_FILES)
    paths = {Path(realpath(path)) for path in files} | {path for path in load_recent_paths() if is_file(path)}
    return sorted(paths, key=_modification_time, reverse=True)


def make_card(path: Path, *, sample: bool = False) -> ListCard:
    """Return the card of a list that has not been read yet."""
    return ListCard(path, _modification_time(path), path.stem, sample=sample)


def load_card(card: ListCard, library: Library) -> ListCard:
    """Read and validate a list and return its completed card."""
    judged = judge_file(card.path, library)[0]
    if not isinstance(judged, Judged):
        return replace(card, verdict=judged.verdict)
    faction_ids = dict.fromkeys(entry.unit.faction for entry in judged.roster.entries)
    missing = (Text(str(book)) for book in missing_books(judged.roster))
    return replace(
        card,
        name=judged.army.name or card.name,
        system=judged.army.system,
        factions=(*(judged.roster.factions[name].name for name in faction_ids), *missing),
        points=judged.roster.cost,
        limit=judged.roster.points_limit,
        verdict=judged.verdict,
        empty=judged.is_empty_draft,
    )


def load_recent_paths() -> list[Path]:
    """Return the lists that were opened recently, in any folder."""
    try:
        raw = json.loads((state_folder() / "recent.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    return [Path(item) for item in raw if isinstance(item, str)] if isinstance(raw, list) else []


def add_recent_path(path: Path) -> None:
    """Add a list to the recently opened ones. Raise SaveError if that fails."""
    recent = [path.resolve(), *(other for other in load_recent_paths() if other != path.resolve())]
    folder = state_folder()
    make_folder(folder)
    data = json.dumps([str(item) for item in recent[:_MAX_RECENT]])
    write_atomically(folder / "recent.json", data.encode("utf-8", "replace"), backup=False)


def unused_path(folder: Path, name: str, is_taken: Callable[[Path], bool] = lambda _: False) -> Path:
    """Return a path for a new list that is used by no file and no unsaved list."""
    stem = slugify(name)[:60] or "list"
    names = chain([f"{stem}.yaml"], (f"{stem}-{number}.yaml" for number in count(2)))
    return next(path for path in map(folder.joinpath, names) if not path.exists() and not is_taken(path))


def copy_list(path: Path, folder: Path, name: str) -> Path:
    """Save a copy of a list under a new name and return its path."""
    army = replace(load_list(path).army, name=name)
    copy = unused_path(folder, name)
    make_folder(folder)
    save_list(army, copy, new=True)
    return copy


def rename_list(path: Path, name: str) -> None:
    """Change the name of a list. The file keeps its name."""
    loaded = load_list(path)
    save_list(replace(loaded.army, name=name), path, expected=loaded.stamp, comments=loaded.comments)


def move_to_bin(path: Path) -> Path:
    """Move a list to the bin and return its path there. Raise SaveError if that fails."""
    target = _bin_for(path)
    move_file(path, target)
    return target


def save_named_version(path: Path, name: str, journal: Journal) -> None:
    """Save the current list as a named version. Raise SaveError if that fails."""
    SnapshotStore.for_journal(journal).save(path, load_list(path).army, name)


def discard_recovered(recovered: RecoveredList, journal: Journal) -> Path | None:
    """Move recovered changes to the history of their list, or to the bin if it has no file.

    Return the path in the bin, or None.
    """
    path = Path(recovered.list_id)
    if is_file(path):
        archive_recovered(recovered, journal)
        return None
    target = _bin_for(path)
    make_folder(target.parent)
    save_list(recovered.army, target, new=True)
    journal.discard(recovered)
    return target


def _bin_for(path: Path) -> Path:
    return state_folder() / "bin" / f"{time_ns()}-{path.name}"


def restore_from_bin(binned: Path, path: Path) -> Path:
    """Move a list from the bin to its old path, or next to it if that is taken, and return the new path."""
    target = path if not path.exists() else unused_path(path.parent, path.stem)
    move_file(binned, target)
    return target


def _find_files(folder: Path, skip: Path, depth: int = 0) -> Iterator[Path]:
    """Yield the list files of a folder and its subfolders, without hidden folders and exports."""
    try:
        items = sorted(folder.iterdir())[:_MAX_FILES]
    except OSError:
        return
    for path in items:
        if path.name.startswith("."):
            continue
        if is_folder(path):
            if depth < _MAX_DEPTH and path != skip:
                yield from _find_files(path, skip, depth + 1)
        elif path.suffix.lower() in LIST_SUFFIXES and is_file(path):
            yield path


def _modification_time(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


@dataclass
class HomeState:
    """The lists that the home screen shows, and those deleted since the start."""

    cards: dict[Path, ListCard] = field(default_factory=dict)
    samples: dict[Path, ListCard] = field(default_factory=dict)
    recent: tuple[Path, ...] = ()
    """Recently opened lists, newest first."""
    recovered: tuple[RecoveredList, ...] = ()
    """Unsaved changes of sessions that ended."""
    deleted: list[tuple[Path, Path]] = field(default_factory=list)
    problems_shown: bool = False
    """Whether problems in the user's data files have been shown."""

    def find_card(self, path: Path) -> ListCard | None:
        """Return the card of a list file."""
        return self.cards.get(path) or self.samples.get(path)

    def refresh(self, app: BaseApp) -> None:
        """Find the list files again, keep the cards that are still valid and clean up leftover temporary files."""
        remove_leftovers_once(app.settings.lists_folder)
        cards = {path: make_card(path) for path in find_list_files(app.settings)}
        known = ((path, card) for path, card in self.cards.items() if path in cards)
        self.cards = cards | {path: card for path, card in known if card.modified == cards[path].modified}
        self.recent = tuple(path for path in load_recent_paths() if path in self.cards)
        self.recovered = tuple(app.journal.find_recoverable())
        samples = {}
        for header in app.library.sample_lists():
            card = replace(make_card(header.file, sample=True), name=header.name, system=header.system)
            samples[header.file] = self.samples.get(header.file, card)
        self.samples = samples

    def load_cards(self, app: BaseApp) -> Iterator[None]:
        """Read and validate the lists that have not been read yet, one at each step."""
        for cards in (self.cards, self.samples):
            for path, card in list(cards.items()):
                if card.verdict is None:
                    cards[path] = load_card(card, app.library)
                    yield


def home_state(app: BaseApp) -> HomeState:
    """Return the home state of an app; it survives while a list is open."""
    return _STATES.setdefault(app, HomeState())
