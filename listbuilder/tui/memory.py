"""What home knows of the lists on disk while the program runs: those that were read, and those thrown away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from weakref import WeakKeyDictionary

from listbuilder.disk import sweep_once
from listbuilder.library.headers import ListHeader
from listbuilder.listfiles import Recovered
from listbuilder.tui.face import Face
from listbuilder.tui.shelf import ListCard, build_card, glance_card, list_files, load_recent


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
